/* gc-atomics.h: atomics on plain locations, for embedders.  Without a suffix
 * loads acquire, stores release, and what does both does both. */
#ifndef GC_ATOMICS_H
#define GC_ATOMICS_H

#include "gcrt-sync.h"

#define gc_atomic_load(loc)                     gcrt_load(loc, acquire)
#define gc_atomic_load_relaxed(loc)             gcrt_load(loc, relaxed)
#define gc_atomic_store(loc, value)             gcrt_store(loc, value, release)
#define gc_atomic_store_relaxed(loc, value)     gcrt_store(loc, value, relaxed)
#define gc_atomic_swap(loc, value)              gcrt_swap(loc, value, acq_rel)
#define gc_atomic_swap_relaxed(loc, value)      gcrt_swap(loc, value, relaxed)
#define gc_atomic_fetch_add(loc, value)         gcrt_fetch_add(loc, value, acq_rel)
#define gc_atomic_fetch_add_relaxed(loc, value) gcrt_fetch_add(loc, value, relaxed)
#define gc_atomic_fetch_sub(loc, value)         gcrt_fetch_sub(loc, value, acq_rel)
#define gc_atomic_fetch_sub_relaxed(loc, value) gcrt_fetch_sub(loc, value, relaxed)

/* True if *loc was *expected, and is value now.  Otherwise *expected becomes the value that was
 * found.  Weak ones may fail without a reason. */
#define gc_atomic_cmpxchg_weak(loc, expected, value)                                               \
	gcrt_compare_exchange(loc, expected, value, 1, acq_rel, acquire)
#define gc_atomic_cmpxchg_strong(loc, expected, value)                                             \
	gcrt_compare_exchange(loc, expected, value, 0, acq_rel, acquire)
#define gc_atomic_cmpxchg_weak_seq_cst(loc, expected, value)                                       \
	gcrt_compare_exchange(loc, expected, value, 1, seq_cst, seq_cst)
#define gc_atomic_cmpxchg_strong_seq_cst(loc, expected, value)                                     \
	gcrt_compare_exchange(loc, expected, value, 0, seq_cst, seq_cst)

#endif
