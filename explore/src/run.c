/* run.c: one execution, and what is made before the first one and freed after the last one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/src/events.h"
#include "explore/src/explorer.h"
#include "explore/src/limit.h"
#include "explore/src/parallel.h"
#include "explore/src/room.h"

/* How many steps of an execution are between two looks at the time: it may have no end. */
enum { STEPS_BETWEEN = 1 << 14 };

void gcx_execute(struct explorer *x)
{
	struct node *node;

	x->depth = 0;
	x->schedule_used = 0;
	x->race_count = 0;
	x->begun = 0;
	x->end = UNDER_WAY;
	x->result->failure = GCX_NO_FAILURE;
	x->result->message[0] = '\0';
	if (gcx_is_sampled(x))
		gcx_begin_sample(x);
	gcx_begin_tasks(x);
	while (x->end == UNDER_WAY && (node = gcx_next_node(x))) {
		gcx_take_step(x, node);
		if (x->depth % STEPS_BETWEEN == 0 && x->end == UNDER_WAY && gcx_is_over(x))
			x->end = ABANDONED;
	}
	gcx_find_missed(x);
}

void gcx_count(struct explorer *x)
{
	struct gcx_result *result = x->result;

	x->executions++;
	result->steps += x->depth;
	if (x->depth > result->deepest)
		result->deepest = x->depth;
	switch (x->end) {
	case COMPLETE:
		if (x->buffers.news)
			break;
		result->complete++;
		if (x->options.complete)
			x->options.complete(x->argument);
		break;
	case BLOCKED: result->blocked++; break;
	case PRUNED: result->pruned++; break;
	case CUT:
		if (!x->cut)
			gcx_find_loop(x);
		x->cut = true;
		break;
	case ABANDONED:
	case FAILED:
	case UNDER_WAY: break;
	}
}

/* The choice of a step as a replay has it: it names tasks, too (gcx_step). */
static uint32_t choice_of(const struct explorer *x, const struct label *label)
{
	if (label->flushes)
		return gcx_number(x, label->owner);
	if (label->view == UNSEEN || label->choice == 0)
		return label->choice;
	return gcx_message_name(gcx_number(x, gcx_message_task(label->choice)),
	    label->choice % GCX_MESSAGE);
}

void gcx_keep_schedule(struct explorer *x)
{
	struct gcx_result *result = x->result;

	result->schedule_length = x->depth;
	if (x->depth > 0 && x->counts_preemptions)
		result->preemptions = x->nodes[x->depth - 1].preemptions;
	result->schedule = gcx_room(NULL, x->depth + 1, sizeof *result->schedule);
	for (uint32_t i = 0; i < x->depth; i++) {
		result->schedule[i].task =
		    (__typeof__(result->schedule[i].task))gcx_number(x, x->nodes[i].label.task);
		result->schedule[i].choice = choice_of(x, &x->nodes[i].label);
	}
}

enum gcx_verdict gcx_refuse(struct gcx_result *result, const char *why)
{
	result->verdict = GCX_FAILED;
	result->failure = GCX_MISUSE;
	snprintf(result->message, sizeof result->message, "%s", why);
	return result->verdict;
}

/* NULL: nothing is wrong. */
static const char *wrong_options(const struct gcx_options *options)
{
	bool sampled = options->reduction == GCX_RANDOM || options->reduction == GCX_PCT;

	if (options->tmc && options->reduction != GCX_NONE && options->reduction != GCX_SLEEP)
		return "tmc is for GCX_NONE and GCX_SLEEP only";
	if (options->tmc && options->bound_preemptions)
		return "tmc does not know preemptions";
	if (sampled && !options->most_executions && !(options->most_seconds > 0))
		return "GCX_RANDOM and GCX_PCT need most_executions or most_seconds";
	if (options->pct_depth > MOST_DEPTH)
		return "pct_depth is at most 64";
	if (options->jobs > 1 && (options->reduction > GCX_SOURCE || options->bound_preemptions))
		return "jobs are for GCX_OPTIMAL and GCX_SOURCE only, without a bound of preemptions";
	if (options->jobs > 1 && options->checkpoint)
		return "there are no checkpoints of jobs";
	if (options->jobs > MOST_JOBS)
		return "there are at most 1024 jobs";
	if (options->tmc && options->memory != GCX_SC)
		return "tmc is for GCX_SC only";
	if (options->symmetry &&
	    (options->memory != GCX_SC || options->tmc || options->jobs > 1 || sampled))
		return "symmetry is for GCX_SC, and not for tmc, jobs, GCX_RANDOM and GCX_PCT";
	if (options->memory != GCX_SC &&
	    (options->bound_preemptions || options->jobs > 1 || options->checkpoint))
		return "preemptions, jobs and checkpoints are for GCX_SC only";
	return NULL;
}

/* Note [Stores that are held back]: may_perform can allow a store because of something that its task has
 * done after it, but the steps do not say so.  So a sequence that reverses a race may have the step of the
 * store without the step that allows it.  Then it is not possible, and executions are missed.  With sleep
 * sets no step is left out because of such a sequence. */
static void hold_back(struct explorer *x)
{
	if (x->options.may_perform && x->options.memory != GCX_SC &&
	    x->options.reduction < GCX_SLEEP)
		x->options.reduction = GCX_SLEEP;
}

static void adapt_options(struct explorer *x)
{
	hold_back(x);
	if (x->once || x->like)
		x->options.checkpoint = NULL;
	if (x->once)
		x->options.symmetry = false; /* any schedule can be replayed */
	if (x->once && !x->options.tmc)
		x->options.reduction = GCX_NONE; /* a replay reduces nothing */
	if (gcx_is_sampled(x))
		x->begin_node = gcx_sample;
	x->counts_preemptions = x->once || x->options.bound_preemptions;
	/* Note [Preemptions] */
	if (!x->options.bound_preemptions || x->options.reduction >= GCX_NONE)
		return;
	x->prefixes.wanted = true;
	x->options.reduction = GCX_NONE;
}

enum gcx_verdict gcx_run(const struct explorer *wanted, struct gcx_result *result)
{
	struct explorer *x;

	const char *wrong = wrong_options(&wanted->options);

	memset(result, 0, sizeof *result);
	if (gcx_explorer)
		return gcx_refuse(result, "a program cannot explore another one");
	if (wrong)
		return gcx_refuse(result, wrong);
	x = gcx_room(NULL, 1, sizeof *x);
	*x = *wanted;
	x->result = result;
	adapt_options(x);
	x->has_plain = x->options.instrumented;
	gcx_start_time(x);
	gcx_clock_width = 0;
	gcx_explorer = x;
	x->drive(x);
	gcx_explorer = NULL;
	gcx_free_nodes(x);
	gcx_free_prefixes(&x->prefixes);
	free(x->names.at);
	gcx_free_useless(&x->useless);
	for (unsigned i = 0; i < GCX_TASKS; i++)
		gcx_free_spin(&x->tasks[i].spin);
	gcx_free_stacks(&x->stacks);
	gcx_free_locations(&x->locations);
	free(x->objects.slots);
	gcx_end_buffers(x);
	gcx_end_views(x);
	gcx_heap_end(&x->heap);
	gcx_shadow_end(&x->shadow);
	free(x);
	return result->verdict;
}
