/* heap.c: blocks are never used again in an execution, so that each access to one that was freed is
 * noticed. */
#include "explore/src/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "explore/src/room.h"

static const size_t part_size = HEAP_PART, alignment = 16;

void gcx_heap_reserve(struct heap *heap)
{
	if (heap->start)
		return;
	heap->start = mmap(NULL, part_size * GCX_TASKS, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (heap->start == MAP_FAILED) {
		perror("gcexplore: the heap");
		exit(2);
	}
}

void *gcx_heap_allocate(struct heap *heap, unsigned task, size_t size, size_t aligned,
    uint32_t moment, const void *place)
{
	uintptr_t part;
	size_t at;
	char *made;

	gcx_heap_reserve(heap);
	part = (uintptr_t)heap->start + part_size * task;
	at = ((part + heap->used[task] + aligned - 1) & ~(aligned - 1)) - part;
	if (at >= part_size || size >= part_size - at)
		return NULL;
	if (heap->count[task] == heap->room[task])
		heap->blocks[task] = gcx_room(heap->blocks[task],
		    heap->room[task] = heap->room[task] * 2 + 16, sizeof **heap->blocks);
	made = heap->start + part_size * task + at;
	heap->blocks[task][heap->count[task]++] = (struct block){ .at = (uintptr_t)made,
		.size = size,
		.task = task,
		.moment = moment,
		.place = place };
	/* a gap after each block: an access behind its end is not one to the next */
	heap->used[task] = at + ((size + 2 * alignment - 1) & ~(alignment - 1));
	return made;
}

/* The last block that begins at AT or before; NULL: AT is not in the heap, or before all blocks. */
static struct block *find(const struct heap *heap, uintptr_t at, bool *in_heap)
{
	uintptr_t offset = at - (uintptr_t)heap->start;
	size_t low = 0, high;
	unsigned task;

	*in_heap = heap->start && offset < part_size * GCX_TASKS;
	if (!*in_heap)
		return NULL;
	task = (unsigned)(offset / part_size);
	high = heap->count[task];
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (heap->blocks[task][middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &heap->blocks[task][low - 1] : NULL;
}

enum presence gcx_heap_access(const struct heap *heap, uintptr_t at, size_t size,
    const struct block **block)
{
	bool in_heap;

	*block = find(heap, at, &in_heap);
	if (!in_heap)
		return IS_THERE;
	if (!*block || at + size > (*block)->at + (*block)->size)
		return NO_BLOCK;
	return (*block)->is_free ? IS_FREE : IS_THERE;
}

struct block *gcx_heap_block(const struct heap *heap, uintptr_t at)
{
	bool in_heap;
	struct block *block = find(heap, at, &in_heap);

	return block && block->at == at ? block : NULL;
}

enum presence gcx_heap_free(struct heap *heap, uintptr_t at, const void *place,
    struct block **block)
{
	bool in_heap;

	*block = find(heap, at, &in_heap);
	if (!*block || (*block)->at != at)
		return NO_BLOCK;
	if ((*block)->is_free)
		return IS_FREE;
	(*block)->is_free = true;
	(*block)->freed = place;
	return IS_THERE;
}

void gcx_heap_clear(struct heap *heap)
{
	for (unsigned i = 0; heap->start && i < GCX_TASKS; i++) {
		memset(heap->start + part_size * i, 0, heap->used[i]);
		heap->used[i] = heap->count[i] = 0;
	}
}

void gcx_heap_end(struct heap *heap)
{
	if (heap->start)
		munmap(heap->start, part_size * GCX_TASKS);
	for (unsigned i = 0; i < GCX_TASKS; i++)
		free(heap->blocks[i]);
}
