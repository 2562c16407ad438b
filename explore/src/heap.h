/* heap.h: memory whose addresses are the same in all executions. */
#ifndef GCX_HEAP_H
#define GCX_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/gcexplore.h"

struct block {
	uintptr_t at;
	size_t size;
	bool is_free;
};

/* Each task has a part of its own.  So addresses do not depend on the order in which tasks
 * allocate. */
struct heap {
	char *start; /* NULL: nothing was allocated yet */
	size_t used[GCX_TASKS];
	struct block *blocks[GCX_TASKS]; /* in the order of their addresses */
	size_t count[GCX_TASKS], room[GCX_TASKS];
};

enum access { ALLOWED, IS_FREE, NO_BLOCK };

/* Cleared memory; NULL: the task's part is full. */
void *gcx_heap_allocate(struct heap *heap, unsigned task, size_t size);
/* Whether SIZE bytes at AT are in a block that is in use, or are not in the heap at all. */
enum access gcx_heap_access(const struct heap *heap, uintptr_t at, size_t size);
/* NO_BLOCK: no block begins there. */
enum access gcx_heap_free(struct heap *heap, uintptr_t at);
void gcx_heap_clear(struct heap *heap); /* for the next execution */
void gcx_heap_end(struct heap *heap);

#endif
