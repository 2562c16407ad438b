/* search.h: what a verifier's report leads to. */
#ifndef CAMP_SEARCH_H
#define CAMP_SEARCH_H

#include "promela-backend/campaign/task.h"

/* Searches the current model for all that it may break, not only for what breaks it soon. */
bool camp_search_all(struct camp_task *task);
/* A verifier has ended. */
bool camp_after_pan(struct camp_task *task);
/* One that looks for a short trail has ended. */
bool camp_after_short_pan(struct camp_task *task);

#endif
