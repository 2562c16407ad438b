/* beside-attrs.h: the collector beside, made from in.gc by gcdsl 0.1.0.
 *
 * options: none
 * content: 37d3035d0c3f80c6 */
#ifndef BESIDE_ATTRS_H
#define BESIDE_ATTRS_H

#include "gcrt-attrs.h" /* the allocator and safepoints of the runtime */

#ifdef __cplusplus
extern "C" {
#endif

static inline enum gc_write_barrier_kind gc_write_barrier_kind(size_t object_size)
{
	(void)object_size;
	return GC_WRITE_BARRIER_FLAG;
}

#define GC_ONLY_CHECKED_STORES 1 /* a barrier follows the store */

static inline int gc_first_store_needs_barrier(void)
{
	return 1;
}

static inline struct gc_barrier_test gc_before_store_test(void)
{
	struct gc_barrier_test test = { GC_WRITE_BARRIER_FLAG, GCRT_VIEW_OFFSET, 0x3 };
	return test;
}

static inline struct gc_barrier_test gc_after_store_test(void)
{
	struct gc_barrier_test test = { GC_WRITE_BARRIER_FLAG_OF_HEAP, GCRT_PHASES_OFFSET, 0x4 };
	return test;
}

static inline struct gc_barrier_test gc_allocated_test(void)
{
	struct gc_barrier_test test = { GC_WRITE_BARRIER_NONE, 0, 0 };
	return test;
}

static inline struct gc_barrier_test gc_received_test(void)
{
	struct gc_barrier_test test = { GC_WRITE_BARRIER_NONE, 0, 0 };
	return test;
}

static inline int gc_can_pin_objects(void)
{
	return 1;
}

static inline int gc_can_move_objects(void)
{
	return 0;
}

GCRT_NEED_ATTRIBUTES(beside_45bd06ce3872549c)

#ifdef __cplusplus
}
#endif

#endif
