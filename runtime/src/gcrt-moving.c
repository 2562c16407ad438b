/* gcrt-moving.c: objects that kernels allocate, and what they copy.
 *
 * Note [Workers' cells]: all workers take cells from one list for each size class (and space).  Its lock is held
 * from the moment in which a cell is taken until it holds an object, so a loop over all objects that begins
 * (gcrt_emit_objects holds the lock, too) finds an object or a free cell, and nothing between the two.  The lists
 * are given back when such a loop begins, when a cycle ends, and whenever mutators give back theirs.
 *
 * Note [Shapes]: how large an object is, and where it has slots, is known only to the embedder's function
 * for it, which looks into the object.  So a new object gets all that the object like it has, and then its
 * slots become null.  Mutators may store into the other one meanwhile.  So its words are read one by one, as
 * atomics.  The fence at the end is that of Note [New objects]: whoever finds a reference to the object that was
 * stored after it finds this object. */
#define GC_IMPL 1
#include "gcrt-moving.h"

#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-header.h"
#include "gcrt-heap.h"
#include "gcrt-record.h"
#include "gcrt-redzone.h"
#include "gcrt-sanitize.h"
#include "gcrt-shadow.h"

void gcrt_moving_init(struct gcrt_moving *moving)
{
	memset(moving, 0, sizeof *moving);
	gcrt_mutex_init(&moving->lock);
}

void gcrt_moving_destroy(struct gcrt_moving *moving)
{
	gcrt_mutex_destroy(&moving->lock);
}

void gcrt_moving_hold(struct gc_heap *heap)
{
	struct gcrt_moving *moving = &heap->moving;
	gcrt_mutex_lock(&moving->lock);
	if (heap->space.line_shift)
		gcrt_space_return_holes(&heap->space, moving->holes);
	for (unsigned s = 0; s < heap->space.parts; s++)
		for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++)
			gcrt_space_return(&heap->space,
			    (struct gcrt_free_cells){ &moving->lists[s][c], &moving->owned[s][c] });
}

void gcrt_moving_release(struct gc_heap *heap)
{
	gcrt_mutex_unlock(&heap->moving.lock);
}

/* ------------------------------------------------------------------- a free cell */

void gcrt_initial_metadata(uint8_t metadata[GCRT_MAX_METADATA])
{
	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++)
		metadata[k] = gcrt_collector.metadata[k].initial;
}

/* Locked. NULL: there is no room. */
static void *take_small(struct gc_heap *heap, unsigned s, size_t size, bool surely,
    const uint8_t *metadata)
{
	size_t c = gcrt_size_class(size);
	void **list = &heap->moving.lists[s][c], *cell;
	if (!*list &&
	    gcrt_space_kernel_cells(&heap->space, s, c, metadata, surely,
		(struct gcrt_free_cells){ list, &heap->moving.owned[s][c] }) != GCRT_GRANTED)
		return NULL;
	cell = *list;
	gcrt_open_memory((uintptr_t)cell, size);
	*list = *(void **)cell;
	*(void **)cell = NULL;
	return cell;
}

/* The same in a heap with regions. */
static void *take_place(struct gc_heap *heap, size_t size, bool surely, const uint8_t *metadata)
{
	void *place;
	if (gcrt_space_place(&heap->space, heap->moving.holes, size, metadata,
		surely ? GCRT_KERNEL_SURELY : GCRT_KERNEL, &place) != GCRT_GRANTED)
		return NULL;
	gcrt_open_memory((uintptr_t)place, size);
	return place;
}

static void *take_cell(struct gc_heap *heap, unsigned s, size_t size, bool surely)
{
	uint8_t metadata[GCRT_MAX_METADATA];
	void *cell;
	gcrt_initial_metadata(metadata);
	if (size <= GCRT_LARGE_THRESHOLD && heap->space.line_shift)
		return take_place(heap, size, surely, metadata);
	if (size <= GCRT_LARGE_THRESHOLD)
		return take_small(heap, s, size, surely, metadata);
	return gcrt_space_kernel_large(&heap->space, s, size, metadata, surely, &cell) ==
		GCRT_GRANTED
	    ? cell
	    : NULL;
}

/* -------------------------------------------------------------------- its object */

static void clear_slot(struct gc_edge s, struct gc_heap *heap, void *data)
{
	(void)heap;
	(void)data;
	gcrt_store_word(&gc_edge_loc(s)->value, (uintptr_t)0, relaxed);
}

static void give_shape(struct gc_heap *heap, uintptr_t like, uintptr_t object, size_t size)
{
	size_t at = 0, header = gcrt_header_offset();
	for (; at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t))
		if (!header || at != header)
			gcrt_store((uintptr_t *)(object + at),
			    gcrt_load((uintptr_t *)(like + at), relaxed), relaxed);
	for (; at < size; at++)
		gcrt_store((uint8_t *)(object + at), gcrt_load((uint8_t *)(like + at), relaxed),
		    relaxed);
	heap->collector->trace_object(gc_ref(object), clear_slot, heap, NULL);
}

