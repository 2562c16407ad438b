/* search.c: which step is taken next, and what is explored after this execution. */
#include <string.h>

#include "explore/src/alike.h"
#include "explore/src/explorer.h"
#include "explore/src/room.h"
#include "explore/src/schedule.h"

/* ------------------------------------------------------------------------ nodes */
struct node *gcx_add_node(struct explorer *x)
{
	struct node *node;

	if (x->node_count == x->node_room) {
		size_t old = x->node_room;

		x->node_room = old * 2 + 256;
		x->nodes = gcx_room(x->nodes, x->node_room, sizeof *x->nodes);
		memset(&x->nodes[old], 0, (x->node_room - old) * sizeof *x->nodes);
	}
	node = &x->nodes[x->node_count++];
	node->tree = NULL;
	node->asleep.count = 0;
	node->more = false;
	node->explored = 0;
	return node;
}

void gcx_drop_nodes(struct explorer *x, uint32_t count)
{
	while (x->node_count > count) {
		struct node *node = &x->nodes[--x->node_count];

		gcx_free_tree(node->tree);
		node->tree = NULL;
	}
	gcx_free_tree(x->subtree);
	x->subtree = NULL;
}

void gcx_free_nodes(struct explorer *x)
{
	gcx_drop_nodes(x, 0);
	for (size_t i = 0; i < x->node_room; i++)
		free(x->nodes[i].asleep.at);
	free(x->nodes);
	free(x->races);
}

/* Asleep is what was asleep at the node before, and does not depend on the step that was taken there. */
static void sleep_on(struct explorer *x, struct node *node)
{
	const struct node *before = node - 1;

	if (node == x->nodes)
		return;
	for (size_t i = 0; i < before->asleep.count; i++)
		if (!gcx_depend(&before->asleep.at[i], &before->label))
			gcx_add_after(&node->asleep, &before->asleep.at[i], &before->label);
}

static bool is_asleep(const struct node *node, const struct label *label)
{
	for (size_t i = 0; i < node->asleep.count; i++)
		if (gcx_same_step(&node->asleep.at[i], label))
			return true;
	return false;
}

/* ------------------------------------------------------------- what is to be explored */
/* Adds a branch for each way in which the task can go on.  Returns whether there is one. */
static bool add_branches(struct explorer *x, struct node *node, struct branch ***end, unsigned task)
{
	unsigned count = gcx_alternatives(x, task);
	bool any = false;

	for (unsigned i = 0; i < count; i++) {
		struct label label = gcx_label(x, task, gcx_alternative(x, task, i));

		if (is_asleep(node, &label))
			continue;
		**end = gcx_new_branch(&label);
		*end = &(**end)->next;
		any = true;
	}
	return any;
}

/* Note [Fair executions].  After a long turn of one task another one goes on.  If a task that never ends
 * went on for ever, the others would take no steps, so their steps would race with nothing: no other
 * execution would be explored before a bound cuts this one off. */
enum { LONG_TURN = 256 };

/* A step of a buffer, then of the task that has waited longest. */
static void end_turn(struct explorer *x, struct node *node)
{
	struct branch **end = &node->tree;

	for (unsigned i = GCX_TASKS; i < gcx_actor_end(x) && !node->tree; i++)
		if (gcx_may_go_on(x, i))
			add_branches(x, node, &end, i);
	for (unsigned i = x->queue_length; i > 1 && !node->tree; i--)
		if (gcx_may_go_on(x, x->queue[i - 1]) && !gcx_begins_later(x, x->queue[i - 1]))
			add_branches(x, node, &end, x->queue[i - 1]);
}

/* Branches to tasks in the order of the queue: to ALL, or to one that is not asleep.  (The one that
 * took the last step comes first, so that there are few switches.)  Returns whether some task can
 * go on, asleep or not. */
