/* step.c: one step of a task: its operation, and what it does alone until the next one. */
#include <string.h>

#include "explore/src/events.h"
#include "explore/src/explorer.h"
#include "explore/src/room.h"

static void requeue(struct explorer *x, unsigned task)
{
	unsigned at = 0;

	x->turn = x->queue_length > 0 && x->queue[0] == task ? x->turn + 1 : 1;
	while (at < x->queue_length && x->queue[at] != task)
		at++;
	if (at == x->queue_length)
		x->queue_length++;
	memmove(&x->queue[1], &x->queue[0], at * sizeof *x->queue);
	x->queue[0] = task;
}

/* With tmc: the tasks that wait for the location are ready again. */
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
	if (!node->label.flushes)
		location->seen[node->label.task] = location->version_count + 1;
}

/* An atomic body may write any location.  Whether it has written a location is known only if the location
 * was accessed before, or is watched. */
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

static uint64_t do_with_views(struct explorer *x, const struct node *node,
    struct location *location)
{
	uint64_t found = gcx_do_views(x, node);

	if (location)
		see(node, location);
	if (node->label.message)
		gcx_order_readers(x, node);
	return found;
}

/* The store comes too late: its variable is gone.  Only the function whose variable it was may leave it
 * behind. */
static uint64_t drop_store(struct explorer *x, const struct node *node)
{
	unsigned owner = node->label.owner;

	if (gcx_stack_owner(&x->stacks, gcx_address(node->operation.at)) != owner)
		gcx_fail_at(x, GCX_MEMORY, node->operation.place,
		    "a store of task %u reaches a local variable of another task that does not "
		    "exist any more",
		    gcx_number(x, owner));
	return 0;
}

/* Those on which a write does not depend: Note [Own stores]. */
static uint64_t own_readers(const struct node *node)
{
	return node->label.flushes ? UINT64_C(1) << node->label.owner : 0;
}

static uint64_t do_other(struct explorer *x, const struct node *node,
    const struct operation *operation, struct location *location)
{
	uint32_t event = x->depth - 1;
	uint64_t taken = gcx_has_buffers(x) ? gcx_do_stores(x, node, operation) : 0;
	bool buffered = node->label.store > 0 && !node->label.flushes;

	if (gcx_has_views(x))
		return do_with_views(x, node, location);
	if (buffered && location) {
		see(node, location);
		return taken;
	}
	if (location && node->label.footprint == WRITES) {
		uint64_t readers = location->readers & own_readers(node);

		gcx_add_version(location, event, gcx_peek(operation->at, operation->size));
		location->readers = readers;
	} else if (location) {
		location->readers |= UINT64_C(1) << node->label.task;
		location->reads[node->label.task] = event;
	}
	if (location)
		see(node, location);
	if (gcx_has_buffers(x) && gcx_is_left(x, &node->label))
		return drop_store(x, node);
	return node->label.takes ? taken : gcx_do(operation, node->label.choice);
}

/* Whether the operation of the node changes anything: memory, or what its task has in a buffer. */
static bool is_write(const struct explorer *x, const struct node *node)
{
	if (gcx_has_views(x) && node->operation.size)
		return node->label.view != TAKES;
	return node->label.footprint == WRITES || node->label.footprint == EVERYTHING ||
	    (node->operation.kind == OP_WRITE && node->operation.size);
}

/* What an operation on memory itself orders.  (Of stores that wait in a buffer: buffers.c; of those in
 * a history: views.c.) */
static void synchronise_memory(const struct explorer *x, struct task *task, const struct node *node,
    const struct operation *operation, struct location *location)
{
	bool writes = node->label.footprint == WRITES, reads = operation->kind != OP_WRITE;
	enum gcx_order order = gcx_order_kept(x,
	    operation->kind == OP_CAS && !writes ? operation->otherwise : operation->order);

	if (reads)
		gcx_sync_load(&task->sync, &location->carried, order);
	if (writes)
		gcx_sync_store(&task->sync, &location->carried, order, reads, node->label.task);
}

