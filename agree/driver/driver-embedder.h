/* driver-embedder.h: objects of a scenario's program: slots, data words, and then the collector's word, if it has one. */
#ifndef DRIVER_EMBEDDER_H
#define DRIVER_EMBEDDER_H

#include "gc-embedder-api.h"
#include "gcrt-sync.h"

extern unsigned driver_slots; /* of every object */
extern size_t driver_size;    /* bytes of every object */
/* Where in it the collector's word is, if it has one, and a reference over the object.  This is behind slots and words, so
 * that they stay as in a model.  Not seen by an explorer. */
size_t driver_header(void);
size_t driver_overlay(void);
#define GC_COLLECTOR_WORD_OFFSET    driver_header()
#define GC_COLLECTOR_OVERLAY_OFFSET driver_overlay()

/* Either visitors read a root, or one mutator changes it: an action of a script reads and changes a
 * root in one step. */
struct gc_mutator_roots {
	unsigned count;
	uintptr_t *slot;
	struct gcrt_mutex lock; /* held while a root changes */
	struct gcrt_cond unread;
	unsigned readers;
};
struct gc_heap_roots {
	int none;
};

void driver_begin_loop(struct gc_mutator_roots *roots);
void driver_end_loop(struct gc_mutator_roots *roots);

static inline size_t gc_trace_object(struct gc_ref object,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	struct gc_ref *slot = (struct gc_ref *)gc_ref_heap_object(object);

	if (visit)
		for (unsigned i = 0; i < driver_slots; i++)
			visit(gc_edge(&slot[i]), heap, data);
	return driver_size;
}

static inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	for (unsigned i = 0; i < roots->count; i++) {
		driver_begin_loop(roots);
		visit(gc_edge(&roots->slot[i]), heap, data);
		driver_end_loop(roots);
	}
}

static inline void gc_trace_heap_roots(struct gc_heap_roots *roots,
    void (*visit)(struct gc_edge edge, struct gc_heap *heap, void *data), struct gc_heap *heap,
    void *data)
{
	(void)roots;
	(void)visit;
	(void)heap;
	(void)data;
}

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots;
	(void)pinned;
	(void)ambiguous;
	(void)heap;
	(void)data;
}

static inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*pinned)(struct gc_ref object, struct gc_heap *heap, void *data),
    void (*ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior, struct gc_heap *heap,
	void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots;
	(void)pinned;
	(void)ambiguous;
	(void)heap;
	(void)data;
}

#endif
