/* gcrt-census.c: what a cycle has found, and the heap's size after it. */
#define GC_IMPL 1
#include "gcrt-census.h"

#include <math.h>

#include "gcrt-heap.h"
#include "gcrt-pace.h"
#include "gcrt-redzone.h"

/* ------------------------------------------------------- what the listener is told */

static enum gc_collection_kind kind_of_cycle(unsigned cycle)
{
	return cycle == gcrt_collector.quick && cycle != gcrt_collector.full ? GC_COLLECTION_MINOR
									     : GC_COLLECTION_MAJOR;
}

void gcrt_tell_cycle_of(struct gcrt_scheduler *s)
{
	gcrt_tell_cycle(&s->heap->events, kind_of_cycle((unsigned)s->cycle),
	    gcrt_load(&s->heap->space.allocated_bytes, relaxed));
}

void gcrt_tell_cycle_once(struct gcrt_scheduler *s)
{
	if (!s->cycle_told)
		gcrt_tell_cycle_of(s);
	s->cycle_told = true;
}

/* -------------------------------------------------------------- heap's size */

/* The size that a growable heap should have.  The room for free pages is the geometric mean of the
 * live bytes and the threshold: as much as the live bytes when these equal the threshold,
 * relatively more below it, and less above it.  Free cells in pages that are in use do not count as
 * room, because each is useful for one size only. */
static size_t target_pages(const struct gc_heap *heap)
{
	double live = (double)heap->space.live_bytes;
	double room = sqrt(live * (double)heap->settings.heap_double_threshold);
	return heap->space.parts * (heap->space.used_pages + gcrt_pages((size_t)room));
}

/* The smallest heap in which mutators can have PAGES: Note [Sparse blocks]. */
static size_t with_spare(const struct gcrt_space *space, size_t pages)
{
	return space->evacuates ? pages + pages / (GCRT_SPARE - 1) + 2 * GCRT_BLOCK_PAGES : pages;
}

static bool resize(struct gc_heap *heap)
{
	struct gcrt_space *space = &heap->space;
	size_t before = space->limit_pages;
	size_t want = target_pages(heap);
	size_t least = with_spare(space, space->used_pages + space->wanted_pages);
	if (want < space->parts * least)
		want = space->parts * least;
	space->wanted_pages = 0;
	if (want > space->maximum_pages)
		want = space->maximum_pages;
	if (want > before)
		gcrt_store(&space->limit_pages, want, relaxed);
	return space->limit_pages != before;
}

void gcrt_heap_census(struct gc_heap *heap)
{
	struct gcrt_space *space = &heap->space;
	bool resized = false;
	gcrt_tell_cycle_once(&heap->scheduler);
	if (heap->scheduler.hold.begun) { /* Note [Giving up] */
		gcrt_all_give_back_cells(heap);
		gcrt_space_give_up_pages(space);
	}
	gcrt_mutex_lock(&space->lock);
#if GCRT_DEBUG
	gcrt_redzone_limit(space);
#endif
	if (heap->settings.heap_size_policy == GC_HEAP_SIZE_GROWABLE)
		resized = resize(heap);
	gcrt_space_census(space);
	if (space->line_shift)
		space->census.ready = gcrt_space_hole_classes(space);
	gcrt_pace_census(heap);
	size_t size = (space->limit_pages - space->red_pages) * GCRT_PAGE;
	/* red_bytes has the red zone of an object that still waits for room, but live_bytes does
	 * not have that object. */
	size_t red = gcrt_load(&space->red_bytes, relaxed);
	size_t live = space->live_bytes > red ? space->live_bytes - red : 0;
	gcrt_mutex_unlock(&space->lock);
	gcrt_tell_size(&heap->events, heap->events.to.live_data_size, live);
	if (resized)
		gcrt_tell_size(&heap->events, heap->events.to.heap_resized, size);
}