/* What the operation orders, and what it is a data race with. */
static bool synchronise(struct explorer *x, const struct node *node,
    const struct operation *operation, struct location *location)
{
	unsigned self = node->label.task;
	struct task *task = &x->tasks[self];

	if (node->label.flushes || operation->kind == OP_GIVE_UP || operation->is_signal)
		return true;
	x->self = self;
	if (location &&
	    !gcx_access_memory(x, gcx_address(operation->at), operation->size, is_write(x, node),
		true, operation->place))
		return false;
	if (operation->kind == OP_JOIN)
		gcx_sync_join(&task->sync, &x->tasks[operation->task].sync);
	else if (operation->kind == OP_FENCE)
		gcx_sync_fence(&task->sync, operation->order, self);
	else if (node->label.footprint == EVERYTHING)
		gcx_sync_everything(&task->sync, &x->common, self);
	else if (location && !gcx_has_views(x) && node->label.store == 0 && !node->label.takes)
		synchronise_memory(x, task, node, operation, location);
	return true;
}

/* The task's own store that the step has read from its buffer; 0: none. */
static uint32_t own_store_read(const struct explorer *x, const struct node *node)
{
	if (!gcx_has_buffers(x) || !(node->label.store || node->label.takes))
		return 0;
	return gcx_own_store(x, node->label.task, node->label.at);
}

/* How often the location had been written when the step has read it.  NEVER: it has read from its own
 * buffer, or there was something newer, which does not last. */
static size_t version_read(const struct explorer *x, const struct node *node,
    const struct location *location)
{
	if (gcx_has_views(x))
		return gcx_is_newest(x, &node->label) ? location->writes : NEVER;
	return node->label.store || node->label.takes ? NEVER : location->writes;
}

/* For a loop that waits, a read-modify-write that leaves the value that it has found is not a write. */
static bool changes(const struct explorer *x, const struct node *node, uint64_t found)
{
	return is_write(x, node) &&
	    (!node->operation.size || node->operation.kind == OP_WRITE ||
		gcx_left(&node->operation, found) != found);
}

/* What the step means to a loop that waits. */
static void watch_spin(struct explorer *x, struct task *task, const struct node *node,
    const struct location *location)
{
	if (!x->options.instrumented)
		return;
	if (changes(x, node, task->next.result))
		task->spin.writes = true;
	else if (node->operation.kind == OP_CHOOSE && node->operation.count > 1)
		gcx_spin_choose(&task->spin);
	else if (location)
		gcx_spin_read(&task->spin,
		    &(struct turn){ .at = location->at,
			.version = version_read(x, node, location),
			.store = own_store_read(x, node),
			.value = task->next.result });
}

/* What the step has stored reaches memory with it. */
static bool performs(const struct explorer *x, const struct node *node)
{
	return gcx_has_buffers(x) &&
	    (node->label.flushes ||
		(node->operation.kind == OP_WRITE && node->label.choice == AT_ONCE &&
		    !node->operation.is_signal));
}

void gcx_take_step(struct explorer *x, struct node *node)
{
	unsigned number = node->label.task;
	unsigned owner = node->label.flushes ? node->label.owner : number;
	struct task *task = &x->tasks[number];
	struct operation operation = task->next;
	struct location *location = NULL;

	if (node->label.choice == GIVES_UP)
		operation = gcx_give_up(x, node);
	if (operation.size &&
	    !(location = gcx_location(&x->locations, operation.at, operation.size))) {
		gcx_fail(x, GCX_MISUSE, "task %u accesses %u bytes at %#lx, which overlap others",
		    gcx_number(x, owner), operation.size, (unsigned long)gcx_address(operation.at));
		return;
	}
	node->operation = operation;
	if (!synchronise(x, node, &operation, location))
		return;
	gcx_order(x, node, &operation);
	if (node->label.footprint == EVERYTHING && gcx_has_buffers(x))
		gcx_contend(x, 0);
	if (node->label.footprint == EVERYTHING)
		x->last_everything = x->depth - 1;
	task->next.result = operation.kind == OP_ATOMIC ? do_atomic(x, node, &operation)
							: do_other(x, node, &operation, location);
	if (x->options.event)
		gcx_event_step(x, node, task->next.result);
	if (x->options.performed && performs(x, node))
		x->options.performed(owner, (const void *)gcx_address(operation.at), x->argument);
	if (x->end != UNDER_WAY)
		return;
	if (location && (node->label.footprint == WRITES || node->label.message) &&
	    (node->label.flushes || changes(x, node, task->next.result)))
		location->writes++;
	task->last_event = x->depth - 1;
	if (task->first_event == NO_EVENT)
		task->first_event = task->last_event;
	if (node->label.flushes)
		return;
	requeue(x, number);
	watch_spin(x, task, node, location);
	gcx_run_task(x, number);
	if (location && node->label.footprint == WRITES)
		wake(x, location);
	gcx_settle_tasks(x);
}
