/* record.h: records in the results' file what a run has checked. */
#ifndef CAMP_RECORD_H
#define CAMP_RECORD_H

#include "promela-backend/campaign/past.h"

/* What is recorded of the past: this many runs, and fewer if they have more rows than that together. */
enum { CAMP_PAST_RUNS = 200, CAMP_PAST_ROWS = 50000 };

struct camp_record; /* of one run; for one thread */

/* Begins the record of RUN, of which only the texts are read, and drops the oldest ones.  NULL: *WHY, in ARENA, has the reason, or is NULL if
 * the file itself cannot be used, which whoever opens it for results reports. */
struct camp_record *camp_record_begin(struct gd_arena *arena, const char *path,
    const struct camp_past_run *run, const char **why);
/* Adds what was found in FILE, all of it or nothing.  SPIN, CC: their versions, or NULL.  false: *WHY has the
 * reason. */
bool camp_record_add(struct camp_record *record, const char *file, const camp_past_rows *rows,
    const struct camp_past_counts *counts, const char *spin, const char *cc, const char **why);
/* Ends the record, and releases it.  STATUS: the exit status; INTERRUPTED_BY: a signal, or 0. */
bool camp_record_end(struct camp_record *record, double seconds, int status, int interrupted_by,
    const char **why);

#endif
