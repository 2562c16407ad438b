/* gcrt-copied.h: where objects have been copied to (debug builds). */
#ifndef GCRT_COPIED_H
#define GCRT_COPIED_H

#include <stdint.h>

struct gc_heap;

struct gcrt_copied {
	uintptr_t first;
	uintptr_t
	    *words; /* atomic; NULL: the collector copies nothing, or there are no addresses */
};

void gcrt_copied_init(struct gc_heap *heap);
void gcrt_copied_destroy(struct gc_heap *heap);
/* OBJECT has been copied to COPY. */
void gcrt_copied(struct gc_heap *heap, uintptr_t object, uintptr_t copy);
/* A new object is where OBJECT was. */
void gcrt_copied_forget(struct gc_heap *heap, uintptr_t object);
/* 0: it has not been copied. */
uintptr_t gcrt_copy_of(const struct gc_heap *heap, uintptr_t object);

#endif
