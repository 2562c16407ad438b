/* gc-barrier.h: what a program does around the store of a reference in an
 * object; nothing but the store is left of it for a collector that needs none.
 *
 * Two ways to write it:
 *
 *	gc_write_barrier(mutator, object, size, edge, new_value);
 *	object->field = new_value;
 *
 * as in programs written for Whippet: the barrier comes BEFORE the program's
 * own store, so that it sees the old value.  The store is a plain one, which
 * the collector may read at the same time: that is right where such a store is
 * not torn (all machines and compilers there are), and a data race by the letter of C.
 * The barrier ends with a fence (Note [New objects]), which costs an instruction on machines
 * weaker than x86.  Or
 *
 *	gc_store(mutator, object, size, edge, new_value);
 *
 * which does both and makes the store atomic, with release: no race by any
 * reading, the same instruction as a plain store on x86.  Only it serves a
 * collector with a barrier after the store, or with one that answers with the
 * object to store to (gc-access.h).  It is an exchange if the barrier after it gets
 * what it overwrites (GC_EXCHANGE_ORDER, in the attributes).
 *
 *	gc_store_new(mutator, object, size, edge, new_value);
 *
 * is for the first store into a place of a new object: from its allocation to the next safepoint
 * of the thread, while no other can find it.  It is a plain store where the collector's barriers
 * do nothing then, because the old value is null; and gc_store where they do (a collector that counts
 * references, say, must see each store).
 *
 *	gc_store_release(mutator, object, size, edge, new_value);
 *
 * is for what the program itself relies on: another thread that loads the field with
 * acquire (gc_atomic_load) and finds the new value sees all that this one did before. */
#ifndef GC_BARRIER_H
#define GC_BARRIER_H

#include "gc-api.h"
#include "gc-atomics.h"
#include "gcrt-debug.h"

#ifdef __cplusplus
extern "C" {
#endif

#if GCRT_DEBUG
/* Debug builds find stores that were made without the barrier: Note [Shadow]. */
GC_API_ void gcrt_check_store(struct gc_mutator *mutator, struct gc_edge edge,
    struct gc_ref new_value);
#endif

/* Note [Barrier test]: relaxed, one load of a flag that no other mutator
 * writes (Note [View] in gcrt-mutator.h); or of the heap's, for a phase that
 * mutators see at once, with acquire (Note [Phases at once] in gcrt-phase.c). */
static inline GC_ALWAYS_INLINE int gc_barrier_is_on(struct gc_mutator *mutator,
    struct gc_barrier_test test)
{
	const char *place = (const char *)mutator + test.offset;
	switch (test.kind) {
	case GC_WRITE_BARRIER_NONE: break;
	case GC_WRITE_BARRIER_SLOW: return 1;
	case GC_WRITE_BARRIER_FLAG:
		return (gc_atomic_load_relaxed((const uint32_t *)(const void *)place) &
			   test.mask) != 0;
	case GC_WRITE_BARRIER_FLAG_OF_HEAP:
		return (gc_atomic_load(*(const uint32_t *const *)(const void *)place) &
			   test.mask) != 0;
	}
	return 0;
}

/* EDGE, a place of OBJECT, in OTHER, which is OBJECT or a copy of it. */
static inline GC_ALWAYS_INLINE struct gc_edge gc_edge_in(struct gc_edge edge, struct gc_ref object,
    struct gc_ref other)
{
	return gc_edge(
	    (void *)(gc_ref_value(other) + (gc_edge_address(edge) - gc_ref_value(object))));
}

static inline struct gc_edge gc_no_edge(void)
{
	return gc_edge(NULL);
}

/* The object whose EDGE is to be stored to: OBJECT, or a copy of it where barriers answer with the object to access.  There is
 * no safepoint between this and the store. */
static inline GC_ALWAYS_INLINE struct gc_ref gc_object_to_store(struct gc_mutator *mutator,
    struct gc_ref object, size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	struct gc_ref at = object;
#ifdef GC_ANSWERS_BEFORE_STORE
	(void)object_size;
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_before_store_test())))
		at = gc_object_to_store_slow(mutator, object, edge, new_value);
