/* test-embedder.h: the objects of the runtime's tests: a count of slots, that
 * many slots, and then bytes that are none; or with data before the slots. */
#ifndef TEST_EMBEDDER_H
#define TEST_EMBEDDER_H

#include "gc-embedder-api.h"
#include "gcrt-sync.h"

struct test_object {
	uint32_t slots;
	uint32_t bytes; /* of the whole object */
	uintptr_t slot[];
};

struct gc_mutator_roots {
	size_t count;
	uintptr_t *slot;
	uintptr_t pinned;
};
struct gc_heap_roots {
	size_t count;
	uintptr_t *slot;
	uintptr_t pinned;
};

/* Words of data before the slots. */
#ifndef TEST_WORDS_BEFORE
#define TEST_WORDS_BEFORE 0
#endif

/* While it is not 0, a thread that visits an object waits. */
#ifdef TEST_GATE
extern int test_gate;
#endif
/* For tests of wrong programs: is called while roots or objects are traced, unless it is NULL. */
#ifdef TEST_WHILE_TRACING
extern void (*test_while_tracing)(void);
#endif

static inline size_t gc_trace_object(struct gc_ref object,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	struct test_object *o = (struct test_object *)gc_ref_heap_object(object);
#ifdef TEST_GATE
	while (gcrt_load(&test_gate, seq_cst))
		continue;
#endif
#ifdef TEST_WHILE_TRACING
	if (test_while_tracing)
		test_while_tracing();
#endif
	if (visit)
		for (uint32_t i = 0; i < o->slots; i++)
			visit(gc_edge(&o->slot[TEST_WORDS_BEFORE + i]), heap, data);
	return o->bytes;
}

static inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	for (size_t i = 0; i < roots->count; i++)
		visit(gc_edge(&roots->slot[i]), heap, data);
}

static inline void gc_trace_heap_roots(struct gc_heap_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	for (size_t i = 0; i < roots->count; i++)
		visit(gc_edge(&roots->slot[i]), heap, data);
}

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)ambiguous;
	if (roots->pinned)
		pinned(gc_ref(roots->pinned), heap, data);
}

static inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)ambiguous;
	if (roots->pinned)
		pinned(gc_ref(roots->pinned), heap, data);
}

#endif
