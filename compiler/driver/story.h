/* story.h: an execution of a model, as `gcdsl trace --json` writes it, and what a program must do to
 * follow it. */
#ifndef DRIVER_STORY_H
#define DRIVER_STORY_H

#include <jansson.h>
#include <stdio.h>
#include "agree/seen.h"
#include "agree/ends.h"

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

/* What happens in it, in terms of SPEC.  NULL: *WHY says what SPEC or the scenario does not have. */
const struct guide *story_guide(const struct story *story, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char **why);
/* How it ends, as a program would print it: "end a:mark=1,0=-1 …". */
const char *story_end(const struct story *story, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct guide *guide);

#endif
