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

size_t gcx_find_step(const struct label *step, const struct labels *sequence)
{
	size_t i = 0;

	while (i < sequence->count && sequence->at[i].task != step->task)
		if (gcx_depend(&sequence->at[i++], step))
			return NOT_FIRST;
	return i == sequence->count || gcx_same_step(&sequence->at[i], step) ? i : NOT_FIRST;
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
		if (where < sequence->count) {
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