static bool branch(struct explorer *x, struct node *node, bool all)
{
	struct branch **end = &node->tree;
	bool any = false;

	if (!all && x->turn >= LONG_TURN)
		end_turn(x, node);
	if (node->tree)
		return true;
	for (unsigned i = 0; i < x->queue_length && (all || !node->tree); i++) {
		if (!gcx_may_go_on(x, x->queue[i]))
			continue;
		any = true;
		if (gcx_begins_later(x, x->queue[i]))
			continue;
		if (x->options.bound_preemptions && !gcx_is_affordable(x, node, x->queue[i]))
			continue;
		node->more = !add_branches(x, node, &end, x->queue[i]);
	}
	for (unsigned i = GCX_TASKS; i < gcx_actor_end(x) && (all || !node->tree); i++) {
		if (!gcx_may_go_on(x, i))
			continue;
		any = true;
		add_branches(x, node, &end, i);
	}
	return any;
}

/* What is left of the tree, unless its step is not possible: a sequence that was collected in
 * another execution may lead elsewhere in this one. */
static void take_subtree(struct explorer *x, struct node *node)
{
	node->tree = x->subtree;
	x->subtree = NULL;
	while (
	    node->tree && !gcx_is_possible(x, node->tree->label.task, node->tree->label.choice)) {
		struct branch *impossible = node->tree;

		node->tree = impossible->next;
		impossible->next = NULL;
		gcx_free_tree(impossible);
	}
}

static bool branch_on(struct explorer *x, struct node *node)
{
	bool all = x->options.reduction == GCX_NONE || x->options.reduction == GCX_SLEEP;

	if (x->begin_node)
		return x->begin_node(x, node);
	take_subtree(x, node);
	return node->tree || branch(x, node, all);
}

/* A branch for each task that gives up; when executions are not searched, for one of them. */
static bool branch_by_giving_up(struct explorer *x, struct node *node)
{
	struct branch **end = &node->tree;

	for (unsigned i = 0; i < x->task_count && !(x->begin_node && node->tree); i++) {
		struct label label = gcx_label_giving_up(i);

		if (!gcx_may_give_up(x, i))
			continue;
		*end = gcx_new_branch(&label);
		end = &(*end)->next;
	}
	return node->tree;
}

/* Whether the program accepts it as an end that no task can go on. */
static bool is_accepted(struct explorer *x)
{
	return x->options.is_over && x->options.is_over(x->argument);
}

static bool begin_node(struct explorer *x, struct node *node)
{
	sleep_on(x, node);
	return branch_on(x, node) || (!is_accepted(x) && branch_by_giving_up(x, node));
}

/* ------------------------------------------------------------------ ends of executions */
/* Whether what the task has read in that turn is still there, at the end of the execution. */
static bool lasts(const struct explorer *x, unsigned task, const struct turn *turn)
{
	const struct location *location = gcx_find_location(&x->locations, turn->at);

	if (!turn->at || !location)
		return true;
	if (turn->store)
		return gcx_last_write(location) == x->buffers.of[task].at[turn->store - 1].flushed;
	return location->writes == turn->version;
}

/* Nothing was written that could end the loop, and it does not end by itself. */
static bool goes_round_for_ever(const struct explorer *x, unsigned task)
{
	const struct spin *spin = &x->tasks[task].spin;

	for (unsigned i = spin->from; i < spin->count; i++) {
		const struct turn *turn = &spin->turns[i];

		/* other tasks may write what it has looked at, if data races are allowed */
		if (turn->chooses || !lasts(x, task, turn) ||
		    (turn->looks && x->options.ignores_races))
			return false;
	}
	return true;
}

/* Whether the task only reads the same again and again, and nobody will write it. */
static bool spins_for_ever(const struct explorer *x, unsigned task)
{
	if (x->tasks[task].state == SPINNING)
		return goes_round_for_ever(x, task);
	return x->tasks[task].state == READY && x->tasks[task].next.useless;
}

/* Note [Contended locations]: a location for which a task waits in vain is contended, because the task's
 * access to it never comes. */
