/* order.c: which operations of an execution come before which in all that are equivalent, and
 * which two can be reversed. */
#include <string.h>

#include "explore/src/alike.h"
#include "explore/src/explorer.h"
#include "explore/src/room.h"

static bool comes_before(const struct explorer *x, uint32_t event, const struct clock *clock)
{
	const struct node *node = &x->nodes[event];

	return clock->of[node->label.task] >= node->number;
}

/* Earlier operations that an operation depends on: of each task at most the last few. */
struct candidates {
	uint32_t at[3 * GCX_ACTORS];
	unsigned count;
};

static void add_candidate(struct candidates *candidates, uint32_t event)
{
	if (event != NO_EVENT)
		candidates->at[candidates->count++] = event;
}

/* Note [Own stores] in operation.c. */
static uint32_t last_write_of_others(const struct explorer *x, const struct location *location,
    unsigned task)
{
	for (size_t i = location->version_count; i > 0; i--)
		if (!gcx_is_own_flush(x, location->versions[i - 1].event, task))
			return location->versions[i - 1].event;
	return NO_EVENT;
}

static void find_candidates(const struct explorer *x, const struct label *label,
    struct candidates *candidates)
{
	const struct location *location =
	    label->size ? gcx_find_location(&x->locations, label->at) : NULL;

