/* cells.c: which object is which. */
#include "driver.h"

struct driver_shape shape;
struct run run;
static bool lock; /* of the names */

/* A cell that is used again after its object was freed keeps its number. */
int driver_next_cell(uintptr_t object)
{
	unsigned at = program.named;

	for (unsigned i = 0; i < program.objects; i++)
		if (run.cell[i] == object)
			return (int)i;
	while (at < program.objects && run.cell[at])
		at++;
	return (int)at;
}

/* Locked.  The object that had the number, which is free, gets the number that this one had. */
static void name(uintptr_t object, unsigned number)
{
	int before = driver_next_cell(object);

	if (before < (int)program.objects) {
		run.cell[before] = run.cell[number];
		run.is_new[before] = run.is_new[number];
	}
	run.cell[number] = object;
	run.is_new[number] = true;
}

void driver_name_cell(uintptr_t object, unsigned number)
{
	while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
		continue;
	if (number < program.objects)
		name(object, number);
	__atomic_clear(&lock, __ATOMIC_RELEASE);
}

unsigned driver_objects_there(void)
{
	unsigned there = 0;

	for (unsigned i = 0; i < program.objects; i++)
		there += run.cell[i] && gc_heap_contains(run.heap, gc_ref(run.cell[i]));
	return there;
}
