/* elsewhere.h: what a campaign offers to an engine that runs its jobs elsewhere.
 *
 * The campaign finds the tools, opens the store and watches signals.  An engine gets it through
 * camp_options.elsewhere; all functions are for that call only, in that thread. */
#ifndef CAMP_ELSEWHERE_H
#define CAMP_ELSEWHERE_H

#include "promela-backend/campaign/campaign.h"

struct camp_field { /* what there is to do, and with what */
	struct gd_arena *arena;
	const struct camp_options *options;
	struct camp_job *jobs;
	size_t count;
	const char *spin_version, *cc_version;
};
struct camp_field camp_field_of(const struct campaign *campaign);

/* The digest of all that JOB's result depends on: models, flags, tools.  It lives as long as the arena. */
const char *camp_key(struct campaign *campaign, const struct camp_job *job);
/* Whether JOB has its result.  It may have one without being run: from the store, or because there is no
 * model. */
bool camp_is_done(struct campaign *campaign, struct camp_job *job);
/* JOB's result has been filled in: counts it, and puts it into the store. */
void camp_take_result(struct campaign *campaign, struct camp_job *job);
/* Whether JOB is not needed, because an earlier job of its group failed as expected. */
bool camp_is_decided(const struct campaign *campaign, const struct camp_job *job);
/* Waits SECONDS, or until a child ends or FD (-1: none) can be read.  false: a signal asks to stop. */
bool camp_wait(struct campaign *campaign, int fd, double seconds);
/* The live line, with TEXT as what is going on. */
void camp_show(struct campaign *campaign, const char *text);
void camp_warn(struct campaign *campaign, const char *text);

#endif
