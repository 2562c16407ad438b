/* tiny-embedder.h: what the collector must know of the tiny language.
 *
 * The generated collector includes this (GC_EMBEDDER names it) and inlines it.
 * To start a runtime of your own, change the three functions at the top: how
 * large an object is and where its references are, and where the roots are. */
#ifndef TINY_EMBEDDER_H
#define TINY_EMBEDDER_H

#include <stdlib.h>

#include "gc-embedder-api.h"
#include "value.h"

/* Calls trace_edge, unless it is NULL, on the place of each reference in the
 * object; returns the object's size. */
static inline size_t gc_trace_object(struct gc_ref ref,
    void (*trace_edge)(struct gc_edge edge, struct gc_heap *heap, void *trace_data),
    struct gc_heap *heap, void *trace_data)
{
	value v = gc_ref_heap_object(ref);
	switch ((enum kind)v->kind) {
	case PAIR: {
		struct pair *pair = (struct pair *)v;
		if (trace_edge) {
			trace_edge(gc_edge(&pair->car), heap, trace_data);
			trace_edge(gc_edge(&pair->cdr), heap, trace_data);
		}
		return sizeof *pair;
	}
	case CLOSURE: {
		struct closure *closure = (struct closure *)v;
		if (trace_edge) {
			trace_edge(gc_edge(&closure->parameters), heap, trace_data);
			trace_edge(gc_edge(&closure->body), heap, trace_data);
			trace_edge(gc_edge(&closure->environment), heap, trace_data);
		}
		return sizeof *closure;
	}
	case SYMBOL: return sizeof(struct symbol) + ((struct symbol *)v)->length;
	}
	abort(); /* not an object: a reference was not kept in a root */
}

static inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots,
    void (*trace_edge)(struct gc_edge edge, struct gc_heap *heap, void *trace_data),
    struct gc_heap *heap, void *trace_data)
{
	for (struct frame *f = roots ? roots->frames : NULL; f; f = f->next)
		for (size_t i = 0; i < f->count; i++)
			trace_edge(gc_edge(&f->at[i]), heap, trace_data);
}

static inline void gc_trace_heap_roots(struct gc_heap_roots *roots,
    void (*trace_edge)(struct gc_edge edge, struct gc_heap *heap, void *trace_data),
    struct gc_heap *heap, void *trace_data)
{
	if (!roots)
		return;
	trace_edge(gc_edge(&roots->symbols), heap, trace_data);
	trace_edge(gc_edge(&roots->globals), heap, trace_data);
}

/* ---- what the tiny language has none of: roots that must not move, ambiguous
 * roots, objects outside the heap, finalizers, forwarding */

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*trace_pinned)(struct gc_ref ref, struct gc_heap *heap, void *data),
    void (*trace_ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior,
	struct gc_heap *heap, void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots, (void)trace_pinned, (void)trace_ambiguous, (void)heap, (void)data;
}
static inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*trace_pinned)(struct gc_ref ref, struct gc_heap *heap, void *data),
    void (*trace_ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior,
	struct gc_heap *heap, void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots, (void)trace_pinned, (void)trace_ambiguous, (void)heap, (void)data;
}

#endif
