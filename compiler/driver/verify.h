/* verify.h: the command line that verify and trace have in common. */
#ifndef DRIVER_VERIFY_H
#define DRIVER_VERIFY_H

#include "compiler/driver/report.h"

struct verify_simplest { /* of the run that `trace' shows: simplest.h */
	bool raw;        /* the run that SPIN finds */
	bool is_limited; /* search only runs with at most `limit' reorderings */
	unsigned limit;
};
struct verify_arguments {
	struct driver_common common; /* first, as for every subcommand */
	struct gd_arena *arena;      /* of the words below */
	struct plan_filter filter;
	struct camp_options campaign;
	const char *results; /* --results; NULL: the default */
	bool json;
	plan_words files;
	struct verify_simplest simplest;
};
/* Options of verify and litmus, for argp's children.  Their input is a struct verify_arguments. */
extern const struct argp verify_common_argp;
/* Options that select runs and how they are searched. */
extern const struct argp verify_runs_argp;
/* The part of verify_common_argp that litmus tests have. */
extern const struct argp verify_litmus_argp;

void verify_defaults(struct verify_arguments *arguments);
/* Runs the jobs of PLAN. false: nothing could be run, and a message was written. */
bool verify_run(const struct verify_arguments *arguments, struct plan *plan,
    struct camp_summary *summary);
/* What `gcdsl trace' does with FILE: writes a failing run to OUT, as text, or if STYLE is NULL as
 * lines of JSON.  Returns a driver_status. */
int driver_trace_file(const struct verify_arguments *arguments, const char *file,
    const struct style *style, FILE *out);
/* Ends the program with the signal that interrupted it.  Returns if the signal does not end it. */
void verify_die(const struct camp_summary *summary);

#endif
