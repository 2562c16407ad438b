/* estimate.c: how many executions there are, from a few of them.
 *
 * Note [Estimates].  Knuth's estimator follows one random path from the root of a tree to a leaf,
 * and multiplies the numbers of branches on it.  The mean of many paths tends to the number of
 * leaves, whatever the tree is like.  But the branches of a point of the tree of DPOR are not known
 * when an execution gets there: races that are found later add some.  So a path is made of several
 * executions:
 *
 * - At a new point, tasks whose next operations depend on each other are branches from the start.
 *   (Of several such groups the smallest is taken.)  One branch is chosen.
 * - At each point, some executions go on from there at random (scouts).  The reversal of their races may
 *   add branches to the point.  Then the choice changes to one of the new branches with such a probability
 *   that in the end each branch is equally likely.  If it changes, there are scouts again.
 *
 * Branches that come before the chosen one are asleep below it, as they are in the search.  A path
 * that ends asleep counts 0.  What is counted are the complete executions of source sets: as many
 * as those of GCX_OPTIMAL.
 *
 * The estimate is unbiased if scouts find all branches of each point.  A branch that they do not
 * find makes it low. */
#include <stdio.h>
#include <string.h>

#include "explore/src/alike.h"
#include "explore/src/explorer.h"
#include "explore/src/limit.h"
#include "explore/src/room.h"
#include "explore/src/sample.h"

/* With 1, two of three estimates of random programs are within two deviations; with 4, nine of ten. */
enum { SCOUTS = 4 };

struct probe {
	uint64_t random;
	bool scouts;    /* executions are only to find branches */
	uint32_t begun; /* points before this depth have one branch each (gcx_begin) */
	unsigned probes;
	uint64_t executions; /* of all probes */
	double sum, squares, seconds;
};

static uint32_t below(struct explorer *x, uint32_t count)
{
	return (uint32_t)(gcx_random(&x->probe->random) % count);
}

/* ------------------------------------------------------------------------ a new point */
/* The steps that are possible, and those of them that are awake. */
struct possible {
	struct labels steps;
	bool *awake;
	unsigned *group;
};

static bool is_awake(const struct node *node, const struct label *label)
{
	for (size_t i = 0; i < node->asleep.count; i++)
		if (gcx_same_step(&node->asleep.at[i], label))
			return false;
	return true;
}

static void find_possible(struct explorer *x, const struct node *node, struct possible *possible)
{
	size_t count;

	for (unsigned i = 0; i < gcx_actor_end(x); i = gcx_actor_after(x, i)) {
		bool branches = gcx_may_go_on(x, i) && !gcx_begins_later(x, i);
		unsigned alternatives = branches ? gcx_alternatives(x, i) : 0;

		for (unsigned j = 0; j < alternatives; j++) {
			struct label label = gcx_label(x, i, gcx_alternative(x, i, j));

			gcx_add_label(&possible->steps, &label);
		}
	}
	count = possible->steps.count;
	possible->awake = gcx_room(NULL, count + 1, sizeof *possible->awake);
	possible->group = gcx_room(NULL, count + 1, sizeof *possible->group);
	for (size_t i = 0; i < count; i++)
		possible->awake[i] = is_awake(node, &possible->steps.at[i]);
}

/* Puts all that depends on step FIRST, one way or another, into its group.  Returns how many of them
 * are awake. */
static unsigned make_group(struct possible *possible, unsigned first)
{
	const struct labels *steps = &possible->steps;
	unsigned awake = possible->awake[first];
	bool more = true;

	possible->group[first] = first + 1;
	while (more) {
		more = false;
		for (size_t i = 0; i < steps->count; i++)
			for (size_t j = 0; !possible->group[i] && j < steps->count; j++)
				if (possible->group[j] == first + 1 &&
				    gcx_depend(&steps->at[i], &steps->at[j])) {
					possible->group[i] = first + 1;
					awake += possible->awake[i];
					more = true;
				}
	}
	return awake;
}

/* The group with the fewest steps that are awake, but with one; 0: there is none. */
static unsigned smallest_group(struct possible *possible)
{
	unsigned smallest = 0, least = 0;

	memset(possible->group, 0, possible->steps.count * sizeof *possible->group);
	for (unsigned i = 0; i < possible->steps.count; i++) {
		unsigned awake = possible->group[i] ? 0 : make_group(possible, i);

		if (awake > 0 && (!smallest || awake < least)) {
			smallest = i + 1;
			least = awake;
		}
	}
	return smallest;
}

/* Adds the steps of the group that are awake as branches, in a random order. */
static void add_group(struct explorer *x, struct node *node, struct possible *possible,
    unsigned group)
{
	struct label *steps = possible->steps.at;
	uint32_t count = 0;

	for (size_t i = 0; i < possible->steps.count; i++)
		if (possible->group[i] == group && possible->awake[i])
			steps[count++] = steps[i];
	node->known = count;
	while (count > 0) {
		uint32_t chosen = below(x, count);
		struct branch *branch = gcx_new_branch(&steps[chosen]);

		branch->next = node->tree;
		node->tree = branch;
		steps[chosen] = steps[--count];
	}
}

/* The COUNT first branches are done with: the next one is chosen. */
static void skip(struct node *node, uint32_t count)
{
	for (; count > 0; count--) {
		struct branch *first = node->tree;

		gcx_add_label(&node->asleep, &first->label);
		node->tree = first->next;
		node->explored++;
		gcx_free_branch(first);
	}
}

