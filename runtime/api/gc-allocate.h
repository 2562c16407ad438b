/* gc-allocate.h: allocation, its fast path inline. */
#ifndef GC_ALLOCATE_H
#define GC_ALLOCATE_H

#include "gc-api.h"
#include "gc-atomics.h"
#include "gc-barrier.h"
#include "gcrt-layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Note [New objects]: a thread may find a reference to a new object in memory and use it as an
 * address.  This thread must then see what is in the cell (cleared words, metadata, the byte that
 * marks the beginning of an object) and what the program has written into it.  So allocation ends
 * with a release fence. gc_write_barrier begins with one, for what the program has written since,
 * and gc_store is a release store.  (Litmus tests new_objects, new_objects_store,
 * new_objects_passed_on.) TSO machines need no instruction for this. */

/* Records that an object begins here. */
static inline GC_ALWAYS_INLINE void gc_update_alloc_table(void *object,
    enum gc_allocation_kind kind)
{
	uintptr_t mask = gc_allocator_alloc_table_alignment() - 1;
	uintptr_t address = (uintptr_t)object;
	uint8_t *table = (uint8_t *)(address & ~mask);
	gc_atomic_store_relaxed(&table[(address & mask) / gc_allocator_small_granule_size()],
	    gc_allocator_alloc_table_begin_pattern(kind));
}

static inline GC_ALWAYS_INLINE void *gc_allocate_small_fast_freelist(struct gc_mutator *mutator,
    size_t size, enum gc_allocation_kind kind)
{
	void **list = (void **)((char *)mutator + gc_allocator_freelist_offset(size, kind));
	void *cell = *list;
	if (GC_UNLIKELY(!cell))
		return NULL;
	*list = *(void **)cell;
	*(void **)cell = NULL;
	gc_update_alloc_table(cell, kind);
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_allocated_test())))
		gc_allocated_barrier_slow(mutator, gc_ref_from_heap_object(cell));
	gcrt_fence_atomics(release); /* Note [New objects] */
	return cell;
}

/* Records where the object ends, and then that it begins: Note [Holes] of the runtime. */
static inline GC_ALWAYS_INLINE void *gc_allocate_small_fast_bump_pointer(struct gc_mutator *mutator,
    size_t size, enum gc_allocation_kind kind)
{
	uintptr_t *at =
	    (uintptr_t *)((char *)mutator + gc_allocator_allocation_pointer_offset(kind));
	uintptr_t *end =
	    (uintptr_t *)((char *)mutator + gc_allocator_allocation_limit_offset(kind));
	size_t granule = gc_allocator_small_granule_size();
	size_t bytes = (size + granule - 1) / granule * granule;
	uintptr_t object = *at;
	if (GC_UNLIKELY(bytes > *end - object))
		return NULL;
	*at = object + bytes;
	gc_atomic_store_relaxed(gcrt_end_byte(object + bytes - granule), 1);
	gc_atomic_store(gcrt_object_byte(object), gc_allocator_alloc_table_begin_pattern(kind));
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_allocated_test())))
		gc_allocated_barrier_slow(mutator, gc_ref(object));
	gcrt_fence_atomics(release); /* Note [New objects] */
	return (void *)object;
}

/* NULL: the inline path has no free cell for this size. */
static inline GC_ALWAYS_INLINE void *gc_allocate_fast(struct gc_mutator *mutator, size_t size,
    enum gc_allocation_kind kind)
{
	if (GCRT_DEBUG && size == 0)
		return NULL; /* gc_allocate_slow reports the misuse */
	GC_ASSERT(size != 0);
	if (size > gc_allocator_large_threshold() ||
	    gc_inline_allocator_kind(kind) == GC_INLINE_ALLOCATOR_NONE)
		return NULL;
	if (gc_inline_allocator_kind(kind) == GC_INLINE_ALLOCATOR_BUMP_POINTER)
		return gc_allocate_small_fast_bump_pointer(mutator, size, kind);
	return gc_allocate_small_fast_freelist(mutator, size, kind);
}

/* Returns a new object of SIZE bytes, all zero, at a multiple of 16.  SIZE must not be 0.  This is
 * a safepoint: the mutator may stop for a collection, or cause one.  When the heap is full, the
 * handler of gc_heap_set_allocation_failure_handler decides what happens. */
static inline GC_ALWAYS_INLINE void *gc_allocate(struct gc_mutator *mutator, size_t size,
    enum gc_allocation_kind kind)
{
	void *object = gc_allocate_fast(mutator, size, kind);
	if (GC_LIKELY(object != NULL))
		return object;
	return gc_allocate_slow(mutator, size, kind);
}

#ifdef __cplusplus
}
#endif

#endif
