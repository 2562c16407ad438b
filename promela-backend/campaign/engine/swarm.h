/* swarm.h: one job as many different searches, each of which loses states.
 *
 * For models that are too large for an exhaustive search.  Each search has a hash table of bits, another hash
 * function, and another order in which it tries steps, so that together they see more than one of them.  They
 * find errors; that they find none shows nothing: the verdict is `bounded'. */
#ifndef CAMP_SWARM_H
#define CAMP_SWARM_H

#include "promela-backend/campaign/campaign.h"

struct camp_swarm {
	struct camp_job *jobs;
	size_t count;
	size_t *of; /* by job: the index of the job that it is a part of */
};
/* COUNT searches for each of JOBS; a job that wants all ends of its runs stays as it is.  All is in ARENA. */
struct camp_swarm camp_swarm_of(struct gd_arena *arena, const struct camp_job *jobs,
    size_t job_count, unsigned count);
/* Fills in the results of JOBS. */
void camp_swarm_collect(struct gd_arena *arena, const struct camp_swarm *swarm,
    struct camp_job *jobs, size_t job_count);

#endif
