/* spin.h: what SPIN prints when it replays a trail: spin -t -p -g -l -k TRAIL MODEL. */
#ifndef TRACE_IMPORT_SPIN_H
#define TRACE_IMPORT_SPIN_H

#include <stdbool.h>
#include <stddef.h>
#include "compiler/base/arena.h"

struct spin_value {
	const char *name, *value; /* "x", "5"; a channel: "queue[3]", "[1][2]" */
	long process;             /* of a local variable; -1: a global one */
};
struct spin_values {
	const struct spin_value *at;
	size_t count;
};
struct spin_step {
	long process;     /* its number */
	const char *name; /* its proctype */
	const char *file;
	unsigned line;
	const char *text;         /* as SPIN prints it: "x = (x+1)" */
	struct spin_values after; /* what SPIN prints after the step; variables may be missing */
	bool repeats;
};
struct spin_replay {
	const struct spin_step *steps;
	size_t step_count;
	long done;              /* steps of the trail */
	struct spin_values end; /* after the last one: all of them */
	const char *assertion;  /* that fails; or NULL */
	const char *file;       /* where; or NULL */
	unsigned line;
	const char *claim, *formula; /* of an LTL formula; or NULL */
	bool cycle, blocked;         /* blocked: a process is not at a valid end */
};

/* NULL: OUTPUT is not what SPIN prints of a whole replay, and *why says so. */
const struct spin_replay *spin_read(struct gd_arena *arena, const char *output, const char **why);
/* The number of steps in the trail TEXT; -1: it is no trail, and *line is the one that is wrong. */
long spin_trail_length(const char *text, size_t *line);

#endif
