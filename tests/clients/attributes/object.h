/* The embedder's functions for the program. */
#ifndef OBJECT_H
#define OBJECT_H

#include "gc-embedder-api.h"
#include "part.h"

static inline size_t gc_trace_object(struct gc_ref object,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	struct pair *pair = (struct pair *)gc_ref_heap_object(object);
	if (visit)
		visit(gc_edge(&pair->next), heap, data);
	return sizeof *pair;
}

static inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	visit(gc_edge(&roots->list), heap, data);
}

static inline void gc_trace_heap_roots(struct gc_heap_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	(void)roots, (void)visit, (void)heap, (void)data;
}

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots, (void)pinned, (void)ambiguous, (void)heap, (void)data;
}

static inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots, (void)pinned, (void)ambiguous, (void)heap, (void)data;
}

#endif
