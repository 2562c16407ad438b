/* report.h: what a verification found, for people and for tools. */
#ifndef DRIVER_REPORT_H
#define DRIVER_REPORT_H

#include "compiler/driver/plan.h"
#include "trace/style.h"

struct report_counts {
	size_t cells, as_expected, differ, inconclusive, tool_failed, not_run;
	size_t mutants, caught;
	/* of the mutants that are not caught: */
	size_t missed, mutants_inconclusive, mutants_failed, mutants_not_run;
	size_t kept;       /* jobs whose result was kept from an earlier campaign */
	size_t unmodelled; /* jobs without a model */
};
void report_count(const struct plan *plan, struct report_counts *counts);
/* 2, 4, 1, 3 or 0: the first of these, in this order, that some cell has. */
int report_status(const struct report_counts *counts);

/* The tables, piece by piece (rows.c).  A mutant's cells are FIRST … LAST-1. */
struct report_widths {
	int scenario, options, workers, memory, property, verdict, expected;
};
void report_measure(const struct plan *plan, struct report_widths *widths);
void report_title(const struct plan *plan, FILE *out);
void report_cell_head(const struct report_widths *widths, FILE *out);
void report_cell_row(const struct plan *plan, const struct plan_cell *cell,
    const struct report_widths *widths, FILE *out);
/* What the words at the end of rows mean, each once, in the order in which they are in the table. */
void report_meanings(const struct plan *plan, FILE *out);
int report_mutant_width(const struct plan *plan);
void report_mutant_head(int width, FILE *out);
void report_mutant_row(const struct plan *plan, size_t first, size_t last, int width, FILE *out);
void report_summary(const struct report_counts *counts, FILE *out);
/* The object of doc/verify-json.md. */
struct json_t;
struct json_t *report_json(const struct plan *plan, const struct report_counts *counts,
    const struct camp_summary *summary);

/* Calls NOTE with each assumption of the verdict of CELL, "window 2" and so on. */
void report_each_note(const struct plan *plan, const struct plan_cell *cell,
    void (*note)(void *data, const char *text), void *data);
/* Calls UNMET with each premise that was never true in the search of CHECK. */
void report_each_unmet(const struct plan *plan, const struct plan_check *check,
    void (*unmet)(void *data, const struct pml_premise *premise), void *data);
/* Whether there is a run to print: a property failed, or a run reached a limit of the model. */
bool report_has_story(const struct plan *plan, const struct plan_cell *cell);
/* The check of CELL whose run is printed: an unexpected one if there is one.  NULL: none has a
 * run. */
const struct plan_check *report_told(const struct plan *plan, const struct plan_cell *cell);
/* Whether properties were asked for, and the run of RESULT breaks none of them, but an assert. */
bool report_is_other(const struct plan *plan, const struct camp_result *result);
/* The command that shows that run. */
const char *report_command(const struct plan *plan, const struct plan_cell *cell);
/* Prints the counterexample of CHECK (NULL: that of report_told), or SIMPLEST, if it is not NULL and has
 * one: as text, or if STYLE is NULL as JSON lines.  false: there is none. */
struct simplest;
bool report_story(const struct plan *plan, const struct plan_cell *cell,
    const struct plan_check *check, const struct simplest *simplest, const struct style *style,
    FILE *out);

#endif
