/* gc-barrier.h: what a program calls before it stores a reference in an
 * object; nothing is left of it for a collector that needs none. */
#ifndef GC_BARRIER_H
#define GC_BARRIER_H

#include "gc-api.h"

static inline GC_ALWAYS_INLINE void
gc_write_barrier(struct gc_mutator *mutator, struct gc_ref object, size_t object_size,
    struct gc_edge edge, struct gc_ref new_value)
{
	(void)mutator;
	(void)object;
	(void)edge;
	(void)new_value;
	switch (gc_write_barrier_kind(object_size)) {
	case GC_WRITE_BARRIER_NONE:
		break;
	}
}

#endif
