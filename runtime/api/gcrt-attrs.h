/* gcrt-attrs.h: the attributes that the runtime decides; generated attributes
 * include it and add what the collector decides. */
#ifndef GCRT_ATTRS_H
#define GCRT_ATTRS_H

#include "gc-assert.h"
#include "gc-attrs.h"
#include "gc-visibility.h"
#include "gcrt-debug.h"
#include "gcrt-layout.h"
#include "gcrt-size-class.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline enum gc_inline_allocator_kind gc_inline_allocator_kind(enum gc_allocation_kind kind)
{
	(void)kind;
#ifdef GCRT_HAS_REGIONS
	return GC_INLINE_ALLOCATOR_BUMP_POINTER;
#else
	return GC_INLINE_ALLOCATOR_FREELIST;
#endif
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
	return gcrt_size_class(size) * sizeof(void *); /* the lists come first in a mutator */
}

/* The first hole of a mutator: Note [Holes] of the runtime. */
static inline size_t gc_allocator_allocation_pointer_offset(enum gc_allocation_kind kind)
{
	(void)kind;
	return 0;
}

static inline size_t gc_allocator_allocation_limit_offset(enum gc_allocation_kind kind)
{
	(void)kind;
	return sizeof(uintptr_t);
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

/* Note [Attributes]: the code that is inline in a program must fit the collector that it is linked
 * with.  An object file that was compiled with other attributes (a stale one, or another
 * collector's) would skip barriers and lose objects.  So x-attrs.h refers to a symbol.  The
 * symbol's name contains the attributes, the versions of the interface and of the layout, and
 * whether it is the debug build.  Only x.c, compiled with the same ones, defines it.  With any
 * other combination the linker reports an error.  No instruction uses the reference.  `retain'
 * keeps it where --gc-sections removes what nothing uses. */
#define GCRT_PASTE_ATTRIBUTES(id, version, arena, debug)                                           \
	gcrt_attributes_of_##id##_version_##version##_arena_##arena##_debug_##debug
#define GCRT_EXPAND_ATTRIBUTES(id, version, arena, debug)                                          \
	GCRT_PASTE_ATTRIBUTES(id, version, arena, debug)
#define GCRT_ATTRIBUTES(id) GCRT_EXPAND_ATTRIBUTES(id, GCRT_VERSION, GCRT_ARENA_SHIFT, GCRT_DEBUG)

#if defined __has_attribute
#if __has_attribute(retain)
#define GCRT_KEPT __attribute__((unused, used, retain))
#endif
#endif
#ifndef GCRT_KEPT
#define GCRT_KEPT __attribute__((unused, used))
#endif

#define GCRT_NEED_ATTRIBUTES(id)                                                                   \
	extern const char GCRT_ATTRIBUTES(id)[1] GC_PUBLIC;                                        \
	static const char *const gcrt_needs_attributes GCRT_KEPT = GCRT_ATTRIBUTES(id);
#define GCRT_DEFINE_ATTRIBUTES(id) const char GCRT_ATTRIBUTES(id)[1] = { 0 };

/* Offsets in a mutator of its view of the phases, and of its pointer to the current phases.  Both
 * are after the lists. */
#define GCRT_VIEW_OFFSET   (GCRT_SIZE_CLASSES * sizeof(void *))
#define GCRT_PHASES_OFFSET (GCRT_VIEW_OFFSET + sizeof(void *))

#ifdef __cplusplus
}
#endif

#endif
