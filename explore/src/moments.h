/* moments.h: for each task, how many of its moments happen before something, as C11 has it (sync.h). */
#ifndef GCX_MOMENTS_H
#define GCX_MOMENTS_H

#include <stdint.h>
#include "explore/gcexplore.h"

struct moments {
	uint32_t of[GCX_TASKS];
};

static inline void gcx_moments_join(struct moments *moments, const struct moments *other)
{
	for (unsigned i = 0; i < GCX_TASKS; i++)
		if (moments->of[i] < other->of[i])
			moments->of[i] = other->of[i];
}

#endif
