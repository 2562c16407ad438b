/* explore.h: all schedules of a scenario's program, in a process of its own. */
#ifndef AGREE_EXPLORE_H
#define AGREE_EXPLORE_H

#include <stdint.h>
#include "agree/seen.h"
#include "agree/ends.h"

struct agree_bounds {
	enum ir_memory memory; /* sc, tso or pso */
	unsigned workers;
	long preemptions;          /* at most so many in each schedule; -1: any number */
	long seconds;              /* 0: any number */
	const char *schedule;      /* the file for the schedule of a failure; or NULL */
	const char *replay;        /* only the execution whose schedule is in this file; or NULL */
	const struct guide *guide; /* what the program follows; or NULL */
	const struct agree_ends
	    *known; /* an end that is none of these ends the exploration; or NULL */
};

/* Why the schedule could not be written comes after this, at the end of `why'. */
#define AGREE_NOT_KEPT "; its schedule is not kept: "

enum agree_exploration {
	AGREE_ALL,     /* each schedule was explored */
	AGREE_SOME,    /* a bound was reached: `why' */
	AGREE_WRONG,   /* an execution fails: `why' */
	AGREE_REFUSED, /* `replay' is not a schedule of this program: `why' */
	AGREE_CRASHED, /* the explorer has not said what it found: `why' */
};

struct agree_found {
	enum agree_exploration is;
	const char *why;
	const char *trace;     /* WRONG: what the program has reported until then; or NULL */
	const struct way *way; /* with a guide: of the execution that got farthest */
	uint64_t complete, blocked, steps;
	uint64_t deepest;
	double seconds;
};

/* Explores the program in the shared object FILE, and adds how its executions end to ENDS. */
void agree_explore(struct gd_arena *arena, const char *file, const struct agree_bounds *bounds,
    const struct ir_spec *spec, const struct ir_scenario *scenario, struct agree_ends *ends,
    struct agree_found *found);

#endif
