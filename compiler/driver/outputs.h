/* outputs.h: files that a command writes beside its report: --traces, --sarif, --report, --junit, --coverage. */
#ifndef DRIVER_OUTPUTS_H
#define DRIVER_OUTPUTS_H

#include "compiler/driver/verify.h"

/* The first three options; --sarif alone; --junit alone; and those about coverage.  Their input is a struct verify_arguments. */
extern const struct argp outputs_argp, outputs_sarif_argp, outputs_junit_argp,
    outputs_coverage_argp;
/* Whether an option asks for the runs of failing cells. */
bool outputs_want_runs(const struct verify_arguments *a);
/* Before a search that may be long: makes the folder of --traces, and looks whether the files can be
 * written.  Returns a driver_status, after a message if it is not DRIVER_OK. */
int outputs_prepare(struct verify_arguments *a);
/* Writes the files that are about the whole command, and releases what outputs_prepare made.  STATUS: the exit
 * status so far; INTERRUPTED_BY: a signal, or 0.  Returns the exit status. */
int outputs_finish(struct verify_arguments *a, int status, int interrupted_by);

#endif
