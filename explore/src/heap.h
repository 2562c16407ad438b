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
	bool is_new;   /* what is there was not written yet: gcx_is_new */
	unsigned task; /* which has allocated it, at that moment of its clock (sync.h) */
	uint32_t moment;
	const void *place, *freed; /* where in the code it was allocated, and freed; may be NULL */
};

/* Each task has a part of its own.  So addresses do not depend on the order in which tasks
 * allocate. */
struct heap {
	char *start; /* NULL: nothing was allocated yet */
	size_t used[GCX_TASKS];
	struct block *blocks[GCX_TASKS]; /* in the order of their addresses */
	size_t count[GCX_TASKS], room[GCX_TASKS];
};

enum presence { IS_THERE, IS_FREE, NO_BLOCK };

#define HEAP_PART ((size_t)64 << 20) /* bytes of a task */

/* From now on the heap has addresses. */
void gcx_heap_reserve(struct heap *heap);
/* Cleared memory at a multiple of ALIGNED, a power of two; NULL: the task's part is full. */
void *gcx_heap_allocate(struct heap *heap, unsigned task, size_t size, size_t aligned,
    uint32_t moment, const void *place);
/* Whether SIZE bytes at AT are in a block that is in use, or are not in the heap at all: then
 * *BLOCK becomes NULL. */
enum presence gcx_heap_access(const struct heap *heap, uintptr_t at, size_t size,
    const struct block **block);
/* NO_BLOCK: no block begins there. */
enum presence gcx_heap_free(struct heap *heap, uintptr_t at, const void *place,
    struct block **block);
/* The block that begins at AT, or NULL. */
struct block *gcx_heap_block(const struct heap *heap, uintptr_t at);
void gcx_heap_clear(struct heap *heap); /* for the next execution */
void gcx_heap_end(struct heap *heap);

#endif
