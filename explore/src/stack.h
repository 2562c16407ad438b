/* stack.h: the stacks of tasks, which are next to each other, with memory between them that cannot be
 * accessed. */
#ifndef GCX_STACK_H
#define GCX_STACK_H

#include <stddef.h>
#include <stdint.h>
#include "explore/gcexplore.h"

enum { STACK_SIZE = 256 * 1024 };

struct stacks {
	char *start; /* NULL: there are none yet */
};

/* The lowest address of the task's stack; the same for all executions. */
void *gcx_stack_of(struct stacks *stacks, unsigned task);
/* Whose stack it is, or below whose stack; GCX_TASKS: nobody's. */
unsigned gcx_stack_owner(const struct stacks *stacks, uintptr_t at);
void gcx_free_stacks(struct stacks *stacks);

#endif