/* A node of the beginning gets the branch that a search takes first. */
static bool begin_node(struct explorer *x, struct node *node)
{
	for (unsigned i = 0; i < x->queue_length && !node->tree; i++)
		if (gcx_may_go_on(x, x->queue[i]) && gcx_alternatives(x, x->queue[i]) > 0) {
			struct label label =
			    gcx_label(x, x->queue[i], gcx_alternative(x, x->queue[i], 0));

			node->tree = gcx_new_branch(&label);
		}
	node->known = 1;
	return node->tree;
}

/* Adds branches to a new node of a probe, the chosen one first. */
static bool probe_node(struct explorer *x, struct node *node)
{
	struct possible possible = { 0 };
	unsigned group;
	bool any;

	if (x->depth < x->probe->begun)
		return begin_node(x, node);
	find_possible(x, node, &possible);
	any = possible.steps.count > 0;
	group = x->probe->scouts ? 0 : smallest_group(&possible);
	if (x->probe->scouts && any) {
		node->tree = gcx_new_branch(&possible.steps.at[below(x, possible.steps.count)]);
	} else if (group) {
		add_group(x, node, &possible, group);
		skip(node, below(x, node->known));
	}
	free(possible.steps.at);
	free(possible.awake);
	free(possible.group);
	return any;
}

/* ------------------------------------------------------------------------ a path */
/* Whether the node's choice falls on one of the branches that it has got since it was made. */
static bool change_choice(struct explorer *x, struct node *node)
{
	uint32_t count = gcx_count_branches(node), added = count - node->known;
	uint32_t chosen = added ? below(x, count) : 0;

	node->known = count;
	if (chosen >= added)
		return false;
	node->tree->label = node->label;
	skip(node, count - node->explored - added + chosen);
	return true;
}

static double value_of(const struct explorer *x)
{
	double value = x->end == PRUNED ? 0 : 1;

	for (uint32_t i = 0; i < x->node_count; i++)
		value *= gcx_count_branches(&x->nodes[i]);
	return value;
}

static void execute(struct explorer *x, bool scouts)
{
	x->probe->scouts = scouts;
	do
		gcx_execute(x);
	while (x->again);
	x->probe->executions++;
	gcx_reverse_races(x);
}

/* Another execution that has the steps up to node COUNT - 1 in common with the last one. */
static void execute_from(struct explorer *x, uint32_t count, bool scouts)
{
	gcx_drop_nodes(x, count);
	x->diverges = count;
	execute(x, scouts);
}

static double follow_path(struct explorer *x)
{
	uint32_t settled = 0; /* nodes whose choice is not changed any more */

	execute_from(x, 0, false);
	while (settled < x->node_count) {
		for (unsigned i = 0; i < SCOUTS; i++)
			execute_from(x, settled + 1, true);
		execute_from(x, settled + 1, false);
		if (!change_choice(x, &x->nodes[settled])) {
			settled++;
			continue;
		}
		gcx_drop_nodes(x, settled + 1);
		x->diverges = settled;
		execute(x, false);
	}
	return value_of(x);
}

/* How long the beginning is shows when the first execution gets there. */
static void find_beginning(struct explorer *x)
{
	x->probe->begun = UINT32_MAX;
	execute_from(x, 0, false);
	x->probe->begun = x->begun;
}

static void follow_paths(struct explorer *x)
{
	struct probe *probe = x->probe;

	find_beginning(x);
	for (unsigned i = 0; i < probe->probes; i++) {
		double value = follow_path(x);

		probe->sum += value;
		probe->squares += value * value;
	}
	probe->seconds = gcx_seconds(x);
}

/* ------------------------------------------------------------------------ the estimate */
/* Newton's method: the library needs no other one. */
static double root(double square)
{
	double guess = square > 1 ? square : 1;

	if (square <= 0)
		return 0;
	for (unsigned i = 0; i < 2000 && guess * guess > square * (1 + 1e-12); i++)
		guess = (guess + square / guess) / 2;
	return guess;
}

/* It needs much of the stack. */
__attribute__((noinline)) static bool run_probes(const struct gcx_options *options,
    void (*program)(void *), void *argument, unsigned probes, struct gcx_estimate *estimate)
{
	struct probe probe = { .random = options->seed, .probes = probes };
	const struct explorer wanted = { .options = { .reduction = GCX_SOURCE,
					     .most_steps = options->most_steps },
		.program = program,
		.argument = argument,
		.drive = follow_paths,
		.begin_node = probe_node,
		.probe = &probe };
	double count = probes;
	struct gcx_result result;

	gcx_run(&wanted, &result);
	memcpy(estimate->message, result.message, sizeof estimate->message);
	if (probe.executions == 0)
		return false;
	estimate->message[0] = '\0';
	estimate->executions = probe.sum / count;
	if (probes > 1)
		estimate->deviation =
		    root((probe.squares / count - estimate->executions * estimate->executions) /
			(count - 1));
	estimate->seconds = estimate->executions * probe.seconds / (double)probe.executions;
	return true;
}

bool gcx_estimate(const struct gcx_options *options, void (*program)(void *), void *argument,
    unsigned probes, struct gcx_estimate *estimate)
{
	*estimate = (struct gcx_estimate){ 0 };
	if (gcx_explorer || probes == 0) {
		snprintf(estimate->message, sizeof estimate->message, "%s",
		    probes == 0 ? "an estimate needs a probe"
				: "a program cannot explore another one");
		return false;
	}
	return run_probes(options, program, argument, probes, estimate);
}
