/* gc-api.h: heaps, mutators, collections.  Names and contracts are Whippet's.
 *
 * A mutator is a thread that uses the heap.  It is *active* except between
 * gc_deactivate and gc_reactivate; the world stops when every active mutator
 * is at a safepoint: gc_safepoint, gc_allocate, gc_collect, gc_verify, gc_deactivate,
 * gc_mutator_set_roots and leaving.  An inactive mutator may not touch the heap, or its roots. */
#ifndef GC_API_H
#define GC_API_H

#include <stddef.h>
#include <stdint.h>

#include "gc-allocation-kind.h"
#include "gc-assert.h"
#include "gc-attrs.h"
#include "gc-collection-kind.h"
#include "gc-config.h"
#include "gc-edge.h"
#include "gc-event-listener.h"
#include "gc-inline.h"
#include "gc-options.h"
#include "gc-ref.h"
#include "gc-stack-addr.h"
#include "gc-visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gc_heap;
struct gc_mutator;
struct gc_heap_roots;
struct gc_mutator_roots;

/* Makes a heap and its first mutator, active, for the calling thread.
 * OPTIONS may be NULL (the defaults).  Returns 1; 0 when the system gives no
 * memory, addresses or threads, the collector was made for another library, or a debug build has
 * 64 heaps already: nothing is left behind, and a line on stderr says why. */
GC_API_ int gc_init(const struct gc_options *options, struct gc_stack_addr base,
    struct gc_heap **heap, struct gc_mutator **mutator, struct gc_event_listener listener,
    void *listener_data);

/* Adds the calling thread, active; waits while the world is stopped.  NULL
 * when there is no memory. */
GC_API_ struct gc_mutator *gc_init_for_thread(struct gc_stack_addr base, struct gc_heap *heap);
/* The mutator is gone afterwards. */
GC_API_ void gc_finish_for_thread(struct gc_mutator *mutator);

/* Waits for the cycle that runs and for the workers, and gives back all that the heap has;
 * its objects are gone.  No mutator may be left; the caller is none.  The heap's options, and its
 * listener's data, are the program's again. */
GC_API_ void gc_heap_destroy(struct gc_heap *heap);

GC_API_ struct gc_heap *gc_mutator_heap(struct gc_mutator *mutator);
/* Of the calling thread, and active where the collector has the barrier `received'.  Nobody looks at
 * the former roots afterwards: a safepoint, where it waits for who does. */
GC_API_ void gc_mutator_set_roots(struct gc_mutator *mutator, struct gc_mutator_roots *roots);
/* Roots that belong to no mutator; changed by active mutators only.  Stops the program
 * with a message under a collector that may scan roots while mutators run: nothing would tell it
 * of stores to these. */
GC_API_ void gc_heap_set_roots(struct gc_heap *heap, struct gc_heap_roots *roots);

/* Around a blocking call: the collector does not wait for this mutator. */
GC_API_ void gc_deactivate(struct gc_mutator *mutator);
GC_API_ void gc_reactivate(struct gc_mutator *mutator);
GC_API_ void *gc_deactivate_for_call(struct gc_mutator *mutator,
    void *(*f)(struct gc_mutator *, void *), void *data);
GC_API_ void *gc_reactivate_for_call(struct gc_mutator *mutator,
    void *(*f)(struct gc_mutator *, void *), void *data);

/* Returns when a collection of that kind that began after the call has ended. */
GC_API_ void gc_collect(struct gc_mutator *mutator, enum gc_collection_kind kind);

/* In the debug build: waits until no collection runs, stops all mutators, and looks at the whole heap;
 * stops the program with a message if something is wrong, else returns 1.  In other
 * builds: 0, and nothing is done. */
GC_API_ int gc_verify(struct gc_mutator *mutator);

/* Allocation; programs call gc_allocate, in gc-allocate.h. */
GC_API_ void *gc_allocate_slow(struct gc_mutator *mutator, size_t size,
    enum gc_allocation_kind kind) GC_NEVER_INLINE;

/* The collector's barriers, off the fast path; programs call gc_write_barrier or
 * gc_store, in gc-barrier.h. */
GC_API_ void gc_write_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value) GC_NEVER_INLINE;
GC_API_ void gc_after_store_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value) GC_NEVER_INLINE;
GC_API_ void gc_allocated_barrier_slow(struct gc_mutator *mutator,
    struct gc_ref object) GC_NEVER_INLINE;
/* Programs call gc_received, in gc-barrier.h. */
GC_API_ void gc_received_barrier_slow(struct gc_mutator *mutator,
    struct gc_ref object) GC_NEVER_INLINE;

/* What gc_allocate returns when collections have made no room for SIZE
 * bytes.  The default prints a line and aborts; a handler that returns NULL
 * makes gc_allocate return NULL.  Set it before the heap is shared. */
GC_API_ void gc_heap_set_allocation_failure_handler(struct gc_heap *heap,
    void *(*handler)(struct gc_heap *heap, size_t size));

/* Bytes handed to mutators since gc_init, in whole cells and in advance. */
GC_API_ uint64_t gc_allocation_counter(struct gc_heap *heap);
/* 1 when an object of HEAP begins at REF. */
GC_API_ int gc_heap_contains(struct gc_heap *heap, struct gc_ref ref);
/* From now on the object does not move. */
GC_API_ void gc_pin_object(struct gc_mutator *mutator, struct gc_ref object);

#ifdef __cplusplus
}
#endif

#endif
