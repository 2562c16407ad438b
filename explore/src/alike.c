/* alike.c: Note [Symmetry].
 *
 * Tasks are alike if one task has made them without an operation between, with the same function and the
 * same argument.  As long as two of them have not begun (have done no operation), the state is the same
 * when they are exchanged.  So what can follow is the same, too, if they are exchanged in it.  An
 * execution in which another than the first of those that have not begun begins therefore has a twin in
 * which they are exchanged from there on.  It is enough to explore the twin.
 *
 * - A new node has no branch to a task that begins while one that is alike, with a smaller number, has
 *   not begun.
 * - A sequence that reverses a race is added to a tree after such tasks were exchanged in it.  The
 *   state at that node is the same for all of them, so the exchanged sequence is possible there; and
 *   what is asleep there stands for its twins, too.
 *
 * The tasks of a group have the same operations before them, because nothing is between those that make
 * them.  So an exchange does not change which operations come before which.  With a task its children are
 * exchanged, its stack and its part of the heap.
 *
 * That their maker does the same with each of them is for the user to see to: it waits for all of
 * them, and does nothing between. */
#include "explore/src/alike.h"

#include "explore/src/explorer.h"

/* ------------------------------------------------------------------------- who is alike */
static bool is_alike(const struct explorer *x, unsigned a, unsigned b)
{
	const struct task *first = &x->tasks[a], *second = &x->tasks[b];

	return second->state != ABSENT && x->birth[a].parent == x->birth[b].parent &&
	    first->body == second->body && first->argument == second->argument &&
	    first->made_at == second->made_at;
}

/* A task that makes others before it has begun is more than its operations: it is alike to none. */
static void leave_group(struct explorer *x, unsigned task)
{
	unsigned group = x->tasks[task].group;

	for (unsigned i = 0; i < x->task_count; i++)
		if (x->tasks[i].state != ABSENT && x->tasks[i].group == group)
			x->tasks[i].group = i;
}

void gcx_find_alike(struct explorer *x, unsigned number)
{
	struct task *task = &x->tasks[number];

	task->group = number;
	task->made_at = x->depth;
	if (!x->options.symmetry)
		return;
	if (x->tasks[x->self].events == 0)
		leave_group(x, x->self);
	for (unsigned i = 1; i < x->task_count && task->group == number; i++)
		if (i != number && is_alike(x, number, i))
			task->group = x->tasks[i].group;
}

static bool is_new_at(const struct explorer *x, unsigned task, uint32_t depth)
{
	return x->tasks[task].state != ABSENT && x->tasks[task].first_event >= depth;
}

bool gcx_begins_later(const struct explorer *x, unsigned task)
{
	if (!x->options.symmetry || task >= GCX_TASKS || !is_new_at(x, task, NO_EVENT))
		return false;
	for (unsigned i = 0; i < task; i++)
		if (x->tasks[i].group == x->tasks[task].group && is_new_at(x, i, NO_EVENT))
			return true;
	return false;
}

/* ---------------------------------------------------------------------------- exchanging */
struct exchange {
	struct explorer *x;
	uint32_t depth;
	unsigned to[GCX_TASKS]; /* GCX_TASKS: not known yet */
	bool taken[GCX_TASKS];
	bool full; /* there are no more numbers for tasks */
};

/* The task that CHILD, which is not exchanged with its siblings, is after its parent was exchanged. */
static unsigned after_parent(struct exchange *exchange, unsigned child)
{
	const struct explorer *x = exchange->x;
	unsigned parent = x->birth[child].parent, to = exchange->to[parent];

	if (child == 0 || to == GCX_TASKS || to == parent)
		return child;
	to = gcx_child_of(exchange->x, to, x->birth[child].child);
	exchange->full |= to == GCX_TASKS;
	return to == GCX_TASKS ? child : to;
}

static unsigned exchanged(struct exchange *exchange, unsigned task)
{
	unsigned to = exchange->to[task];

	return to != GCX_TASKS ? to : after_parent(exchange, task);
}

/* The task begins: as which one? */
static void begin(struct exchange *exchange, unsigned task)
{
	const struct explorer *x = exchange->x;
	unsigned first = 0;

	if (exchange->to[task] != GCX_TASKS)
		return;
	while (exchange->taken[first] || x->tasks[first].group != x->tasks[task].group ||
	    !is_new_at(x, first, exchange->depth))
		first++;
	exchange->taken[first] = true;
	exchange->to[task] = after_parent(exchange, first);
}

/* Where it is, if it is on the stack of a task, or in its part of the heap. */
static uintptr_t place_of(struct exchange *exchange, uintptr_t at)
{
	struct explorer *x = exchange->x;
	unsigned owner = gcx_stack_owner(&x->stacks, at);
	uintptr_t offset = at - (uintptr_t)x->heap.start;

	if (owner < GCX_TASKS)
		return at - (uintptr_t)gcx_stack_of(&x->stacks, owner) +
		    (uintptr_t)gcx_stack_of(&x->stacks, exchanged(exchange, owner));
	if (!x->heap.start || offset >= HEAP_PART * GCX_TASKS)
		return at;
	owner = (unsigned)(offset / HEAP_PART);
	return at + (exchanged(exchange, owner) - (uintptr_t)owner) * HEAP_PART;
}

static uint64_t exchange_set(struct exchange *exchange, uint64_t tasks)
{
	uint64_t set = 0;

	for (unsigned i = 0; i < GCX_TASKS; i++)
		if (tasks >> i & 1)
			set |= UINT64_C(1) << after_parent(exchange, i);
	return set;
}

static void exchange_step(struct exchange *exchange, struct label *label)
{
	begin(exchange, label->task);
	label->task = (uint16_t)exchange->to[label->task];
	label->spawned = exchange_set(exchange, label->spawned);
	if (label->joined != NO_TASK)
		label->joined = (uint16_t)exchanged(exchange, label->joined);
	if (label->size)
		label->at = place_of(exchange, label->at);
}

void gcx_exchange_alike(struct explorer *x, uint32_t depth, struct labels *sequence)
{
	struct exchange exchange = { .x = x, .depth = depth };

	if (!x->options.symmetry)
		return;
	for (unsigned i = 0; i < GCX_TASKS; i++)
		exchange.to[i] = i < x->task_count && is_new_at(x, i, depth) ? GCX_TASKS : i;
	/* If it cannot be exchanged, it is explored beside its twin. */
	for (size_t i = 0; i < sequence->count; i++) {
		struct label step = sequence->at[i];

		exchange_step(&exchange, &step);
	}
	for (size_t i = 0; !exchange.full && i < sequence->count; i++)
		exchange_step(&exchange, &sequence->at[i]);
}
