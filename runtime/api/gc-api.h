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

/* Makes a heap and its first mutator, active, for the calling thread.  OPTIONS may be NULL (the
 * defaults).  Returns 1 on success.  Returns 0 if the system gives no memory, addresses or threads,
 * if the collector was made for another library, or if a debug build has 64 heaps already; then
 * nothing is left allocated, and a line on stderr gives the reason. */
GC_API_ int gc_init(const struct gc_options *options, struct gc_stack_addr base,
    struct gc_heap **heap, struct gc_mutator **mutator, struct gc_event_listener listener,
    void *listener_data);

/* Adds a mutator for the calling thread, active.  Waits while the mutators are stopped.  Returns
 * NULL if there is no memory. */
GC_API_ struct gc_mutator *gc_init_for_thread(struct gc_stack_addr base, struct gc_heap *heap);
/* Frees the mutator: it may not be used afterwards. */
GC_API_ void gc_finish_for_thread(struct gc_mutator *mutator);

/* Waits for the running cycle and for the workers, and frees all memory of the heap, with its
 * objects.  All mutators must have been finished before, the caller's too.  Afterwards the heap no
 * longer uses its options or its listener's data. */
GC_API_ void gc_heap_destroy(struct gc_heap *heap);

GC_API_ struct gc_heap *gc_mutator_heap(struct gc_mutator *mutator);
/* Sets the roots of the calling thread's mutator.  Where the collector has the barrier `received',
 * the mutator must be active.  This is a safepoint: it waits for workers that still read the former
 * roots, and no worker reads those afterwards. */
GC_API_ void gc_mutator_set_roots(struct gc_mutator *mutator, struct gc_mutator_roots *roots);
/* Sets roots that belong to no mutator.  Only active mutators may change them.  Stops the program
 * with a message under a collector that may scan roots while mutators run, because no barrier
 * reports stores to these roots. */
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

/* In a debug build: waits until no collection runs, stops all mutators, and checks the whole heap.
 * Stops the program with a message if something is wrong, else returns 1.  In other builds: does
 * nothing, and returns 0. */
GC_API_ int gc_verify(struct gc_mutator *mutator);

/* Allocation off the fast path.  Programs call gc_allocate, in gc-allocate.h. */
GC_API_ void *gc_allocate_slow(struct gc_mutator *mutator, size_t size,
    enum gc_allocation_kind kind) GC_NEVER_INLINE;

/* The collector's barriers, off the fast path; programs call gc_write_barrier or
 * gc_store, in gc-barrier.h. */
GC_API_ void gc_write_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value) GC_NEVER_INLINE;
GC_API_ void gc_after_store_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value) GC_NEVER_INLINE;
/* The same where a store is an exchange, which has found OLD_VALUE. */
GC_API_ void gc_after_exchange_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value,
    struct gc_ref old_value) GC_NEVER_INLINE;
GC_API_ void gc_allocated_barrier_slow(struct gc_mutator *mutator,
    struct gc_ref object) GC_NEVER_INLINE;
/* The same where barriers answer with the object to access; programs call the functions of gc-access.h and gc_store.  EDGE is
 * gc_no_edge() if the access is to a word. */
GC_API_ struct gc_ref gc_object_to_load_slow(struct gc_mutator *mutator, struct gc_ref object,
    struct gc_edge edge) GC_NEVER_INLINE;
GC_API_ struct gc_ref gc_object_to_store_slow(struct gc_mutator *mutator, struct gc_ref object,
    struct gc_edge edge, struct gc_ref new_value) GC_NEVER_INLINE;
/* Programs call gc_received, in gc-barrier.h. */
GC_API_ void gc_received_barrier_slow(struct gc_mutator *mutator,
    struct gc_ref object) GC_NEVER_INLINE;

/* HANDLER's result becomes that of gc_allocate when collections have made no room for SIZE bytes.
 * The default handler prints a line and aborts.  Set it before the heap is shared. */
GC_API_ void gc_heap_set_allocation_failure_handler(struct gc_heap *heap,
    void *(*handler)(struct gc_heap *heap, size_t size));

/* Bytes handed to mutators since gc_init.  Whole cells count, when a mutator gets them, which is
 * before it uses them. */
GC_API_ uint64_t gc_allocation_counter(struct gc_heap *heap);
/* 1 when an object of HEAP begins at REF. */
GC_API_ int gc_heap_contains(struct gc_heap *heap, struct gc_ref ref);
/* The object keeps its address from now on.  Only if gc_can_pin_objects() is 1; otherwise it stops the program with
 * a message.  Runs the collector's barrier `pinned', if it has one. */
GC_API_ void gc_pin_object(struct gc_mutator *mutator, struct gc_ref object);
/* Programs call gc_pin_object. */
GC_API_ void gc_pinned_barrier_slow(struct gc_mutator *mutator,
    struct gc_ref object) GC_NEVER_INLINE;

#ifdef __cplusplus
}
#endif

#endif
