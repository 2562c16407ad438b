/* history.h: records each run of a command in the results' file, where `gcdsl results' finds it. */
#ifndef DRIVER_HISTORY_H
#define DRIVER_HISTORY_H

#include "compiler/driver/verify.h"

/* Begins the record of the command whose arguments are ARGV.  If it cannot be kept, a warning says why, and the
 * other two do nothing. */
void history_begin(struct verify_arguments *a, int argc, char **argv);
/* Adds what was found in a file. */
void history_add(const struct verify_arguments *a, const struct plan *plan,
    const struct report_counts *counts, const struct camp_summary *summary);
/* STATUS: the exit status; INTERRUPTED_BY: a signal, or 0. */
void history_end(struct verify_arguments *a, int status, int interrupted_by);

#endif
