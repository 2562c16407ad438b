/* gcrt-census.h: what a cycle has found. */
#ifndef GCRT_CENSUS_H
#define GCRT_CENSUS_H

#include "gcrt-scheduler.h"

/* The listener is told of the cycle that runs. */
void gcrt_tell_cycle_of(struct gcrt_scheduler *s);
/* After a loop over all objects: how full the heap is; its new size.  World
 * stopped, or no loop running; and the scheduler's lock is held. */
void gcrt_heap_census(struct gc_heap *heap);

#endif
