/* Allocation off the fast path: more cells, large objects, and what to do when
 * the heap is full.
 *
 * Note [Giving up]: an allocation without room first asks for the quick cycle, then for the full
 * one.  Mutators may run during these, which has two consequences: an object that becomes
 * unreachable during the cycle may be kept, and other mutators may take what the cycle frees.
 * Also, one cycle may only find what is unreachable (objects with finalizers, say), and the next
 * one frees it.  So the allocation then asks for full cycles in which no mutator runs (Note
 * [Hold]), one after the other.  It ends when there is room, or when a second or later one of
 * these has freed nothing.
 *
 * Before the census of such a cycle, the cells of all mutators are taken back, active or not, and
 * each block gives up its pages without objects.  A loop over all objects does both anyway; a
 * collector without such a loop needs it here.  Cycles that can begin when such a cycle ends
 * belong to it: it may have requested them to free what it has found.  If there is no room after
 * that, the allocation fails for good.
 *
 * Before the mutator notices the end of its cycle, cycles that others asked for may have ended.
 * They began after its request, so their census counts for it as well.  So each mutator without
 * room comes to an end after the next such cycles, however many others have no room. */
#define GC_IMPL 1
#include "gcrt-header.h"
#include "gcrt-heap.h"
#include "gcrt-clock.h"
#include "gcrt-record.h"
#include "gcrt-request.h"
#include "gcrt-room.h"

#include "gc-safepoint.h"
#include "gcrt-misuse.h"
#include "gcrt-redzone.h"
#include "gcrt-sanitize.h"

static enum gcrt_grant try_small(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind,
    bool last_resort, void **object)
{
	size_t c = gcrt_size_class(size);
	void **list = &m->lists[c];
	if (!*list) {
		uint8_t metadata[GCRT_MAX_METADATA];
		gcrt_new_metadata(m, metadata);
		enum gcrt_grant grant = gcrt_space_cells(&m->heap->space, c, metadata, last_resort,
		    (struct gcrt_free_cells){ list, &m->owned[c] });
		if (grant != GCRT_GRANTED)
			return grant;
	}
	*object = *list;
	gcrt_open_memory((uintptr_t)*object, size);
	*list = **(void ***)object;
	**(void ***)object = NULL;
	gcrt_store(gcrt_object_byte((uintptr_t)*object), gcrt_object_pattern(kind), relaxed);
	return GCRT_GRANTED;
}

/* The same in a heap with regions. */
static enum gcrt_grant try_place(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind,
    bool last_resort, void **object)
{
	uint8_t metadata[GCRT_MAX_METADATA];
	gcrt_new_metadata(m, metadata);
	enum gcrt_grant grant = gcrt_space_place(&m->heap->space, m->holes, size, metadata,
	    last_resort ? GCRT_MUTATOR_AGAIN : GCRT_MUTATOR, object);
	if (grant != GCRT_GRANTED)
		return grant;
	gcrt_open_memory((uintptr_t)*object, size);
	gcrt_store(gcrt_object_byte((uintptr_t)*object), gcrt_object_pattern(kind), release);
	return GCRT_GRANTED;
}

static enum gcrt_grant try_large(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind,
    void **object)
{
	uint8_t metadata[GCRT_MAX_METADATA];
	gcrt_new_metadata(m, metadata);
	enum gcrt_grant grant = gcrt_space_large(&m->heap->space, size, metadata, object);
	if (grant == GCRT_GRANTED)
		gcrt_store(gcrt_object_byte((uintptr_t)*object), gcrt_object_pattern(kind),
		    release); /* it has an end */
	return grant;
}

/* The pages that an object of SIZE bytes may need. */
static size_t pages_for(const struct gcrt_space *space, size_t size)
{
	if (space->line_shift && size <= GCRT_LARGE_THRESHOLD)
		return GCRT_BLOCK_PAGES;
	return gcrt_pages(
	    size > GCRT_LARGE_THRESHOLD ? size : gcrt_class_bytes(gcrt_size_class(size)));
}

static bool can_ever_fit(struct gcrt_space *space, size_t size)
{
	size_t most = gcrt_load(&space->maximum_pages, relaxed);
	return pages_for(space, size) <= (space->parts == 1 ? most : most / space->parts);
}

static void want(struct gcrt_space *space, size_t size)
{
	gcrt_mutex_lock(&space->lock);
	space->pace.fell_back = true;
	if (space->wanted_pages < pages_for(space, size))
		space->wanted_pages = pages_for(space, size);
	gcrt_mutex_unlock(&space->lock);
}

/* What has been tried for an allocation that found no room: Note [Giving up]. */
struct attempt {
	bool collected, full, paused;
};

static bool has_room(const struct gcrt_space *space, const struct gcrt_census *census, size_t size)
{
	return census->free_pages >= pages_for(space, size) ||
	    (size <= GCRT_LARGE_THRESHOLD && census->ready >> gcrt_size_class(size) != 0);
}

/* Whether the last cycle's census found room.  That is the cycle that M has waited for, or a later
 * one. */
static bool had_room(struct gcrt_space *space, size_t size)
{
	gcrt_mutex_lock(&space->lock);
	bool had = has_room(space, &space->census, size);
	gcrt_mutex_unlock(&space->lock);
	return had;
}

/* Waits for one cycle, or for those of a pause. */
static void collect(struct gc_mutator *m, size_t pages, const struct attempt *attempt)
{
	struct gc_heap *heap = m->heap;
	unsigned cycle = attempt->full ? gcrt_collector.full : gcrt_collector.quick;
	uint64_t since = gcrt_now_usec();
	heap->events.to.mutator_cause_gc(m->listener_data);
	gcrt_heap_await(m,
	    attempt->paused ? gcrt_request_pause(&heap->scheduler, cycle, pages)
			    : gcrt_request_cycle(&heap->scheduler, cycle, true));
	gcrt_fell_back(m, since);
}

