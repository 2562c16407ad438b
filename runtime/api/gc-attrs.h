/* gc-attrs.h: attributes of the collector that inline code needs, constants
 * once compiled.  The program is built with -DGC_ATTRS="x-attrs.h", the header
 * that was generated with the collector x. */
#ifndef GC_ATTRS_H
#define GC_ATTRS_H

#include <stddef.h>
#include <stdint.h>

#include "gc-allocation-kind.h"
#include "gc-inline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the inline path allocates small objects. */
enum gc_inline_allocator_kind {
	GC_INLINE_ALLOCATOR_FREELIST,     /* take the head of a list in the mutator */
	GC_INLINE_ALLOCATOR_BUMP_POINTER, /* take the next bytes of what the mutator has */
	GC_INLINE_ALLOCATOR_NONE          /* call gc_allocate_slow */
};
enum gc_write_barrier_kind {
	GC_WRITE_BARRIER_NONE,
	GC_WRITE_BARRIER_SLOW,        /* always calls the collector */
	GC_WRITE_BARRIER_FLAG,        /* if a flag in the mutator is set */
	GC_WRITE_BARRIER_FLAG_OF_HEAP /* if a flag is set that the mutator points to */
};
/* When a barrier calls the collector.  FLAG: when the uint32_t at OFFSET of the mutator has a bit
 * of MASK.  FLAG_OF_HEAP: when there is a pointer at OFFSET, and the uint32_t to which it points
 * has a bit of MASK. */
struct gc_barrier_test {
	enum gc_write_barrier_kind kind;
	size_t offset;
	uint32_t mask;
};
enum gc_safepoint_mechanism { GC_SAFEPOINT_MECHANISM_COOPERATIVE };
enum gc_cooperative_safepoint_kind {
	GC_COOPERATIVE_SAFEPOINT_MUTATOR_FLAG, /* poll one flag of the mutator */
	GC_COOPERATIVE_SAFEPOINT_HEAP_FLAG     /* poll one flag of the heap */
};

#ifndef GC_IMPL
#ifndef GC_ATTRS
#error "build with -DGC_ATTRS=\"x-attrs.h\", the attributes of the collector x"
#endif

static inline enum gc_inline_allocator_kind gc_inline_allocator_kind(
    enum gc_allocation_kind kind) GC_ALWAYS_INLINE;
static inline size_t gc_allocator_large_threshold(void) GC_ALWAYS_INLINE;
static inline size_t gc_allocator_small_granule_size(void) GC_ALWAYS_INLINE;
/* Offset in the mutator of the head of the list for SIZE.  The first word of a cell points to the
 * next cell; its other words are zero. */
static inline size_t gc_allocator_freelist_offset(size_t size,
    enum gc_allocation_kind kind) GC_ALWAYS_INLINE;
/* Offsets in the mutator of the address of the next object, and of the end of its memory, which is zero. */
static inline size_t gc_allocator_allocation_pointer_offset(
    enum gc_allocation_kind kind) GC_ALWAYS_INLINE;
static inline size_t gc_allocator_allocation_limit_offset(
    enum gc_allocation_kind kind) GC_ALWAYS_INLINE;

/* The table of object beginnings has one byte a granule.  It begins at the object's address rounded
 * down to this alignment.  The code that allocates writes the kind's pattern to the byte of the
 * object's first granule. */
static inline size_t gc_allocator_alloc_table_alignment(void) GC_ALWAYS_INLINE;
static inline uint8_t gc_allocator_alloc_table_begin_pattern(
    enum gc_allocation_kind kind) GC_ALWAYS_INLINE;

static inline enum gc_write_barrier_kind gc_write_barrier_kind(size_t object_size) GC_ALWAYS_INLINE;
/* Whether first stores into new objects also need the barrier, or may be plain stores: gc_store_new
 * in gc-barrier.h. */
static inline int gc_first_store_needs_barrier(void) GC_ALWAYS_INLINE;
static inline struct gc_barrier_test gc_before_store_test(void) GC_ALWAYS_INLINE;
static inline struct gc_barrier_test gc_after_store_test(void) GC_ALWAYS_INLINE;
static inline struct gc_barrier_test gc_allocated_test(void) GC_ALWAYS_INLINE;
static inline struct gc_barrier_test gc_received_test(void) GC_ALWAYS_INLINE;

static inline enum gc_safepoint_mechanism gc_safepoint_mechanism(void) GC_ALWAYS_INLINE;
static inline enum gc_cooperative_safepoint_kind gc_cooperative_safepoint_kind(
    void) GC_ALWAYS_INLINE;

static inline int gc_can_pin_objects(void) GC_ALWAYS_INLINE;
static inline int gc_can_move_objects(void) GC_ALWAYS_INLINE;

/* The attributes of a collector whose barriers answer with the object to access define
 * - GC_ONLY_CHECKED_ACCESSES;
 * - GC_ANSWERS_BEFORE_LOAD, with gc_before_load_test, and GC_ANSWERS_BEFORE_STORE, for the barrier that answers;
 * - GC_ONLY_SLOTS, if a barrier looks at the slot.
 * Those of a collector whose barrier gets what a store overwrites define GC_EXCHANGE_ORDER, the order of this exchange. */
#include GC_ATTRS

#ifdef GC_ONLY_CHECKED_ACCESSES
#ifndef GC_CHECKED_ACCESSES
#error                                                                                             \
    "the collector moves objects while the program runs: access objects only by the functions of gc-access.h, and define GC_CHECKED_ACCESSES"
#endif
#endif
#endif

#ifdef __cplusplus
}
#endif

#endif
