/* spin.h: loops that wait by reading again and again.
 *
 * Note [Spinning].  If a task is about to do an operation in a state in which it has been before
 * (the same stack, and registers), and has written nothing in between, then it will do the same
 * again, until some other task writes what it has read.  Executions in which it goes round once
 * more are of no interest: others have the same end without that round.  So the task goes no
 * further.  That it could have read a later value is a race with the write, as for every read, so
 * executions in which the loop ends are explored.  If what it has read is never written again, it
 * spins for ever. */
#ifndef GCX_SPIN_H
#define GCX_SPIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/src/coroutine.h"
#include "explore/src/location.h"
#include "explore/src/operation.h"

enum { MOST_TURNS = 4096 };
#define NEVER SIZE_MAX

/* A state of the task, and what it has read then. */
struct turn {
	uint64_t mark; /* of the next operation and the stack pointer: what is cheap to compare */
	size_t copied, size; /* a copy of the stack */
	uintptr_t at;        /* 0: nothing */
	size_t version;
	uint32_t store; /* with buffers: it has read the task's own store of this number; 0: none */
	uint64_t value;
	bool chooses; /* the task has chosen then: the loop may end without others */
	bool looks;   /* it has read other memory than its stack itself */
};

struct spin {
	bool writes; /* the task has, since the last state */
	unsigned count, room, from;
	struct turn *turns; /* since it has written */
	char *copies;
	size_t copied, copy_room;
};

/* The task is about to do this operation.  Returns whether it spins. */
bool gcx_spins(struct spin *spin, const struct gcx_coroutine *task, const struct operation *next);
/* A hash of the state. */
uint64_t gcx_state_of(const struct gcx_coroutine *task, const struct operation *next);
void gcx_free_spin(struct spin *spin);
/* What it has read. */
void gcx_spin_read(struct spin *spin, const struct turn *read);
void gcx_spin_choose(struct spin *spin);
void gcx_spin_look(struct spin *spin);
/* It spins: whether that was by this value alone (useless.h). */
bool gcx_spins_by_value(const struct spin *spin, uint64_t *value);
/* Nothing is known of what it has done. */
void gcx_spin_anew(struct spin *spin);

#endif