static void contend_awaited(struct explorer *x)
{
	for (unsigned i = 0; i < x->task_count; i++) {
		const struct operation *next = &x->tasks[i].next;

		if (x->tasks[i].state == READY && gcx_guard_of(next) != ALWAYS && next->size &&
		    !next->is_signal && gcx_find_location(&x->locations, next->at))
			gcx_contend(x, next->at);
	}
}

static void end_without_step(struct explorer *x, bool any)
{
	bool over = true, assuming = false;
	unsigned spinning = GCX_TASKS;

	for (unsigned i = 0; i < x->task_count; i++) {
		const struct task *task = &x->tasks[i];
		bool spins = spins_for_ever(x, i);

		over &= task->state == OVER || task->state == ABSENT;
		assuming |= task->state == ASSUMING || (task->state == SPINNING && !spins);
		spinning = spins ? i : spinning;
	}
	if (gcx_has_buffers(x) && !any && !over)
		contend_awaited(x);
	if (any)
		x->end = PRUNED;
	else if (over)
		x->end = COMPLETE;
	else if (assuming)
		x->end = BLOCKED;
	else if (is_accepted(x))
		x->end = COMPLETE;
	else if (spinning < GCX_TASKS)
		gcx_fail_at(x, GCX_LIVELOCK, x->tasks[spinning].next.place,
		    "task %u waits for ever: nobody will write what it reads again and again",
		    gcx_number(x, spinning));
	else if (gcx_gives_up_for_ever(x) < GCX_TASKS)
		gcx_fail_at(x, GCX_LIVELOCK, x->tasks[gcx_gives_up_for_ever(x)].next.place,
		    "task %u waits, gives up, and waits again for ever",
		    gcx_number(x, gcx_gives_up_for_ever(x)));
	else
		gcx_fail(x, GCX_DEADLOCK, "no task can go on");
}

static struct node *follow_step(struct explorer *x, const struct gcx_step *step)
{
	struct node *node = gcx_add_node(x);
	struct label label = gcx_label(x, step->task, step->choice);

	node->tree = gcx_new_branch(&label);
	return node;
}

static void refuse_step(struct explorer *x)
{
	if (x->schedule_file)
		gcx_fail(x, GCX_MISUSE, "%s:%u: this step is not possible here", x->schedule_file,
		    x->depth + SCHEDULE_HEAD + 1);
	else
		gcx_fail(x, GCX_MISUSE, "step %u of the schedule is not possible", x->depth + 1);
}

/* The next step of the schedule that is possible; NULL: none is left. */
static const struct gcx_step *next_possible(struct explorer *x)
{
	while (x->schedule_used < x->schedule_length) {
		const struct gcx_step *step = &x->schedule[x->schedule_used++];

		if (gcx_is_possible(x, step->task, step->choice))
			return step;
	}
	return NULL;
}

static struct node *new_node(struct explorer *x)
{
	struct node *node;
	bool any;

	const struct gcx_step *step = NULL;

	if (x->lenient) {
		step = next_possible(x);
	} else if (x->depth < x->schedule_length) {
		step = &x->schedule[x->depth];
		if (!gcx_is_possible(x, step->task, step->choice)) {
			refuse_step(x);
			return NULL;
		}
	}
	if (step)
		return follow_step(x, step);
	node = gcx_add_node(x);
	any = begin_node(x, node);
	if (x->prefixes.wanted && gcx_is_known(x, !node->tree)) {
		gcx_free_tree(node->tree);
		node->tree = NULL;
		any = true;
	}
	if (node->tree && (!x->options.most_steps || x->depth < x->options.most_steps))
		return node;
	x->node_count--;
	if (node->tree)
		x->end = CUT;
	else
		end_without_step(x, any);
	gcx_free_tree(node->tree);
	node->tree = NULL;
	return NULL;
}

static void refuse_other_step(struct explorer *x, unsigned task)
{
	gcx_fail(x, GCX_MISUSE,
	    "task %u has not done the same again: each execution must begin in the same state, and "
	    "memory must come from gcx_allocate",
	    task);
}