#endif
#if GCRT_DEBUG
	gcrt_check_store(mutator, gc_edge_in(edge, object, at), new_value);
#endif
#ifndef GC_ANSWERS_BEFORE_STORE
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_before_store_test())))
		gc_write_barrier_slow(mutator, object, object_size, edge, new_value);
#endif
	return at;
}

/* The same for a data word.  Other barriers do not run before stores of words. */
static inline GC_ALWAYS_INLINE struct gc_ref gc_object_to_store_word(struct gc_mutator *mutator,
    struct gc_ref object)
{
#ifdef GC_ANSWERS_BEFORE_STORE
#if GCRT_DEBUG
	gcrt_check_use(mutator, "stores");
#endif
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_before_store_test())))
		return gc_object_to_store_slow(mutator, object, gc_no_edge(), gc_ref_null());
#else
	(void)mutator;
#endif
	return object;
}

static inline GC_ALWAYS_INLINE void gc_write_barrier(struct gc_mutator *mutator,
    struct gc_ref object, size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	(void)gc_object_to_store(mutator, object, object_size, edge, new_value);
	gcrt_fence_atomics(release); /* Note [New objects] */
}

/* A collector whose barrier after the store gets what the store has overwritten: the store is one exchange, of the
 * order that the attributes name, which is release too.  ORDER is expanded here. */
#define gc_exchange_word(loc, value, order) gcrt_swap_word(loc, value, order)

/* *edge = new_value, with the order that the program needs. */
static inline GC_ALWAYS_INLINE void gc_store_release(struct gc_mutator *mutator,
    struct gc_ref object, size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	struct gc_ref at = gc_object_to_store(mutator, object, object_size, edge, new_value);
	struct gc_edge place = gc_edge_in(edge, object, at);
#ifdef GC_EXCHANGE_ORDER
	struct gc_ref old_value = gc_ref(gc_exchange_word(&gc_edge_loc(place)->value,
	    gc_ref_value(new_value), GC_EXCHANGE_ORDER));
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_after_store_test())))
		gc_after_exchange_barrier_slow(mutator, at, object_size, place, new_value,
		    old_value);
#else
	gc_atomic_store(&gc_edge_loc(place)->value, gc_ref_value(new_value));
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_after_store_test())))
		gc_after_store_barrier_slow(mutator, at, object_size, place, new_value);
#endif
}

/* Stores with the barrier and with the order that the collector needs, which is release too: Note
 * [New objects]. */
static inline GC_ALWAYS_INLINE void gc_store(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	gc_store_release(mutator, object, object_size, edge, new_value);
}

/* The first store into a slot of a new object.  Whether it needs the barrier is known at compile
 * time. */
static inline GC_ALWAYS_INLINE void gc_store_new(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
#if GCRT_DEBUG
	gcrt_check_use(mutator, "stores");
#endif
	if (gc_first_store_needs_barrier())
		gc_store(mutator, object, object_size, edge, new_value);
	else
		gc_edge_loc(edge)->value = gc_ref_value(new_value);
}

/* Reports that the mutator has got REF from another thread, through memory that the collector does
 * not know (a thread's argument, a queue in C).  Call it after REF was read there, before the next
 * safepoint, and while the giver or an object still holds REF.  Otherwise a thread whose roots were
 * scanned already would keep an object that nothing marks. gc_mutator_set_roots does this for all
 * references in the roots that it is given. */
static inline GC_ALWAYS_INLINE void gc_received(struct gc_mutator *mutator, struct gc_ref ref)
{
#if GCRT_DEBUG
	gcrt_check_use(mutator, "calls gc_received");
#endif
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_received_test())) && !gc_ref_is_null(ref) &&
	    !gc_ref_is_immediate(ref))
		gc_received_barrier_slow(mutator, ref);
}

/* A collector with a barrier after the store, or with one that answers with the object to store to, defines this name.
 * Then programs can store only with gc_store. */
#ifdef GC_ONLY_CHECKED_STORES
#define gc_write_barrier                                                                           \
	_Static_assert(0, "this collector needs gc_store instead of gc_write_barrier")
#endif

#ifdef __cplusplus
}
#endif

#endif
