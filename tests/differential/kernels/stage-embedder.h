/* stage-embedder.h: objects of three slots, mutators with two roots. */
#ifndef STAGE_EMBEDDER_H
#define STAGE_EMBEDDER_H

#include "gc-embedder-api.h"
#include "gcrt-debug.h"

/* Assertions are either evaluated, or compiled as in a program. */
#ifdef STAGE_ASSERTS
static void stage_assert(int holds);
#undef gcrt_assert
#define gcrt_assert(condition)           stage_assert(condition)
#define gcrt_in_range(number, low, high) (number)
#endif

struct stage_object {
	uintptr_t slot[3], unused;
};
struct gc_mutator_roots {
	uintptr_t slot[2];
};

typedef void stage_visit(struct gc_edge edge, struct gc_heap *heap, void *data);

static inline size_t gc_trace_object(struct gc_ref o, stage_visit *visit, struct gc_heap *heap,
    void *data)
{
	struct stage_object *object = gc_ref_heap_object(o);

	for (int i = 0; visit && i < 3; i++)
		visit(gc_edge(&object->slot[i]), heap, data);
	return sizeof *object;
}

static inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots, stage_visit *visit,
    struct gc_heap *heap, void *data)
{
	for (int i = 0; i < 2; i++)
		visit(gc_edge(&roots->slot[i]), heap, data);
}

static inline void gc_trace_heap_roots(struct gc_heap_roots *roots, stage_visit *visit,
    struct gc_heap *heap, void *data)
{
	(void)roots;
	(void)visit;
	(void)heap;
	(void)data;
}

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*pinned)(struct gc_ref, struct gc_heap *, void *),
    void (*ambiguous)(uintptr_t, uintptr_t, int, struct gc_heap *, void *), struct gc_heap *heap,
    void *data)
{
	(void)roots;
	(void)pinned;
	(void)ambiguous;
	(void)heap;
	(void)data;
}

static inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*pinned)(struct gc_ref, struct gc_heap *, void *),
    void (*ambiguous)(uintptr_t, uintptr_t, int, struct gc_heap *, void *), struct gc_heap *heap,
    void *data)
{
	(void)roots;
	(void)pinned;
	(void)ambiguous;
	(void)heap;
	(void)data;
}

#endif