	candidates->count = 0;
	add_candidate(candidates, x->last_everything);
	if (label->footprint == EVERYTHING)
		for (unsigned i = 0; i < gcx_actor_end(x); i = gcx_actor_after(x, i))
			add_candidate(candidates, x->tasks[i].last_event);
	if (label->joined != NO_TASK)
		add_candidate(candidates, x->tasks[label->joined].last_event);
	if (label->flushes)
		add_candidate(candidates, gcx_taken(x, label));
	if (label->view != UNSEEN)
		add_candidate(candidates, gcx_source(x, label));
	if (!location || label->footprint == NOTHING)
		return;
	add_candidate(candidates,
	    label->reads ? last_write_of_others(x, location, label->task)
			 : gcx_last_write(location));
	for (unsigned i = 0; label->footprint == WRITES && i < x->task_count; i++)
		if (location->readers >> i & 1 && !(label->flushes && label->owner == i))
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
/* Whether the guard of the task's operation held when the location had been written VERSION times.
 * Before the task's own store reached memory, it found that store. */
static bool held(const struct explorer *x, unsigned task, const struct operation *operation,
    const struct location *location, size_t version)
{
	const struct version *next = &location->versions[version];
	uint64_t value = gcx_is_own_flush(x, next->event, task)
	    ? x->nodes[next->event].operation.value
	    : next->before;

	switch (gcx_guard_of(operation)) {
	case IS: return value == operation->expected;
	case OTHER: return value != operation->expected;
	case CLEAR: return (value & operation->expected) == 0;
	case CHANGED: return gcx_has_changed(x, task, operation, version);
	case USEFUL: return !gcx_is_useless(operation->useless, value);
	case ALWAYS:
	case JOINED: break;
	}
	return false;
}

/* Note [Missed moments].  An operation with a guard could have come earlier only at a moment when
 * its guard held.  The last such moment ended with a write, and the operation races with this write.
 * (For a lock this write is the acquire of the task that had the lock before, not its release.)
 * Returns NO_EVENT if there was no such moment, or if the write comes before the task's last operation
 * in each equivalent execution: then all earlier writes do so, too. */
static uint32_t missed(struct explorer *x, unsigned task, const struct operation *operation,
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
		if (held(x, task, operation, location, version))
			return event;
		if (gcx_is_own_flush(x, event, task))
			return NO_EVENT;
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
	bool guarded = waits_for_location(operation) && node->label.footprint != NOTHING;
	uint32_t source = node->label.view == UNSEEN ? NO_EVENT : gcx_source(x, &node->label);
	uint32_t event = x->depth - 1;

	for (unsigned i = 0; i < candidates->count; i++) {
		uint32_t first = candidates->at[i];

		if (first == source || comes_before(x, first, before) ||
		    comes_between(x, candidates, i) ||
		    x->nodes[first].label.task == node->label.joined ||
		    (guarded && has_written(x, first, operation)))
			continue;
		add_race(x, first, event, &node->label);
	}
	if (guarded) {
		uint32_t first = missed(x, node->label.task, operation, before);

		if (first != NO_EVENT)
			add_race(x, first, event, &node->label);
	}
}

static bool is_reduced(const struct explorer *x)
{
	return x->options.reduction == GCX_OPTIMAL || x->options.reduction == GCX_SOURCE;
}

/* Note [Messages].  With histories the order of an access and a write of the same location makes no
 * difference, unless the access takes the message of the write.  All messages that are there when an
 * access is done are alternatives of this step, so they are explored.  A message that is written later
 * is not.  So the access races with that write: in another execution the access comes after the write,
 * and takes its message.
 * Only one read-modify-write can attach its message to a given message.  So if one has done so, and
 * another one could have, the two are in a race.
 *
 * Note [Exclusion].  The sequence that reverses a race has other steps, too, each with one of the
 * alternatives that it had in this execution.  If the execution has shown all alternatives of these
 * steps, the sequence is enough: each other alternative gets a sequence of its own.  But the operation
 * that is reversed may have taken alternatives away from them, if it attaches its message to another
 * one, or is seq_cst.  Then only the first step of the sequence is added, as with source sets, and all
 * alternatives of the steps after it are explored. */
static void race_with_reader(struct explorer *x, uint32_t reader, uint32_t event, uint32_t message)
{
	struct label label = x->nodes[reader].label;

	if (comes_before(x, reader, &x->nodes[event].clock))
		return;
	label.choice = message;
	add_race(x, reader, reader, &label);
}

void gcx_order_readers(struct explorer *x, const struct node *node)
{
	if (is_reduced(x))
		gcx_each_reader(x, (uint32_t)(node - x->nodes), race_with_reader);
}

static void race_with_rival(struct explorer *x, uint32_t rival, const struct label *label,
    uint32_t message)
{
	struct label other = *label;

	if (comes_before(x, rival, &x->tasks[label->task].clock) ||
	    (x->last_everything != NO_EVENT &&
		comes_before(x, rival, &x->nodes[x->last_everything].clock)))
		return;
	other.choice = message;
	add_race(x, rival, x->depth - 1, &other);
}

/* The same for an operation that was not done. */
static void race_with_missed(struct explorer *x, uint32_t rival, const struct label *label,
    uint32_t message)
{
	size_t count = x->race_count;

	race_with_rival(x, rival, label, message);
	if (x->race_count > count)
		x->races[count].second = NO_EVENT;
}

/* Note [Giving up] */
static void find_races_of_waited(struct explorer *x, const struct node *node)
{
	unsigned task = node->label.task;
	const struct label label = { .task = (uint16_t)task };
	uint32_t first = NO_EVENT;

	if (gcx_has_views(x) && gcx_has_choices(&node->waited))
		gcx_each_rival(x, &label, &node->waited, race_with_rival);
	else if (waits_for_location(&node->waited))
		first = missed(x, task, &node->waited, &x->tasks[task].clock);
	if (first != NO_EVENT)
		add_race(x, first, x->depth - 1, &label);
}

void gcx_order(struct explorer *x, struct node *node, const struct operation *operation)
{
	struct task *task = &x->tasks[node->label.task];
	struct candidates candidates;

	node->number = ++task->events;
	if (!is_reduced(x) && !x->prefixes.wanted)
		return;
	if (gcx_has_buffers(x))
		gcx_join_stores(x, &node->label, &task->clock);
	find_candidates(x, &node->label, &candidates);
	if (is_reduced(x) && operation->kind == OP_GIVE_UP) {
		find_races_of_waited(x, node);
	} else if (is_reduced(x)) {
		if (node->label.view != UNSEEN)
			gcx_each_rival(x, &node->label, operation, race_with_rival);
		find_races(x, node, operation, &candidates);
	}
	for (unsigned i = 0; i < candidates.count; i++)
		gcx_clock_join(&task->clock, &x->nodes[candidates.at[i]].clock);
	task->clock.of[node->label.task] = node->number;
	gcx_clock_copy(&node->clock, &task->clock);
}

/* What is not done because the execution was stopped could have been done before that. */
static void race_with_stop(struct explorer *x, unsigned task)
{
	unsigned count = gcx_alternatives(x, task);

	for (unsigned i = 0; i < count; i++) {
		struct label label = gcx_label(x, task, gcx_alternative(x, task, i));

		add_race(x, x->last_everything, NO_EVENT, &label);
	}
}

static void find_missed(struct explorer *x, unsigned task)
{
	const struct operation *next = &x->tasks[task].next;
	struct label label = gcx_label(x, task, 0);
	uint32_t first;

	if (gcx_has_buffers(x))
		gcx_join_stores(x, &label, &x->tasks[task].clock);
	first = missed(x, task, next, &x->tasks[task].clock);
	if (first != NO_EVENT)
		add_race(x, first, NO_EVENT, &label);
}

/* With histories, what a task does next could have attached its message where another one did, also
 * if it could be done now in another way. */
static void find_missed_places(struct explorer *x, unsigned task)
{
	const struct label label = { .task = (uint16_t)task };

	if (gcx_has_choices(&x->tasks[task].next))
		gcx_each_rival(x, &label, &x->tasks[task].next, race_with_missed);
}

/* Tasks that still wait at the end could have gone on earlier. */
void gcx_find_missed(struct explorer *x)
{
	if (!is_reduced(x))
		return;
	for (unsigned i = 0; i < gcx_actor_end(x); i = gcx_actor_after(x, i)) {
		const struct task *task = &x->tasks[i];

		if (task->state != READY)
			continue;
		if (gcx_has_views(x))
			find_missed_places(x, i);
		if (gcx_may_go_on(x, i)) {
			if (x->stopped)
				race_with_stop(x, i);
		} else if (!gcx_has_views(x) && waits_for_location(&task->next) &&
		    (!gcx_has_buffers(x) || gcx_is_drained(x, i, &task->next))) {
			find_missed(x, i);
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

/* Before the store FIRST was flushed, a read of the same task took it from the buffer. */
static void take_from_buffer(const struct label *first, struct label *label)
{
	if (!first->flushes || first->owner != label->task || label->footprint != READS ||
	    first->at != label->at)
		return;
	label->footprint = NOTHING;
	label->store = first->store;
}

/* The second operation of a race, as it is when it comes before the first. */
static struct label reversed(const struct explorer *x, const struct race *race)
{
	const struct operation *operation;
	struct label label;

	if (race->second == NO_EVENT) {
		operation = &x->tasks[race->task].next;
		label = gcx_label(x, race->task, race->choice);
	} else if (x->nodes[race->second].operation.kind == OP_GIVE_UP) {
		operation = &x->nodes[race->second].waited;
		label = gcx_label_of(x, race->task, operation, race->choice);
	} else {
		operation = &x->nodes[race->second].operation;
		label = x->nodes[race->second].label;
	}
	label.spawned = 0;
	if (label.view == TAKES || label.view == ATTACHES) {
		label.choice = race->choice;
		gcx_label_views(x, &label, race->task, operation,
		    race->second == NO_EVENT ? x->tasks[race->task].events + 1
					     : x->nodes[race->second].number);
	}
	label.footprint = footprint_before(x, race->first, operation, label.footprint);
	take_from_buffer(&x->nodes[race->first].label, &label);
	return label;
}

/* Whether event I is EVENT, or comes after it. */
static bool comes_after(const struct explorer *x, uint32_t i, uint32_t event)
{
	return event != NO_EVENT && comes_before(x, event, &x->nodes[i].clock);
}

/* With histories, in which the steps are placed after others.  false: it is not possible. */
static bool collect_places(struct explorer *x, const struct race *race, struct labels *sequence)
{
	struct label last = reversed(x, race);
	/* what attaches its message to that one has to come after the last step */
	uint32_t rival = last.view == ATTACHES ? gcx_attached_to(x, &last) : NO_EVENT;
	bool *present = gcx_room(NULL, x->depth, sizeof *present);

	memset(present, 0, x->depth * sizeof *present);
	for (uint32_t i = 0; i < x->depth; i++) {
		struct label label = x->nodes[i].label;

		present[i] = i < race->first ||
		    !(comes_after(x, i, race->first) || comes_after(x, i, race->second) ||
			comes_after(x, i, rival));
		if (i < race->first || !present[i])
			continue;
		if (label.view == PLACES)
			label.choice = gcx_place_among(x, i, present);
		gcx_add_label(sequence, &label);
	}
	if (last.view == PLACES && race->second != NO_EVENT)
		last.choice = gcx_place_among(x, race->second, present);
	gcx_add_label(sequence, &last);
	free(present);
	return rival == NO_EVENT || rival >= race->first;
}

/* The steps after the first of the race that need not come after it, then the second. */
static void collect(struct explorer *x, const struct race *race, struct labels *sequence)
{
	const struct node *first = &x->nodes[race->first];
	struct label last = reversed(x, race);

	for (uint32_t i = race->first + 1; i < x->depth; i++)
		if (x->nodes[i].clock.of[first->label.task] < first->number)
			gcx_add_label(sequence, &x->nodes[i].label);
	gcx_add_label(sequence, &last);
}

static void reverse(struct explorer *x, const struct race *race, struct labels *sequence)
{
	bool only_first = x->options.reduction == GCX_SOURCE || x->views.exclusive;
	struct node *node = &x->nodes[race->first];

	if (race->first < x->begun)
		return;
	sequence->count = 0;
	if (!gcx_has_views(x))
		collect(x, race, sequence);
	else if (!collect_places(x, race, sequence))
		return;
	gcx_exchange_alike(x, race->first, sequence);
	node->tree->label = node->label;
	for (size_t i = 0; i < node->asleep.count; i++)
		if (gcx_covers(&node->asleep.at[i], sequence, only_first))
			return;
	if (race->first < x->floor)
		x->insert_above(x, race->first, sequence);
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
