/* gc-region.h: what an embedder's policy can ask about a region: how many of the regions in it have metadata that are not 0.
 *
 * A region is its first address.  SHIFT is the logarithm of its bytes, INNER that of those in it, and METADATA its number
 * in x-names.h: X_REGION_line_live.  Any thread may ask at any time; what others store meanwhile may be counted. */
#ifndef GC_REGION_H
#define GC_REGION_H

#include "gcrt-layout.h"
#include "gcrt-sync.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline unsigned gc_regions_set(uintptr_t region, unsigned shift, unsigned inner,
    unsigned metadata)
{
	const uint8_t *byte = gcrt_region_byte(region, inner, metadata);
	unsigned count = 0;
	for (size_t i = 0; i < (size_t)1 << (shift - inner); i++)
		count += gcrt_load(&byte[i], relaxed) != 0;
	return count;
}

/* Whether the runtime would have the block of REGION emptied: when mutators were stopped, it has chosen the blocks in
 * which the least lives, as long as there was room for copies.  A policy that answers so gets the most room of a heap.
 * Before the first stop, and if mutators are never stopped, no block is chosen. */
static inline int gc_region_chosen(uintptr_t region)
{
	return gcrt_load(gcrt_choice_of(region), relaxed) == GCRT_CHOSEN;
}

#ifdef __cplusplus
}
#endif

#endif
