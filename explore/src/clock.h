/* clock.h: vector clocks.  The clock of an event has, for each task, how many of its events come
 * before it in every equivalent execution; itself counts. */
#ifndef GCX_CLOCK_H
#define GCX_CLOCK_H

#include <stdint.h>
#include "explore/gcexplore.h"

struct clock {
	uint32_t of[GCX_TASKS];
};

static inline void gcx_clock_join(struct clock *clock, const struct clock *other)
{
	for (unsigned i = 0; i < GCX_TASKS; i++)
		clock->of[i] = clock->of[i] > other->of[i] ? clock->of[i] : other->of[i];
}

#endif
