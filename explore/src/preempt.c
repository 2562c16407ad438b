/* preempt.c: executions with few preemptions.
 *
 * Note [Preemptions].  Sleep sets and races do not go with a bound of preemptions: what was explored
 * first may have needed more of them than what is equivalent to it, and the bound has then cut off what
 * could still have followed.  (Coons, Musuvathi, McKinley: Bounded Partial-Order Reduction, OOPSLA
 * 2013, add steps to the sets of DPOR for this, and have no sleep sets.  Missed moments, choices and
 * gcx_stop would each need an argument of their own there.)
 *
 * What is done here needs no argument about races.  All steps within the bound are explored, as
 * without reduction; but not after a beginning that is equivalent to one that was explored before,
 * has the same last task, and has at least as many preemptions.  Equivalent beginnings lead to the
 * same state.  Which steps can follow depends on the state, and what they cost on the state and on
 * the last task.  So each execution that is within the bound after the one is so after the other.
 *
 * A beginning is known by 128 bits of hash.  The table forgets when it is full, which makes more
 * executions, and never fewer. */
#include "explore/src/preempt.h"

#include <string.h>
#include "explore/src/explorer.h"
#include "explore/src/room.h"
#include "explore/src/text.h"

enum { FIRST_ROOM = 1 << 12, MOST_ROOM = 1 << 22, PROBES = 64 };

struct known_prefix {
	struct prefix prefix; /* low == 0: unused */
	uint32_t preemptions;
};

/* ------------------------------------------------------------------------ counting */
/* The task of the step before could go on, and another one does. */
static bool is_preemption(struct explorer *x, const struct node *node, unsigned task)
{
	return node != x->nodes && node[-1].label.task != task &&
	    gcx_may_go_on(x, node[-1].label.task);
}

static uint32_t preemptions_before(const struct explorer *x, const struct node *node)
{
	return node == x->nodes ? 0 : node[-1].preemptions;
}

bool gcx_is_affordable(struct explorer *x, const struct node *node, unsigned task)
{
	if (!x->options.bound_preemptions || !is_preemption(x, node, task) ||
	    preemptions_before(x, node) < x->options.most_preemptions)
		return true;
	x->prefixes.cut = true;
	return false;
}

void gcx_count_preemption(struct explorer *x, struct node *node)
{
	node->preemptions = preemptions_before(x, node) + is_preemption(x, node, node->label.task);
}

/* ------------------------------------------------------------------------ beginnings */
uint64_t gcx_mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0xff51afd7ed558ccdu;
	return (hash ^ hash >> 32) * 0xc4ceb9fe1a85ec53u;
}

/* The same steps, each after the same others: the sum does not depend on their order. */
static void add_step(const struct explorer *x, struct node *node)
{
	uint64_t high = node->label.task + 1, low = ~high;

	high = gcx_mix(high, node->label.choice);
	low = gcx_mix(low, node->label.choice);
	for (unsigned i = 0; i < x->task_count; i++) {
		uint64_t entry = (uint64_t)(i + 1) << 32 | node->clock.of[i];

		if (!node->clock.of[i])
			continue;
		high = gcx_mix(high, entry);
		low = gcx_mix(low, entry);
	}
	node->prefix = node == x->nodes ? (struct prefix){ 0 } : node[-1].prefix;
	node->prefix.high += high;
	node->prefix.low += low ^ low >> 29;
}

static struct prefix key_of(struct explorer *x, bool at_end)
{
	struct prefix key = { 0 };

	if (x->depth > 0) {
		struct node *last = &x->nodes[x->depth - 1];

		add_step(x, last);
		key = last->prefix;
		key.high = gcx_mix(key.high, at_end ? GCX_TASKS : last->label.task);
	}
	return key;
}

static struct known_prefix *slot_of(const struct prefixes *prefixes, const struct prefix *key)
{
	struct known_prefix *home = NULL;

	for (size_t i = 0; i < PROBES; i++) {
		home = &prefixes->slots[(key->low + i) & (prefixes->room - 1)];
		if (home->prefix.low == 0 ||
		    (home->prefix.low == key->low && home->prefix.high == key->high))
			return home;
	}
	return home;
}

static void grow(struct prefixes *prefixes)
{
	struct prefixes old = *prefixes;

	prefixes->room = old.room ? old.room * 4 : FIRST_ROOM;
	prefixes->slots = gcx_room(NULL, prefixes->room, sizeof *prefixes->slots);
	memset(prefixes->slots, 0, prefixes->room * sizeof *prefixes->slots);
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].prefix.low)
			*slot_of(prefixes, &old.slots[i].prefix) = old.slots[i];
	free(old.slots);
}

/* Where it is, or is to be. */
static struct known_prefix *place_of(struct prefixes *prefixes, const struct prefix *key)
{
	if (prefixes->used * 2 >= prefixes->room && prefixes->room < MOST_ROOM)
		grow(prefixes);
	return slot_of(prefixes, key);
}

bool gcx_remember(struct prefixes *prefixes, struct prefix key, uint32_t preemptions)
{
	struct known_prefix *slot;

	key.low |= key.low == 0;
	slot = place_of(prefixes, &key);
	if (slot->prefix.low == key.low && slot->prefix.high == key.high &&
	    slot->preemptions <= preemptions)
		return true;
	prefixes->used += slot->prefix.low == 0;
	*slot = (struct known_prefix){ key, preemptions };
	return false;
}

bool gcx_is_known(struct explorer *x, bool at_end)
{
	uint32_t preemptions = at_end ? 0 : preemptions_before(x, &x->nodes[x->depth]);

	if (x->again) /* the execution is not known until it is repeated */
		return false;
	return gcx_remember(&x->prefixes, key_of(x, at_end), preemptions);
}

void gcx_put_prefixes(const struct prefixes *prefixes, struct text *text)
{
	gcx_put(text, prefixes->used);
	gcx_put_line(text);
	for (size_t i = 0; i < prefixes->room; i++) {
		const struct known_prefix *slot = &prefixes->slots[i];

		if (!slot->prefix.low)
			continue;
		gcx_put(text, slot->prefix.high);
		gcx_put(text, slot->prefix.low);
		gcx_put(text, slot->preemptions);
		gcx_put_line(text);
	}
}

void gcx_get_prefixes(struct prefixes *prefixes, struct text *text)
{
	uint64_t count = gcx_get(text, MOST_ROOM);

	for (uint64_t i = 0; i < count; i++) {
		struct known_prefix known;

		known.prefix.high = gcx_get(text, UINT64_MAX);
		known.prefix.low = gcx_get(text, UINT64_MAX);
		known.preemptions = (uint32_t)gcx_get(text, UINT32_MAX);
		if (text->wrong)
			return;
		*place_of(prefixes, &known.prefix) = known;
		prefixes->used++;
	}
}

void gcx_free_prefixes(struct prefixes *prefixes)
{
	free(prefixes->slots);
	prefixes->slots = NULL;
	prefixes->room = prefixes->used = 0;
}
