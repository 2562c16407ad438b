/* operations.c: the built-in operations, and where each may stand. */
#include "compiler/sema/internal.h"

#include <string.h>

#define CODE SEM_IN_CODE
#define COLLECTOR                                                                                  \
	(SEM_IN_KERNEL | SEM_IN_FUNCTION | SEM_IN_FILL | SEM_IN_GUARD | SEM_IN_PROPERTY |          \
	    SEM_IN_ASSERT | SEM_IN_GHOST)
#define OBSERVER (SEM_IN_PROPERTY | SEM_IN_ASSERT | SEM_IN_GHOST)

static const struct sem_operation operations[] = {
	{ "load", SEM_OP_LOAD, 1, CODE | SEM_IN_LITMUS | SEM_IN_ASSERT, true },
	{ "store", SEM_OP_STORE, 2, CODE | SEM_IN_LITMUS, false },
	{ "swap", SEM_OP_RMW, 2, CODE | SEM_IN_LITMUS, true },
	{ "cas", SEM_OP_CAS, 3, CODE | SEM_IN_LITMUS, true },
	{ "fetch_add", SEM_OP_RMW, 2, CODE | SEM_IN_LITMUS, true },
	{ "fetch_sub", SEM_OP_RMW, 2, CODE | SEM_IN_LITMUS, true },
	{ "fetch_and", SEM_OP_RMW, 2, CODE | SEM_IN_LITMUS, true },
	{ "fetch_or", SEM_OP_RMW, 2, CODE | SEM_IN_LITMUS, true },
	{ "fence", SEM_OP_FENCE, 0, CODE | SEM_IN_LITMUS, false },
	{ "free", SEM_OP_FREE, 1, SEM_IN_KERNEL | SEM_IN_FUNCTION, false },
	{ "drained", SEM_OP_BUCKET, 1, COLLECTOR, true },
	{ "idle", SEM_OP_BUCKET, 1, COLLECTOR, true },
	{ "empty", SEM_OP_BUCKET, 1, COLLECTOR, true },
	{ "open", SEM_OP_BUCKET, 1, COLLECTOR, true },
	{ "settled", SEM_OP_BUCKET, 1, COLLECTOR, true },
	{ "marked", SEM_OP_OBSERVE, 1, OBSERVER, true },
	{ "freed", SEM_OP_OBSERVE, 1, OBSERVER, true },
	{ "reachable", SEM_OP_OBSERVE, 1, OBSERVER, true },
	{ "pending", SEM_OP_PENDING, 1, OBSERVER, true },
	{ "peek", SEM_OP_PEEK, 1, CODE | OBSERVER, true },
	{ "read", SEM_OP_READ, 1, SEM_IN_SCRIPT, true },
	{ "write", SEM_OP_WRITE, 2, SEM_IN_SCRIPT, false },
	{ "allocate", SEM_OP_ALLOCATE, 0, SEM_IN_SCRIPT, true },
	{ "receive", SEM_OP_RECEIVE, 1, SEM_IN_SCRIPT, true },
};

const struct sem_operation *sem_operation_at(size_t index)
{
	return index < sizeof operations / sizeof *operations ? &operations[index] : NULL;
}

const struct sem_operation *sem_operation_find(const char *name)
{
	const struct sem_operation *operation;

	for (size_t i = 0; name && (operation = sem_operation_at(i)); i++)
		if (!strcmp(operation->name, name))
			return operation;
	return NULL;
}

bool sem_operation_is_memory(const struct sem_operation *operation)
{
	return operation->class <= SEM_OP_FENCE;
}

const char *sem_place_text(enum sem_place place)
{
	switch (place) {
	case SEM_IN_KERNEL: return "a kernel";
	case SEM_IN_FUNCTION: return "a function";
	case SEM_IN_BARRIER: return "a barrier";
	case SEM_IN_FILL: return "a `fill`";
	case SEM_IN_GUARD: return "a guard";
	case SEM_IN_PROPERTY: return "a property";
	case SEM_IN_CONSTANT: return "a constant";
	case SEM_IN_SCRIPT: return "a mutator's script";
	case SEM_IN_LITMUS: return "a litmus test";
	case SEM_IN_GHOST: return "a ghost expression";
	case SEM_IN_ASSERT: return "an assertion";
	}
	return "this place";
}
