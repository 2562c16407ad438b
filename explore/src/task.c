/* task.c: the tasks of an execution. */
#include <stdlib.h>
#include <string.h>

#include "explore/src/alike.h"
#include "explore/src/explorer.h"

/* Note [Clean stacks] */
enum { BELOW = 4096, CLEAN = 4096 };

static _Noreturn void be_task(void *of)
{
	struct task *task = of;

	task->body(task->argument);
	task->state = OVER;
	gcx_coroutine_switch(&task->context, &gcx_explorer->scheduler);
	abort();
}

static void enqueue(struct explorer *x, unsigned task)
{
	memmove(&x->queue[1], &x->queue[0], x->queue_length++ * sizeof *x->queue);
	x->queue[0] = task;
}

/* The number of the next child of the task that runs. */
static unsigned number_of_child(struct explorer *x)
{
	unsigned child = x->tasks[x->self].children++, i = 1;

	while (i < x->task_count && (x->birth[i].parent != x->self || x->birth[i].child != child))
		i++;
	if (i == x->task_count && i < GCX_TASKS) {
		x->birth[i].parent = x->self;
		x->birth[i].child = child;
		x->task_count++;
		if (gcx_clock_width < x->task_count)
			gcx_clock_width = x->task_count;
	}
	return i;
}

/* Note [Clean stacks].  Whether a task is in a state again (spin.h) must not depend on what earlier
 * executions have left on its stack.  They have used it down to a little below the lowest point at
 * which the task was left; further pages are cleared until one is clean. */
static void clean_stack(char *stack, char *lowest)
{
	static const char clean[CLEAN];
	char *end = stack + STACK_SIZE, *from = lowest - BELOW;

	if (from < stack)
		from = stack;
	memset(from, 0, (size_t)(end - from));
	while (from - CLEAN >= stack && memcmp(from - CLEAN, clean, CLEAN) != 0)
		memset(from -= CLEAN, 0, CLEAN);
}

static void make_task(struct explorer *x, unsigned number, void (*body)(void *), void *argument)
{
	struct task *task = &x->tasks[number];
	void *stack = gcx_stack_of(&x->stacks, number);

	if (task->lowest && x->options.instrumented)
		clean_stack(stack, task->lowest);
	task->lowest = (char *)stack + STACK_SIZE;
	/* the rest of the clock is 0: it was never set */
	memset(&task->clock, 0, gcx_clock_width * sizeof *task->clock.of);
	task->state = NEW;
	task->order = x->made++;
	task->body = body;
	task->argument = argument;
	task->next = (struct operation){ .kind = OP_START };
	task->children = 0;
	task->live = 0;
	task->events = 0;
	task->first_event = task->last_event = NO_EVENT;
	task->impatient = task->gave_up = false;
	task->given_up = 0;
	task->spin.count = 0;
	task->spin.copied = 0;
	task->spin.writes = false;
	gcx_coroutine_make(&task->context, stack, STACK_SIZE, be_task, task);
	enqueue(x, number);
}

unsigned gcx_add_task(struct explorer *x, void (*body)(void *), void *argument)
{
	unsigned number = number_of_child(x);
	struct task *task = &x->tasks[number];

	if (number == GCX_TASKS)
		return number;
	make_task(x, number, body, argument);
	gcx_find_alike(x, number);
	gcx_clock_copy(&task->clock, &x->tasks[x->self].clock);
	gcx_begin_stores(x, number, x->self);
	if (gcx_has_views(x))
		gcx_begin_knowledge(x, number, x->self);
	gcx_sync_begin(&task->sync, number, &x->tasks[x->self].sync, x->self);
	x->tasks[x->self].spin.writes = true;
	if (x->depth > 0)
		x->nodes[x->depth - 1].label.spawned |= UINT64_C(1) << number;
	if (x->options.tmc) {
		task->state = READY;
		task->next = (struct operation){ .kind = OP_START };
	}
	return number;
}

/* The task is about to do its next operation.  If it spins, it goes no further, although it is known from now on
 * for what it waits: what it has read in vain makes this execution another one than that in which
 * it has not. */
static void look_for_spin(struct explorer *x, struct task *task)
{
	const struct operation *next = &task->next;
	bool spins = gcx_spins(&task->spin, &task->context, next);
	uint64_t value;

	if (spins)
		task->state = SPINNING;
	/* Note [Useless values] */
	if (x->options.memory != GCX_SC || gcx_guard_of(next) != ALWAYS)
		return;
	if (!spins && gcx_is_waiting_place(&x->useless, next->place))
		task->next.useless =
		    gcx_find_useless(&x->useless, gcx_state_of(&task->context, next));
	else if (spins && gcx_spins_by_value(&task->spin, &value))
		gcx_add_useless(&x->useless, next->place, gcx_state_of(&task->context, next),
		    value);
}

void gcx_run_task(struct explorer *x, unsigned task)
{
	x->self = task;
	x->tasks[task].state = READY;
	x->in_task = true;
	gcx_coroutine_switch(&x->scheduler, &x->tasks[task].context);
	x->in_task = false;
	if (x->end != UNDER_WAY) /* its stack may be another one: watch.c */
		return;
	if ((char *)x->tasks[task].context.stack_pointer < x->tasks[task].lowest)
		x->tasks[task].lowest = x->tasks[task].context.stack_pointer;
	if (x->options.instrumented && x->tasks[task].state == READY)
		look_for_spin(x, &x->tasks[task]);
}

