/* past.h: the runs of the past that the results' file has, and what they came to. */
#ifndef CAMP_PAST_H
#define CAMP_PAST_H

#include <stdbool.h>
#include <stddef.h>
#include "compiler/base/arena.h"

/* One thing that a run has checked: a search of a cell, a litmus test, or a mutant. */
struct camp_past_row {
	const char *file;
	const char *kind; /* "cell", "litmus" or "mutant" */
	const char *cell; /* the name of the cell, the test or the mutant */
	const char
	    *properties; /* of the search: "none_lost, ends"; "" for litmus tests and mutants */
	const char *expected, *verdict, *outcome;
	const char *property; /* the property that fails, or that catches the mutant; or NULL */
	const char *reason;   /* why there is no verdict; or NULL */
	const char *key;      /* of the result that is kept; or NULL */
	double states, transitions, depth;
	double seconds; /* of processor time; of a kept result: when it was computed */
	double memory;  /* in MB */
	bool kept;
};
typedef GD_VEC(struct camp_past_row) camp_past_rows;

struct camp_past_counts { /* of cells, litmus tests among them, but the last three */
	size_t cells, as_expected, differ, inconclusive, tool_failed, not_run;
	size_t mutants, caught, kept;
};
struct camp_past_costs {        /* of all rows of a run */
	size_t searches;        /* rows whose result was not kept */
	double states, seconds; /* seconds: of those searches, processor time */
	double memory;          /* the most that one has needed, in MB */
};
struct camp_past_run {
	long number;
	const char *started;                     /* "2026-11-27 08:30:12", UTC */
	const char *command;                     /* the command line, as a shell reads it */
	const char *selection;                   /* its options that select cells; "": all cells */
	const char *settings;                    /* its options that change how cells are checked */
	const char *gcdsl, *spin, *cc, *machine; /* versions; "" if nothing was searched */
	double seconds;                          /* of wall time */
	int status;         /* the exit status; -1: the run has not ended, or it was killed */
	int interrupted_by; /* a signal, or 0 */
	struct camp_past_counts counts;
	struct camp_past_costs costs;
	GD_VEC(const char *) files; /* sorted */
};
typedef GD_VEC(struct camp_past_run) camp_past_runs;

struct camp_past;
/* Opens the file for reading only.  NULL: *WHY, in ARENA, has the reason; it is NULL if there is no such
 * file. */
struct camp_past *camp_past_open(struct gd_arena *arena, const char *path, const char **why);
void camp_past_close(struct camp_past *past); /* NULL is allowed */
/* All runs, oldest first.  Texts are in ARENA, and so is *WHY if it is false. */
bool camp_past_runs_of(struct camp_past *past, struct gd_arena *arena, camp_past_runs *runs,
    const char **why);
/* The rows of run NUMBER, in the order in which they were recorded. */
bool camp_past_rows_of(struct camp_past *past, struct gd_arena *arena, long number,
    camp_past_rows *rows, const char **why);
/* What was last found of each thing in FILE (as rows name it), in whichever run, if its search was complete:
 * one row for each. */
bool camp_past_last_of(struct camp_past *past, struct gd_arena *arena, const char *file,
    camp_past_rows *rows, const char **why);

#endif
