/* operations.c: the built-in operations, and where each may stand. */
#include "compiler/sema/internal.h"

#include <string.h>

#define CODE SEM_IN_CODE
#define COLLECTOR                                                                                  \
	(SEM_IN_KERNEL | SEM_IN_FUNCTION | SEM_IN_FILL | SEM_IN_GUARD | SEM_IN_PROPERTY |          \
	    SEM_IN_ASSERT | SEM_IN_GHOST)
#define OBSERVER (SEM_IN_PROPERTY | SEM_IN_ASSERT | SEM_IN_GHOST)
/* Assertions may load, because their loads are only observations. */
#define PLACES_LOAD  (CODE | SEM_IN_LITMUS | SEM_IN_ASSERT)
#define PLACES_STORE (CODE | SEM_IN_LITMUS)
#define PLACES_RMW   (CODE | SEM_IN_LITMUS)
#define PLACES_FENCE (CODE | SEM_IN_LITMUS)
enum { RESULT_LOAD = 1, RESULT_STORE = 0, RESULT_RMW = 1, RESULT_FENCE = 0 };

static const struct sem_operation operations[] = {
#define MEMORY_OPERATION(name, effect, form, arguments, ...)                                       \
	{ #name, SEM_OP_MEMORY, arguments, PLACES_##effect, RESULT_##effect,                       \
		&gd_operations[GD_OPERATION_##name] },
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION
	{ "free", SEM_OP_FREE, 1, SEM_IN_KERNEL | SEM_IN_FUNCTION, false, NULL },
	{ "alloc", SEM_OP_ALLOC, 1, SEM_IN_KERNEL | SEM_IN_FUNCTION, true, NULL },
	{ "copy", SEM_OP_COPY, 2, SEM_IN_KERNEL | SEM_IN_FUNCTION, false, NULL },
	{ "relocate", SEM_OP_MOVE, 2, SEM_IN_KERNEL | SEM_IN_FUNCTION, false, NULL },
#define QUERY(name, class, places, ...) { #name, SEM_OP_##class, 1, places, true, NULL },
#include "compiler/base/queries.def"
	{ "read", SEM_OP_READ, 1, SEM_IN_SCRIPT, true, NULL },
	{ "write", SEM_OP_WRITE, 2, SEM_IN_SCRIPT, false, NULL },
	{ "allocate", SEM_OP_ALLOCATE, 0, SEM_IN_SCRIPT, true, NULL },
	{ "receive", SEM_OP_RECEIVE, 1, SEM_IN_SCRIPT, true, NULL },
	{ "pin", SEM_OP_PIN, 1, SEM_IN_SCRIPT, false, NULL },
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

bool sem_operation_is_load(const struct sem_operation *operation)
{
	return operation->memory && operation->memory->reads && !operation->memory->writes;
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
