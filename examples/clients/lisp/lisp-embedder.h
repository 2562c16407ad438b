/* lisp-embedder.h: what a collector must know of the Lisp: where an object's references are,
 * how large it is, and where the roots are.  The generated collector includes this file
 * (GC_EMBEDDER names it) and inlines it into its kernels. */
#ifndef LISP_EMBEDDER_H
#define LISP_EMBEDDER_H

#include <stdio.h>
#include <stdlib.h>

#include "gc-embedder-api.h"
#include "value.h"

/* A reference was held where the collector does not look: better to stop here than later. */
static inline void lisp_check(const struct object *o)
{
	if (object_kind(o) >= PAIR && object_kind(o) < KINDS)
		return;
	fprintf(stderr, "lisp: %p is no object: header %#llx\n", (const void *)o,
	    (unsigned long long)o->header);
	abort();
}

static inline size_t gc_trace_object(struct gc_ref ref,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	struct object *o = gc_ref_heap_object(ref);
	size_t count = object_count(o);

	lisp_check(o);
	for (size_t i = 0; visit && object_kind(o) != STRING && i < count; i++)
		visit(gc_edge(&o->slot[i]), heap, data);
	return bytes_for(object_kind(o), count);
}

static inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	if (!roots)
		return;
	for (value *at = roots->base; at < roots->top; at++)
		visit(gc_edge(at), heap, data);
	visit(gc_edge(&roots->world), heap, data);
	visit(gc_edge(&roots->self), heap, data);
}

/* -------------------------------------------------- there is nothing of this here */

static inline void gc_trace_heap_roots(struct gc_heap_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	(void)roots, (void)visit, (void)heap, (void)data;
}

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*pinned)(struct gc_ref ref, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots, (void)pinned, (void)ambiguous, (void)heap, (void)data;
}

static inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*pinned)(struct gc_ref ref, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots, (void)pinned, (void)ambiguous, (void)heap, (void)data;
}

#endif
