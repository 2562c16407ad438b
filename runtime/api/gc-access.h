/* gc-access.h: what a program does to read and change an object, and to compare references.
 *
 * A collector may have barriers that answer with the object to access: it moves objects while the program runs, and an
 * access goes to the right copy.  A program that uses only these functions, and gc_store and its like, is right with
 * every collector.  For collectors without such barriers they are the loads and stores that a program would write itself.
 *
 * With such a collector only one other access is right: what the embedder's functions need to know of an object is stored
 * right after gc_allocate, and never again; so it can be loaded in any way.  The attributes define GC_ONLY_CHECKED_ACCESSES, and no file of the program compiles unless it
 * promises to keep to these functions: by defining GC_CHECKED_ACCESSES (gc-attrs.h).
 *
 * The edge or word that a function is given lies in the object that it is given.  OBJECT may be an original or a copy.  The
 * address of the place that is accessed is not for the program to keep: at its next access it may be another one. */
#ifndef GC_ACCESS_H
#define GC_ACCESS_H

#include "gc-barrier.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The object whose places are to be loaded from: OBJECT or a copy of it.  There is no safepoint between this and the load.
 * A word has no edge: gc_no_edge(). */
static inline GC_ALWAYS_INLINE struct gc_ref gc_object_to_load(struct gc_mutator *mutator,
    struct gc_ref object, struct gc_edge edge)
{
#ifdef GC_ANSWERS_BEFORE_LOAD
#if GCRT_DEBUG
	gcrt_check_use(mutator, "loads");
#endif
	if (GC_UNLIKELY(gc_barrier_is_on(mutator, gc_before_load_test())))
		return gc_object_to_load_slow(mutator, object, edge);
#else
	(void)mutator;
	(void)edge;
#endif
	return object;
}

/* What is in EDGE: a reference, null, or an immediate.  What is read through the reference was stored before the reference
 * was (Note [Addresses]). */
static inline GC_ALWAYS_INLINE struct gc_ref gc_load(struct gc_mutator *mutator,
    struct gc_ref object, struct gc_edge edge)
{
	struct gc_ref at = gc_object_to_load(mutator, object, edge);
	return gc_ref(gcrt_load_word(&gc_edge_loc(gc_edge_in(edge, object, at))->value, relaxed));
}

/* The same, with acquire: sees all that the thread did before which has stored this by gc_store_release. */
static inline GC_ALWAYS_INLINE struct gc_ref gc_load_acquire(struct gc_mutator *mutator,
    struct gc_ref object, struct gc_edge edge)
{
	struct gc_ref at = gc_object_to_load(mutator, object, edge);
	return gc_ref(gcrt_load_word(&gc_edge_loc(gc_edge_in(edge, object, at))->value, acquire));
}

/* A collector whose barriers look at the slot that is accessed has none to look at when the access is to a word. */
#ifndef GC_ONLY_SLOTS
/* Data words of the program.  Relaxed: they order nothing. */
static inline GC_ALWAYS_INLINE uintptr_t gc_load_word(struct gc_mutator *mutator,
    struct gc_ref object, const uintptr_t *word)
{
	struct gc_edge place = gc_edge((void *)(uintptr_t)word);
	struct gc_ref at = gc_object_to_load(mutator, object, gc_no_edge());
	return gcrt_load((const uintptr_t *)gc_edge_address(gc_edge_in(place, object, at)),
	    relaxed);
}

static inline GC_ALWAYS_INLINE void gc_store_word(struct gc_mutator *mutator, struct gc_ref object,
    uintptr_t *word, uintptr_t value)
{
	struct gc_ref at = gc_object_to_store_word(mutator, object);
	gcrt_store((uintptr_t *)gc_edge_address(gc_edge_in(gc_edge(word), object, at)), value,
	    relaxed);
}

/* Whether A and B are the same object, null, or the same immediate.  While objects move, an original and its copy are
 * two addresses of one object.  So references are not compared by their addresses, and addresses are no keys.
 *
 * Two references are to the same object if the barrier answers with one address for both.  An object that moves meanwhile is
 * noticed because the answer for A changes. */
static inline GC_ALWAYS_INLINE int gc_is_same_object(struct gc_mutator *mutator, struct gc_ref a,
    struct gc_ref b)
{
#ifdef GC_ANSWERS_BEFORE_LOAD
	if (gc_ref_value(a) == gc_ref_value(b))
		return 1;
	if (gc_ref_is_null(a) || gc_ref_is_null(b) || gc_ref_is_immediate(a) ||
	    gc_ref_is_immediate(b))
		return 0;
	for (;;) {
		struct gc_ref at = gc_object_to_load(mutator, a, gc_no_edge());
		struct gc_ref other = gc_object_to_load(mutator, b, gc_no_edge());
		if (gc_ref_value(at) == gc_ref_value(other))
			return 1;
		if (gc_ref_value(gc_object_to_load(mutator, a, gc_no_edge())) == gc_ref_value(at))
			return 0;
	}
#else
	(void)mutator;
	return gc_ref_value(a) == gc_ref_value(b);
#endif
}
#else
#define GC_REFUSED                                                                                 \
	__attribute__((                                                                            \
	    error("this collector's barriers look at slots: its objects have no words, "           \
		  "and are not compared")))
uintptr_t gc_load_word(struct gc_mutator *mutator, struct gc_ref object,
    const uintptr_t *word) GC_REFUSED;
void gc_store_word(struct gc_mutator *mutator, struct gc_ref object, uintptr_t *word,
    uintptr_t value) GC_REFUSED;
int gc_is_same_object(struct gc_mutator *mutator, struct gc_ref a, struct gc_ref b) GC_REFUSED;
#endif

#ifdef __cplusplus
}
#endif

#endif
