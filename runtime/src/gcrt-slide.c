/* gcrt-slide.c: places to which objects slide, and objects that move there.
 *
 * Note [Sliding]: cells have sizes, so objects slide within their size class (and part of the heap), in the order of the
 * addresses of its blocks and cells.  Cells of a class do not overlap.  Large objects stay where they are.  Only cells in
 * pages that their block holds are places (Note [Held pages]); the own cell of an object is one.  Between the computation and
 * the move a block may lose its last object, or give up pages: who moves an object there takes them back.  Nobody
 * else wants them meanwhile: no mutator runs.  What a kernel allocates may be in the way, which stops the program.
 *
 * Both operations begin and end with fences, so that in the models they are steps of memory as a whole. */
#define GC_IMPL 1
#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-header.h"
#include "gcrt-heap.h"
#include "gcrt-record.h"
#include "gcrt-redzone.h"
#include "gcrt-sanitize.h"
#include "gcrt-shadow.h"
#include "gcrt-worker.h"

static void check_stopped(struct gc_heap *heap, const char *what)
{
	if (!gcrt_world_all_stopped(&heap->world))
		gcrt_fatal("%s while mutators run", what);
}

/* ------------------------------------------------------------------------- loops */

/* Note [Ordered loops]: a loop of a kernel that does more than emit visits the objects in the order of their addresses.
 * The mutators are stopped, and no kernel allocates (the C backend refuses it otherwise), so there are no objects that
 * begin meanwhile, except for those that are moved; and these are behind. */
void gcrt_all_begin(struct gcrt_worker *worker, struct gcrt_all *all)
{
	struct gc_heap *heap = worker->heap;
	check_stopped(heap, "a kernel loops over all objects");
	gcrt_all_give_back_cells(heap);
	gcrt_space_loop(&heap->space);
	*all = (struct gcrt_all){ .block = 0 };
}

/* false: the block has no more objects. */
static bool next_of_block(struct gcrt_all *all)
{
	while (all->next < all->cells.count) {
		uintptr_t cell = all->cells.first + all->next++ * all->cells.stride;
		if (!gcrt_load(gcrt_object_byte(cell), acquire))
			continue;
		all->object = gc_ref(cell);
		return true;
	}
	return false;
}

bool gcrt_all_next(struct gcrt_worker *worker, struct gcrt_all *all)
{
	struct gcrt_space *space = &worker->heap->space;
	while (!next_of_block(all)) {
		size_t after = all->block;
		all->block = gcrt_space_next_looped(space, after);
		if (after)
			gcrt_space_visited(space, after);
		if (!all->block)
			return false;
		all->cells = gcrt_space_looped_cells(space, all->block);
		all->next = 0;
	}
	return true;
}

/* ------------------------------------------------------------------------ places */

/* The next place of a size class in a part of the heap: a cell of a block. */
struct cursor {
	size_t block, cell;
};

static bool has_cells(const struct gcrt_block *record)
{
	return record->state == GCRT_BLOCK_READY || record->state == GCRT_BLOCK_THIN ||
	    record->state == GCRT_BLOCK_FULL || record->state == GCRT_BLOCK_LOOPED;
}

/* Takes the place that CURSOR comes to.  There is one, at the latest the own cell of the object of the class of LIKE. */
static uintptr_t take_place(const struct gcrt_space *space, struct cursor *cursor,
    const struct gcrt_block *like)
{
	size_t bytes = gcrt_class_bytes(like->size_class),
	       cells = gcrt_block_cells(like->size_class);
	if (!cursor->block)
		cursor->block = space->first;
	for (;; cursor->block++, cursor->cell = 0) {
		const struct gcrt_block *record = &space->blocks[cursor->block];
		if (!has_cells(record) || record->size_class != like->size_class ||
		    record->part != like->part)
			continue;
		while (cursor->cell < cells) {
			size_t at = cursor->cell++ * bytes;
			if (!(gcrt_page_mask(at, bytes) & ~record->held))
				return gcrt_block_address(space, cursor->block) + at;
		}
	}
}

static void slide_block(const struct gcrt_space *space, size_t block, gcrt_selects *selects,
    unsigned k, struct cursor *cursor)
{
	const struct gcrt_block *record = &space->blocks[block];
	uintptr_t first = gcrt_block_address(space, block);
	bool is_large = record->state == GCRT_BLOCK_LARGE;
	size_t bytes = is_large ? 0 : gcrt_class_bytes(record->size_class);
	size_t cells = is_large ? 1 : gcrt_block_cells(record->size_class);
	for (size_t i = 0; i < cells; i++) {
		uintptr_t cell = first + i * bytes;
		if (gcrt_load(gcrt_object_byte(cell), acquire) && selects(gc_ref(cell)))
			gcrt_store(gcrt_reference_place(cell, k),
			    is_large ? cell : take_place(space, cursor, record), relaxed);
	}
}

