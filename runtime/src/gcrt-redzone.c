/* gcrt-redzone.c: how large each object is, and what is beyond its end (debug builds).
 *
 * Note [Red zones]: an allocation takes GCRT_RED_ZONE bytes more than were asked for. What is left of the
 * cell after the object is filled with a pattern, which must be there when the object is
 * visited by a traversal and when it is freed.  A side table of two bytes a cell
 * (one, in cells of one granule) says how much that is.  The heap's limit rises
 * by what the red zones cost, so that a program finds the room that it has without them. */
#define GC_IMPL 1
#include "gcrt-redzone.h"

#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-misuse.h"

#if GCRT_DEBUG

static size_t cell_bytes(const struct gcrt_space *space, uintptr_t cell)
{
	return gcrt_place_bytes(space, cell);
}

size_t gcrt_object_bytes(const struct gcrt_space *space, uintptr_t object)
{
	const uint8_t *beyond = gcrt_table(object, GCRT_BEYOND_TABLE);
	size_t cell = cell_bytes(space, object), bytes = beyond[0];
	if (cell > GCRT_GRANULE)
		bytes += (size_t)beyond[1] << 8;
	return cell - bytes;
}

/* The bytes of the heap that an object of SIZE bytes uses. */
static size_t taken(const struct gcrt_space *space, size_t size)
{
	if (space->line_shift && size <= GCRT_LARGE_THRESHOLD)
		return (size + GCRT_GRANULE - 1) / GCRT_GRANULE * GCRT_GRANULE;
	return size > GCRT_LARGE_THRESHOLD ? gcrt_pages(size) * GCRT_PAGE
					   : gcrt_class_bytes(gcrt_size_class(size));
}

static size_t cost(const struct gcrt_space *space, size_t size)
{
	return taken(space, size + GCRT_RED_ZONE) - taken(space, size);
}

void gcrt_redzone_reserve(struct gcrt_space *space, size_t size)
{
	gcrt_fetch_add(&space->red_bytes, cost(space, size), relaxed);
}

void gcrt_redzone_release(struct gcrt_space *space, size_t size)
{
	gcrt_fetch_sub(&space->red_bytes, cost(space, size), relaxed);
}

void gcrt_redzone_limit(struct gcrt_space *space)
{
	size_t pages = gcrt_load(&space->red_bytes, relaxed) / GCRT_PAGE;
	size_t more = pages - space->red_pages;
	/* Others read these without the lock. */
	gcrt_store(&space->limit_pages, space->limit_pages + more, relaxed);
	gcrt_store(&space->maximum_pages, space->maximum_pages + more, relaxed);
	space->red_pages = pages;
}

void gcrt_redzone_set(struct gcrt_space *space, uintptr_t object, size_t size)
{
	uint8_t *beyond = gcrt_table(object, GCRT_BEYOND_TABLE);
	size_t cell = cell_bytes(space, object), bytes = cell - size;
	beyond[0] = (uint8_t)bytes;
	if (cell > GCRT_GRANULE)
		beyond[1] = (uint8_t)(bytes >> 8);
	memset((void *)(object + size), GCRT_BEYOND, bytes);
}

void gcrt_redzone_check(const struct gcrt_space *space, uintptr_t object)
{
	size_t size = gcrt_object_bytes(space, object), cell = cell_bytes(space, object);
	const uint8_t *bytes = (const uint8_t *)object;
	for (size_t i = size; i < cell; i++)
		if (bytes[i] != GCRT_BEYOND)
			gcrt_misused(GCRT_MISUSE_beyond, NULL,
			    "object %p of %zu bytes has been written "
			    "at byte %zu, beyond its end",
			    (void *)object, size, i);
}

#endif
