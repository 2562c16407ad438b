/* spaces.c: a space that is freed, in a program that is explored.
 *
 * A model tells it as one `free` for each object, in the order of their numbers.  The runtime frees them one by one,
 * too, in the order of their addresses; nobody may use any of them then, so the order makes no difference. */
#include "driver.h"

#include "gcrt-space.h"

static bool is_in(unsigned number, unsigned part)
{
	uintptr_t cell = run.cell[number];

	return cell && driver_part_of(cell) == part && *gcrt_object_byte(cell);
}

/* Events that come one by one come when it is done, except for the first. */
void driver_before_free_space(unsigned space, struct driver_freed *freed)
{
	unsigned part = gcrt_space_part(&run.heap->space, space);

	freed->count = 0;
	for (unsigned i = 0; i < program.objects; i++)
		if (is_in(i, part)) {
			freed->object[freed->count] = run.cell[i];
			if (freed->count == 0 || !guide.directed)
				freed->turn[freed->count] = driver_before_free(run.cell[i]);
			freed->count++;
		}
}

void driver_after_free_space(const struct driver_freed *freed)
{
	for (unsigned i = 0; i < freed->count; i++) {
		struct seen e = driver_event(SEEN_FREE, driver_number_of(freed->object[i]), 0);

		driver_after_free(freed->object[i],
		    i > 0 && guide.directed ? driver_take_turn(&e) : freed->turn[i]);
	}
}
