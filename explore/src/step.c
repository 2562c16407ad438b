/* step.c: one step of a task: its operation, and what it does alone until the next one. */
#include <string.h>

#include "explore/src/explorer.h"

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

/* An atomic body may write any location. */
static void note_everything(struct explorer *x, uint32_t event)
{
	for (size_t i = 0; i < x->locations.room; i++) {
		struct location *location = &x->locations.slots[i];

		if (location->size)
			gcx_add_version(location, event, gcx_peek(location->at, location->size));
	}
}

static void note(struct explorer *x, const struct node *node, const struct operation *operation)
{
	uint32_t event = x->depth - 1;
	struct location *location;

	if (node->label.footprint == EVERYTHING)
		x->last_everything = event;
	if (operation->kind == OP_ATOMIC) {
		x->atomic = true;
		note_everything(x, event);
	}
	if (!operation->size || !(location = gcx_find_location(&x->locations, operation->at)))
		return;
	if (node->label.footprint == WRITES) {
		gcx_add_version(location, event, gcx_peek(operation->at, operation->size));
	} else {
		location->readers |= UINT64_C(1) << node->label.task;
		location->reads[node->label.task] = event;
	}
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
	gcx_order(x, node, &operation);
	note(x, node, &operation);
	task->next.result = gcx_do(&operation, node->label.choice);
	task->last_event = x->depth - 1;
	requeue(x, number);
	gcx_run_task(x, number);
	if (location && node->label.footprint == WRITES)
		wake(x, location);
	gcx_settle_tasks(x);
}
