/* run.h: a trace (doc/events.md), with what the stepper asks of each step worked out once.  The state
 * after a step is read from its line when it is shown, so a long trace needs little memory. */
#ifndef TRACE_STEPPER_RUN_H
#define TRACE_STEPPER_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include "compiler/base/arena.h"

enum step_change { STEP_RED_MARK, STEP_BUCKET, STEP_PHASE, STEP_PROPERTY, STEP_CHANGES };
/* A step; the first is the state at the start. */
struct step_row {
	const char *line; /* its JSON; NULL: the start */
	size_t length;
	size_t lane; /* of its thread; STEP_NO_LANE: none */
	const char *words, *effects;
	const char *search; /* what a search looks at */
	const char *names;  /* all that it is about, with blanks between them */
	const char *file;   /* where it is; or NULL */
	long line_number;
	bool has[STEP_CHANGES];
	bool repeats;
};
enum { STEP_NO_LANE = 1000000, STEP_NEVER = 1000000000 };

/* A store that waits in all steps from BEGAN to the one before TOOK. */
struct step_store {
	long number;
	size_t lane, began, took; /* TOOK is STEP_NEVER if it never reaches memory */
	size_t column;            /* in its lane: no other store has it at the same time */
	size_t overtaken;         /* the step of its first mark by rule A; or STEP_NEVER */
};
struct step_lane {
	const char *name, *role;
	size_t columns; /* for stores that wait */
};
typedef GD_VEC(const char *) step_names;
struct step_run {
	struct gd_arena *arena;
	json_t *heading, *end;
	GD_VEC(struct step_row) rows;
	GD_VEC(struct step_lane) lanes;
	GD_VEC(struct step_store) stores;
	step_names marking; /* kinds of units that make their object grey */
	size_t loop;        /* from this step on the run repeats; 0: it does not */
	bool has_observed;  /* a thread observes what memory does not have */
};

/* TEXT is a trace, which has been checked (events_check_schema); it stays the caller's. */
struct step_run *step_run_read(struct gd_arena *arena, const char *text, size_t length);
void step_run_free(struct step_run *run);

/* The number of the last step. */
size_t step_run_last(const struct step_run *run);
/* The step, with the state after it.  The caller releases it. */
json_t *step_run_state(const struct step_run *run, size_t step);
/* The store with this number, or NULL. */
const struct step_store *step_run_store(const struct step_run *run, long number);
/* The last step up to STEP that the thread of LANE has done at a place; 0: none. */
size_t step_run_place(const struct step_run *run, size_t lane, size_t step);
/* "scan_obj(a)", "mark_obj(a) in the buffer of m". */
const char *step_unit(struct gd_arena *arena, const json_t *unit);
/* Whether UNIT is about the object NAME: that is its first argument. */
bool step_unit_is_about(const json_t *unit, const char *name);

#endif
