/* report-list.h: gcdsl verify --list. */
#ifndef DRIVER_REPORT_LIST_H
#define DRIVER_REPORT_LIST_H

#include "compiler/driver/plan.h"

/* Writes a line for each cell and each mutant of PLAN: its name, what is expected, and what its search needed
 * if its result is kept. */
void report_list(const struct plan *plan, FILE *out);

#endif
