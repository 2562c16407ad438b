/* ends.h: jobs that want all errors, and jobs that want the ends of all runs. */
#ifndef CAMP_ENDS_H
#define CAMP_ENDS_H

#include "promela-backend/campaign/panout.h"
#include "promela-backend/campaign/task.h"

/* The search for all errors has ended: replays them one after the other. */
bool camp_collect(struct camp_task *task, const struct camp_pan *pan);
bool camp_after_replay_of_one(struct camp_task *task);
/* The search for the ends of runs is complete. */
bool camp_keep_ends(struct camp_task *task);

#endif
