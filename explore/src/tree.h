/* tree.h: wakeup trees: the beginnings of executions that are still to be explored from a point.
 *
 * Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A Foundation for Optimal Dynamic Partial Order
 * Reduction, J. ACM 64 (2017), section 6. */
#ifndef GCX_TREE_H
#define GCX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include "explore/src/operation.h"

struct branch {
	struct label label;
	struct branch *children, *next; /* in the order in which they will be explored */
};

struct labels {
	struct label *at;
	size_t count, room;
};

void gcx_add_label(struct labels *labels, const struct label *label);
/* Adds the LABEL of a step as it is after STEP, on which it does not depend. */
void gcx_add_after(struct labels *labels, const struct label *label, const struct label *step);

/* If STEP can come first in an execution that is equivalent to one that begins with SEQUENCE:
 * its index there; the number of steps, if it is none of them and depends on none.  Otherwise
 * NOT_FIRST. */
#define NOT_FIRST SIZE_MAX
size_t gcx_find_step(const struct label *step, const struct labels *sequence);

/* Whether exploring STEP first also explores what begins with SEQUENCE: it is an initial of the
 * sequence, or only a weak initial, which is enough where whole sequences are added. */
bool gcx_covers(const struct label *step, const struct labels *sequence, bool initial);

/* Adds the SEQUENCE to the tree, unless what the tree has already begins equivalently.  Changes the
 * sequence.  ONLY_FIRST: adds its first step only (source sets). */
void gcx_insert(struct branch **tree, struct labels *sequence, bool only_first);

struct branch *gcx_new_branch(const struct label *label);
void gcx_free_branch(struct branch *branch); /* without what it leads to */
void gcx_free_tree(struct branch *tree);

#endif
