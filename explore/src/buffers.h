/* buffers.h: store buffers.  A store waits in one until a step of the buffer, which is an actor of its
 * own, flushes it: that is the write.  Under TSO each task has a buffer, under PSO one for each
 * location.
 *
 * The rules are those of doc/memory.md.  What an operation waits for is a number of the task's stores
 * (`floor'): all that the task has stored before that one are to be flushed.
 *
 *   fence of seq_cst, read-modify-write, await,   all
 *   atomic step, free, stop
 *   read of seq_cst                               up to the last store of seq_cst
 *   join                                          all of the task that is joined
 *   first operation of a task                     all of its parent that were before it
 *   store that is done at once                    nothing: Note [Contended locations]
 *   flush, PSO                                    of a store that releases: all before it;
 *                                                 all before the last release fence before it */
#ifndef GCX_BUFFERS_H
#define GCX_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/src/clock.h"
#include "explore/src/moments.h"
#include "explore/src/operation.h"

struct explorer;
struct node;

struct store {
	struct operation operation;
	struct moments carried; /* sync.h */
	unsigned buffer;        /* the actor */
	bool is_left;           /* to the stack of a function that has returned */
	uint32_t floor;
	uint32_t stored, taken, flushed; /* events; taken: the last read of it from the buffer */
};

/* Those of a task.  The first has number 1. */
struct stores {
	struct store *at;
	uint32_t count, room;
	uint32_t done;    /* so many are flushed, without a gap */
	uint32_t fence;   /* those before this one are before the last release fence */
	uint32_t seq_cst; /* the last such store; 0: none */
	unsigned parent;
	uint32_t born; /* the number of the parent's next store when it made the task */
};

struct buffers {
	struct stores of[GCX_TASKS];
	/* Buffer B is actor GCX_TASKS + B in all executions. */
	struct {
		unsigned owner;
		uintptr_t at; /* PSO */
	} names[GCX_BUFFERS];
	unsigned count;
	unsigned used; /* in this execution */
	/* Note [Contended locations]: all are, for some reason; and, the last execution has shown that
	 * some are of which that was not known. */
	bool all_contended, news;
	bool starts_over; /* who explores can do that */
};

void gcx_begin_buffers(struct explorer *x);
void gcx_begin_stores(struct explorer *x, unsigned task, unsigned parent);
void gcx_end_buffers(struct explorer *x);

/* What the task's operation would find: its youngest store that waits, or what memory has. */
uint64_t gcx_found(const struct explorer *x, unsigned task, const struct operation *operation);
/* The task's youngest store to the location that waits; 0: none. */
uint32_t gcx_own_store(const struct explorer *x, unsigned task, uintptr_t at);
/* What it has to do with buffers. */
void gcx_label_stores(const struct explorer *x, struct label *label,
    const struct operation *operation);
/* The order of an operation, as races know it: Note [Orders of machines]. */
enum gcx_order gcx_order_kept(const struct explorer *x, enum gcx_order order);
/* Whether all that it waits for is flushed. */
bool gcx_is_drained(const struct explorer *x, unsigned task, const struct operation *operation);
bool gcx_is_empty(const struct explorer *x, unsigned task);
/* Whether a store of the task to one of these bytes waits. */
bool gcx_is_buffered(const struct explorer *x, unsigned task, uintptr_t at, size_t size);
/* All of the steps of buffers for which the label waits, and for those of a buffer the store,
 * come before it in each execution. */
void gcx_join_stores(const struct explorer *x, const struct label *label, struct clock *clock);
/* Of a flush: the last read that took the store from its buffer; NO_EVENT: none. */
uint32_t gcx_taken(const struct explorer *x, const struct label *label);
/* The location is contended.  0: all are. */
void gcx_contend(struct explorer *x, uintptr_t at);
/* Whether the task's store waits in a buffer. */
bool gcx_is_late(const struct explorer *x, const struct operation *operation);
/* Does what the operation of the node means for buffers.  Returns what a read takes from one. */
uint64_t gcx_do_stores(struct explorer *x, const struct node *node,
    const struct operation *operation);
/* A function of the task that runs returns: its stack below END is not used any more.  What waits for it in
 * a buffer reaches nothing. */
void gcx_leave_frame(struct explorer *x, uintptr_t end);
/* Whether the store that the label flushes is one of those. */
bool gcx_is_left(const struct explorer *x, const struct label *label);
/* Whether the event is a flush of a store of the task. */
bool gcx_is_own_flush(const struct explorer *x, uint32_t event, unsigned task);

#endif
