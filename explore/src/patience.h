/* patience.h: operations that wait with a timeout.
 *
 * Note [Giving up].  How long anything takes is not known.  An operation with a timeout gives up only when
 * no task can go on any more: then all others would wait, however long the timeout is.  Giving up is a step
 * of its own, in place of the operation.  In each equivalent execution it comes after everything that was
 * done before it, so it races with nothing.  But the operation that is given up may have been possible at
 * an earlier moment, like an operation that still waits at the end (note Missed moments in order.c).  If
 * several tasks could give up, the one that has given up least often does.  So a task that tries again and
 * again does not prevent others from giving up.  After this step a task that spins reads once more, because
 * its earlier reads cannot be reversed with what comes after the step. */
#ifndef GCX_PATIENCE_H
#define GCX_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>
#include "explore/src/operation.h"

struct explorer;
struct node;

/* The choice of that step. */
#define GIVES_UP UINT32_MAX

/* Whether a task of that number can go on, in that way. */
bool gcx_is_possible(struct explorer *x, unsigned task, uint32_t choice);
/* Whether the task can give up now. */
bool gcx_may_give_up(struct explorer *x, unsigned task);
static inline struct label gcx_label_giving_up(unsigned task)
{
	return (struct label){ .task = (uint16_t)task,
		.choice = GIVES_UP,
		.joined = NO_TASK,
		.footprint = EVERYTHING,
		.owner = (uint16_t)task,
		.parent = (uint16_t)task };
}
/* The operation that the task does instead of its next one, which the node keeps. */
struct operation gcx_give_up(struct explorer *x, struct node *node);
/* A task that has done nothing else for a long time; GCX_TASKS: there is none. */
unsigned gcx_gives_up_for_ever(const struct explorer *x);

#endif
