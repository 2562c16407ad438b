/* report-list.h: gcdsl verify --list. */
#ifndef DRIVER_REPORT_LIST_H
#define DRIVER_REPORT_LIST_H

#include "compiler/driver/plan.h"

/* Writes a line for each cell and each mutant of PLAN: its name, what is expected, what its search will need, and
 * how that is known. */
void report_list(const struct plan *plan, FILE *out);
/* The same as JSON (doc/verify-json.md). */
struct json_t;
struct json_t *report_list_json(const struct plan *plan);

#endif
