/* alike.c: Note [Symmetry].
 *
 * Tasks are alike if one task has made them without an operation between, with the same function and the
 * same argument.  As long as two of them have not begun (have done no operation), the state is the same
 * when they are exchanged.  So what can follow is also the same, with the two exchanged.  Take an execution
 * in which one of these tasks begins, and one with a smaller number has not begun.  It has a twin, in which
 * the two are exchanged from there on.  It is enough to explore the twin.
 *
 * - A new node has no branch to a task that begins while one that is alike, with a smaller number, has
 *   not begun.
 * - A sequence that reverses a race is added to a tree after such tasks were exchanged in it.  The
 *   state at that node is the same for all of them, so the exchanged sequence is possible there; and
 *   what is asleep there stands for its twins, too.
 *
 * The tasks of a group have the same operations before them, because nothing is between those that make
 * them.  So an exchange does not change which operations come before which.
 *
 * Only who does the steps is exchanged.  What else steps have to do with these tasks is as it was: the
 * children that they make, the addresses of their own memory, which task waits for which.  None of this
 * is known to anybody before they begin, so the first step from the node is the right one.  What can
 * follow it is found out when it is executed, and a step that is not possible then is left out.
 *
 * The user must ensure that the task that has made them treats them alike: it waits for all of them, and
 * does nothing else between these waits. */
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
	unsigned to[GCX_TASKS]; /* GCX_TASKS: not known yet */
	bool taken[GCX_TASKS];
};

/* The task begins: as the first of those that are alike and have not begun. */
static void begin(const struct explorer *x, uint32_t depth, struct exchange *exchange,
    unsigned task)
{
	unsigned first = 0;

	while (exchange->taken[first] || x->tasks[first].group != x->tasks[task].group ||
	    !is_new_at(x, first, depth))
		first++;
	exchange->taken[first] = true;
	exchange->to[task] = first;
}

void gcx_exchange_alike(struct explorer *x, uint32_t depth, struct labels *sequence)
{
	struct exchange exchange = { .taken = { false } };

	if (!x->options.symmetry)
		return;
	for (unsigned i = 0; i < GCX_TASKS; i++)
		exchange.to[i] = i < x->task_count && is_new_at(x, i, depth) ? GCX_TASKS : i;
	for (size_t i = 0; i < sequence->count; i++) {
		struct label *label = &sequence->at[i];

		if (exchange.to[label->task] == GCX_TASKS)
			begin(x, depth, &exchange, label->task);
		label->task = (uint16_t)exchange.to[label->task];
	}
}
