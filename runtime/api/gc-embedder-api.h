/* gc-embedder-api.h: the functions that the embedder's header (GC_EMBEDDER)
 * defines, and that collectors inline. */
#ifndef GC_EMBEDDER_API_H
#define GC_EMBEDDER_API_H

#include <stddef.h>
#include <stdint.h>

#include "gc-config.h"
#include "gc-edge.h"
#include "gc-forwarding.h"
#include "gc-inline.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef GC_EMBEDDER_API
#define GC_EMBEDDER_API static
#endif

struct gc_heap;
struct gc_heap_roots;
struct gc_mutator_roots;
struct gc_extern_space; /* named by embedders, used by no collector */

/* Calls VISIT for each field of the object that may hold a reference, also if it holds null or an
 * immediate now.  VISIT may be NULL.  Returns the object's size. */
GC_EMBEDDER_API inline size_t gc_trace_object(struct gc_ref object,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data) GC_ALWAYS_INLINE;

/* The same for the roots of a mutator that is stopped, and of the heap. */
GC_EMBEDDER_API inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data);
GC_EMBEDDER_API inline void gc_trace_heap_roots(struct gc_heap_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data);

/* Roots whose objects may not move.  AMBIGUOUS visits ranges of words that may be references.
 * Exact collectors do not support it: a call stops the program. */
GC_EMBEDDER_API inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data);
GC_EMBEDDER_API inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data);

#ifdef __cplusplus
}
#endif

#endif
