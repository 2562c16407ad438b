/* parking.h: tasks that wait for memory.
 *
 * A task that waits has nothing reserved, so two that wait cannot keep each other waiting.  The first that
 * fits goes on.  Others may overtake one that does not fit, but only CAMP_MOST_OVERTAKE times: then nothing
 * begins before it, and it goes on at the latest when all that runs has ended. */
#ifndef CAMP_PARKING_H
#define CAMP_PARKING_H

#include "promela-backend/campaign/memory.h"
#include "promela-backend/campaign/task.h"

enum { CAMP_MOST_OVERTAKE = 16 };

struct camp_parked {
	struct camp_task task;
	unsigned overtaken;
};
typedef GD_VEC(struct camp_parked) camp_parking;

void camp_park(struct gd_arena *arena, camp_parking *parking, const struct camp_task *task);
/* Takes the first task that has enough memory now.  false: none has. */
bool camp_unpark(camp_parking *parking, const struct camp_memory *memory, struct camp_task *task);
/* Whether a new job may begin before those that wait.  If it does, camp_overtake is to be called. */
bool camp_may_overtake(const camp_parking *parking);
void camp_overtake(camp_parking *parking);

#endif
