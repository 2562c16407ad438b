/* clock.h: vector clocks.  The clock of an event has, for each task, how many of its events come
 * before it in every equivalent execution; itself counts. */
#ifndef GCX_CLOCK_H
#define GCX_CLOCK_H

#include <stdint.h>
#include "explore/gcexplore.h"

/* What does steps: tasks, and from GCX_TASKS on store buffers. */
enum { GCX_BUFFERS = 96, GCX_ACTORS = GCX_TASKS + GCX_BUFFERS };

struct clock {
	uint32_t of[GCX_ACTORS];
};

/* No actor has this number or a greater one, so clocks are 0 from there on.  It never becomes
 * smaller while a program is explored. */
extern unsigned gcx_clock_width;

static inline void gcx_clock_join(struct clock *clock, const struct clock *other)
{
	for (unsigned i = 0; i < gcx_clock_width; i++)
		clock->of[i] = clock->of[i] > other->of[i] ? clock->of[i] : other->of[i];
}

static inline void gcx_clock_copy(struct clock *clock, const struct clock *other)
{
	for (unsigned i = 0; i < gcx_clock_width; i++)
		clock->of[i] = other->of[i];
}

#endif