void gcx_settle_tasks(struct explorer *x)
{
	for (unsigned i = 0; i < x->task_count && x->end == UNDER_WAY; i++)
		if (x->tasks[i].state == NEW)
			gcx_run_task(x, i);
}

void gcx_begin_tasks(struct explorer *x)
{
	x->queue_length = 0;
	x->turn = 0;
	x->made = 0;
	for (unsigned i = 0; i < x->task_count; i++) {
		x->tasks[i].state = ABSENT;
		x->tasks[i].last_event = NO_EVENT;
	}
	x->task_count = x->task_count ? x->task_count : 1;
	gcx_clock_width = gcx_clock_width ? gcx_clock_width : 1;
	gcx_begin_buffers(x);
	gcx_begin_stores(x, 0, 0);
	gcx_begin_views(x);
	if (gcx_has_views(x))
		gcx_begin_knowledge(x, 0, 0);
	x->last_everything = NO_EVENT;
	x->stopped = x->atomic = x->again = false;
	gcx_forget_locations(&x->locations);
	gcx_forget_objects(&x->objects);
	gcx_heap_clear(&x->heap);
	gcx_shadow_clear(&x->shadow);
	memset(&x->common, 0, sizeof x->common);
	make_task(x, 0, x->program, x->argument);
	x->tasks[0].group = 0;
	gcx_sync_begin(&x->tasks[0].sync, 0, NULL, 0);
	gcx_settle_tasks(x);
}

bool gcx_has_changed(const struct explorer *x, unsigned task, const struct operation *operation,
    size_t version)
{
	const struct location *location = gcx_find_location(&x->locations, operation->at);

	for (size_t i = operation->since; location && i < version; i++)
		if (!gcx_is_own_flush(x, location->versions[i].event, task))
			return true;
	return false;
}

static bool guard_holds(const struct explorer *x, unsigned task, const struct operation *next)
{
	const struct location *location;

	switch (gcx_guard_of(next)) {
	case ALWAYS: return true;
	case IS: return gcx_found(x, task, next) == next->expected;
	case OTHER: return gcx_found(x, task, next) != next->expected;
	case CLEAR: return (gcx_found(x, task, next) & next->expected) == 0;
	case USEFUL: return !gcx_is_useless(next->useless, gcx_found(x, task, next));
	case JOINED: return x->tasks[next->task].state == OVER && gcx_is_empty(x, next->task);
	case CHANGED: break;
	}
	location = gcx_find_location(&x->locations, next->at);
	return location && gcx_has_changed(x, task, next, location->version_count);
}

/* Whether what the step stores may reach memory.  A store that is held back is done late: the location
 * is contended (buffers.c). */
static bool may_perform(struct explorer *x, unsigned task, const struct operation *next)
{
	bool flushes = task >= GCX_TASKS,
	     at_once = next->kind == OP_WRITE && !next->is_signal && !gcx_is_late(x, next);
	unsigned owner = flushes ? x->buffers.names[task - GCX_TASKS].owner : task;

	if (!x->options.may_perform || !(flushes || at_once) ||
	    x->options.may_perform(owner, (const void *)gcx_address(next->at), x->argument))
		return true;
	if (at_once)
		gcx_contend(x, next->at);
	return false;
}

bool gcx_may_go_on(struct explorer *x, unsigned task)
{
	const struct operation *next = &x->tasks[task].next;

	if (gcx_has_views(x) && x->tasks[task].state == READY && gcx_has_choices(next))
		return gcx_guard_of(next) == ALWAYS || gcx_alternatives(x, task) > 0;
	return x->tasks[task].state == READY &&
	    (!gcx_has_buffers(x) ||
		(gcx_is_drained(x, task, next) && may_perform(x, task, next))) &&
	    guard_holds(x, task, next);
}

unsigned gcx_alternatives(struct explorer *x, unsigned task)
{
	const struct operation *next = &x->tasks[task].next;

	if (gcx_has_views(x) && gcx_has_choices(next)) {
		gcx_find_choices(x, task);
		return (unsigned)x->views.choices.count;
	}
	return next->kind == OP_CHOOSE ? next->count : 1;
}

uint32_t gcx_alternative(const struct explorer *x, unsigned task, unsigned index)
{
	const struct operation *next = &x->tasks[task].next;

	if (gcx_has_views(x) && gcx_has_choices(next))
		return x->views.choices.at[index];
	if (gcx_has_buffers(x) && task < GCX_TASKS && next->kind == OP_WRITE)
		return gcx_is_late(x, next) ? LATE : AT_ONCE;
	return task < GCX_TASKS ? index : x->buffers.names[task - GCX_TASKS].owner;
}

struct label gcx_label(const struct explorer *x, unsigned task, uint32_t choice)
{
	return choice == GIVES_UP ? gcx_label_giving_up(task)
				  : gcx_label_of(x, task, &x->tasks[task].next, choice);
}

struct label gcx_label_of(const struct explorer *x, unsigned task, const struct operation *next,
    uint32_t choice)
{
	struct label label = { .task = (uint16_t)task,
		.choice = choice,
		.joined = next->kind == OP_JOIN ? (uint16_t)next->task : NO_TASK,
		.at = next->at,
		.size = (uint8_t)next->size,
		.footprint = gcx_footprint_of(next) };

	if (gcx_has_buffers(x))
		gcx_label_stores(x, &label, next);
	else if (gcx_has_views(x) && gcx_has_choices(next))
		gcx_label_views(x, &label, task, next, x->tasks[task].events + 1);
	return label;
}
