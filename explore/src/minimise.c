/* minimise.c: a simpler execution that fails in the same way.
 *
 * First the schedule itself is changed, piece by piece, and executed again: that makes much of a long
 * one disappear.  Then executions with few preemptions are searched for, beginning with none: what
 * is found there is the simplest, if there is time for all. */
#include <string.h>

#include "explore/src/explorer.h"
#include "explore/src/room.h"

struct minimiser {
	struct explorer wanted; /* what is always the same */
	struct gcx_result best; /* the simplest failure up to now, with its schedule */
	uint64_t left;          /* executions */
};

static unsigned switches(const struct gcx_result *result)
{
	unsigned count = 0;

	for (size_t i = 1; i < result->schedule_length; i++)
		count += result->schedule[i].task != result->schedule[i - 1].task;
	return count;
}

static bool is_simpler(const struct gcx_result *one, const struct gcx_result *other)
{
	if (one->preemptions != other->preemptions)
		return one->preemptions < other->preemptions;
	if (one->schedule_length != other->schedule_length)
		return one->schedule_length < other->schedule_length;
	return switches(one) < switches(other);
}

/* Explores.  Keeps what fails, if it is simpler.  Returns whether it is. */
static bool improve(struct minimiser *m, const struct explorer *wanted)
{
	struct gcx_result result;
	enum gcx_verdict verdict = gcx_run(wanted, &result);
	uint64_t executions = result.complete + result.blocked + result.pruned + 1;

	m->left -= executions < m->left ? executions : m->left;
	if (verdict == GCX_FAILED && result.failure == m->best.failure &&
	    strcmp(result.message, m->best.message) == 0 && is_simpler(&result, &m->best)) {
		free(m->best.schedule);
		m->best = result;
		return true;
	}
	free(result.schedule);
	return false;
}

/* ------------------------------------------------------------- changing the schedule */
/* Whether SCHEDULE, without those of its steps that are not possible, fails in a simpler way. */
static bool try_schedule(struct minimiser *m, const struct gcx_step *schedule, size_t length)
{
	struct explorer wanted = m->wanted;
	unsigned most = (unsigned)m->best.schedule_length;

	wanted.once = wanted.lenient = true;
	wanted.schedule = schedule;
	wanted.schedule_length = length;
	if (!wanted.options.most_steps || wanted.options.most_steps > most)
		wanted.options.most_steps = most;
	return improve(m, &wanted);
}

/* The first step of another task at AT or after. */
static size_t end_of_block(const struct gcx_result *of, size_t at)
{
	size_t end = at;

	while (end < of->schedule_length && of->schedule[end].task == of->schedule[at].task)
		end++;
	return end;
}

/* Tries the schedule with the steps from FROM to TO moved to WHERE; NOWHERE: without them. */
#define NOWHERE SIZE_MAX
static bool try_move(struct minimiser *m, size_t from, size_t to, size_t where)
{
	const struct gcx_result *best = &m->best;
	struct gcx_step *changed = gcx_room(NULL, best->schedule_length + 1, sizeof *changed);
	size_t count = 0;
	bool simpler;

	for (size_t i = 0; i <= best->schedule_length; i++) {
		for (size_t j = from; i == where && j < to; j++)
			changed[count++] = best->schedule[j];
		if (i < best->schedule_length && (i < from || i >= to))
			changed[count++] = best->schedule[i];
	}
	simpler = try_schedule(m, changed, count);
	free(changed);
	return simpler;
}

/* The next block of the same task after the one that ends at END; the end of all, if there is none. */
static size_t next_block(const struct gcx_result *of, size_t end)
{
	size_t next = end;

	while (next < of->schedule_length && of->schedule[next].task != of->schedule[end - 1].task)
		next++;
	return next;
}

/* A block is left out, comes together with the next one of its task, or that with it. */
static bool change_block(struct minimiser *m, size_t from)
{
	size_t to = end_of_block(&m->best, from), next = next_block(&m->best, to);

	if (try_move(m, from, to, NOWHERE))
		return true;
	if (next == m->best.schedule_length)
		return try_move(m, from, to, next);
	return try_move(m, from, to, next) || try_move(m, next, end_of_block(&m->best, next), to);
}

static void change_schedule(struct minimiser *m, uint64_t most)
{
	uint64_t reserve = m->left > most ? m->left - most : 0;
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t at = 0; at < m->best.schedule_length && m->left > reserve;) {
			bool simpler = change_block(m, at);

			changed |= simpler;
			if (!simpler)
				at = end_of_block(&m->best, at);
			else if (at >= m->best.schedule_length)
				break;
		}
	}
}

/* ------------------------------------------------------------ searching for another one */
static bool search_with(struct minimiser *m, unsigned preemptions, size_t most_steps)
{
	struct explorer wanted = m->wanted;

	if (m->left == 0)
		return false;
	wanted.like = &m->best;
	wanted.options.reduction = GCX_OPTIMAL;
	wanted.options.bound_preemptions = true;
	wanted.options.most_preemptions = preemptions;
	wanted.options.most_executions = m->left;
	if (most_steps && (!wanted.options.most_steps || wanted.options.most_steps > most_steps))
		wanted.options.most_steps = (unsigned)most_steps;
	return improve(m, &wanted);
}

/* With fewer preemptions the failure may take more steps: how many is not known. */
static void search_for_simplest(struct minimiser *m)
{
	size_t some_steps = m->best.schedule_length * 4 + 1000;

	if (m->wanted.options.tmc)
		return;
	for (unsigned i = 0; i < m->best.preemptions && m->left > 0; i++)
		if (search_with(m, i, some_steps))
			break;
	while (m->best.schedule_length > 1 &&
	    search_with(m, m->best.preemptions, m->best.schedule_length - 1))
		;
}

enum gcx_verdict gcx_minimise(const struct gcx_options *options, void (*program)(void *),
    void *argument, const struct gcx_step *schedule, size_t length, uint64_t most_executions,
    struct gcx_result *result)
{
	struct minimiser m = { .wanted = { .options = *options,
				   .program = program,
				   .argument = argument,
				   .drive = gcx_search },
		.left = most_executions };

	m.wanted.options.event = NULL;
	m.wanted.options.jobs = 0;
	m.wanted.options.bound_preemptions = false;
	m.wanted.options.most_executions = 0;
	m.wanted.options.reduction = GCX_NONE;
	if (gcx_replay(&m.wanted.options, program, argument, schedule, length, &m.best) ==
		GCX_FAILED &&
	    m.best.schedule_length > 0 && m.best.failure != GCX_MISUSE) {
		change_schedule(&m, most_executions / 4);
		search_for_simplest(&m);
		change_schedule(&m, m.left);
	}
	*result = m.best;
	return result->verdict;
}
