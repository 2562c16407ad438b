/* stw-attrs.h: the collector stw, made from stw.gc by gcdsl 0.1.0.
 *
 * options: twice=false
 * content: cea16f4e88553c3b */
#ifndef STW_ATTRS_H
#define STW_ATTRS_H

#include "gcrt-attrs.h" /* the allocator and safepoints of the runtime */

#ifdef __cplusplus
extern "C" {
#endif

static inline enum gc_write_barrier_kind gc_write_barrier_kind(size_t object_size)
{
	(void)object_size;
	return GC_WRITE_BARRIER_NONE;
}

static inline int gc_first_store_needs_barrier(void)
{
	return 0;
}

static inline struct gc_barrier_test gc_before_store_test(void)
{
	struct gc_barrier_test test = { GC_WRITE_BARRIER_NONE, 0, 0 };
	return test;
}

static inline struct gc_barrier_test gc_after_store_test(void)
{
	struct gc_barrier_test test = { GC_WRITE_BARRIER_NONE, 0, 0 };
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

GCRT_NEED_ATTRIBUTES(stw_5a9a374bd542ce55)

#ifdef __cplusplus
}
#endif

#endif
