/* Allocation off the fast path: more cells, large objects, and what to do when
 * the heap is full.
 *
 * An allocation fails for good when a whole cycle that stopped the mutators
 * after the request left no room for it: room as counted when that cycle had
 * looked at all objects and no mutator had run yet (struct gcrt_census).  When
 * there was room and other mutators were faster, it asks again.  When mutators
 * ran during the cycle, objects that were lost in between have been kept, and new
 * ones made; so it asks for a cycle in which they do not (Note [Hold]). */
#define GC_IMPL 1
#include "gcrt-heap.h"

#include "gc-safepoint.h"

static enum gcrt_grant try_small(struct gc_mutator *m, size_t size,
    enum gc_allocation_kind kind, bool last_resort, void **object)
{
	size_t c = gcrt_size_class(size);
	void **list = &m->freelist[c];
	if (!*list) {
		uint8_t metadata[GCRT_MAX_METADATA];
		gcrt_new_metadata(m, metadata);
		enum gcrt_grant grant = gcrt_space_cells(&m->heap->space, c, metadata, last_resort,
		    (struct gcrt_free_cells){ list, &m->owned[c] });
		if (grant != GCRT_GRANTED)
			return grant;
	}
	*object = *list;
	*list = **(void ***)object;
	**(void ***)object = NULL;
	gcrt_store(gcrt_object_byte((uintptr_t)*object), gcrt_object_pattern(kind), relaxed);
	return GCRT_GRANTED;
}

static enum gcrt_grant try_large(struct gc_mutator *m, size_t size,
    enum gc_allocation_kind kind, void **object)
{
	uint8_t metadata[GCRT_MAX_METADATA];
	gcrt_new_metadata(m, metadata);
	enum gcrt_grant grant = gcrt_space_large(&m->heap->space, size, metadata, object);
	if (grant == GCRT_GRANTED)
		gcrt_store(gcrt_object_byte((uintptr_t)*object), gcrt_object_pattern(kind),
		    relaxed);
	return grant;
}

/* Pages that an object of SIZE bytes may need. */
static size_t pages_for(size_t size)
{
	return gcrt_pages(size > GCRT_LARGE_THRESHOLD ? size :
	    gcrt_class_bytes(gcrt_size_class(size)));
}

static bool can_ever_fit(struct gcrt_space *space, size_t size)
{
	return pages_for(size) <= space->maximum_pages;
}

static void want(struct gcrt_space *space, size_t size)
{
	gcrt_mutex_lock(&space->lock);
	space->pace.fell_back = true;
	if (space->wanted_pages < pages_for(size))
		space->wanted_pages = pages_for(size);
	gcrt_mutex_unlock(&space->lock);
}

enum verdict { ROOM, NO_ROOM, UNKNOWN };

static enum verdict had_room(struct gcrt_space *space, uint64_t cycle, size_t size)
{
	const struct gcrt_census *census = &space->census;
	gcrt_mutex_lock(&space->lock);
	/* A later census was taken of a heap that others have used since. */
	bool room = census->cycle > cycle || census->free_pages >= pages_for(size) ||
	    (size <= GCRT_LARGE_THRESHOLD &&
	     (census->ready >> gcrt_size_class(size)) != 0);
	bool exact = census->exact;
	gcrt_mutex_unlock(&space->lock);
	return room ? ROOM : exact ? NO_ROOM : UNKNOWN;
}

/* After a cycle of its own; PAUSED: in which no mutator runs. */
static enum verdict collect(struct gc_mutator *m, size_t size, bool paused)
{
	struct gc_heap *heap = m->heap;
	uint64_t since = gcrt_now_usec();
	heap->events.to.mutator_cause_gc(m->listener_data);
	uint64_t cycle = paused ? gcrt_request_pause(&heap->scheduler, 0) :
	    gcrt_request_cycle(&heap->scheduler, 0, true);
	gcrt_heap_await(m, cycle);
	gcrt_fell_back(m, since);
	return had_room(&heap->space, cycle, size);
}

static void *granted(struct gc_mutator *m, void *object)
{
	if (m->heap->collector->allocated)
		m->heap->collector->allocated(m, gc_ref_from_heap_object(object));
	gcrt_pace_allocated(m);
	return object;
}

/* After a loop over all objects has begun, blocks with free cells are known again as
 * it goes on.  Before a free block is taken for SIZE, M does a part of it, or waits for
 * one: else each mutator would pin a block of each size in each cycle, until all are
 * nearly empty and none is free. */
static void look_for_cells(struct gc_mutator *m, size_t size)
{
	struct gcrt_space *space = &m->heap->space;
	size_t size_class = gcrt_size_class(size);
	if (m->freelist[size_class])
		return;
	gcrt_mutex_lock(&space->lock);
	bool none = !space->ready[size_class];
	gcrt_mutex_unlock(&space->lock);
	if (none)
		gcrt_help_loop(m);
}

void *gc_allocate_slow(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind)
{
	struct gc_heap *heap = m->heap;
	bool refused = false, paused = false, collected = false;
	void *object;
	if (size <= GCRT_LARGE_THRESHOLD)
		look_for_cells(m, size);
	for (;;) {
		gc_safepoint(m);
		enum gcrt_grant grant = size <= GCRT_LARGE_THRESHOLD ?
		    try_small(m, size, kind, collected, &object) : try_large(m, size, kind, &object);
		if (grant == GCRT_GRANTED)
			return granted(m, object);
		if (!can_ever_fit(&heap->space, size))
			break;
		if (gcrt_help_loop(m) || gcrt_fall_back(m))
			continue;
		/* A collection may free what the system will not give: once. */
		if (refused && grant == GCRT_REFUSED)
			break;
		refused = grant == GCRT_REFUSED;
		want(&heap->space, size);
		enum verdict verdict = collect(m, size, paused);
		collected = true;
		if (verdict == NO_ROOM)
			break;
		paused = verdict == UNKNOWN;
	}
	return heap->allocation_failure(heap, size);
}
