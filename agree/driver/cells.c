/* cells.c: which object is which. */
#include "driver.h"

struct driver_shape shape;
struct run run;
static bool lock; /* of the names */

unsigned driver_part_of(uintptr_t object)
{
	return program.part ? *gcrt_part_of(object) : 0;
}

unsigned driver_numbers_of(unsigned part, unsigned *first)
{
	*first = part * program.part;
	return program.part ? *first + program.part : program.objects;
}

/* program.objects: none. */
static unsigned first(unsigned part, bool (*is)(unsigned))
{
	unsigned at, past = driver_numbers_of(part, &at);

	while (at < past && !is(at))
		at++;
	return at < past ? at : program.objects;
}

static bool is_unused(unsigned i)
{
	return i >= program.named && !run.cell[i];
}

static bool was_freed(unsigned i)
{
	return run.is_freed[i];
}

/* A cell that is used again after its object was freed keeps its number. */
int driver_next_cell(uintptr_t object, unsigned part)
{
	unsigned at, past = driver_numbers_of(part, &at), unused = first(part, is_unused);

	for (unsigned i = 0; program.sorts && i < program.objects; i++)
		if (driver_place(i) == object)
			return (int)i;
	for (; object && at < past; at++)
		if (run.cell[at] == object)
			return (int)at;
	return (int)(unused < program.objects ? unused : first(part, was_freed));
}

bool driver_is_gone(uintptr_t object)
{
	for (unsigned i = 0; i < run.gone_count && i < DRIVER_GONE; i++)
		if (run.gone[i] == object)
			return true;
	return false;
}

static void forget(uintptr_t object)
{
	if (object)
		run.gone[run.gone_count++ % DRIVER_GONE] = object;
}

static void set_cell(unsigned number, uintptr_t object, bool is_new, bool is_freed)
{
	run.cell[number] = object;
	run.is_new[number] = is_new;
	run.is_freed[number] = is_freed;
}

/* A block whose objects were all freed may be in another part now, and the numbers of this one are others. */
static void leave_part(uintptr_t object, unsigned part)
{
	unsigned first, past = driver_numbers_of(part, &first);

	for (unsigned i = 0; i < program.objects; i++)
		if (run.cell[i] == object && (i < first || i >= past))
			run.cell[i] = 0;
}

/* Locked.  The object that had the number, which is free, gets the number that this one had, or would have got. */
static void name(uintptr_t object, unsigned number)
{
	unsigned before = (unsigned)driver_next_cell(object, driver_part_of(object));
	uintptr_t old = run.cell[number];

	if (before == number && old != object) {
		forget(old);
	} else if (before < program.objects && before != number) {
		if (run.cell[before] != object)
			forget(run.cell[before]);
		set_cell(before, old, run.is_new[number], run.is_freed[number]);
	}
	set_cell(number, object, true, false);
	leave_part(object, driver_part_of(object));
}

void driver_lock_names(void)
{
	while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
		continue;
}

void driver_unlock_names(void)
{
	__atomic_clear(&lock, __ATOMIC_RELEASE);
}

void driver_name_cell(uintptr_t object, unsigned number)
{
	if (program.sorts)
		set_cell(number, object, true, false);
	else if (number < program.objects)
		name(object, number);
}

unsigned driver_objects_there(void)
{
	unsigned there = 0;

	for (unsigned i = 0; i < program.objects; i++)
		there += run.cell[i] && gc_heap_contains(run.heap, gc_ref(run.cell[i]));
	return there;
}
