/* gc-forwarding.h: the states of an object that may move, in the words of the
 * embedder's functions for them (gc_atomic_forward_begin, …).  Headers of embedders may define
 * those.  They are never called: a collector keeps in its own tables where objects have been copied
 * to, so an object stays readable until it is freed. */
#ifndef GC_FORWARDING_H
#define GC_FORWARDING_H

#include "gc-ref.h"

#ifdef __cplusplus
extern "C" {
#endif

enum gc_forwarding_state {
	GC_FORWARDING_STATE_FORWARDED,
	GC_FORWARDING_STATE_BUSY,
	GC_FORWARDING_STATE_ACQUIRED,
	GC_FORWARDING_STATE_NOT_FORWARDED
};

struct gc_atomic_forward {
	struct gc_ref ref;
	uintptr_t data;
	enum gc_forwarding_state state;
};

#ifdef __cplusplus
}
#endif

#endif
