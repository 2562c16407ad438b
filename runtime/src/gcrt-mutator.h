/* gcrt-mutator.h: a thread that uses the heap. */
#ifndef GCRT_MUTATOR_H
#define GCRT_MUTATOR_H

#include <stdbool.h>

#include "gcrt-size-class.h"

struct gc_heap;
struct gc_mutator_roots;

/* Who may touch a field: own, the thread itself while active, and workers
 * while it is stopped; world, under the world's lock. */
struct gc_mutator {
	void *freelist[GCRT_SIZE_CLASSES];   /* own; first: gc_allocator_freelist_offset */
	struct gc_heap *heap;                /* constant */
	struct gc_mutator_roots *roots;      /* own */
	void *listener_data;                 /* constant */
	struct gc_mutator *next, *previous;  /* world */
	bool active;                         /* world */
};

#endif
