/* watch.h: what a task does now, and how long the jobs of a campaign will take. */
#ifndef CAMP_WATCH_H
#define CAMP_WATCH_H

#include "promela-backend/campaign/live.h"
#include "promela-backend/campaign/task.h"

void camp_watch_task(const struct camp_task *task, struct camp_live_row *row);

/* What the jobs that are done have needed, and what was expected of them: in seconds of processor time. */
struct camp_pace {
	double needed, expected;
	size_t done; /* those that were searched now */
};
void camp_pace_add(struct camp_pace *pace, const struct camp_job *job);
/* Seconds of processor time that JOB is expected to need, as the pace is so far.  < 0: nobody knows. */
double camp_pace_of(const struct camp_pace *pace, const struct camp_job *job);

#endif
