/* operation.h: one operation of a task, and which operations depend on each other. */
#ifndef GCX_OPERATION_H
#define GCX_OPERATION_H

#include <stdbool.h>
#include <stdint.h>
#include "explore/gcexplore.h"
#include "explore/src/useless.h"

enum operation_kind {
#define OPERATION(name, footprint, guard) OP_##name,
#include "explore/src/operations.def"
};

enum footprint { NOTHING, READS, WRITES, EXCHANGES, EVERYTHING };

enum { NO_TASK = UINT16_MAX };
enum { LATE, AT_ONCE }; /* with store buffers: the choice of a store */

enum guard { ALWAYS, CHANGED, IS, OTHER, CLEAR, JOINED, USEFUL };

struct operation {
	enum operation_kind kind;
	enum gcx_modify how;
	enum gcx_order order, otherwise; /* CAS: if it finds another value */
	unsigned size;
	uintptr_t at; /* the location */
	uint64_t value, expected;
	size_t since;         /* AWAIT: how often the location had been written then */
	unsigned task;        /* JOIN */
	unsigned count;       /* CHOOSE */
	void (*body)(void *); /* ATOMIC */
	void *argument;
	uint64_t result;               /* once it has been done */
	const void *place;             /* the code; NULL: not known */
	const struct useless *useless; /* values for which it waits to go; NULL: none */
	bool is_signal;                /* gcx_signal */
	bool gives_up;                 /* it waits only while others can go on: patience.h */
};

/* What other operations must know of one that was done, or could be: it outlives its execution. */
/* What an access does to the history of its location (views.h). */
enum view { UNSEEN, TAKES, PLACES, ATTACHES };

struct label {
	uintptr_t at;
	uint64_t spawned; /* the tasks that it has made, as bits */
	uint32_t choice;
	uint16_t task;
	uint16_t joined; /* the task that it has waited for; NO_TASK: none */
	uint8_t size;
	uint8_t footprint; /* never EXCHANGES */
	uint8_t view;      /* with histories, in which the choice is a message */
	bool flushes;      /* with store buffers: a step of one */
	bool reads;        /* with store buffers: a read without a guard … */
	bool takes;        /* … that takes its task's own store from the buffer */
	uint32_t message;  /* with histories: its own, if it writes */
	/* With store buffers: */
	uint32_t
	    store; /* the how-manieth store it buffers, takes from the buffer or flushes; 0: none */
	uint32_t floor; /* it waits for the stores before this one; 0: for none */
	uint16_t owner; /* whose stores these are */
	/* The first operation of a task waits for what its parent had stored before. */
	uint16_t parent;
	uint32_t born; /* 0: it is not the first */
};

enum footprint gcx_footprint_of(const struct operation *operation);
enum guard gcx_guard_of(const struct operation *operation);

/* Whether the operation would be another if they came in the other order. */
bool gcx_depend(const struct label *a, const struct label *b);

/* The same step of the same task. */
static inline bool gcx_same_step(const struct label *a, const struct label *b)
{
	return a->task == b->task && a->choice == b->choice;
}

/* ---- memory; LOCATION is in operation->at */
uint64_t gcx_peek(uintptr_t location, unsigned size);
void gcx_poke(uintptr_t location, unsigned size, uint64_t value);
/* What the location is after the operation, which finds OLD. */
uint64_t gcx_left(const struct operation *operation, uint64_t old);
/* Does it.  Returns what the task gets. */
uint64_t gcx_do(const struct operation *operation, uint32_t choice);

#endif
