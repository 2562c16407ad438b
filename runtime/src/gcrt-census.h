/* gcrt-census.h: what a cycle has found. */
#ifndef GCRT_CENSUS_H
#define GCRT_CENSUS_H

#include "gcrt-scheduler.h"

/* Reports to the listener which cycle runs. */
void gcrt_tell_cycle_of(struct gcrt_scheduler *s);
/* After a loop over all objects: counts how full the heap is, and sets its new size.  Either the
 * mutators are stopped or no loop is running.  The scheduler's lock is held. */
void gcrt_heap_census(struct gc_heap *heap);

#endif
