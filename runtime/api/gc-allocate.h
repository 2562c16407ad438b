/* gc-allocate.h: allocation, its fast path inline. */
#ifndef GC_ALLOCATE_H
#define GC_ALLOCATE_H

#include "gc-api.h"
#include "gc-atomics.h"
#include "gc-barrier.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Note [New objects]: what is in a new cell (cleared words, metadata, the byte that says
 * that an object begins here), and what the program writes into it, must be there for
 * whoever finds a reference to it in memory, and uses that as an address.  So allocation
 * ends with a release fence; and so does gc_write_barrier, for what the program has
 * written since; gc_store is a release store.  (Litmus tests new_objects,
 * new_objects_store, new_objects_passed_on.)  TSO machines do that of themselves. */

/* Says that an object begins here. */
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

/* NULL: the inline path cannot serve it now. */
static inline GC_ALWAYS_INLINE void *gc_allocate_fast(struct gc_mutator *mutator, size_t size,
    enum gc_allocation_kind kind)
{
	if (GCRT_DEBUG && size == 0)
		return NULL; /* gc_allocate_slow reports it */
	GC_ASSERT(size != 0);
	if (size > gc_allocator_large_threshold() ||
	    gc_inline_allocator_kind(kind) == GC_INLINE_ALLOCATOR_NONE)
		return NULL;
	return gc_allocate_small_fast_freelist(mutator, size, kind);
}

/* A new object of SIZE bytes, which are not 0, all zero, at a multiple of 16.  A safepoint: may
 * stop for, or cause, a collection.  See gc_heap_set_allocation_failure_handler
 * for what happens when the heap is full. */
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
