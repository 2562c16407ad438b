/* order.c: which operations of an execution come before which in all that are equivalent, and
 * which two can be reversed. */
#include "explore/src/explorer.h"
#include "explore/src/room.h"
#include "explore/src/worker.h"

static bool comes_before(const struct explorer *x, uint32_t event, const struct clock *clock)
{
	const struct node *node = &x->nodes[event];

	return clock->of[node->label.task] >= node->number;
}

/* Earlier operations that an operation depends on: of each task at most the last few. */
struct candidates {
	uint32_t at[3 * GCX_TASKS];
	unsigned count;
};

static void add_candidate(struct candidates *candidates, uint32_t event)
{
	if (event != NO_EVENT)
		candidates->at[candidates->count++] = event;
}

static void find_candidates(const struct explorer *x, const struct label *label,
    struct candidates *candidates)
{
	const struct location *location =
	    label->size ? gcx_find_location(&x->locations, label->at) : NULL;

	candidates->count = 0;
	add_candidate(candidates, x->last_everything);
	if (label->footprint == EVERYTHING)
		for (unsigned i = 0; i < x->task_count; i++)
			add_candidate(candidates, x->tasks[i].last_event);
	if (label->joined < GCX_TASKS)
		add_candidate(candidates, x->tasks[label->joined].last_event);
	if (!location)
		return;
	add_candidate(candidates, gcx_last_write(location));
	for (unsigned i = 0; label->footprint == WRITES && i < x->task_count; i++)
		if (location->readers >> i & 1)
			add_candidate(candidates, location->reads[i]);
}

static void add_race(struct explorer *x, uint32_t first, uint32_t second, const struct label *label)
{
	if (x->race_count == x->race_room)
		x->races =
		    gcx_room(x->races, x->race_room = x->race_room * 2 + 64, sizeof *x->races);
	x->races[x->race_count++] = (struct race){ first, second, label->task, label->choice };
}

/* Whether the operation would also have come after candidate I if that were not one. */
static bool comes_between(const struct explorer *x, const struct candidates *candidates, unsigned i)
{
	for (unsigned j = 0; j < candidates->count; j++)
		if (candidates->at[j] != candidates->at[i] &&
		    comes_before(x, candidates->at[i], &x->nodes[candidates->at[j]].clock))
			return true;
	return false;
}

/* ------------------------------------------------------------ operations with a guard */
/* Whether the guard held when the location had been written VERSION times. */
static bool held(const struct operation *operation, const struct location *location, size_t version)
{
	uint64_t value = version < location->version_count ? location->versions[version].before
							   : gcx_peek(location->at, location->size);

	switch (gcx_guard_of(operation)) {
	case IS: return value == operation->expected;
	case OTHER: return value != operation->expected;
	case CLEAR: return (value & operation->expected) == 0;
	case CHANGED: return version > operation->since;
	case ALWAYS:
	case JOINED: break;
	}
	return false;
}

/* Note [Missed moments].  An operation with a guard could have come earlier only at a moment when
 * its guard held.  The last such moment ended with a write: that is what it races with.  (For a lock that is the acquire of
 * who had it before, not the release.)  Returns NO_EVENT if there was none, or if the write comes
 * before what the task did last, as those before that write do, too. */
static uint32_t missed(struct explorer *x, const struct operation *operation,
    const struct clock *before)
{
	struct location *location = gcx_location(&x->locations, operation->at, operation->size);
	size_t version = location ? location->version_count : 0;

	if (x->atomic && location && !location->watched)
		x->again = location->watched = true;
	while (version > 0) {
		uint32_t event = location->versions[--version].event;

		if (comes_before(x, event, before))
			return NO_EVENT;
		if (held(operation, location, version))
			return event;
	}
	return NO_EVENT;
}

/* Whether the step is one of those that `missed' looks at. */
static bool has_written(const struct explorer *x, uint32_t event, const struct operation *operation)
{
	const struct location *location = gcx_find_location(&x->locations, operation->at);

	for (size_t i = location ? location->version_count : 0; i > 0; i--)
		if (location->versions[i - 1].event == event)
			return true;
	return false;
}

static bool waits_for_location(const struct operation *operation)
{
	enum guard guard = gcx_guard_of(operation);

	return guard != ALWAYS && guard != JOINED;
}

