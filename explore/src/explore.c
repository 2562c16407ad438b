/* explore.c: one execution after the other. */
#include <string.h>

#include "explore/src/explorer.h"
#include "explore/src/room.h"

static void execute(struct explorer *x)
{
	struct node *node;

	x->depth = 0;
	x->race_count = 0;
	x->end = UNDER_WAY;
	gcx_begin_tasks(x);
	while (x->end == UNDER_WAY && (node = gcx_next_node(x)))
		gcx_take_step(x, node);
	gcx_find_missed(x);
}

static void count(struct explorer *x)
{
	struct gcx_result *result = x->result;

	result->steps += x->depth;
	if (x->depth > result->deepest)
		result->deepest = x->depth;
	switch (x->end) {
	case COMPLETE:
		result->complete++;
		if (x->options.complete)
			x->options.complete(x->argument);
		break;
	case BLOCKED: result->blocked++; break;
	case PRUNED: result->pruned++; break;
	case CUT:
		result->verdict = GCX_BOUNDED;
		snprintf(result->message, sizeof result->message,
		    "an execution has more than %u steps", x->options.most_steps);
		break;
	case FAILED:
	case UNDER_WAY: break;
	}
}

static void keep_schedule(struct explorer *x)
{
	struct gcx_result *result = x->result;

	result->schedule_length = x->depth;
	result->schedule = gcx_room(NULL, x->depth + 1, sizeof *result->schedule);
	for (uint32_t i = 0; i < x->depth; i++)
		result->schedule[i] =
		    (struct gcx_step){ x->nodes[i].label.task, x->nodes[i].label.choice };
}

static bool is_enough(const struct explorer *x)
{
	const struct gcx_result *result = x->result;
	uint64_t executions = result->complete + result->blocked + result->pruned;

	return x->options.most_executions && executions >= x->options.most_executions;
}

static void search(struct explorer *x)
{
	for (;;) {
		do
			execute(x);
		while (x->again);
		count(x);
		if (x->end == FAILED) {
			x->result->verdict = GCX_FAILED;
			keep_schedule(x);
			return;
		}
		gcx_reverse_races(x);
		if (x->schedule || !gcx_backtrack(x))
			return;
		if (is_enough(x)) {
			x->result->verdict = GCX_BOUNDED;
			snprintf(x->result->message, sizeof x->result->message,
			    "there are more than %llu executions",
			    (unsigned long long)x->options.most_executions);
			return;
		}
	}
}

enum gcx_verdict gcx_replay(const struct gcx_options *options, void (*program)(void *),
    void *argument, const struct gcx_step *schedule, size_t length, struct gcx_result *result)
{
	struct explorer *x = gcx_room(NULL, 1, sizeof *x);

	memset(x, 0, sizeof *x);
	memset(result, 0, sizeof *result);
	x->options = *options;
	x->program = program;
	x->argument = argument;
	x->result = result;
	x->schedule = schedule;
	x->schedule_length = length;
	gcx_explorer = x;
	search(x);
	gcx_explorer = NULL;
	gcx_free_nodes(x);
	gcx_free_tasks(x);
	gcx_free_locations(&x->locations);
	free(x);
	return result->verdict;
}

enum gcx_verdict gcx_explore(const struct gcx_options *options, void (*program)(void *),
    void *argument, struct gcx_result *result)
{
	return gcx_replay(options, program, argument, NULL, 0, result);
}
