/* points.h: the upper part of the tree of executions, whose branches are explored by several processes.
 *
 * Note [Parts].  A point stands for all executions that begin with the same steps.  Its branches are
 * explored in some order, and each one with those before it asleep; so it makes no difference
 * whether those before it have been explored already, or only will be.  Whoever explores a branch
 * finds races with steps above it.  The steps that reverse them are sent back to this process, and become
 * branches of a point, unless a branch that was given away already is an initial of the sequence (a step
 * with which an equivalent sequence can begin).  Then this branch leads to the sequence: exploring a branch
 * finds everything that does not begin with a step that is asleep there.
 *
 * That holds for source sets.  It does not for wakeup trees: there a sequence need not be explored
 * when what is asleep is only a weak initial of it, as the branch that put it to sleep will find a
 * longer sequence that goes on otherwise; but that must then be inserted into a branch that somebody
 * may be exploring already.  So several processes use source sets.  Each class of equivalent
 * executions is still complete once, as sleep sets see to it; some are begun in vain.
 *
 * A task that the first execution has not made gets its number in the process that first sees it made.
 * All processes give the same numbers to the tasks that are made before a point, because they begin
 * with the same numbers and take the same steps up to there.  And only the first step of a sequence
 * becomes a branch, so no later number matters. */
#ifndef GCX_POINTS_H
#define GCX_POINTS_H

#include <stdbool.h>
#include <stdint.h>
#include "explore/src/tree.h"

struct part;

struct point {
	struct point *above;     /* NULL: the root */
	struct label label;      /* the step from there to here */
	uint32_t depth;          /* how many steps come before */
	struct branch *tree;     /* branches that nobody explores yet */
	struct labels asleep;    /* the others, too */
	uint32_t open, finished; /* branches that are given away: not done, done */
	const struct part
	    *unconfirmed;   /* the last one given away, until its label is as executed: no
	                                   other one is given away before */
	struct point *next; /* all there are */
};

/* What a process explores: one branch of a point. */
struct part {
	struct point *point, *last; /* last: of those that the part has added */
	struct branch *branch;
	struct labels asleep; /* at the point, before it */
	unsigned tries;
	bool has_path; /* its points were added */
	struct part *next;
};

struct points {
	struct point *all;
	struct part *again; /* parts whose process was killed */
	struct part *kept;  /* the last one first */
};

struct point *gcx_add_point(struct points *points, struct point *above, const struct label *label);
/* The next part; NULL: there is none now. */
struct part *gcx_take_part(struct points *points);
void gcx_insert_at(struct part *part, uint32_t depth, struct labels *sequence);
/* What the part's branch is labelled is as it was executed; or it will not be. */
void gcx_confirm_part(const struct part *part);
/* Somebody else will do it. */
void gcx_keep_part(struct points *points, struct part *part);
/* The part is done, or given up. */
void gcx_finish_part(struct points *points, struct part *part);
double gcx_fraction_of_points(const struct points *points);
void gcx_free_part(struct part *part);
void gcx_free_points(struct points *points);

#endif
