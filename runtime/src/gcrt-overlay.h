/* gcrt-overlay.h: a reference that lies over its object.
 *
 * Note [Overlays]: of one reference the specification may say that it lies over the object itself (`overlay'), and which other
 * metadata tells that it is there.  Until it is stored the word is the embedder's, and so is its value; the copy has
 * that word, too, and nobody saves it elsewhere.  The offset is the same in all objects, as a rule 0 (GC_COLLECTOR_OVERLAY_OFFSET).
 *
 * - Nothing has to be done when an object is allocated, copied or moved, and there is no table.  In the models who uses the
 *   shape of an object after the store fails (use:overlaid); so here nobody does.
 * - A kernel that asks for the shape does this in several steps: it looks how large the object is, and then reads its words;
 *   a loop over slots looks where they are.  In a model there is one step, or one for each slot.  Nobody can
 *   tell.  Who could store the overlay in the middle could also have done it before the first of these steps: they are reads, which
 *   let nobody go on.  Then a run of the model fails.  (After the last slot the embedder's function may look at the object again.
 *   That would be wrong only if what the loop has done with this slot has let another unit make the copy.)
 * - The memory orders are those that are written: whoever finds the value that tells of the overlay finds it.
 * - The embedder's functions must not look into such an object any more.  The release build has no use for them but where a
 *   kernel asks.  The debug build knows exactly over which objects a reference lies: the byte that says that an object begins
 *   has a bit for it (GCRT_OBJECT_OVERLAID), which is set before the store.  So the checks of the heap and the recorder leave
 *   out the shape of such an object, and of all others the word; and who uses the shape, or loads what nobody has stored,
 *   stops the program.  The bit goes with the object.
 * - The recorder looks at shapes while workers run.  So the bit is set with its lock.  After that the store may
 *   still be to come.  So the recorder, and the check of the heap, take the word for a reference when the other metadata tells of it. */
#ifndef GCRT_OVERLAY_H
#define GCRT_OVERLAY_H

#include "gcrt-header.h"

#ifdef __cplusplus
extern "C" {
#endif

#if GCRT_DEBUG
/* Whether a reference lies over OBJECT. */
static inline bool gcrt_is_overlaid(uintptr_t object)
{
	return gcrt_load(gcrt_object_byte(object), relaxed) & GCRT_OBJECT_OVERLAID;
}

static inline bool gcrt_overlay_is_told(uintptr_t object, unsigned when, uint8_t value)
{
	return gcrt_load(gcrt_table(object, 1 + when), relaxed) == value;
}

/* What metadata K of OBJECT, which is a reference, holds; 0 if it is an overlay, and not there. */
static inline uintptr_t gcrt_reference_in(uintptr_t object, unsigned k)
{
	const struct gcrt_metadata *metadata = &gcrt_collector.metadata[k];
	if (metadata->is_overlay &&
	    !(gcrt_is_overlaid(object) &&
		gcrt_overlay_is_told(object, metadata->when, metadata->when_is)))
		return 0;
	return gcrt_load(gcrt_reference_place(object, k), relaxed);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
