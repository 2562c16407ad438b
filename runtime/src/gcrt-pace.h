/* gcrt-pace.h: when cycles begin by themselves. */
#ifndef GCRT_PACE_H
#define GCRT_PACE_H

#include "gcrt-scheduler.h"

void gcrt_pace_init(struct gc_heap *heap);
void gcrt_pace_begin(struct gc_heap *heap);
void gcrt_pace_census(struct gc_heap *heap); /* the space's lock is held */
/* Whether so much has been allocated that one is to begin.  Of many mutators only one is told. */
bool gcrt_pace_is_time(struct gcrt_space *space);
/* Which: the full one when the last quick one left less than half of what the last full
 * one did. */
unsigned gcrt_pace_next(const struct gcrt_pace *pace);

#endif
