/* gc-safepoint.h: polling.  A loop that does not allocate calls gc_safepoint. */
#ifndef GC_SAFEPOINT_H
#define GC_SAFEPOINT_H

#include "gc-api.h"
#include "gc-atomics.h"
#include "gcrt-debug.h"

#ifdef __cplusplus
extern "C" {
#endif

GC_API_ void gc_safepoint_slow(struct gc_mutator *mutator) GC_NEVER_INLINE;
/* If the flag is not 0, the mutator should call gc_safepoint_slow. */
GC_API_ int *gc_safepoint_flag_loc(struct gc_mutator *mutator);

/* Note [Safepoint poll]: a relaxed load suffices, because the flag carries no data.  A mutator that
 * sees it set calls gc_safepoint_slow, which looks again under the world's lock.  A mutator that
 * misses it sees it at a later poll, because the flag stays set until all have stopped. */
static inline GC_ALWAYS_INLINE int gc_should_stop_for_safepoint(struct gc_mutator *mutator)
{
	return gc_atomic_load_relaxed(gc_safepoint_flag_loc(mutator));
}

static inline GC_ALWAYS_INLINE void gc_safepoint(struct gc_mutator *mutator)
{
#if GCRT_DEBUG
	gcrt_check_use(mutator, "calls gc_safepoint");
#endif
	if (GC_UNLIKELY(gc_should_stop_for_safepoint(mutator)))
		gc_safepoint_slow(mutator);
}

#ifdef __cplusplus
}
#endif

#endif