/* ------------------------------------------------------------------------ races */
static void find_races(struct explorer *x, const struct node *node,
    const struct operation *operation, const struct candidates *candidates)
{
	const struct clock *before = &x->tasks[node->label.task].clock;
	bool guarded = waits_for_location(operation);
	uint32_t event = x->depth - 1;

	for (unsigned i = 0; i < candidates->count; i++) {
		uint32_t first = candidates->at[i];

		if (comes_before(x, first, before) || comes_between(x, candidates, i) ||
		    x->nodes[first].label.task == node->label.joined ||
		    (guarded && has_written(x, first, operation)))
			continue;
		add_race(x, first, event, &node->label);
	}
	if (guarded) {
		uint32_t first = missed(x, operation, before);

		if (first != NO_EVENT)
			add_race(x, first, event, &node->label);
	}
}

static bool is_reduced(const struct explorer *x)
{
	return x->options.reduction == GCX_OPTIMAL || x->options.reduction == GCX_SOURCE;
}

void gcx_order(struct explorer *x, struct node *node, const struct operation *operation)
{
	struct task *task = &x->tasks[node->label.task];
	struct candidates candidates;

	node->number = ++task->events;
	if (!is_reduced(x) && !x->prefixes.wanted)
		return;
	find_candidates(x, &node->label, &candidates);
	if (is_reduced(x))
		find_races(x, node, operation, &candidates);
	for (unsigned i = 0; i < candidates.count; i++)
		gcx_clock_join(&task->clock, &x->nodes[candidates.at[i]].clock);
	task->clock.of[node->label.task] = node->number;
	node->clock = task->clock;
}

/* What is not done because the execution was stopped could have been done before that. */
static void race_with_stop(struct explorer *x, unsigned task)
{
	unsigned count = gcx_alternatives(x, task);

	for (unsigned choice = 0; choice < count; choice++) {
		struct label label = gcx_label(x, task, choice);

		add_race(x, x->last_everything, NO_EVENT, &label);
	}
}

/* Tasks that still wait at the end could have gone on earlier. */
void gcx_find_missed(struct explorer *x)
{
	if (!is_reduced(x))
		return;
	for (unsigned i = 0; i < x->task_count; i++) {
		struct task *task = &x->tasks[i];
		struct label label;
		uint32_t first;

		if (task->state != READY)
			continue;
		if (gcx_may_go_on(x, i)) {
			if (x->stopped)
				race_with_stop(x, i);
		} else if (waits_for_location(&task->next)) {
			first = missed(x, &task->next, &task->clock);
			label = gcx_label(x, i, 0);
			if (first != NO_EVENT)
				add_race(x, first, NO_EVENT, &label);
		}
	}
}

/* What a compare-and-swap would be if it came before the operation FIRST. */
static enum footprint footprint_before(const struct explorer *x, uint32_t first,
    const struct operation *operation, enum footprint now)
{
	const struct location *location = gcx_find_location(&x->locations, operation->at);

	for (size_t i = 0; operation->kind == OP_CAS && location && i < location->version_count;
	     i++)
		if (location->versions[i].event == first)
			return location->versions[i].before == operation->expected ? WRITES : READS;
	return now;
}

/* The second operation of a race, as it is when it comes before the first. */
static struct label reversed(const struct explorer *x, const struct race *race)
{
	const struct operation *operation;
	struct label label;

	if (race->second == NO_EVENT) {
		operation = &x->tasks[race->task].next;
		label = gcx_label(x, race->task, race->choice);
	} else {
		operation = &x->nodes[race->second].operation;
		label = x->nodes[race->second].label;
	}
	label.spawned = 0;
	label.footprint = footprint_before(x, race->first, operation, label.footprint);
	return label;
}

/* The steps after the first of the race that need not come after it, then the second. */
static void collect(struct explorer *x, const struct race *race, struct labels *sequence)
{
	const struct node *first = &x->nodes[race->first];
	struct label last = reversed(x, race);

	sequence->count = 0;
	for (uint32_t i = race->first + 1; i < x->depth; i++)
		if (x->nodes[i].clock.of[first->label.task] < first->number)
			gcx_add_label(sequence, &x->nodes[i].label);
	gcx_add_label(sequence, &last);
}

static void reverse(struct explorer *x, const struct race *race, struct labels *sequence)
{
	bool only_first = x->options.reduction == GCX_SOURCE;
	struct node *node = &x->nodes[race->first];

	collect(x, race, sequence);
	node->tree->label = node->label;
	for (size_t i = 0; i < node->asleep.count; i++)
		if (gcx_covers(&node->asleep.at[i], sequence, only_first))
			return;
	if (race->first < x->floor)
		gcx_insert_above(x, race->first, sequence);
	else
		gcx_insert(&node->tree, sequence, only_first);
}

void gcx_reverse_races(struct explorer *x)
{
	struct labels sequence = { 0 };

	for (size_t i = 0; i < x->race_count; i++)
		reverse(x, &x->races[i], &sequence);
	x->race_count = 0;
	free(sequence.at);
}
