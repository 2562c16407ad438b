/* passing.h: beside a failing run, the nearest run in which nothing fails.
 *
 * It begins as the failing run does, for as many steps as possible: after one step more of the failing
 * run, every run of the model fails.  Both are runs of one model, with the same foldings. */
#ifndef DRIVER_PASSING_H
#define DRIVER_PASSING_H

#include "compiler/driver/simplest.h"

/* Searches it, for the run that SIMPLEST has found of CHECK or, if it has none, the plan.  Writes it to OUT,
 * as text, or if STYLE is NULL as lines of JSON, whose last one is `end'.  Returns a driver_status: 1 if
 * every run fails that begins as the failing one, 3 if that is not known; then a message was written, unless
 * a signal ended the search: *INTERRUPTED_BY. */
int passing_write(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_check *check, const struct simplest *simplest,
    const struct style *style, FILE *out, int *interrupted_by);

#endif
