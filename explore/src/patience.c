/* patience.c: giving up: Note [Giving up]. */
#include "explore/src/patience.h"

#include "explore/src/explorer.h"

/* A task that has given up so often in an execution tries for ever. */
enum { MOST_TRIES = 1000 };

static bool is_impatient(const struct explorer *x, unsigned task)
{
	return task < GCX_TASKS && x->tasks[task].state == READY && x->tasks[task].next.gives_up;
}

static bool some_can_go_on(struct explorer *x)
{
	for (unsigned i = 0; i < gcx_actor_end(x); i = gcx_actor_after(x, i))
		if (gcx_may_go_on(x, i))
			return true;
	return false;
}

bool gcx_may_give_up(struct explorer *x, unsigned task)
{
	unsigned tries;

	if (!is_impatient(x, task) || x->tasks[task].given_up >= MOST_TRIES)
		return false;
	tries = x->tasks[task].given_up;
	for (unsigned i = 0; i < x->task_count; i++)
		if (is_impatient(x, i) && x->tasks[i].given_up < tries)
			return false;
	return !some_can_go_on(x);
}

/* A replay may do a store at once, as the exploration has done it, but not before another one of the
 * same task to the same location. */
static bool may_store(const struct explorer *x, unsigned task, uint32_t choice)
{
	const struct operation *next = &x->tasks[task].next;

	if (!x->once)
		return choice == gcx_alternative(x, task, 0);
	return choice == LATE ||
	    (choice == AT_ONCE && !gcx_is_buffered(x, task, gcx_address(next->at), next->size));
}

static bool has_alternative(struct explorer *x, unsigned task, uint32_t choice)
{
	unsigned count;

	if (!gcx_may_go_on(x, task))
		return false;
	if (gcx_has_views(x)) {
		count = gcx_alternatives(x, task);
		for (unsigned i = 0; i < count; i++)
			if (gcx_alternative(x, task, i) == choice)
				return true;
		return false;
	}
	if (gcx_has_buffers(x) && task < GCX_TASKS && x->tasks[task].next.kind == OP_WRITE)
		return may_store(x, task, choice);
	return task < GCX_TASKS ? choice < gcx_alternatives(x, task)
				: choice == gcx_alternative(x, task, 0);
}

bool gcx_is_possible(struct explorer *x, unsigned task, uint32_t choice)
{
	const struct useless *useless;
	bool possible;

	if (choice == GIVES_UP)
		return gcx_may_give_up(x, task);
	if (task >= GCX_ACTORS)
		return false;
	/* Note [Useless values]: it is prescribed */
	useless = x->tasks[task].next.useless;
	x->tasks[task].next.useless = NULL;
	possible = has_alternative(x, task, choice);
	x->tasks[task].next.useless = useless;
	return possible;
}

struct operation gcx_give_up(struct explorer *x, struct node *node)
{
	struct task *task = &x->tasks[node->label.task];

	node->waited = task->next;
	task->gave_up = true;
	task->given_up++;
	for (unsigned i = 0; i < x->task_count; i++)
		if (x->tasks[i].state == SPINNING) {
			x->tasks[i].state = READY;
			x->tasks[i].spin.writes = true;
		}
	return (struct operation){ .kind = OP_GIVE_UP, .place = task->next.place };
}

unsigned gcx_gives_up_for_ever(const struct explorer *x)
{
	unsigned i = 0;

	while (i < x->task_count && !is_impatient(x, i))
		i++;
	return i < x->task_count ? i : GCX_TASKS;
}