void gcrt_slide(struct gcrt_worker *worker, gcrt_selects *selects, unsigned k)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_space *space = &heap->space;
	struct cursor cursors[GCRT_MAX_SPACES][GCRT_SIZE_CLASSES];
	check_stopped(heap, "places are computed");
	gcrt_fence(seq_cst);
	gcrt_all_give_back_cells(heap);
	memset(cursors, 0, sizeof cursors);
	gcrt_mutex_lock(&space->lock);
	for (size_t block = space->first; block < space->frontier; block++) {
		const struct gcrt_block *record = &space->blocks[block];
		if (record->state == GCRT_BLOCK_LARGE || has_cells(record))
			slide_block(space, block, selects, k,
			    &cursors[record->part]
				    [record->state == GCRT_BLOCK_LARGE ? 0 : record->size_class]);
	}
	gcrt_mutex_unlock(&space->lock);
#if GCRT_DEBUG
	heap->slid = true;
#endif
	gcrt_fence(seq_cst);
}

/* ------------------------------------------------------------------------- moves */

void gcrt_renew(struct gcrt_worker *worker, struct gc_ref o)
{
	uint8_t metadata[GCRT_MAX_METADATA];
#if GCRT_DEBUG
	gcrt_check_shape(o, "moved");
#endif
	check_stopped(worker->heap, "an object is moved");
	gcrt_initial_metadata(metadata);
	gcrt_fence(release);
	gcrt_space_init_metadata(&worker->heap->space, gc_ref_value(o), metadata);
	gcrt_clear_header(gc_ref_value(o));
	gcrt_fence(seq_cst);
}

#if GCRT_DEBUG
static void begin_in_place(struct gc_heap *heap, uintptr_t to, size_t size)
{
	gcrt_redzone_reserve(&heap->space, size);
	gcrt_redzone_set(&heap->space, to, size);
	gcrt_shadow_forget(heap, to, size);
}

static void end_elsewhere(struct gcrt_worker *worker, struct gc_ref o)
{
	gcrt_poison_cell(worker, o);
}
#else
#define begin_in_place(heap, to, size) ((void)0)
static void end_elsewhere(struct gcrt_worker *worker, struct gc_ref o)
{
	if (gcrt_closes_memory())
		gcrt_close_object(worker, o);
}
#endif

/* Locked.  What is in the cell FROM, of SIZE bytes, gets into the cell TO. */
static void move_contents(struct gcrt_worker *worker, uintptr_t from, uintptr_t to, size_t size)
{
	struct gc_heap *heap = worker->heap;
	uint8_t metadata[GCRT_MAX_METADATA], pattern = gcrt_load(gcrt_object_byte(from), relaxed);
	gcrt_initial_metadata(metadata);
	gcrt_open_memory(to, size);
	memmove((void *)to, (const void *)from, size);
	gcrt_space_init_metadata(&heap->space, to, metadata);
	gcrt_clear_header(to);
	begin_in_place(heap, to, size);
	end_elsewhere(worker, gc_ref(from));
	/* in this order, so that no loop finds the object twice */
	gcrt_store(gcrt_object_byte(from), 0, release);
	gcrt_store(gcrt_object_byte(to), pattern, release);
}

static bool gain(struct gc_heap *heap, uintptr_t from, uintptr_t to)
{
	struct gcrt_space *space = &heap->space;
	return !gcrt_load(gcrt_object_byte(to), acquire) &&
	    gcrt_block_gain(space, to, &space->blocks[gcrt_block_of(from)]);
}

void gcrt_move_object(struct gcrt_worker *worker, struct gc_ref o, struct gc_ref n, size_t size)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_space *space = &heap->space;
	uintptr_t from = gc_ref_value(o), to = gc_ref_value(n);
	check_stopped(heap, "an object is moved");
#if GCRT_DEBUG
	gcrt_check_object(o, "moved");
	gcrt_record_free(worker, o);
#endif
	gcrt_fence(release);
	gcrt_mutex_lock(&space->lock);
	if (!to || space->blocks[gcrt_block_of(from)].state == GCRT_BLOCK_LARGE ||
	    !gain(heap, from, to))
		gcrt_fatal("an object is moved to a place that is not free");
	move_contents(worker, from, to, size);
	gcrt_mutex_unlock(&space->lock);
	gcrt_block_freed(space, gcrt_block_of(from), 1);
	gcrt_record_made(worker, to);
#if GCRT_DEBUG
	gcrt_copied_forget(heap, to);
	gcrt_changes_slots(worker, n);
#endif
	gcrt_fence(seq_cst);
}
