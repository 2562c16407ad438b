/* gcrt-pace.h: when cycles begin by themselves. */
#ifndef GCRT_PACE_H
#define GCRT_PACE_H

#include "gcrt-scheduler.h"

void gcrt_pace_init(struct gc_heap *heap);
void gcrt_pace_begin(struct gc_heap *heap);
void gcrt_pace_census(struct gc_heap *heap); /* the space's lock is held */
/* Whether mutators have allocated so much that a cycle must begin.  If many mutators ask, only one
 * gets true. */
bool gcrt_pace_is_time(struct gcrt_space *space);
/* Which cycle: the full one, if the last quick one left less than half of the room that the last
 * full one left. */
unsigned gcrt_pace_next(const struct gcrt_pace *pace);

#endif
