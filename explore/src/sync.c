/* sync.c: happens-before, by vector clocks. */
#include "explore/src/sync.h"

#include <string.h>

static bool acquires(enum gcx_order order)
{
	return order == GCX_ACQUIRE || order == GCX_ACQ_REL || order == GCX_SEQ_CST;
}

static bool releases(enum gcx_order order)
{
	return order == GCX_RELEASE || order == GCX_ACQ_REL || order == GCX_SEQ_CST;
}

void gcx_sync_begin(struct sync *sync, unsigned task, struct sync *parent, unsigned parent_task)
{
	memset(sync, 0, sizeof *sync);
	if (parent) {
		sync->now = parent->now;
		parent->now.of[parent_task]++;
	}
	sync->now.of[task] = 1;
}

void gcx_sync_join(struct sync *sync, const struct sync *over)
{
	gcx_moments_join(&sync->now, &over->now);
}

void gcx_sync_everything(struct sync *sync, struct moments *common, unsigned task)
{
	gcx_moments_join(&sync->now, common);
	*common = sync->now;
	sync->now.of[task]++;
}

void gcx_sync_load(struct sync *sync, const struct moments *carried, enum gcx_order order)
{
	gcx_moments_join(acquires(order) ? &sync->now : &sync->found, carried);
}

void gcx_sync_store(struct sync *sync, struct moments *carried, enum gcx_order order,
    bool continues, unsigned task)
{
	const struct moments *released = releases(order) ? &sync->now : &sync->fenced;

	if (continues)
		gcx_moments_join(carried, released);
	else
		*carried = *released;
	if (releases(order))
		sync->now.of[task]++;
}

void gcx_sync_fence(struct sync *sync, enum gcx_order order, unsigned task)
{
	if (acquires(order))
		gcx_moments_join(&sync->now, &sync->found);
	if (!releases(order))
		return;
	sync->fenced = sync->now;
	sync->now.of[task]++;
}
