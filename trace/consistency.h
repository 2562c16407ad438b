/* consistency.h: whether the states of a collector's trace (doc/events.md) follow from its steps.
 *
 * The lines have the members of doc/events.md; whoever calls this has checked that. */
#ifndef TRACE_CONSISTENCY_H
#define TRACE_CONSISTENCY_H

#include <jansson.h>
#include "compiler/base/arena.h"

/* NULL: the state of STEP follows from the state BEFORE and what happened in the step; otherwise a
 * sentence, in ARENA, that says what does not.  BEFORE is the step before, or the heading's `start`.
 * NULL: not known; then the step's own heap is taken to be right. */
const char *consistency_step(struct gd_arena *arena, const json_t *heading, const json_t *before,
    const json_t *step);
/* The same for the failure after the step LAST.  NULL: before the first step. */
const char *consistency_failure(struct gd_arena *arena, const json_t *last, const json_t *failure);

#endif
