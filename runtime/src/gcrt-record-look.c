/* gcrt-record-look.c: what the recorder finds changed: Note [What a trace knows]. */
#define GC_IMPL 1
#include <stdio.h>

#include "gcrt-heap.h"
#include "gcrt-misuse.h"
#include "gcrt-overlay.h"
#include "gcrt-record-line.h"

#if GCRT_DEBUG
/* Slots that the embedder visits, one after the other. */
struct reading {
	struct gcrt_record *r;
	struct gcrt_record_places *places;
	const char *name;
	size_t count;
	bool too_many;
};

/* Hidden from the thread sanitizer: Note [What a trace knows]. */
static __attribute__((noinline, no_sanitize("thread"))) uintptr_t word_at(const uintptr_t *slot)
{
	return gcrt_load(slot, relaxed);
}

static void read_slot(struct gc_edge edge, struct gc_heap *heap, void *data)
{
	struct reading *reading = data;
	uintptr_t word = word_at(&gc_edge_loc(edge)->value);
	struct gcrt_record_place is = { .slot = gc_edge_address(edge) };
	(void)heap;
	if (reading->count == reading->places->count && !gcrt_record_heap_has_room(reading->r))
		reading->too_many = true;
	if (reading->too_many)
		return;
	is.word = gc_ref_value(gcrt_strip_immediate(gc_ref(word)));
	gcrt_record_heap_set(reading->r, reading->places, reading->name, reading->count++, is);
}

static void end_reading(struct reading *reading)
{
	if (!reading->too_many)
		gcrt_record_heap_shrink(reading->r, reading->places, reading->name, reading->count);
}

/* -------------------------------------------------------------------- metadata */

static void read_metadata(struct gcrt_record *r, struct gcrt_record_object *o)
{
	char location[80], found[20], stored[20];
	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++) {
		if (gcrt_collector.metadata[k].is_reference) {
			gcrt_record_heap_refer(r, o, k, gcrt_reference_in(o->address, k));
			continue;
		}
		uint8_t value = gcrt_load(gcrt_table(o->address, 1 + k), relaxed);
		if (value == o->metadata[k])
			continue;
		snprintf(location, sizeof location, "o%zu.%s", o->number,
		    gcrt_collector.metadata[k].name);
		snprintf(found, sizeof found, "%u", o->metadata[k]);
		snprintf(stored, sizeof stored, "%u", value);
		gcrt_record_change(r, "changed", location, found, stored);
		o->metadata[k] = value;
	}
}

/* ----------------------------------------------------------------------- roots */

/* M: whose roots are read; NULL: there are none (any more).  false: there are too many. */
static bool read_roots(struct gcrt_record *r, unsigned number, struct gc_mutator *m)
{
	struct gcrt_record_roots *roots = gcrt_record_heap_roots(r, number);
	char name[40];
	if (!roots)
		return true;
	struct reading reading = { .r = r,
		.places = &roots->places,
		.name = gcrt_record_roots_name(number, name, sizeof name) };
	if (m)
		r->heap->collector->trace_roots(m, read_slot, r->heap, &reading);
	end_reading(&reading);
	roots->read = true;
	return !reading.too_many;
}

static bool read_roots_of(struct gcrt_record *r, unsigned number)
{
	struct gc_mutator *m = r->at_safepoint;
	bool active;
	if (m && m->number == number)
		return read_roots(r, number, m);
	m = gcrt_world_try_roots(&r->heap->world, number, &active);
	bool few = active || read_roots(r, number, m);
	if (m)
		gcrt_leave_roots(m);
	return few;
}

static bool read_all_roots(struct gcrt_record *r, bool alone)
{
	bool few = true;
	for (struct gcrt_record_roots *roots = r->shown.roots; roots; roots = roots->next)
		roots->read = false;
	for (unsigned i = 1; i <= r->mutator_count; i++)
		if (r->mutators[i - 1] != GCRT_RECORD_AWAY)
			few &= read_roots_of(r, i);
	if (alone)
		few &= read_roots(r, 0, &r->heap->roots_mutator);
	return few;
}

/* ---------------------------------------------------------------------- fields */

static bool is_read(const struct gcrt_record *r, unsigned number)
{
	const struct gcrt_record_roots *roots = r->shown.roots;
	while (roots && roots->number != number)
		roots = roots->next;
	return roots && roots->read;
}

static void let_go(struct gcrt_record *r, struct gcrt_record_object *o)
{
	char name[40];
	o->was_held = o->holder && is_read(r, o->holder->number);
	if (!o->was_held)
		return;
	snprintf(name, sizeof name, "o%zu", o->number);
	gcrt_record_operation(r, "let_go", name, NULL, NULL);
	o->holder = NULL;
}

struct look {
	bool alone, few;
};

static void read_fields(struct gcrt_record *r, struct gcrt_record_object *o, void *data)
{
	struct look *look = data;
	char name[40];
	if ((!look->alone && !o->was_held) || gcrt_is_overlaid(o->address))
		return;
	snprintf(name, sizeof name, "o%zu.field", o->number);
	struct reading reading = { .r = r, .places = &o->fields, .name = name };
	r->heap->collector->trace_object(gc_ref(o->address), read_slot, r->heap, &reading);
	end_reading(&reading);
	look->few &= !reading.too_many;
}

void gcrt_record_look(struct gcrt_record *r)
{
	struct gcrt_world *world = &r->heap->world;
	if (!r->shown.on)
		return;
	const struct gc_heap *before = gcrt_collects_for(r->heap);
	struct look look = { .alone = gcrt_world_try_alone(world, r->at_safepoint) };
	gcrt_record_heap_forget(r);
	for (struct gcrt_record_object *o = r->shown.first; o; o = o->next)
		if (o->address)
			read_metadata(r, o);
	look.few = read_all_roots(r, look.alone);
	for (struct gcrt_record_object *o = r->shown.first; o; o = o->next)
		let_go(r, o);
	gcrt_record_heap_traverse(r, read_fields, &look);
	if (look.alone)
		gcrt_world_unpause(world);
	gcrt_collects_for(before);
	if (!look.few)
		gcrt_record_heap_stop(r);
}
#endif