/* Uses the census of the pause's own cycles, because other mutators may have taken room since. */
static bool a_pause_may_help(struct gc_heap *heap, size_t size)
{
	struct gcrt_pause last = gcrt_last_pause(&heap->scheduler);
	return last.freed || has_room(&heap->space, &last.census, size);
}

/* Runs one cycle more. false: no further cycle can help. */
static bool make_room(struct gc_mutator *m, size_t size, struct attempt *attempt)
{
	collect(m, pages_for(&m->heap->space, size), attempt);
	attempt->collected = true;
	if (attempt->paused)
		return a_pause_may_help(m->heap, size);
	if (had_room(&m->heap->space, size))
		return true;
	attempt->paused = attempt->full || gcrt_collector.full == gcrt_collector.quick;
	attempt->full = true;
	return true;
}

static void *granted(struct gc_mutator *m, void *object)
{
	if (m->heap->collector->allocated)
		m->heap->collector->allocated(m, gc_ref_from_heap_object(object));
	gcrt_fence_atomics(release); /* Note [New objects] */
	gcrt_room_taken(m);
	return object;
}

/* Once a loop over all objects has begun, blocks with free cells become known again as the loop
 * proceeds.  So before a free block is taken for SIZE, M does a part of the loop, or waits for a
 * part.  Otherwise each mutator would take a new block of each size in each cycle, until all blocks
 * are nearly empty and none is free. */
static void look_for_cells(struct gc_mutator *m, size_t size)
{
	struct gcrt_space *space = &m->heap->space;
	size_t size_class = space->line_shift ? GCRT_PLACED_CLASS : gcrt_size_class(size);
	if ((!space->line_shift && m->lists[size_class]) ||
	    !gcrt_load(&m->heap->scheduler.loop_blocks, relaxed))
		return;
	gcrt_mutex_lock(&space->lock);
	bool none = !space->ready[gcrt_space_part(space, 0)][size_class];
	gcrt_mutex_unlock(&space->lock);
	if (none)
		gcrt_help_loop(m);
}

/* NULL: there is no room. */
static void *find_room(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind)
{
	struct gc_heap *heap = m->heap;
	struct attempt attempt = { .collected = false };
	bool refused = false;
	void *object;
	if (size <= GCRT_LARGE_THRESHOLD)
		look_for_cells(m, size);
	gcrt_room_wanted(m);
	for (;;) {
		gc_safepoint(m);
		enum gcrt_grant grant = size > GCRT_LARGE_THRESHOLD
		    ? try_large(m, size, kind, &object)
		    : heap->space.line_shift ? try_place(m, size, kind, attempt.collected, &object)
					     : try_small(m, size, kind, attempt.collected, &object);
		if (grant == GCRT_GRANTED)
			return object;
		if (!can_ever_fit(&heap->space, size))
			return NULL;
		if (gcrt_help_loop(m) || gcrt_fall_back(m))
			continue;
		/* If the system refuses memory, one collection is tried: it may free enough. */
		if (refused && grant == GCRT_REFUSED)
			return NULL;
		refused = grant == GCRT_REFUSED;
		want(&heap->space, size);
		if (!make_room(m, size, &attempt))
			return NULL;
	}
}

#if GCRT_DEBUG
static void new_object(struct gc_mutator *m, uintptr_t object, size_t size)
{
	struct gc_heap *heap = m->heap;
	if (gcrt_header_offset() && size < gcrt_header_offset() + sizeof(uintptr_t))
		gcrt_misused(GCRT_MISUSE_size, m,
		    "allocates %zu bytes, which do not have the collector's word at byte %zu", size,
		    gcrt_header_offset());
	if (gcrt_collector.overlay_at && size < gcrt_collector.overlay_at() + sizeof(uintptr_t))
		gcrt_misused(GCRT_MISUSE_size, m,
		    "allocates %zu bytes, which do not have the word at byte %zu, over which the "
		    "collector stores a reference",
		    size, gcrt_collector.overlay_at());
	gcrt_redzone_set(&heap->space, object, size);
	gcrt_shadow_new(heap, object, size);
	gcrt_copied_forget(heap, object);
	gcrt_record_allocated(m, object);
	m->newest = object;
}

static void *find_checked_room(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind)
{
	struct gcrt_space *space = &m->heap->space;
	if (!can_ever_fit(space, size))
		return NULL;
	gcrt_check_newest(m);
	gcrt_redzone_reserve(space, size);
	gcrt_mutex_lock(&space->lock);
	gcrt_redzone_limit(space);
	gcrt_mutex_unlock(&space->lock);
	void *object = find_room(m, size + GCRT_RED_ZONE, kind);
	if (object)
		new_object(m, (uintptr_t)object, size);
	else
		gcrt_redzone_release(space, size);
	return object;
}
#else
#define find_checked_room find_room
#endif

void *gc_allocate_slow(struct gc_mutator *m, size_t size, enum gc_allocation_kind kind)
{
	gcrt_check_use(m, "allocates");
	if (!size)
		gcrt_misused(GCRT_MISUSE_empty, m, "allocates 0 bytes");
	if (m->heap->settings.stress_allocations)
		gcrt_stress(m, &m->heap->stress.allocations, m->heap->settings.stress_allocations);
	void *object = find_checked_room(m, size, kind);
	return object ? granted(m, object) : m->heap->allocation_failure(m->heap, size);
}
