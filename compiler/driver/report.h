/* report.h: what a verification found, for people and for tools. */
#ifndef DRIVER_REPORT_H
#define DRIVER_REPORT_H

#include "compiler/driver/plan.h"

struct report_counts {
	size_t cells, as_expected, differ, inconclusive, tool_failed, not_run;
	size_t mutants, caught;
	/* of the mutants that are not caught: */
	size_t missed, mutants_inconclusive, mutants_failed, mutants_not_run;
	size_t kept;       /* jobs whose result was kept before */
	size_t unmodelled; /* jobs without a model */
};
void report_count(const struct plan *plan, struct report_counts *counts);
/* 2, 4, 1, 3 or 0: the worst that has happened, in this order. */
int report_status(const struct report_counts *counts);

void report_text(const struct plan *plan, const struct report_counts *counts, FILE *out);
/* One object on one line: doc/verify-json.md. */
void report_json(const struct plan *plan, const struct report_counts *counts,
    const struct camp_summary *summary, FILE *out);

/* What the verdict of CELL rests on: NOTE is called with each, "window 2" and so on. */
void report_each_note(const struct plan *plan, const struct plan_cell *cell,
    void (*note)(void *data, const char *text), void *data);
/* UNMET is called with each premise that was never met in what CHECK looked at. */
void report_each_unmet(const struct plan *plan, const struct plan_check *check,
    void (*unmet)(void *data, const struct pml_premise *premise), void *data);
/* Something failed, or a run met a limit of the model, and is to be told. */
bool report_has_story(const struct plan *plan, const struct plan_cell *cell);
/* The cell's counterexample, rather one that was not expected, as text or as JSON lines.  false:
 * there is none. */
bool report_story(const struct plan *plan, const struct plan_cell *cell, bool json, FILE *out);

#endif
