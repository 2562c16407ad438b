/* reached.h: what the verifiers of a job print about the points that they have reached. */
#ifndef CAMP_REACHED_H
#define CAMP_REACHED_H

#include "promela-backend/campaign/task.h"

/* Adds to the task's result what its verifier has printed when it ended.  One that was killed prints nothing. */
void camp_note_reached(struct camp_task *task);

#endif
