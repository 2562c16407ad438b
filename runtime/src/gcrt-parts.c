/* gcrt-parts.c: a heap that is divided into spaces.
 *
 * Note [Parts]: a heap with n spaces has n parts.  Each block that is in use belongs to one part, from the moment in
 * which it is taken until it has no object any more; a free block can be taken for any part.  A space is the name of
 * a part.  When names are exchanged all mutators are stopped, and their free cells are taken back, so that they
 * go on in the new first space.  No unit that looks at spaces runs then (a model checks that), so nobody reads a name
 * while it changes. */
#define GC_IMPL 1
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-record.h"
#include "gcrt-sanitize.h"

/* One object of a space that is freed. */
static void free_object(struct gcrt_worker *worker, uintptr_t object)
{
	struct gc_ref o = gc_ref(object);
#if GCRT_DEBUG
	gcrt_check_object(o, "freed");
	gcrt_record_free(worker, o);
	gcrt_poison_cell(worker, o);
#elif defined GCRT_ASAN
	gcrt_close_object(worker, o);
#endif
	(void)worker;
	gcrt_store(gcrt_object_byte(gc_ref_value(o)), 0, release); /* Note [Free cells] */
}

/* Whether the block has objects of PART; then CELLS are all of its cells. */
static bool has_objects(struct gcrt_space *space, size_t block, unsigned part,
    struct gcrt_cells *cells)
{
	const struct gcrt_block *record = &space->blocks[block];
	gcrt_mutex_lock(&space->lock);
	bool is_small = record->state == GCRT_BLOCK_OWNED || record->state == GCRT_BLOCK_READY ||
	    record->state == GCRT_BLOCK_THIN || record->state == GCRT_BLOCK_FULL ||
	    record->state == GCRT_BLOCK_LOOPED;
	bool has = record->part == part && (is_small || record->state == GCRT_BLOCK_LARGE);
	*cells = (struct gcrt_cells){ gcrt_block_address(space, block), 0, 1 };
	if (is_small) {
		cells->stride = gcrt_class_bytes(record->size_class);
		cells->count = gcrt_block_cells(record->size_class);
	}
	gcrt_mutex_unlock(&space->lock);
	return has;
}

static void free_in_block(struct gcrt_worker *worker, size_t block, struct gcrt_cells cells)
{
	size_t freed = 0;
	for (size_t i = 0; i < cells.count; i++) {
		uintptr_t cell = cells.first + i * cells.stride;
		if (!gcrt_load(gcrt_object_byte(cell), acquire))
			continue;
		free_object(worker, cell);
		freed++;
	}
	if (freed)
		gcrt_block_freed(&worker->heap->space, block, freed);
}

void gcrt_free_space(struct gcrt_worker *worker, unsigned s)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_space *space = &heap->space;
	unsigned part = gcrt_space_part(space, s);
	struct gcrt_cells cells;
	gcrt_moving_hold(heap);
	gcrt_moving_release(heap);
	for (size_t block = space->first; block < gcrt_load(&space->frontier, acquire); block++)
		if (has_objects(space, block, part, &cells))
			free_in_block(worker, block, cells);
	gcrt_mutex_lock(&space->lock);
	gcrt_space_secure(space, 0); /* if the system refuses, mutators will be told */
	gcrt_mutex_unlock(&space->lock);
}

void gcrt_swap_spaces(struct gcrt_worker *worker, unsigned a, unsigned b)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_space *space = &heap->space;
	uint32_t *of_a = gcrt_part_of_space(space->arena, a),
		 *of_b = gcrt_part_of_space(space->arena, b);
	gcrt_mutex_lock(&heap->world.lock);
	if (!heap->world.all_stopped)
		gcrt_fatal("spaces are exchanged while mutators run");
	gcrt_mutex_unlock(&heap->world.lock);
	gcrt_all_give_back_cells(heap);
	gcrt_mutex_lock(&space->lock);
	uint32_t former = gcrt_load(of_a, relaxed);
	gcrt_store(of_a, gcrt_load(of_b, relaxed), relaxed);
	gcrt_store(of_b, former, relaxed);
	space->found_ready = 0;
	gcrt_mutex_unlock(&space->lock);
}
