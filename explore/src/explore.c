/* explore.c: one execution after the other. */
#include <string.h>

#include "explore/src/checkpoint.h"
#include "explore/src/events.h"
#include "explore/src/explorer.h"
#include "explore/src/limit.h"
#include "explore/src/parallel.h"

static bool is_like(const struct explorer *x)
{
	return !x->like ||
	    (x->like->failure == x->result->failure &&
		strcmp(x->like->message, x->result->message) == 0);
}

/* Trees were made as if no operations could exclude each other (note Exclusion in order.c), or as if
 * fewer locations were contended (note Contended locations in buffers.c). */
static void start_over(struct explorer *x)
{
	struct gcx_result *result = x->result;

	gcx_drop_nodes(x, 0);
	x->diverges = 0;
	x->race_count = 0;
	x->executions = 0;
	x->buffers.news = false;
	result->complete = result->blocked = result->pruned = result->steps = 0;
	result->deepest = 0;
}

/* The first time that such an operation is found, which is in the first execution if it does not
 * depend on a choice. */
static bool is_news(struct explorer *x)
{
	if (x->views.noticed || !x->views.exclusive || x->options.reduction != GCX_OPTIMAL)
		return false;
	x->views.noticed = true;
	return x->executions > 1;
}

/* Whether the last execution was the last one that is wanted. */
static bool is_enough(struct explorer *x)
{
	bool over;

	if (x->end != ABANDONED && x->buffers.news) {
		start_over(x);
		return gcx_is_over(x);
	}
	if (x->end == FAILED && is_like(x)) {
		x->result->verdict = GCX_FAILED;
		gcx_keep_schedule(x);
		gcx_drop_checkpoint(x);
		return true;
	}
	if (x->end == ABANDONED)
		return true;
	if (is_news(x)) {
		start_over(x);
		return false;
	}
	gcx_reverse_races(x);
	if (x->once || !gcx_backtrack(x)) {
		gcx_drop_checkpoint(x);
		return true;
	}
	over = gcx_is_over(x);
	gcx_checkpoint(x, over);
	return over;
}

void gcx_search(struct explorer *x)
{
	char wrong[GCX_TEXT];

	x->buffers.starts_over = true;
	if (!gcx_resume(x, wrong)) {
		gcx_refuse(x->result, wrong);
		return;
	}
	gcx_event_begin(x);
	do {
		do
			gcx_execute(x);
		while (x->again);
		gcx_count(x);
	} while (!is_enough(x));
	gcx_event_end(x);
	if (x->result->verdict != GCX_FAILED)
		gcx_judge(x);
}

enum gcx_verdict gcx_replay(const struct gcx_options *options, void (*program)(void *),
    void *argument, const struct gcx_step *schedule, size_t length, struct gcx_result *result)
{
	const struct explorer wanted = { .options = *options,
		.program = program,
		.argument = argument,
		.drive = gcx_search,
		.once = true,
		.schedule = schedule,
		.schedule_length = length };

	return gcx_run(&wanted, result);
}

enum gcx_verdict gcx_explore(const struct gcx_options *options, void (*program)(void *),
    void *argument, struct gcx_result *result)
{
	const struct explorer wanted = { .options = *options,
		.program = program,
		.argument = argument,
		.drive = options->jobs > 1 ? gcx_explore_in_parallel : gcx_search };

	return gcx_run(&wanted, result);
}
