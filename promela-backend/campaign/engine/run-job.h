/* run-job.h: runs jobs of a campaign's folder, for an engine. */
#ifndef CAMP_RUN_JOB_H
#define CAMP_RUN_JOB_H

#include "promela-backend/campaign/campaign.h"

struct camp_run_job {
	long
	    memory; /* MB that this process and its children may use together; 0: as the jobs say */
	bool ignore_kept; /* compile verifiers again */
};
enum camp_run_job_end {
	CAMP_ALL_RUN, /* each job has a result, whatever it is */
	CAMP_NOT_ALL_RUN,
	CAMP_STOPPED, /* by a signal, *SIGNAL_NUMBER */
	CAMP_BAD_JOB  /* a file is no job */
};
/* Runs the jobs of FILES one after the other, and writes the result of X.job to X.result.  Jobs that have a result
 * are not run again.  *WHY: what went wrong; NULL: nothing. */
enum camp_run_job_end camp_run_job_files(struct gd_arena *arena, const char *const *files,
    size_t count, const struct camp_run_job *options, int *signal_number, const char **why);

#endif
