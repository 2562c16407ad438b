/* memory.h: the memory that the children of a campaign have together.
 *
 * Each task has reserved some of it, and the system lets its searches have no more address space than that.
 * SPIN and compilers are not held to it.  All sizes are in MB. */
#ifndef CAMP_MEMORY_H
#define CAMP_MEMORY_H

#include <stdbool.h>

#include "compiler/base/arena.h"

struct camp_memory {
	long total, used;
};

enum {
	/* For SPIN, for a compiler (which takes 100 to 140 MB), and for the search of a whole model. */
	CAMP_MEMORY_OF_TOOLS = 144
};

/* What a search needs whose states may take STATES, and how much states may take in what a search has. */
long camp_memory_for(long states);
long camp_memory_of_states(long all);
/* Whether a task may have SIZE more.  Where nothing is reserved, it may: then it is alone. */
bool camp_memory_fits(const struct camp_memory *memory, long size);
void camp_memory_take(struct camp_memory *memory, long size);
void camp_memory_give(struct camp_memory *memory, long size);

/* How much memory the machine below ROOT ("": this one) has free, without what should stay free: what the
 * kernel calls available, or what is left of the limit of a control group, whichever is less.  At least
 * CAMP_MEMORY_OF_TOOLS. */
long camp_memory_free(struct gd_arena *arena, const char *root);

#endif
