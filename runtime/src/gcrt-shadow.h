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

/* The shadow of a heap, for a collector with a barrier around stores: Note [Shadow]. */
struct gcrt_shadow {
	uintptr_t *words;       /* for all blocks; NULL: stores are not checked */
	uintptr_t first;        /* address to which words[0] belongs */
	struct gcrt_mutex lock; /* of the members below; taken last */
	struct gcrt_told *told; /* hashed; an entry with slot 0 is empty */
	size_t room, used;
	bool full; /* there was no memory for all entries: the next traversal only records */
};

void gcrt_shadow_init(struct gc_heap *heap);
void gcrt_shadow_destroy(struct gc_heap *heap);
/* Value of the shadow for slots of a new object, if first stores into it need the barrier: the slot
 * was null at the allocation. */
#define GCRT_SHADOW_NEW ((uintptr_t)2) /* no reference has this value */

/* Records a new object.  Its slots may have any value when they are first visited, unless first
 * stores need the barrier. */
void gcrt_shadow_new(struct gc_heap *heap, uintptr_t object, size_t bytes);
/* These slots may have any value when they are visited next. */
void gcrt_shadow_forget(struct gc_heap *heap, uintptr_t address, size_t bytes);
/* Records a barrier's report: VALUE will be stored in SLOT. */
void gcrt_shadow_tell(struct gc_heap *heap, uintptr_t slot, uintptr_t value);
/* The mutators are stopped.  Whether SLOT may have VALUE.  If so, the shadow records VALUE. */
bool gcrt_shadow_look(struct gc_heap *heap, uintptr_t slot, uintptr_t value, uintptr_t *before);
/* The traversal has visited all reachable objects. */
void gcrt_shadow_looked(struct gc_heap *heap);

#endif
