/* plain-attrs.h: for tests whose collector is a table of their own: no barriers. */
#ifndef PLAIN_ATTRS_H
#define PLAIN_ATTRS_H

#include "gcrt-attrs.h" /* the runtime's own allocator and safepoints */

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
	return (struct gc_barrier_test){ GC_WRITE_BARRIER_NONE, 0, 0 };
}

static inline struct gc_barrier_test gc_after_store_test(void)
{
	return (struct gc_barrier_test){ GC_WRITE_BARRIER_NONE, 0, 0 };
}

static inline struct gc_barrier_test gc_allocated_test(void)
{
	return (struct gc_barrier_test){ GC_WRITE_BARRIER_NONE, 0, 0 };
}

static inline struct gc_barrier_test gc_received_test(void)
{
	return (struct gc_barrier_test){ GC_WRITE_BARRIER_NONE, 0, 0 };
}

static inline int gc_can_pin_objects(void)
{
	return 1;
}

static inline int gc_can_move_objects(void)
{
	return 0;
}

#endif
