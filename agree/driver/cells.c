/* cells.c: which object is which. */
#include "driver.h"

struct driver_shape shape;
struct run run;
static bool lock; /* of the names */

/* A cell that is used again after its object was freed keeps its number. */
static unsigned number_for(uintptr_t object)
{
	unsigned at = program.named;

	for (unsigned i = 0; i < program.objects; i++)
		if (run.cell[i] == object)
			return i;
	while (at < program.objects && run.cell[at])
		at++;
	return at;
}

void driver_name_cell(uintptr_t object)
{
	unsigned number;

	while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
		continue;
	number = number_for(object);
	if (number < program.objects) {
		run.cell[number] = object;
		run.is_new[number] = true;
	}
	__atomic_clear(&lock, __ATOMIC_RELEASE);
}

unsigned driver_objects_there(void)
{
	unsigned there = 0;

	for (unsigned i = 0; i < program.objects; i++)
		there += run.cell[i] && gc_heap_contains(run.heap, gc_ref(run.cell[i]));
	return there;
}
