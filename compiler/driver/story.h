/* story.h: an execution of a model, as `gcdsl trace --json` writes it, and what a program must do to
 * follow it. */
#ifndef DRIVER_STORY_H
#define DRIVER_STORY_H

#include <jansson.h>
#include <stdio.h>
#include "agree/seen.h"
#include "agree/ends.h"
#include "compiler/driver/story-names.h"

struct story {
	struct gd_arena *arena;
	json_t *lines; /* an array */
	/* the heading */
	const char *collector, *mutant, *scenario, *options, *memory; /* mutant: or NULL */
	/* the last line */
	const char *property, *formula, *binding, *why_fails; /* formula, binding: or NULL */
};

/* false: *WHY says what is wrong. */
bool story_read(struct story *story, struct gd_arena *arena, FILE *in, const char **why);
void story_free(struct story *story);
/* The run goes back to an earlier step, and does the same forever. */
bool story_repeats(const struct story *story);

/* Whether the C can follow stories under this memory model. */
bool story_is_followed_under(const char *memory);

/* What happens in it, in terms of SPEC.  DIRECTED: it is to direct the program.  NULL: *WHY says what
 * SPEC or the scenario does not have. */
struct guide *story_guide(const struct story *story, const struct ir_spec *spec,
    const struct ir_scenario *scenario, bool directed, const char **why);
/* C gives a new object its metadata when a mutator gets free cells: before this step. */
bool story_is_early(const json_t *step);
/* C stops in the middle of the last step, so the state after it is not that of C. */
bool story_stops_midway(const struct story *story);
size_t story_steps(const struct story *story);
/* How it ends, as a program would print it: "end a:mark=1,0=-1 …". */
const char *story_end(const struct story *story, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct guide *guide);

/* ---- story-states.c */
/* Adds the states of the story to its guide.  false: *WHY says what is wrong. */
bool story_add_states(const struct story *story, const struct ir_spec *spec,
    const struct ir_scenario *scenario, struct guide *guide, const char **why);

#endif
