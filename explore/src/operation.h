/* operation.h: one operation of a task, and which operations depend on each other. */
#ifndef GCX_OPERATION_H
#define GCX_OPERATION_H

#include <stdbool.h>
#include <stdint.h>
#include "explore/gcexplore.h"

enum operation_kind {
#define OPERATION(name, footprint, guard) OP_##name,
#include "explore/src/operations.def"
};

enum footprint { NOTHING, READS, WRITES, EXCHANGES, EVERYTHING };

enum guard { ALWAYS, CHANGED, IS, OTHER, CLEAR, JOINED };

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
	uint64_t result;   /* once it has been done */
	const void *place; /* the code; NULL: not known */
};

/* What other operations must know of one that was done, or could be: it outlives its execution. */
struct label {
	uintptr_t at;
	uint64_t spawned; /* the tasks that it has made, as bits */
	uint16_t task, choice;
	uint16_t joined; /* the task that it has waited for; GCX_TASKS: none */
	uint8_t size;
	enum footprint footprint; /* never EXCHANGES */
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
/* Does it.  Returns what the task gets. */
uint64_t gcx_do(const struct operation *operation, unsigned choice);

#endif
