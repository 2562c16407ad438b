/* gcrt-moving.h: free cells for objects that kernels allocate. */
#ifndef GCRT_MOVING_H
#define GCRT_MOVING_H

#include "gcrt-mutator.h"
#include "gcrt-space.h"

struct gc_heap;

/* The free cells of all workers together, by space and size class: Note [Workers' cells]. */
struct gcrt_moving {
	struct gcrt_mutex lock;
	void *lists[GCRT_MAX_SPACES][GCRT_SIZE_CLASSES];
	uint32_t owned[GCRT_MAX_SPACES][GCRT_SIZE_CLASSES];
	struct gcrt_hole holes[GCRT_HOLES]; /* of a heap with regions */
};

void gcrt_moving_init(struct gcrt_moving *moving);
void gcrt_moving_destroy(struct gcrt_moving *moving);
/* Gives the cells back, and keeps workers from taking others until gcrt_moving_release. */
void gcrt_moving_hold(struct gc_heap *heap);
void gcrt_moving_release(struct gc_heap *heap);
/* What the metadata of a new object are. */
void gcrt_initial_metadata(uint8_t metadata[GCRT_MAX_METADATA]);

#endif
