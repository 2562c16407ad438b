/* find.h: which steps are shown, and the next one that a key asks for. */
#ifndef TRACE_STEPPER_FIND_H
#define TRACE_STEPPER_FIND_H

#include "trace/stepper/run.h"
#include "trace/style.h"

/* The numbers of steps, in order. */
struct step_list {
	size_t *at;
	size_t count;
};
enum { STEP_NONE = 1000000001 };

/* The steps that STYLE lets through.  The state at the start is always one of them. */
struct step_list step_shown(struct gd_arena *arena, const struct step_run *run,
    const struct style *style);
/* The place in LIST of STEP, or of the next step after it; or of the last one. */
size_t step_position(const struct step_list *list, size_t step);

/* The next step of LIST after STEP, or before it, that has CHANGE.  STEP_NONE: there is none. */
size_t step_next_change(const struct step_run *run, const struct step_list *list, size_t step,
    bool forward, enum step_change change);
/* The same for a step in which TEXT occurs; capital letters and small ones are the same. */
size_t step_next_match(const struct step_run *run, const struct step_list *list, size_t step,
    bool forward, const char *text);
/* How many steps of LIST have TEXT, and how many up to STEP. */
size_t step_count_matches(const struct step_run *run, const struct step_list *list,
    const char *text, size_t step, size_t *up_to);

#endif
