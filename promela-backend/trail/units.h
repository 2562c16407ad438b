/* units.h: where the units of a run are: in the pool, in a mutator's buffer, or with a worker.
 *
 * The model does without units that do nothing (doc/model.md, "sets"), does not print which unit
 * leaves a buffer, and takes units from buffers directly.  Here the collector's own run is built
 * again from what follows: each unit that is emitted waits until it is run. */
#ifndef TRAIL_UNITS_H
#define TRAIL_UNITS_H

#include "promela-backend/trail/internal.h"
#include "promela-backend/trail/which.h"

/* Applies event number NOW to the units of HEAP.  MUTATOR: whose step it is in; -1: nobody's. */
void trail_units_apply(struct gd_arena *arena, const struct trail *trail, struct trail_heap *heap,
    const struct trail_events *events, size_t now, long mutator);
/* Where workers take units from buffers directly: the flush without which event number NOW would run
 * a unit that is in a buffer still.  The unit moves to the pool.  false: none is needed. */
bool trail_units_flush(struct gd_arena *arena, const struct trail *trail, struct trail_heap *heap,
    const struct trail_events *events, size_t now, struct trail_event *flush);
/* Removes a unit that the model does without and that can be run now, and does nothing. false:
 * there is none. */
bool trail_run_needless(const struct trail *trail, struct trail_heap *heap,
    struct trail_unit *unit);

#endif
