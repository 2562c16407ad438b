/* gcrt-header.h: metadata that lies in the objects.
 *
 * Note [Headers]: metadata that is a reference is a word, in a table (gcrt-layout.h).  Of one piece the specification may
 * say that it lies in the object itself (`header'): at an offset that is the same in all objects, and that the
 * embedder's header says.  So a kernel that follows a reference and then looks whether the object was moved touches
 * one line of the cache, and the heap has no such table.
 *
 * - The offset is not 0, where a free cell has the link to the next one.  So the word of a free cell is zero from the
 *   moment in which the cell is put on a list, as a word of a table is; and that of a place in a hole is zero.  It is null,
 *   and nobody stores it when the object is allocated: what lies in a header is null at allocation.
 * - Who writes an object as a whole leaves the word out (a copy, and the shape of an object that a kernel allocates), or
 *   sets it to null afterwards (an object that slides).  Loops over the words of an object pass it over.
 * - The embedder may be wrong about the word.  Who has a slot there would find it overwritten by the first cycle, before any
 *   check of the heap.  So the debug build looks at each object that a mutator has allocated, when it comes to the
 *   next place where it may stop: by then the program has told its function what the object is.
 * - The word goes with the object: when it is freed, the debug build overwrites it.  Kernels do not look at what has been
 *   freed.
 * Kernels find the word by gcrt_header, with the embedder's constant; the library asks the collector for the offset. */
#ifndef GCRT_HEADER_H
#define GCRT_HEADER_H

#include "gcrt-collector.h"
#include "gcrt-layout.h"
#include "gcrt-sync.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of an object, or of a cell: the location of metadata K, which is a reference. */
static inline uintptr_t *gcrt_reference_place(uintptr_t object, unsigned k)
{
	if (gcrt_collector.metadata[k].is_in_header)
		return (uintptr_t *)(object + gcrt_collector.header_at());
	if (gcrt_collector.metadata[k].is_overlay)
		return (uintptr_t *)(object + gcrt_collector.overlay_at());
	return gcrt_reference_word(object, k);
}

/* 0: objects have no such word; it is never at offset 0. */
static inline size_t gcrt_header_offset(void)
{
	return gcrt_collector.header_at ? gcrt_collector.header_at() : 0;
}

static inline void gcrt_clear_header(uintptr_t object)
{
	if (gcrt_header_offset())
		gcrt_store((uintptr_t *)(object + gcrt_header_offset()), (uintptr_t)0, relaxed);
}

#ifdef __cplusplus
}
#endif

#endif
