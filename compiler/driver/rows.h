/* rows.h: the rows of `gcdsl verify', each as soon as it is known. */
#ifndef DRIVER_ROWS_H
#define DRIVER_ROWS_H

#include "compiler/driver/report.h"

enum rows_order {
	ROWS_OF_TABLE, /* a row waits until all rows before it are written */
	ROWS_AS_DONE   /* each as soon as its searches are done */
};
struct rows;
/* Begins the tables of PLAN, which are written to OUT.  QUIET: only rows that are not as expected.  Nothing is
 * written yet.  In the plan's arena. */
struct rows *rows_begin(struct plan *plan, enum rows_order order, bool quiet, FILE *out);
/* For struct camp_options: a job has its result.  Returns how many rows are now known to be not as expected. */
size_t rows_done(void *rows, size_t job);
/* Writes what is not written yet: also rows without a result. */
void rows_end(struct rows *rows);
/* Writes the tables of PLAN, whose jobs have their results, and the summary. */
void rows_all(struct plan *plan, const struct report_counts *counts, FILE *out);

#endif