/* Note [Pinned objects]. */
static bool is_pinned(struct gc_ref o)
{
	return gcrt_load(gcrt_object_byte(gc_ref_value(o)), relaxed) & GCRT_OBJECT_PINNED;
}

#if GCRT_DEBUG
static void new_object(struct gcrt_worker *worker, uintptr_t object, size_t size)
{
	gcrt_redzone_set(&worker->heap->space, object, size);
	gcrt_shadow_forget(worker->heap, object, size); /* kernels store without a barrier */
	gcrt_copied_forget(worker->heap, object);
}

/* As for mutators: Note [Red zones]. */
#define with_red_zone(size) ((size) + GCRT_RED_ZONE)

static void reserve_red_zone(struct gc_heap *heap, size_t size)
{
	gcrt_redzone_reserve(&heap->space, size);
	gcrt_mutex_lock(&heap->space.lock);
	gcrt_redzone_limit(&heap->space);
	gcrt_mutex_unlock(&heap->space.lock);
}

static void no_object(struct gc_heap *heap, size_t size)
{
	gcrt_redzone_release(&heap->space, size);
}
#else
#define new_object(worker, object, size) ((void)0)
#define with_red_zone(size)              (size)
#define reserve_red_zone(heap, size)     ((void)0)
#define no_object(heap, size)            ((void)0)
#endif

struct gc_ref gcrt_new_like(struct gcrt_worker *worker, unsigned s, struct gc_ref o, size_t size,
    bool surely)
{
	struct gc_heap *heap = worker->heap;
	uintptr_t like = gc_ref_value(o), object;
	size_t cell = with_red_zone(size);
	gcrt_count_now(worker);
	if (is_pinned(o) || (!surely && !gcrt_space_may_leave(&heap->space, like, cell)))
		return gc_ref_null();
	reserve_red_zone(heap, size);
	gcrt_mutex_lock(&heap->moving.lock);
	if (heap->space.evacuates)
		gcrt_space_wants_copy(&heap->space, like, cell);
	object = (uintptr_t)take_cell(heap, s, cell, surely);
	if (object) {
		new_object(worker, object, size);
		give_shape(heap, like, object, size);
		gcrt_store(gcrt_object_byte(object), gcrt_load(gcrt_object_byte(like), relaxed),
		    release); /* it has an end */
	} else {
		no_object(heap, size);
	}
	gcrt_mutex_unlock(&heap->moving.lock);
	if (!object)
		return gc_ref_null();
	gcrt_fence_atomics(release); /* Note [New objects] */
	gcrt_record_made(worker, object);
	return gc_ref(object);
}

void gcrt_no_room(size_t size)
{
	gcrt_fatal(
	    "`alloc` finds no room for an object of %zu bytes, and the kernel does not test for null",
	    size);
}

/* ---------------------------------------------------------------------- a copy */

#if GCRT_DEBUG
static void changes_slot(struct gc_edge s, struct gc_heap *heap, void *data)
{
	(void)heap;
	(void)data;
	gcrt_changes_slot(s);
}

void gcrt_changes_slots(struct gcrt_worker *worker, struct gc_ref o)
{
	worker->heap->collector->trace_object(o, changes_slot, worker->heap, NULL);
}

void gcrt_check_copy(struct gcrt_worker *worker, struct gc_ref from, struct gc_ref to, size_t size)
{
	gcrt_check_shape(from, "copied");
	gcrt_check_shape(to, "copied to");
	if (gc_ref_value(from) == gc_ref_value(to))
		gcrt_fatal("an object is copied to itself");
	if (is_pinned(from))
		gcrt_fatal("an object is copied that is pinned");
	if (gcrt_object_bytes(&worker->heap->space, gc_ref_value(to)) != size)
		gcrt_fatal("an object of %zu bytes is copied to one of another size", size);
}

void gcrt_check_like(struct gcrt_worker *worker, struct gc_ref o, struct gc_ref n, uintptr_t at)
{
	const struct gcrt_space *space = &worker->heap->space;
	gcrt_check_shape(o, "looked at");
	gcrt_check_shape(n, "looked at");
	if (at - gc_ref_value(o) >= gcrt_object_bytes(space, gc_ref_value(o)))
		gcrt_fatal("a place is looked for in an object that does not have it");
	if (gcrt_object_bytes(space, gc_ref_value(n)) != gcrt_object_bytes(space, gc_ref_value(o)))
		gcrt_fatal("a place of an object is looked for in one of another size");
}

void gcrt_has_copied(struct gcrt_worker *worker, struct gc_ref from, struct gc_ref to)
{
	gcrt_changes_slots(worker, to);
	gcrt_copied(worker->heap, gc_ref_value(from), gc_ref_value(to));
}
#endif
