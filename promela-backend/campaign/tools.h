/* tools.h: the programs that a campaign runs. */
#ifndef CAMP_TOOLS_H
#define CAMP_TOOLS_H

#include "promela-backend/campaign/task.h"

/* The value of the environment variable NAME; OTHERWISE if it is not set or empty. */
const char *camp_from_environment(const char *name, const char *otherwise);
/* Finds SPIN and the compilers, and asks each for its version, which takes some milliseconds.  Returns why
 * they cannot be used, in ARENA, or NULL. */
const char *camp_find_tools(struct gd_arena *arena, struct camp_tools *tools);

#endif
