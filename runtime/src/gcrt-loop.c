/* gcrt-loop.c: loops over all objects, block by block, and what is freed.
 *
 * Note [Loops]: a loop visits the objects that exist when it begins.  So at that moment no mutator
 * runs (if the collector has not stopped them, they are paused), all lists of free cells are taken
 * back, and each block with objects counts the loop as one that has still to visit it.  Nobody
 * allocates from such a block: it is on no list.  Any number of loops may be under way, and several
 * may be at one block at the same time.  When the last one has visited it, the block goes to the
 * list that fits the number of its live cells. */
#define GC_IMPL 1
#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-sanitize.h"

void gcrt_space_loop(struct gcrt_space *space)
{
	gcrt_mutex_lock(&space->lock);
	memset(space->ready, 0, sizeof space->ready);
	memset(space->thin, 0, sizeof space->thin);
	space->found_ready = 0;
	space->taken_pages = space->taken_bytes = 0;
	space->pace.at_loop = gcrt_load(&space->allocated_bytes, relaxed);
	for (size_t block = space->first; block < space->frontier; block++) {
		struct gcrt_block *record = &space->blocks[block];
		if (record->state == GCRT_BLOCK_READY || record->state == GCRT_BLOCK_THIN ||
		    record->state == GCRT_BLOCK_FULL)
			gcrt_store(&record->state, GCRT_BLOCK_LOOPED, relaxed);
		gcrt_assert(record->state != GCRT_BLOCK_OWNED);
		if (record->state == GCRT_BLOCK_LOOPED || record->state == GCRT_BLOCK_LARGE)
			gcrt_store(&record->loops, record->loops + 1, relaxed);
	}
	gcrt_mutex_unlock(&space->lock);
}

size_t gcrt_space_next_looped(const struct gcrt_space *space, size_t after)
{
	for (size_t block = after ? after + 1 : space->first; block < space->frontier; block++)
		if (gcrt_load(&space->blocks[block].loops, relaxed))
			return block;
	return 0;
}

struct gcrt_cells gcrt_space_looped_cells(const struct gcrt_space *space, size_t block)
{
	const struct gcrt_block *record = &space->blocks[block];
	struct gcrt_cells cells = { gcrt_block_address(space, block), 0, 1 };
	if (record->state == GCRT_BLOCK_LOOPED) {
		cells.stride = gcrt_class_bytes(record->size_class);
		cells.count = gcrt_block_cells(record->size_class);
	}
	return cells;
}

struct gcrt_cells gcrt_block_enter(struct gcrt_worker *worker, uintptr_t block)
{
	worker->block = block;
	worker->freed = 0;
	return gcrt_space_looped_cells(&worker->heap->space, block);
}

static size_t cell_bytes(const struct gcrt_block *record)
{
	return record->state == GCRT_BLOCK_LARGE ? record->pages * (size_t)GCRT_PAGE
						 : gcrt_class_bytes(record->size_class);
}

/* Locked.  Counts COUNT of the block's cells as free; all granules of a large object are one. */
static void count_freed(struct gcrt_space *space, struct gcrt_block *record, size_t count)
{
	if (record->state == GCRT_BLOCK_LARGE && count)
		count = 1;
	gcrt_store(&record->live, record->live - (uint32_t)count,
	    relaxed); /* gcrt_nothing_lives reads it */
	space->live_bytes -= count * cell_bytes(record);
}

/* Locked.  All loops have visited the block: puts it on the list where it belongs, or frees it. */
static void settle(struct gcrt_space *space, size_t block)
{
	const struct gcrt_block *record = &space->blocks[block];
	if (record->state != GCRT_BLOCK_LARGE)
		gcrt_block_place(space, block);
	else if (!record->live)
		gcrt_space_free_large(space, block);
}

void gcrt_block_leave(struct gcrt_worker *worker, uintptr_t block)
{
	struct gcrt_space *space = &worker->heap->space;
	struct gcrt_block *record = &space->blocks[block];
	worker->block = 0;
	gcrt_mutex_lock(&space->lock);
	count_freed(space, record, worker->freed);
	if (gcrt_fetch_sub(&record->loops, 1, relaxed) == 1)
		settle(space, block);
	gcrt_mutex_unlock(&space->lock);
}

void gcrt_space_visited(struct gcrt_space *space, size_t block)
{
	gcrt_mutex_lock(&space->lock);
	if (gcrt_fetch_sub(&space->blocks[block].loops, 1, relaxed) == 1)
		settle(space, block);
	gcrt_mutex_unlock(&space->lock);
}

void gcrt_close_object(struct gcrt_worker *worker, struct gc_ref o)
{
	const struct gcrt_space *space = &worker->heap->space;
	gcrt_close_memory(gc_ref_value(o), gcrt_place_bytes(space, gc_ref_value(o)));
}

void gcrt_block_freed(struct gcrt_space *space, size_t block, size_t count)
{
	gcrt_mutex_lock(&space->lock);
	struct gcrt_block *record = &space->blocks[block];
	bool settled = !record->loops && record->state != GCRT_BLOCK_OWNED;
	if (settled)
		gcrt_block_displace(space, block);
	count_freed(space, record, count);
	if (settled)
		settle(space, block);
	gcrt_mutex_unlock(&space->lock);
}

void gcrt_freed_elsewhere(struct gcrt_worker *worker, struct gc_ref o)
{
	gcrt_block_freed(&worker->heap->space, gcrt_block_of(gc_ref_value(o)), 1);
}

/* Note [Counting later]: a unit that frees lines frees many of one block, one after the other.  To count what has been freed
 * takes the lock, and may put the block on another list.  So a worker that runs units notes how much it has freed in one
 * block, and counts it when it comes to another block, at the end of the packet, and before it stops or resumes mutators or
 * allocates.  Until then the block counts more than it has, so nobody takes it for empty. */
void gcrt_count_freed(struct gcrt_worker *worker, size_t block, size_t count)
{
	if (block == worker->block) {
		worker->freed += count;
		return;
	}
	if (!count)
		return;
	if (block != worker->later_block)
		gcrt_count_now(worker);
	worker->later_block = block;
	worker->later += count;
	if (!worker->counts_later)
		gcrt_count_now(worker);
}

void gcrt_count_now(struct gcrt_worker *worker)
{
	if (worker->later)
		gcrt_block_freed(&worker->heap->space, worker->later_block, worker->later);
	worker->later = 0;
}

/* Objects count before they exist. */
bool gcrt_nothing_lives(const struct gcrt_worker *worker, size_t block)
{
	const struct gcrt_block *record = &worker->heap->space.blocks[block];
	return gcrt_load(&record->live, relaxed) ==
	    (block == worker->later_block ? worker->later : 0);
}
