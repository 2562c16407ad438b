/* outcome.c: how the heap is at the end, in the words of promela-backend/emit-outcome.c.  No
 * function of the library or the runtime is called: the threads may be explored. */
#include "driver.h"

/* -1: null; -3: an object that was freed and has no number any more; -2: no object of the program's. */
static void put_reference(uintptr_t object)
{
	for (unsigned i = 0; object && i < program.objects; i++)
		if (run.cell[i] == object) {
			driver_put_number(i);
			return;
		}
	driver_put(!object ? "-1" : driver_is_gone(object) ? "-3" : "-2");
}

/* A tag is less than null, which is -1. */
static void put_metadata(int value)
{
	driver_put(value < 0 ? "-" : "");
	driver_put_number((unsigned)(value < 0 ? -value : value));
}

static void put_object(unsigned object)
{
	uintptr_t cell = run.cell[object];

	driver_put(" ");
	driver_put(program.object[object]);
	if (!cell || !*gcrt_object_byte(cell)) {
		driver_put(":-");
		return;
	}
	driver_put(shape.marks_new && run.is_new[object] ? "*:" : ":");
	for (unsigned k = 0; k < driver_metas(); k++) {
		if (driver_is_of_region(k))
			continue;
		driver_put(k ? "," : "");
		driver_put(driver_is_word(k) ? program.word[k - driver_first_word()]
					     : gcrt_collector.metadata[k].name);
		driver_put("=");
		put_metadata(driver_metadata(cell, k));
	}
	for (unsigned i = 0; i < program.slots; i++) {
		driver_put(",");
		driver_put_number(i);
		driver_put("=");
		put_reference(((uintptr_t *)cell)[i]);
	}
}

static void put_region(const struct sort *sort, unsigned region)
{
	driver_put(" ");
	driver_put(sort->name);
	driver_put_number(region);
	driver_put(":");
	for (unsigned k = 0; k < sort->metadata_count; k++) {
		driver_put(k ? "," : "");
		driver_put(sort->metadata[k]);
		driver_put("=");
		driver_put_number(*driver_region_byte(sort->metadata_from + k, region));
	}
}

static void put_regions(void)
{
	for (unsigned i = 0; i < program.sorts; i++)
		for (unsigned k = 0; k < program.sort[i].count; k++)
			put_region(&program.sort[i], k);
}

static void put_roots(void)
{
	const char *before = " roots=";

	for (unsigned i = 0; i < program.scripts; i++)
		for (unsigned j = 0; j < program.script[i].root_count; j++) {
			driver_put(before);
			put_reference(run.roots[i].slot[j]);
			before = ",";
		}
}

void driver_put_outcome(const char *how)
{
	driver_put("outcome ");
	driver_put(how);
	for (unsigned i = 0; i < program.objects; i++)
		put_object(i);
	put_regions();
	put_roots();
	for (unsigned p = 0; p < gcrt_collector.phase_count; p++) {
		driver_put(" ");
		driver_put(gcrt_collector.phases[p].name);
		driver_put(run.heap->scheduler.settled_phases >> p & 1 ? "=1" : "=0");
	}
	driver_put("\n");
}
