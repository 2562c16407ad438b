/* explore.c: one execution after the other. */
#include <stdio.h>
#include <string.h>

#include "explore/src/explorer.h"
#include "explore/src/room.h"

static void execute(struct explorer *x)
{
	struct node *node;

	x->depth = 0;
	x->race_count = 0;
	x->end = UNDER_WAY;
	x->result->failure = GCX_NO_FAILURE;
	x->result->message[0] = '\0';
	gcx_begin_tasks(x);
	while (x->end == UNDER_WAY && (node = gcx_next_node(x)))
		gcx_take_step(x, node);
	gcx_find_missed(x);
}

static void count(struct explorer *x)
{
	struct gcx_result *result = x->result;

	x->executions++;
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
	case CUT: x->cut = true; break;
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

/* Whether the last execution was the last one that is wanted. */
static bool is_enough(struct explorer *x)
{
	if (x->end == FAILED) {
		x->result->verdict = GCX_FAILED;
		keep_schedule(x);
		return true;
	}
	gcx_reverse_races(x);
	if (x->once || !gcx_backtrack(x))
		return true;
	if (!x->options.most_executions || x->executions < x->options.most_executions)
		return false;
	x->result->verdict = GCX_BOUNDED;
	snprintf(x->result->message, sizeof x->result->message,
	    "there are more than %llu executions", (unsigned long long)x->options.most_executions);
	return true;
}

static void search(struct explorer *x)
{
	do {
		do
			execute(x);
		while (x->again);
		count(x);
	} while (!is_enough(x));
	if (x->result->verdict != GCX_VERIFIED || !x->cut)
		return;
	x->result->verdict = GCX_BOUNDED;
	snprintf(x->result->message, sizeof x->result->message,
	    "an execution has more than %u steps", x->options.most_steps);
}

static enum gcx_verdict refuse(struct gcx_result *result, const char *why)
{
	result->verdict = GCX_FAILED;
	result->failure = GCX_MISUSE;
	snprintf(result->message, sizeof result->message, "%s", why);
	return result->verdict;
}

static enum gcx_verdict run(const struct explorer *wanted, struct gcx_result *result)
{
	struct explorer *x;

	memset(result, 0, sizeof *result);
	if (gcx_explorer)
		return refuse(result, "a program cannot explore another one");
	if (wanted->options.tmc && wanted->options.reduction != GCX_NONE &&
	    wanted->options.reduction != GCX_SLEEP)
		return refuse(result, "tmc is for GCX_NONE and GCX_SLEEP only");
	x = gcx_room(NULL, 1, sizeof *x);
	*x = *wanted;
	x->result = result;
	gcx_explorer = x;
	search(x);
	gcx_explorer = NULL;
	gcx_free_nodes(x);
	gcx_free_tasks(x);
	gcx_free_locations(&x->locations);
	gcx_heap_end(&x->heap);
	gcx_shadow_end(&x->shadow);
	free(x);
	return result->verdict;
}

enum gcx_verdict gcx_replay(const struct gcx_options *options, void (*program)(void *),
    void *argument, const struct gcx_step *schedule, size_t length, struct gcx_result *result)
{
	const struct explorer wanted = { .options = *options,
		.program = program,
		.argument = argument,
		.once = true,
		.schedule = schedule,
		.schedule_length = length };

	return run(&wanted, result);
}

enum gcx_verdict gcx_explore(const struct gcx_options *options, void (*program)(void *),
    void *argument, struct gcx_result *result)
{
	const struct explorer wanted = { .options = *options,
		.program = program,
		.argument = argument };

	return run(&wanted, result);
}
