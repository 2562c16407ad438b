/* which.h: which running unit a line of a replay is about, where the model has forgotten parts of it. */
#ifndef TRAIL_WHICH_H
#define TRAIL_WHICH_H

#include "promela-backend/trail/trail.h"

struct trail_events { /* all of a run, with the story's numbers */
	const struct ir_spec *spec;
	const struct trail_event *at;
	size_t count;
};

/* The position among the running units of HEAP of the one whose step event number NOW is.  As many as there
 * are: of none. */
size_t trail_which_runs(struct gd_arena *arena, const struct trail_heap *heap,
    const struct trail_events *events, size_t now);
/* The unit of event number NOW, "0,1": with all its parts where a running unit has them.  NULL: it has no
 * unit. */
const char *trail_which_unit(struct gd_arena *arena, const struct trail_heap *heap,
    const struct trail_events *events, size_t now);
/* Whether event number NOW is the run of a unit that the model did without until somebody found it. */
bool trail_is_found(const struct trail_events *events, size_t now);

#endif
