/* stack.c: room for the stacks of all tasks. */
#include "explore/src/stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* A page is at most 64 KiB large, on AArch64. */
enum { PAGE = 64 * 1024 };
static const size_t part = STACK_SIZE + PAGE;

static void reserve(struct stacks *stacks)
{
	void *made = mmap(NULL, part * GCX_TASKS, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	stacks->start = made;
	for (unsigned i = 0; made != MAP_FAILED && i < GCX_TASKS; i++)
		if (mprotect(stacks->start + part * i, PAGE, PROT_NONE) != 0)
			made = MAP_FAILED;
	if (made == MAP_FAILED) {
		perror("gcexplore: the stacks");
		exit(2);
	}
}

void *gcx_stack_of(struct stacks *stacks, unsigned task)
{
	if (!stacks->start)
		reserve(stacks);
	return stacks->start + part * task + PAGE;
}

unsigned gcx_stack_owner(const struct stacks *stacks, uintptr_t at)
{
	uintptr_t offset = at - (uintptr_t)stacks->start;

	return stacks->start && offset < part * GCX_TASKS ? (unsigned)(offset / part) : GCX_TASKS;
}

void gcx_free_stacks(struct stacks *stacks)
{
	if (stacks->start)
		munmap(stacks->start, part * GCX_TASKS);
}
