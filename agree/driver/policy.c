/* policy.c: what policies answer in a program that is explored.
 *
 * A policy may answer with any value of its type, each time anew, as in a model.  So who explores the program
 * tries each answer, or the guide says it. */
#include "driver.h"

#include <gcexplore.h>

void driver_asks_about(uintptr_t object)
{
	struct seen e = driver_event(SEEN_ANSWER, 0, 0);

	driver_looks_at(object);
	driver_check_use(&e, driver_number_of(object));
}

long driver_answer(unsigned policy, long first, unsigned count)
{
	struct seen e = driver_event(SEEN_ANSWER, (int)policy, 0);
	int told = driver_told_answer(&e);

	e.detail =
	    (int16_t)(told != SEEN_NOTHING ? told : first + (count > 1 ? gcx_choose(count) : 0));
	driver_did(&e, driver_take_turn(&e));
	return e.detail;
}
