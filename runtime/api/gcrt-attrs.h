/* gcrt-attrs.h: the attributes that the runtime decides; generated attributes
 * include it and add what the collector decides. */
#ifndef GCRT_ATTRS_H
#define GCRT_ATTRS_H

#include "gc-assert.h"
#include "gc-attrs.h"
#include "gcrt-layout.h"
#include "gcrt-size-class.h"

static inline enum gc_inline_allocator_kind
gc_inline_allocator_kind(enum gc_allocation_kind kind)
{
	(void)kind;
	return GC_INLINE_ALLOCATOR_FREELIST;
}

static inline size_t gc_allocator_large_threshold(void)
{
	return GCRT_LARGE_THRESHOLD;
}

static inline size_t gc_allocator_small_granule_size(void)
{
	return GCRT_GRANULE;
}

static inline size_t gc_allocator_freelist_offset(size_t size, enum gc_allocation_kind kind)
{
	(void)kind;
	return gcrt_size_class(size) * sizeof(void *);  /* the lists come first in a mutator */
}

static inline size_t gc_allocator_alloc_table_alignment(void)
{
	return GCRT_ARENA_BYTES;
}

static inline uint8_t gc_allocator_alloc_table_begin_pattern(enum gc_allocation_kind kind)
{
	return gcrt_object_pattern(kind);
}

static inline enum gc_safepoint_mechanism gc_safepoint_mechanism(void)
{
	return GC_SAFEPOINT_MECHANISM_COOPERATIVE;
}

static inline enum gc_cooperative_safepoint_kind gc_cooperative_safepoint_kind(void)
{
	return GC_COOPERATIVE_SAFEPOINT_MUTATOR_FLAG;
}

/* Where a mutator has its view of the phases, and a pointer to the phases as
 * they are: behind the lists. */
#define GCRT_VIEW_OFFSET (GCRT_SIZE_CLASSES * sizeof(void *))
#define GCRT_PHASES_OFFSET (GCRT_VIEW_OFFSET + sizeof(void *))

#endif
