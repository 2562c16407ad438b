/* junit.h: --junit: the verdicts as test cases, in the XML that CI servers read (doc/results.md). */
#ifndef DRIVER_JUNIT_H
#define DRIVER_JUNIT_H

#include "compiler/driver/verify.h"

/* Begins the file, if --junit asks for it. */
void junit_begin(struct verify_arguments *a);
/* Adds what was found in a file, as one suite. */
void junit_add_plan(const struct verify_arguments *a, const struct plan *plan,
    const struct camp_summary *summary);
/* The filter leaves nothing of FILE, so it has no suite. */
void junit_leave_out(const struct verify_arguments *a, const char *file);
/* Writes the file, and releases it.  A file of the command line that has no suite gets one that says so.
 * false: a message was written. */
bool junit_write(struct verify_arguments *a, int interrupted_by);

#endif
