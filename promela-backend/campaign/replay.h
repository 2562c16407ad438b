/* replay.h: judges a replay. */
#ifndef CAMP_REPLAY_H
#define CAMP_REPLAY_H

#include "promela-backend/campaign/task.h"

/* The replay of a failure has ended. */
bool camp_after_replay(struct camp_task *task);

#endif
