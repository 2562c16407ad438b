/* client-embedder.h: what a collector must know of the clients' heap.
 *
 * The generated collector includes this file (GC_EMBEDDER names it) and inlines
 * it into its kernels: how to find an object's references and size, and the
 * roots.  The clients have no weak, interior, external, pinned or ambiguous
 * references, and no collector calls functions that forward objects; these functions only satisfy the interface. */
#ifndef CLIENT_EMBEDDER_H
#define CLIENT_EMBEDDER_H

#include "client-types.h"
#include "gc-config.h"
#include "gc-embedder-api.h"
#include "gc-region.h"

/* Whippet's own collectors include this in the ephemerons and finalizers. */
#define GC_EMBEDDER_EPHEMERON_HEADER struct object header;
#define GC_EMBEDDER_FINALIZER_HEADER struct object header;

#ifdef GC_COLLECTOR_HAS_WORD
#define GC_COLLECTOR_WORD_OFFSET offsetof(struct object, collector)
#endif

static inline void client_corrupt(const struct object *object)
{
	fprintf(stderr, "client: object %p is corrupt: header %#llx\n", (const void *)object,
	    (unsigned long long)object->header);
	abort();
}

static inline size_t gc_trace_object(struct gc_ref ref,
    void (*trace_edge)(struct gc_edge edge, struct gc_heap *heap, void *trace_data),
    struct gc_heap *heap, void *trace_data)
{
	struct object *object = gc_ref_heap_object(ref);
	if (!object_is_valid(object))
		client_corrupt(object);
	if (trace_edge) {
		struct object **slots = object_slots(object);
		size_t count = object_references(object);
		for (size_t i = 0; i < count; i++)
			trace_edge(gc_edge(&slots[i]), heap, trace_data);
	}
	return object_bytes(object_references(object), object_words(object));
}

static inline void gc_trace_mutator_roots(struct gc_mutator_roots *roots,
    void (*trace_edge)(struct gc_edge edge, struct gc_heap *heap, void *trace_data),
    struct gc_heap *heap, void *trace_data)
{
	if (!roots)
		return;
	for (struct frame *f = roots->frames; f; f = f->next)
		for (size_t i = 0; i < f->count; i++)
			trace_edge(gc_edge(&f->at[i]), heap, trace_data);
}

static inline void gc_trace_heap_roots(struct gc_heap_roots *roots,
    void (*trace_edge)(struct gc_edge edge, struct gc_heap *heap, void *trace_data),
    struct gc_heap *heap, void *trace_data)
{
	if (!roots)
		return;
	for (size_t i = 0; i < roots->count; i++)
		trace_edge(gc_edge(&roots->at[i]), heap, trace_data);
}

/* For a mark-region collector (immix.gc): a block is emptied if some of its 256 lines have been found live in the last cycle, and
 * no more than a quarter.  What was allocated since stays. */
static inline long client_is_fragmented(uintptr_t block, unsigned live)
{
	unsigned lines = gc_regions_set(block, 15, 7, live);
	return lines > 0 && lines <= 64;
}
#define gcdsl_immix_policy_fragmented(block) client_is_fragmented(block, IMMIX_REGION_line_live)

/* ------------------------------------------------ nothing of this is used here */

static inline size_t gc_finalizer_priority_count(void)
{
	return 1;
}

static inline int gc_is_valid_conservative_ref_displacement(uintptr_t displacement)
{
	return displacement == 0;
}

static inline int gc_extern_space_visit(struct gc_extern_space *space, struct gc_ref ref)
{
	(void)space;
	(void)ref;
	abort();
}

static inline void gc_extern_space_start_gc(struct gc_extern_space *space, int is_minor_gc)
{
	(void)space;
	(void)is_minor_gc;
}

static inline void gc_extern_space_finish_gc(struct gc_extern_space *space, int is_minor_gc)
{
	(void)space;
	(void)is_minor_gc;
}

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*trace_pinned)(struct gc_ref ref, struct gc_heap *heap, void *data),
    void (*trace_ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior,
	struct gc_heap *heap, void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots;
	(void)trace_pinned;
	(void)trace_ambiguous;
	(void)heap;
	(void)data;
}

static inline void gc_trace_heap_pinned_roots(struct gc_heap_roots *roots,
    void (*trace_pinned)(struct gc_ref ref, struct gc_heap *heap, void *data),
    void (*trace_ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior,
	struct gc_heap *heap, void *data),
    struct gc_heap *heap, void *data)
{
	(void)roots;
	(void)trace_pinned;
	(void)trace_ambiguous;
	(void)heap;
	(void)data;
}

static inline uintptr_t gc_object_forwarded_nonatomic(struct gc_ref ref)
{
	(void)ref;
	return 0;
}

static inline void gc_object_forward_nonatomic(struct gc_ref ref, struct gc_ref new_ref)
{
	(void)ref;
	(void)new_ref;
	abort();
}

static inline struct gc_atomic_forward gc_atomic_forward_begin(struct gc_ref ref)
{
	return (struct gc_atomic_forward){ ref, 0, GC_FORWARDING_STATE_NOT_FORWARDED };
}

static inline void gc_atomic_forward_acquire(struct gc_atomic_forward *forward)
{
	(void)forward;
	abort();
}

static inline int gc_atomic_forward_retry_busy(struct gc_atomic_forward *forward)
{
	(void)forward;
	abort();
}

static inline void gc_atomic_forward_abort(struct gc_atomic_forward *forward)
{
	(void)forward;
	abort();
}

static inline size_t gc_atomic_forward_object_size(struct gc_atomic_forward *forward)
{
	(void)forward;
	abort();
}

static inline void gc_atomic_forward_commit(struct gc_atomic_forward *forward,
    struct gc_ref new_ref)
{
	(void)forward;
	(void)new_ref;
	abort();
}

static inline uintptr_t gc_atomic_forward_address(struct gc_atomic_forward *forward)
{
	(void)forward;
	abort();
}

#endif
