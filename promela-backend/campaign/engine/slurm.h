/* slurm.h: what the parts of the engine for Slurm share. */
#ifndef CAMP_SLURM_H
#define CAMP_SLURM_H

#include "promela-backend/campaign/engine/work.h"

enum { SLURM_MOST_TASKS = 1000 }; /* of an array: Slurm's MaxArraySize is 1001 by default */

/* What ARGV prints.  NULL: it fails; *why.  In ARENA. */
const char *camp_slurm_output(struct gd_arena *arena, const char *const *argv, const char **why);
/* "12,13,14": all arrays that have not ended.  In ARENA. */
const char *camp_slurm_arrays(struct gd_arena *arena, const struct work *work);
/* Asks how the tasks are, and ends those that have ended.  Returns why Slurm cannot be used any more; NULL: it can. */
const char *camp_slurm_poll(struct work *work);

#endif