/* A step that is repeated must do the same operation as before.  (Before it was taken for the first time,
 * another footprint may have been expected.)  false: it does not. */
static bool take_label(struct explorer *x, struct node *node)
{
	struct label label = gcx_label(x, node->tree->label.task, node->tree->label.choice);
	bool same = label.at == node->label.at && label.size == node->label.size &&
	    label.footprint == node->label.footprint && label.joined == node->label.joined;

	if (x->depth < x->diverges && !same)
		refuse_other_step(x, label.task);
	node->label = label;
	return x->end == UNDER_WAY;
}

struct node *gcx_next_node(struct explorer *x)
{
	struct node *node;

	if (x->stopped) {
		if (!x->lenient && x->depth < x->schedule_length)
			refuse_step(x);
		else
			x->end = x->prefixes.wanted && gcx_is_known(x, true) ? PRUNED : COMPLETE;
		return NULL;
	}
	node = x->depth < x->node_count ? &x->nodes[x->depth] : new_node(x);
	if (!node)
		return NULL;
	if (!gcx_is_possible(x, node->tree->label.task, node->tree->label.choice)) {
		if (x->depth < x->diverges)
			refuse_other_step(x, node->tree->label.task);
		node->label = node->tree->label;
		x->end = x->end == UNDER_WAY ? PRUNED : x->end;
		return NULL;
	}
	if (x->depth >= x->diverges) {
		x->subtree = node->tree->children;
		node->tree->children = NULL;
	}
	if (!take_label(x, node))
		return NULL;
	if (x->counts_preemptions)
		gcx_count_preemption(x, node);
	x->depth++;
	return node;
}

/* ------------------------------------------------------------------ the next execution */
uint32_t gcx_count_branches(const struct node *node)
{
	uint32_t count = node->explored;

	for (const struct branch *branch = node->tree; branch; branch = branch->next)
		count++;
	return count;
}

/* The step of the last node was explored with all that follows it. */
static void leave_step(struct explorer *x, struct node *node)
{
	struct branch *done = node->tree;

	node->tree = done->next;
	node->explored++;
	gcx_free_branch(done);
	if (x->options.reduction < GCX_NONE)
		gcx_add_label(&node->asleep, &node->label);
}

/* The next execution has nothing in common with this one. */
static bool begin_anew(struct explorer *x)
{
	while (x->node_count > 0)
		leave_step(x, &x->nodes[--x->node_count]);
	x->diverges = 0;
	return true;
}

/* Drops the branches of a point to other tasks than the one that was chosen. */
static void keep_task(struct node *node)
{
	struct branch **end = &node->tree->next;

	while (*end) {
		struct branch *other = *end;

		if (other->label.task == node->tree->label.task) {
			end = &other->next;
			continue;
		}
		*end = other->next;
		other->next = NULL;
		gcx_free_tree(other);
	}
}

/* The races that would add others are not reversed (order.c). */
void gcx_begin_here(struct explorer *x)
{
	x->begun = x->depth;
	for (uint32_t i = 0; i < x->depth; i++)
		keep_task(&x->nodes[i]);
	/* What a loop has read before it reads again, because races with that are not reversed. */
	for (unsigned i = 0; i < x->task_count; i++) {
		gcx_spin_anew(&x->tasks[i].spin);
		if (x->tasks[i].state == SPINNING)
			x->tasks[i].state = READY;
	}
}

bool gcx_backtrack(struct explorer *x)
{
	gcx_free_tree(x->subtree);
	x->subtree = NULL;
	if (gcx_is_sampled(x))
		return begin_anew(x);
	while (x->node_count > x->floor) {
		struct node *node = &x->nodes[x->node_count - 1];

		leave_step(x, node);
		if (node->tree) {
			x->diverges = x->node_count - 1;
			return true;
		}
		if (x->options.tmc && x->options.reduction == GCX_SLEEP && node->more)
			x->result->pruned++;
		x->node_count--;
	}
	return false;
}
