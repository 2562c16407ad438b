/* job-file.h: jobs and results as files, so that another machine can run a job.
 *
 * Both are JSON (doc/clusters.md).  A file has a seal, the digest of all the rest of it: a damaged one is
 * noticed. */
#ifndef CAMP_JOB_FILE_H
#define CAMP_JOB_FILE_H

#include "promela-backend/campaign/campaign.h"

/* What a file says about a job in addition to struct camp_job. */
struct camp_job_file {
	const char *id, *key;    /* key: as camp_key makes it where the file was written */
	const char *spin, *cc;   /* versions, there */
	long memory_limit;       /* MB for a search */
	double time_limit;       /* seconds for each child */
	bool bitstate, gives_up; /* as in struct camp_options */
	struct camp_job job;
};
/* The result of a job, and where it comes from. */
struct camp_result_file {
	const char *id, *key, *spin, *cc, *host;
	bool needs_memory; /* not the last word: with more memory there may be a verdict */
	struct camp_result result;
};
enum camp_read {
	CAMP_READ,
	CAMP_MISSING,
	CAMP_DAMAGED /* or not of this version, or it cannot be read: *why */
};

/* Makes the models with fewer foldings of FILE's job, and writes all to PATH.  false: errno. */
bool camp_job_write(struct gd_arena *arena, const char *path, const struct camp_job_file *file);
/* Fills in FILE; what it points to is in ARENA. */
enum camp_read camp_job_read(struct gd_arena *arena, const char *path, struct camp_job_file *file,
    const char **why);
/* FILE appears at PATH whole, or not at all.  false: errno. */
bool camp_result_write(struct gd_arena *arena, const char *path,
    const struct camp_result_file *file);
enum camp_read camp_result_read(struct gd_arena *arena, const char *path,
    struct camp_result_file *file, const char **why);

#endif
