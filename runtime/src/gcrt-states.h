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

/* These macros give the names of the table their meaning, for a scheduler S. */
#define is_open(it)              gcrt_is_open(s, it)
#define opened(it)               gcrt_opened(s, it)
#define takes_part(it)           gcrt_takes_part(s, it)
#define open_when(it)            gcrt_open_when(s, it)
#define close_when(it)           gcrt_close_when(s, it)
#define none_unfinished(it)      gcrt_none_unfinished(s, it)
#define none_pending(it)         gcrt_none_pending(s, it)
#define none_buffered(it)        gcrt_none_buffered(s, it)
#define kind_has_opened(it)      gcrt_kind_has_opened(s, it)
#define kind_none_unfinished(it) gcrt_kind_none_unfinished(s, it)
#define kind_none_buffered(it)   gcrt_kind_none_buffered(s, it)
#define runs(it)                 gcrt_runs(s, it)
#define none_runs(it)            gcrt_none_runs(s, it)
#define cycle_from(it)           gcrt_cycle_from(s, it)
#define cycle_to(it)             gcrt_cycle_to(s, it)
#define some_runs(it)            gcrt_some_runs(s, it)
#define is_on(it)                gcrt_is_on(s, it)
#define has_begun(it)            gcrt_has_begun(s, it)
#define phase_from(it)           gcrt_phase_from(s, it)
#define phase_to(it)             gcrt_phase_to(s, it)
#define has_opened(it)           gcrt_has_opened(s, it)
#define drained(it)              gcrt_drained(s, it)

#endif
