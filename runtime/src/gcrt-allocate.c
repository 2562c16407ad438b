/* Allocation off the fast path: more cells, large objects, and what to do when
 * the heap is full.
 *
 * An allocation fails for good when a whole cycle that stopped the mutators
 * after the request left no room for it: room as counted when that cycle had
 * looked at all objects and no mutator had run yet (struct gcrt_census).  When
 * there was room and other mutators were faster, it asks again. */
#define GC_IMPL 1
#include "gcrt-heap.h"

#include "gc-safepoint.h"

static enum gcrt_grant try_small(struct gc_mutator *m, size_t size,
    enum gc_allocation_kind kind, void **object)
{
	size_t c = gcrt_size_class(size);
	void **list = &m->freelist[c];
	if (!*list) {
		enum gcrt_grant grant = gcrt_space_cells(&m->heap->space, c, list);
		if (grant != GCRT_GRANTED)
			return grant;
	}
	*object = *list;
	*list = **(void ***)object;
	**(void ***)object = NULL;
	*gcrt_object_byte((uintptr_t)*object) = gcrt_object_pattern(kind);
	return GCRT_GRANTED;
}

static enum gcrt_grant try_large(struct gc_mutator *m, size_t size,
    enum gc_allocation_kind kind, void **object)
{
	enum gcrt_grant grant = gcrt_space_large(&m->heap->space, size, object);
	if (grant == GCRT_GRANTED)
		*gcrt_object_byte((uintptr_t)*object) = gcrt_object_pattern(kind);
	return grant;
}

/* Pages that an object of SIZE bytes may need. */
static size_t pages_for(size_t size)
{
	return size > GCRT_LARGE_THRESHOLD ? gcrt_pages(size) : GCRT_BLOCK_PAGES;
}

static bool can_ever_fit(struct gcrt_space *space, size_t size)
{
	return pages_for(size) <= space->maximum_pages;
}

static void want(struct gcrt_space *space, size_t size)
{
	gcrt_mutex_lock(&space->lock);
	if (space->wanted_pages < pages_for(size))
		space->wanted_pages = pages_for(size);
	gcrt_mutex_unlock(&space->lock);
}

static bool had_room(struct gcrt_space *space, uint64_t cycle, size_t size)
{
	const struct gcrt_census *census = &space->census;
	gcrt_mutex_lock(&space->lock);
	/* A later census was taken of a heap that others have used since. */
	bool room = census->cycle > cycle || census->free_pages >= pages_for(size) ||
	    (size <= GCRT_LARGE_THRESHOLD &&
	     (census->ready >> gcrt_size_class(size) & 1));
	gcrt_mutex_unlock(&space->lock);
	return room;
}

void *gc_allocate_slow(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind)
{
	struct gc_heap *heap = m->heap;
	bool refused = false;
	void *object;
	for (;;) {
		gc_safepoint(m);
		enum gcrt_grant grant = size <= GCRT_LARGE_THRESHOLD ?
		    try_small(m, size, kind, &object) : try_large(m, size, kind, &object);
		if (grant == GCRT_GRANTED)
			return object;
		/* A collection may free what the system will not give: once. */
		if (!can_ever_fit(&heap->space, size) || (refused && grant == GCRT_REFUSED))
			break;
		refused = grant == GCRT_REFUSED;
		want(&heap->space, size);
		uint64_t cycle = gcrt_heap_collect(m, true);
		if (!had_room(&heap->space, cycle, size))
			break;
	}
	return heap->allocation_failure(heap, size);
}
