/* step.c: one step of a task: its operation, and what it does alone until the next one. */
#include <string.h>

#include "explore/src/events.h"
#include "explore/src/explorer.h"
#include "explore/src/room.h"

static void requeue(struct explorer *x, unsigned task)
{
	unsigned at = 0;

	while (at < x->queue_length && x->queue[at] != task)
		at++;
	if (at == x->queue_length)
		x->queue_length++;
	memmove(&x->queue[1], &x->queue[0], at * sizeof *x->queue);
	x->queue[0] = task;
}

/* With tmc: who waits for the location is ready again. */
static void wake(struct explorer *x, struct location *location)
{
	for (unsigned i = 0; i < x->task_count; i++) {
		if (!(location->waiting >> i & 1))
			continue;
		x->tasks[i].state = READY;
		x->tasks[i].next = (struct operation){ .kind = OP_WAKE };
		requeue(x, i);
	}
	location->waiting = 0;
}

static void see(const struct node *node, struct location *location)
{
	location->seen[node->label.task] = location->version_count + 1;
}

/* An atomic body may write any location.  What it has written is known of those that were accessed
 * before, or are watched. */
static uint64_t do_atomic(struct explorer *x, const struct node *node,
    const struct operation *operation)
{
	uint64_t *before = gcx_room(NULL, x->locations.room + 1, sizeof *before);

	x->atomic = true;
	for (size_t i = 0; i < x->locations.room; i++) {
		const struct location *location = &x->locations.slots[i];

		before[i] = location->size ? gcx_peek(location->at, location->size) : 0;
	}
	gcx_do(operation, 0);
	for (size_t i = 0; i < x->locations.room; i++) {
		struct location *location = &x->locations.slots[i];

		if (!location->size)
			continue;
		if (gcx_peek(location->at, location->size) != before[i])
			gcx_add_version(location, x->depth - 1, before[i]);
		if (location->seen[node->label.task])
			see(node, location);
	}
	free(before);
	return 0;
}

static uint64_t do_other(struct explorer *x, const struct node *node,
    const struct operation *operation, struct location *location)
{
	uint32_t event = x->depth - 1;

	if (location && node->label.footprint == WRITES) {
		gcx_add_version(location, event, gcx_peek(operation->at, operation->size));
	} else if (location) {
		location->readers |= UINT64_C(1) << node->label.task;
		location->reads[node->label.task] = event;
	}
	if (location)
		see(node, location);
	return gcx_do(operation, node->label.choice);
}

/* What the operation orders, and what it is a data race with. */
static bool synchronise(struct explorer *x, const struct node *node,
    const struct operation *operation, struct location *location)
{
	unsigned self = node->label.task;
	struct sync *sync = &x->tasks[self].sync;
	bool writes = node->label.footprint == WRITES;

	x->self = self;
	if (location &&
	    !gcx_access_memory(x, operation->at, operation->size, writes, true, operation->place))
		return false;
	if (operation->kind == OP_JOIN)
		gcx_sync_join(sync, &x->tasks[operation->task].sync);
	else if (node->label.footprint == EVERYTHING)
		gcx_sync_everything(sync, &x->common, self);
	else
		gcx_sync_operation(sync, operation, location, writes, self);
	return true;
}

/* What the step means to a loop that waits. */
static void watch_spin(struct explorer *x, struct task *task, const struct node *node,
    const struct location *location)
{
	if (!x->options.instrumented)
		return;
	if (location && node->label.footprint == READS)
		gcx_spin_read(&task->spin, location->at, location->version_count);
	else if (node->label.footprint != NOTHING)
		task->spin.writes = true;
}

void gcx_take_step(struct explorer *x, struct node *node)
{
	unsigned number = node->label.task;
	struct task *task = &x->tasks[number];
	struct operation operation = task->next;
	struct location *location = NULL;

	if (operation.size &&
	    !(location = gcx_location(&x->locations, operation.at, operation.size))) {
		gcx_fail(x, GCX_MISUSE, "task %u accesses %u bytes at %#lx, which overlap others",
		    number, operation.size, (unsigned long)operation.at);
		return;
	}
	node->operation = operation;
	if (!synchronise(x, node, &operation, location))
		return;
	gcx_order(x, node, &operation);
	if (node->label.footprint == EVERYTHING)
		x->last_everything = x->depth - 1;
	task->next.result = operation.kind == OP_ATOMIC ? do_atomic(x, node, &operation)
							: do_other(x, node, &operation, location);
	gcx_event_step(x, node, task->next.result);
	if (x->end != UNDER_WAY)
		return;
	task->last_event = x->depth - 1;
	requeue(x, number);
	watch_spin(x, task, node, location);
	gcx_run_task(x, number);
	if (location && node->label.footprint == WRITES)
		wake(x, location);
	gcx_settle_tasks(x);
}
