/* pins-embedder.h: the clients' heap, where the second root of a frame with two roots is a pinned one, too. */
#ifndef PINS_EMBEDDER_H
#define PINS_EMBEDDER_H

#define gc_trace_mutator_pinned_roots client_trace_no_pinned_roots
#include "client-embedder.h"
#undef gc_trace_mutator_pinned_roots

static inline void gc_trace_mutator_pinned_roots(struct gc_mutator_roots *roots,
    void (*trace_pinned)(struct gc_ref ref, struct gc_heap *heap, void *data),
    void (*trace_ambiguous)(uintptr_t start, uintptr_t end, int possibly_interior,
	struct gc_heap *heap, void *data),
    struct gc_heap *heap, void *data)
{
	(void)trace_ambiguous;
	if (roots && roots->frames && roots->frames->count == 2)
		trace_pinned(gc_ref_from_heap_object_or_null(roots->frames->at[1]), heap, data);
}

#endif
