/* gcrt-states.h: what may be asked of the collector's machine: gcrt-machine.def as functions.
 *
 * All are locked: the scheduler's lock is held.  What depends on units may find that other
 * threads have some, and notes that in `unsure' and `flush'. */
#ifndef GCRT_STATES_H
#define GCRT_STATES_H

#include <stdbool.h>

#include "gcrt-scheduler.h"

#define GCRT_ROWS                 GCRT_ROWS_OF_COLLECTOR
#define PRIMITIVE(name, of, what) bool gcrt_##name(struct gcrt_scheduler *s, unsigned of);
#define STATE(name, of, meaning)  bool gcrt_##name(struct gcrt_scheduler *s, unsigned of);
#include "gcrt-machine.def"

/* Whether the bucket has a condition for opening.  A bucket without one opens when its cycle
 * begins. */
static inline bool gcrt_has_condition(unsigned bucket)
{
	return gcrt_collector.buckets[bucket].open_when;
}

#endif
