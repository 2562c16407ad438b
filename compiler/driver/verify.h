/* verify.h: the command line that verify and trace have in common. */
#ifndef DRIVER_VERIFY_H
#define DRIVER_VERIFY_H

#include "compiler/driver/report.h"
#include "promela-backend/campaign/engine/engine.h"

struct sarif_log;
struct report_pages;
struct history;
struct junit;
struct verify_simplest { /* of the run that `trace' shows: simplest.h */
	bool raw;        /* the run that SPIN finds */
	bool passing;    /* instead the nearest run in which nothing fails: passing.h */
	bool is_limited; /* search only runs with at most `limit' reorderings */
	unsigned limit;
};
struct verify_arguments {
	struct driver_common common; /* first, as for every subcommand */
	struct gd_arena *arena;      /* of the words below */
	struct plan_filter filter;
	struct camp_options campaign;
	const char *results; /* --results; NULL: the default */
	struct camp_engine engine;
	plan_words slurm_options; /* of the engine */
	long swarm;               /* --swarm; 0: the searches are exhaustive */
	bool json;
	bool require_coverage;       /* --require-coverage */
	struct coverage **coverages; /* the first of those of the files so far; or NULL */
	const char *coverage_file;   /* --coverage; NULL: none is written */
	plan_words files;
	const char *run_campaign; /* --campaign; NULL: `files' are verified */
	bool list;                /* only list the cells */
	bool stream, quiet;       /* which rows of verify are written, and when: rows.h */
	struct verify_simplest simplest;
	const char *traces;      /* --traces; NULL: none are written */
	plan_words *trace_names; /* of the files that are written there */
	const char *sarif;       /* --sarif; NULL: none is written */
	struct sarif_log *sarif_log;
	const char *report; /* --report; NULL: none is written */
	struct report_pages *report_pages;
	const char *junit; /* --junit; NULL: none is written */
	struct junit *junit_suites;
	struct history *history; /* of this run; or NULL */
};
/* Options of verify and litmus, for argp's children.  Their input is a struct verify_arguments. */
extern const struct argp verify_common_argp;
/* The part of them that selects cells and says how their models are made. */
extern const struct argp verify_cells_argp;
/* Options that select runs and how they are searched. */
extern const struct argp verify_runs_argp;
/* Options that say where the runs are made. */
extern const struct argp engine_argp;
/* Runs JOBS where the options say. */
void engine_run_jobs(const struct verify_arguments *arguments, struct gd_arena *arena,
    struct camp_job *jobs, size_t count, const struct camp_options *options,
    struct camp_summary *summary);
/* Options of verify alone: which of a specification's cells, and how many properties in each. */
extern const struct argp verify_which_argp;
/* The part of verify_common_argp that litmus tests have. */
extern const struct argp verify_litmus_argp;

void verify_defaults(struct verify_arguments *arguments);
/* Runs the jobs of PLAN. false: nothing could be run, and a message was written. */
bool verify_run(const struct verify_arguments *arguments, struct plan *plan,
    struct camp_summary *summary);
/* Runs JOB alone, with these limits if those of the options are not lower. false: it was interrupted,
 * *INTERRUPTED_BY, or nothing could be run, and a message was written. */
bool verify_run_one(const struct verify_arguments *arguments, const struct plan *plan,
    struct camp_job *job, double seconds, long megabytes, int *interrupted_by);
struct trace_end {
	bool any;           /* some run fails */
	int interrupted_by; /* the signal that ended the search; 0: none did */
};
/* Runs the jobs of PLAN, and writes the failing run that `gcdsl trace' shows to OUT, as text, or if
 * STYLE is NULL as lines of JSON.  Returns a driver_status. */
int driver_trace_plan(const struct verify_arguments *arguments, struct plan *plan,
    const struct style *style, FILE *out, struct trace_end *end);
/* What `gcdsl trace' does with FILE: writes a failing run to OUT, as text, or if STYLE is NULL as
 * lines of JSON.  Returns a driver_status. */
int driver_trace_file(const struct verify_arguments *arguments, const char *file,
    const struct style *style, FILE *out);
/* Ends the program with the signal that interrupted it.  Returns if the signal does not end it. */
void verify_die(const struct camp_summary *summary);
void verify_die_of(int signal_number);

#endif
