/* sync.c: happens-before, by vector clocks. */
#include "explore/src/sync.h"

#include <string.h>
#include "explore/src/location.h"

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
	gcx_clock_join(&sync->now, &over->now);
}

void gcx_sync_everything(struct sync *sync, struct clock *common, unsigned task)
{
	gcx_clock_join(&sync->now, common);
	*common = sync->now;
	sync->now.of[task]++;
}

static void load(struct sync *sync, const struct location *location, enum gcx_order order)
{
	gcx_clock_join(acquires(order) ? &sync->now : &sync->found, &location->carried);
}

/* A read-modify-write continues the release sequences that it reads from; another store ends them. */
static void store(struct sync *sync, struct location *location, enum gcx_order order,
    bool continues, unsigned task)
{
	const struct clock *released = releases(order) ? &sync->now : &sync->fenced;

	if (continues)
		gcx_clock_join(&location->carried, released);
	else
		location->carried = *released;
	if (releases(order))
		sync->now.of[task]++;
}

static void fence(struct sync *sync, enum gcx_order order, unsigned task)
{
	if (acquires(order))
		gcx_clock_join(&sync->now, &sync->found);
	if (!releases(order))
		return;
	sync->fenced = sync->now;
	sync->now.of[task]++;
}

void gcx_sync_operation(struct sync *sync, const struct operation *operation,
    struct location *location, bool writes, unsigned task)
{
	bool reads = operation->kind != OP_WRITE;

	if (operation->kind == OP_FENCE)
		fence(sync, operation->order, task);
	if (!location)
		return;
	if (reads)
		load(sync, location,
		    operation->kind == OP_CAS && !writes ? operation->otherwise : operation->order);
	if (writes)
		store(sync, location, operation->order, reads, task);
}
