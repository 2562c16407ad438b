/* panout.h: what a verifier printed, read strictly. */
#ifndef CAMP_PANOUT_H
#define CAMP_PANOUT_H

#include <stdbool.h>
#include <stddef.h>

enum camp_error {
	CAMP_NO_ERROR,
	CAMP_ASSERTION,
	CAMP_END_STATE,
	CAMP_CYCLE,
	CAMP_CLAIM, /* the never claim came to its end */
	CAMP_OTHER_ERROR
};

struct camp_pan {
	bool exhaustive; /* "Full statespace search", without hashing that loses states */
	bool assertions, end_states, cycles; /* what it searched for */
	bool has_errors;
	unsigned long errors;
	bool has_states;
	double states, transitions;
	double depth, memory; /* megabytes */
	long vector;          /* bytes of a state */
	bool complete;        /* the report is whole */
	bool not_completed;   /* "Search not completed" */
	bool depth_too_small, out_of_memory, out_of_time, interrupted;
	bool wrote_trail;
	enum camp_error error;
	long error_depth;
	char message[200]; /* of the error: pan's line */
};

/* Reads TEXT (NUL-terminated).  Members for which TEXT has nothing stay false. */
void camp_pan_parse(struct camp_pan *pan, const char *text);
/* The states that a search has stored and the depth that it has reached, from its report or else from the last
 * line of its progress.  false: it reports neither. */
bool camp_pan_reached(const char *text, double *states, double *depth);
/* The bytes for which a verifier wants to be built (-DMA).  0: it was built for enough. */
long camp_pan_automaton(const char *text);
/* The last "States= …" and "Memory= …" of a search that is still running. */
void camp_pan_progress(const char *text, double *states, double *memory);

struct camp_looked_for {
	bool assertions, end_states, cycles;
	bool bits;     /* it may keep bits only, and so need not be exhaustive */
	bool smallest; /* an error counts only if nothing before it was cut for its depth */
};
enum camp_outcome {
	CAMP_PAN_CLEAN,  /* exhaustive, and nothing found */
	CAMP_PAN_ERROR,  /* an error, and its trail was written */
	CAMP_PAN_DEEPER, /* needs a larger -m */
	CAMP_PAN_LIMIT,  /* memory or time ran out */
	CAMP_PAN_BAD     /* not a report that can be relied on */
};
/* Judges the report of a verifier that exited with status 0. *why gets the reason for LIMIT and
 * BAD. */
enum camp_outcome camp_pan_judge(const struct camp_pan *pan,
    const struct camp_looked_for *looked_for, const char **why);

#endif
