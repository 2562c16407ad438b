/* gcrt-shadow.h: stores that no barrier was told of (debug builds). */
#ifndef GCRT_SHADOW_H
#define GCRT_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-sync.h"

struct gc_heap;
struct gcrt_told {
	uintptr_t slot, value;
};

/* Of a heap, for a collector with a barrier around stores: Note [Shadow]. */
struct gcrt_shadow {
	uintptr_t *words;       /* of all blocks; NULL: nothing is checked */
	uintptr_t first;        /* address to which the first belongs */
	struct gcrt_mutex lock; /* of what follows; taken last */
	struct gcrt_told *told; /* hashed; slot 0: none */
	size_t room, used;
	bool full; /* no memory to keep all: the next look learns only */
};

void gcrt_shadow_init(struct gc_heap *heap);
void gcrt_shadow_destroy(struct gc_heap *heap);
/* What was in the slots of a new object: null, and first stores into it need the barrier. */
#define GCRT_SHADOW_NEW ((uintptr_t)2) /* no reference */

/* A new object; its slots may have anything when they are first looked at, unless first
 * stores need the barrier. */
void gcrt_shadow_new(struct gc_heap *heap, uintptr_t object, size_t bytes);
/* What is in these slots may be anything when they are looked at next. */
void gcrt_shadow_forget(struct gc_heap *heap, uintptr_t address, size_t bytes);
/* SLOT is to have VALUE. */
void gcrt_shadow_tell(struct gc_heap *heap, uintptr_t slot, uintptr_t value);
/* World stopped.  Whether SLOT may have VALUE; if so, it is known to from now on. */
bool gcrt_shadow_look(struct gc_heap *heap, uintptr_t slot, uintptr_t value, uintptr_t *before);
/* All reachable objects have been looked at. */
void gcrt_shadow_looked(struct gc_heap *heap);

#endif
