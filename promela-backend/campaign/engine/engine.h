/* engine.h: campaigns that GNU parallel or Slurm run, on other machines too.
 *
 * A campaign becomes a folder of files, which all machines share: a list of jobs, a file for each job, and a
 * result for each (doc/clusters.md).  The engine only starts `gcdsl run-job' with them. */
#ifndef CAMP_ENGINE_H
#define CAMP_ENGINE_H

#include "promela-backend/campaign/campaign.h"

enum camp_engine_kind {
	CAMP_LOCAL,    /* children of this process: no engine */
	CAMP_LIST,     /* only writes the list, and takes the results that are there */
	CAMP_PARALLEL, /* GNU parallel */
	CAMP_SLURM
};
struct camp_engine {
	enum camp_engine_kind kind;
	const char *work;    /* folder of the campaigns; NULL: in the cache */
	const char *program; /* gcdsl, as the other machines find it; NULL: this program's path */
	const char *hosts;   /* of parallel: as for its --sshlogin; NULL: this machine */
	const char *const *slurm_options; /* for sbatch; NULL-terminated, or NULL */
	long throttle;                    /* most tasks of an array at once; 0: no limit */
	bool detach;                      /* do not wait for Slurm */
	long chunk; /* seconds of work in a task of short jobs; 0: the engine's default */
};

/* For camp_options.elsewhere, with a struct camp_engine as its data. */
const char *camp_engine_run(void *engine, struct campaign *campaign);

#endif
