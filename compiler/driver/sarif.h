/* sarif.h: what a command finds, in SARIF 2.1.0: a format that editors and code hosts read. */
#ifndef DRIVER_SARIF_H
#define DRIVER_SARIF_H

#include "compiler/driver/counterexample.h"

struct sarif_log;

/* What a result is about. */
struct sarif_finding {
	struct gd_arena *arena;
	const char *file, *name; /* of the cell; name: NULL if it is about the specification */
	const char *rule, *rule_text, *text;
	bool expected, certain;
	const struct gd_loc *loc; /* NULL: the beginning of the file */
};

/* ---- sarif.c */
/* Begins the log, if --sarif asks for it. */
void sarif_begin(struct verify_arguments *a);
void sarif_add_result(struct sarif_log *log, const struct sarif_finding *finding);
/* Adds the run C, whose trace says which rule is broken, and where. */
void sarif_add_run(struct sarif_log *log, struct sarif_finding *finding,
    const struct counterexample *c);
/* Adds what is no result: why there is no verdict. */
void sarif_add_note(struct sarif_log *log, bool is_error, const char *text);
/* Writes the log to the file of --sarif, and releases it.  STATUS: the exit status; INTERRUPTED_BY: a signal,
 * or 0.  false: a message was written. */
bool sarif_write(struct verify_arguments *a, int status, int interrupted_by);

/* ---- sarif-plan.c */
/* Adds what was found in PLAN to the log of A, if there is one.  Its counterexamples have been found. */
void sarif_add_plan(const struct verify_arguments *a, const struct plan *plan);

/* ---- sarif-diagnostics.c */
/* A driver_common's `noted': adds a diagnostic to LOG. */
void sarif_add_diagnostic(void *log, const struct gd_diag_said *said);

#endif
