/* plan-estimate.h: what the searches of a plan will need (doc/scheduling.md). */
#ifndef DRIVER_PLAN_ESTIMATE_H
#define DRIVER_PLAN_ESTIMATE_H

#include "compiler/driver/plan.h"

/* Gives each job of PLAN an estimate: from the past runs that the file RESULTS has (NULL: there is none), or
 * from the specification. */
void plan_estimate(struct plan *plan, const char *results);
/* The searches of CELL together.  Where a result is kept, what its search needed. */
struct camp_estimate plan_estimate_of(const struct plan *plan, const struct plan_cell *cell);
/* The same of the search of one job. */
struct camp_estimate plan_estimate_of_job(const struct camp_job *job);

#endif
