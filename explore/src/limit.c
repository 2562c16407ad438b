/* limit.c: what ends an exploration early, and what is said of it. */
#include "explore/src/limit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "explore/src/explorer.h"
#include "explore/src/points.h"
#include "explore/src/room.h"

/* ------------------------------------------------------------------------ time */
uint64_t gcx_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void gcx_start_time(struct explorer *x)
{
	x->started = x->reported = gcx_now();
}

double gcx_seconds(const struct explorer *x)
{
	return (double)(gcx_now() - x->started) * 1e-9;
}

/* ------------------------------------------------------------------------ progress */
/* How much of the tree is done: at each point, all branches that are known are thought to lead to
 * the same number of executions. */
static double fraction_done(const struct explorer *x)
{
	double part = 1, done = 0;

	if (gcx_is_sampled(x))
		return x->options.most_executions
		    ? (double)x->executions / (double)x->options.most_executions
		    : 0;
	if (x->points)
		return gcx_fraction_of_points(x->points);
	for (uint32_t i = 0; i < x->node_count; i++) {
		part /= gcx_count_branches(&x->nodes[i]);
		done += part * x->nodes[i].explored;
	}
	return done;
}

/* Returns whether the exploration is to go on. */
static bool report(struct explorer *x)
{
	unsigned milliseconds =
	    x->options.progress_milliseconds ? x->options.progress_milliseconds : 1000;
	struct gcx_progress progress = { .executions = x->executions };

	if (!x->options.progress || gcx_now() - x->reported < milliseconds * UINT64_C(1000000))
		return true;
	x->reported = gcx_now();
	progress.seconds = gcx_seconds(x);
	progress.fraction = fraction_done(x);
	progress.seconds_left = progress.fraction > 0
	    ? progress.seconds * (1 - progress.fraction) / progress.fraction
	    : -1;
	return x->options.progress(&progress, x->options.progress_argument);
}

bool gcx_is_over(struct explorer *x)
{
	if (x->options.most_executions && x->executions >= x->options.most_executions)
		x->stopped_by = TOO_MANY;
	else if (x->options.most_seconds > 0 && gcx_seconds(x) >= x->options.most_seconds)
		x->stopped_by = TOO_LONG;
	else if (!report(x))
		x->stopped_by = INTERRUPTED;
	return x->stopped_by != NOTHING_STOPS;
}

/* ------------------------------------------------------------- what is repeated most */
static int by_operation(const void *a, const void *b)
{
	const struct node *one = *(const struct node *const *)a;
	const struct node *other = *(const struct node *const *)b;

	if (one->label.task != other->label.task)
		return one->label.task < other->label.task ? -1 : 1;
	if (one->operation.at != other->operation.at)
		return one->operation.at < other->operation.at ? -1 : 1;
	return (one->operation.kind > other->operation.kind) -
	    (one->operation.kind < other->operation.kind);
}

static void describe(struct explorer *x, const struct node *node, size_t count)
{
	char kind[32], where[64] = "";

	gcx_name_of_kind(node->operation.kind, kind, sizeof kind);
	if (node->operation.at)
		gcx_name_of(x, node->operation.at, where, sizeof where);
	snprintf(x->loop, sizeof x->loop, ": task %u repeats most: %s%s%s, %zu times",
	    gcx_number(x, node->label.task), kind, *where ? " of " : "", where, count);
}

void gcx_find_loop(struct explorer *x)
{
	const struct node **steps = gcx_room(NULL, x->depth + 1, sizeof *steps);
	size_t most = 0, first = 0, found = 0;

	for (uint32_t i = 0; i < x->depth; i++)
		steps[i] = &x->nodes[i];
	qsort(steps, x->depth, sizeof *steps, by_operation);
	for (size_t i = 0; i < x->depth; i++) {
		if (by_operation(&steps[first], &steps[i]) != 0)
			first = i;
		if (i + 1 - first > most) {
			most = i + 1 - first;
			found = i;
		}
	}
	if (most > 0)
		describe(x, steps[found], most);
	free(steps);
}

/* ------------------------------------------------------------------------ the verdict */
static void say(struct explorer *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct explorer *x, const char *format, ...)
{
	struct gcx_result *result = x->result;
	size_t length = result->verdict == GCX_BOUNDED ? strlen(result->message) : 0;
	va_list args;

	result->verdict = GCX_BOUNDED;
	if (length > 0 && length + 2 < sizeof result->message) {
		memcpy(result->message + length, "; ", 3);
		length += 2;
	}
	va_start(args, format);
	vsnprintf(result->message + length, sizeof result->message - length, format, args);
	va_end(args);
}

static void say_why_stopped(struct explorer *x)
{
	switch (x->stopped_by) {
	case NOTHING_STOPS: return;
	case TOO_MANY:
		if (!gcx_is_sampled(x))
			say(x, "there are more than %llu executions",
			    (unsigned long long)x->options.most_executions);
		return;
	case TOO_LONG:
		if (!gcx_is_sampled(x))
			say(x, "it takes more than %g seconds", x->options.most_seconds);
		return;
	case INTERRUPTED: say(x, "interrupted");
	}
}

void gcx_judge(struct explorer *x)
{
	struct gcx_result *result = x->result;

	result->message[0] = '\0';
	result->failure = GCX_NO_FAILURE;
	if (gcx_is_sampled(x))
		say(x, "%llu executions were chosen at random, and nothing is known of others",
		    (unsigned long long)x->executions);
	say_why_stopped(x);
	if (x->cut)
		say(x, "an execution has more than %u steps%s", x->options.most_steps, x->loop);
	if (x->prefixes.cut)
		say(x, "executions with more than %u preemptions are left out",
		    x->options.most_preemptions);
	if (x->lost)
		say(x, "%u parts are left out: a process %s, twice", x->lost, x->cause);
	if (result->complete == 0)
		snprintf(result->note, sizeof result->note,
		    "no execution is complete: nothing was examined at the end of one%s",
		    result->blocked
			? ": gcx_assume, or a loop that waits, blocks those that were explored"
			: "");
}
