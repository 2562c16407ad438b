/* verify.h: the command line that verify and trace have in common. */
#ifndef DRIVER_VERIFY_H
#define DRIVER_VERIFY_H

#include "compiler/driver/report.h"

struct verify_arguments {
	struct driver_common common; /* first: of every subcommand */
	struct gd_arena *arena;      /* of the words below */
	struct plan_filter filter;
	struct camp_options campaign;
	const char *results; /* --results; NULL: the default */
	bool json;
	plan_words files;
};
/* Options of both, for argp's children; the input is a struct verify_arguments. */
extern const struct argp verify_common_argp;
/* Which runs are looked at, and how. */
extern const struct argp verify_runs_argp;
/* The same as verify_common_argp, as far as litmus tests have them. */
extern const struct argp verify_litmus_argp;

void verify_defaults(struct verify_arguments *arguments);
/* Runs the jobs of PLAN.  false: nothing could be run, which has been told. */
bool verify_run(const struct verify_arguments *arguments, struct plan *plan,
    struct camp_summary *summary);
/* Dies of the signal that interrupted; does not return when it is deadly. */
void verify_die(const struct camp_summary *summary);

#endif
