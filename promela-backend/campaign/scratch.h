/* scratch.h: a campaign's own directory, for as long as the campaign lives. */
#ifndef CAMP_SCRATCH_H
#define CAMP_SCRATCH_H

#include "compiler/base/arena.h"

struct camp_scratch {
	const char *path; /* in the arena; NULL: there is none */
	int lock;         /* a file in it, locked; -1: none */
};

/* Makes a directory in PARENT, and removes those that campaigns have left there which are dead, by whatever
 * they have died.  NULL, or why there is none. */
const char *camp_scratch_make(struct camp_scratch *scratch, struct gd_arena *arena,
    const char *parent);
void camp_scratch_remove(struct camp_scratch *scratch);

#endif
