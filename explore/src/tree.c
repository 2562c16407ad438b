/* tree.c: wakeup trees. */
#include "explore/src/tree.h"

#include <string.h>
#include "explore/src/room.h"

void gcx_add_label(struct labels *labels, const struct label *label)
{
	if (labels->count == labels->room)
		labels->at =
		    gcx_room(labels->at, labels->room = labels->room * 2 + 32, sizeof *labels->at);
	labels->at[labels->count++] = *label;
}

struct branch *gcx_new_branch(const struct label *label)
{
	struct branch *branch = gcx_room(NULL, 1, sizeof *branch);

	*branch = (struct branch){ .label = *label };
	return branch;
}

void gcx_free_branch(struct branch *branch)
{
	free(branch);
}

/* Without recursion: a sequence is as deep as an execution is long. */
void gcx_free_tree(struct branch *tree)
{
	while (tree) {
		struct branch *next = tree->children ? tree->children : tree->next;
		struct branch *last = tree->children;

		while (last && last->next)
			last = last->next;
		if (last)
			last->next = tree->next;
		gcx_free_branch(tree);
		tree = next;
	}
}

/* Note [Places].  A write that is placed right after a message may be done before or after another
 * one that is placed there: the two are independent, but what the place is called changes.  In a
 * sequence, each write is placed after a message that is there when all before it in the sequence are done. */

/* Whether the label is placed where STEP has put its message. */
static bool is_placed_beside(const struct label *label, const struct label *step)
{
	return label->view == PLACES && step->message != 0 && label->at == step->at &&
	    label->choice == step->choice;
}

/* STEP has put its message right after the message where LABEL wants to place its own.  So there are two
 * places now: before the message of STEP, and after it.  If STEP has attached its message, only the place
 * after it is left. */
void gcx_add_after(struct labels *labels, const struct label *label, const struct label *step)
{
	struct label after = *label;

	if (!is_placed_beside(label, step)) {
		gcx_add_label(labels, label);
		return;
	}
	if (step->view == PLACES)
		gcx_add_label(labels, label);
	after.choice = step->message;
	gcx_add_label(labels, &after);
}

/* The message after which step I of the sequence is placed, without those of the sequence. */
static uint32_t place_at_first(const struct labels *sequence, size_t i)
{
	uint32_t place = sequence->at[i].choice;

	if (sequence->at[i].view != PLACES)
		return place;
	while (i > 0)
		if (sequence->at[--i].message != 0 && sequence->at[i].message == place)
			place = sequence->at[i].choice;
	return place;
}

/* Messages of a location that are in modification order where one is of a step and the one before it
 * is where it was placed. */
struct places {
	uint32_t *at;
	bool *present;
	size_t count;
};

static size_t find_place(const struct places *places, uint32_t message)
{
	size_t i = 0;

	while (i < places->count && places->at[i] != message)
		i++;
	return i;
}

static void insert_place(struct places *places, size_t at, uint32_t message, bool present)
{
	memmove(&places->at[at + 1], &places->at[at], (places->count - at) * sizeof *places->at);
	memmove(&places->present[at + 1], &places->present[at],
	    (places->count - at) * sizeof *places->present);
	places->at[at] = message;
	places->present[at] = present;
	places->count++;
}

static void add_place(struct places *places, const struct label *label)
{
	size_t at = find_place(places, label->choice);

	if (at == places->count)
		insert_place(places, at, label->choice, true);
	insert_place(places, at + 1, label->message, false);
}

static uint32_t present_place(struct places *places, const struct label *label)
{
	size_t at = find_place(places, label->message);

	places->present[at] = true;
	do
		at--;
	while (!places->present[at]);
	return places->at[at];
}

/* Step WHERE comes first: those before it are placed after it. */
static void place_after(struct labels *sequence, size_t where)
{
	const struct label *first = &sequence->at[where];
	struct places places = { 0 };

	if (first->message == 0)
		return;
	places.at = gcx_room(NULL, 2 * where + 2, sizeof *places.at);
	places.present = gcx_room(NULL, 2 * where + 2, sizeof *places.present);
	for (size_t i = 0; i <= where; i++)
		if (sequence->at[i].message != 0 && sequence->at[i].at == first->at)
			add_place(&places, &sequence->at[i]);
	places.present[find_place(&places, first->message)] = true;
	for (size_t i = 0; i < where; i++) {
		struct label *label = &sequence->at[i];

		if (label->message == 0 || label->at != first->at)
			continue;
		if (label->view == PLACES)
			label->choice = present_place(&places, label);
		else
			places.present[find_place(&places, label->message)] = true;
	}
	free(places.at);
	free(places.present);
}

/* STEP comes first, and is none of the sequence.  false: it has nothing to say about which of the two
 * comes first in modification order, so this is not the same. */
static bool place_after_other(struct labels *sequence, const struct label *step)
{
	for (size_t i = 0; i < sequence->count; i++) {
		if (!is_placed_beside(&sequence->at[i], step))
			continue;
		if (step->view == PLACES)
			return false;
		sequence->at[i].choice = step->message;
	}
	return true;
}

size_t gcx_find_step(const struct label *step, const struct labels *sequence)
{
	size_t i = 0;

	while (i < sequence->count && sequence->at[i].task != step->task)
		if (gcx_depend(&sequence->at[i++], step))
			return NOT_FIRST;
	return i == sequence->count || place_at_first(sequence, i) == step->choice ? i : NOT_FIRST;
}

bool gcx_covers(const struct label *step, const struct labels *sequence, bool initial)
{
	return gcx_find_step(step, sequence) < sequence->count + !initial;
}

/* The branch of LEVEL that begins a sequence equivalent to SEQUENCE, from which its step is
 * removed. */
static struct branch *follow(struct branch *level, struct labels *sequence, bool initial)
{
	for (; level; level = level->next) {
		size_t where = gcx_find_step(&level->label, sequence);

		if (where >= sequence->count + !initial)
			continue;
		if (where == sequence->count && level->children &&
		    !place_after_other(sequence, &level->label))
			continue;
		if (where < sequence->count) {
			place_after(sequence, where);
			sequence->count--;
			memmove(&sequence->at[where], &sequence->at[where + 1],
			    (sequence->count - where) * sizeof *sequence->at);
		}
		return level;
	}
	return NULL;
}

static void append(struct branch **tree, const struct label *steps, size_t count)
{
	while (*tree)
		tree = &(*tree)->next;
	for (size_t i = 0; i < count; i++) {
		*tree = gcx_new_branch(&steps[i]);
		tree = &(*tree)->children;
	}
}

/* A leaf stands for all that begins with it, so nothing is added below one. */
void gcx_insert(struct branch **tree, struct labels *sequence, bool only_first)
{
	struct branch *same;

	while ((same = follow(*tree, sequence, only_first))) {
		if (only_first || !same->children || sequence->count == 0)
			return;
		tree = &same->children;
	}
	append(tree, sequence->at, only_first ? 1 : sequence->count);
}
