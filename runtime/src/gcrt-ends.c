/* gcrt-ends.c: the tables of a heap with regions (Note [Regions]), and where its objects end. */
#define GC_IMPL 1
#include "gcrt-space.h"

#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-memory.h"
#include "gcrt-region.h"

bool gcrt_regions_commit(const struct gcrt_space *space, uintptr_t at, size_t bytes)
{
	const struct gcrt_collector *collector = space->collector;
	if (!gcrt_memory_use((uintptr_t)gcrt_end_byte(at), bytes / GCRT_GRANULE))
		return false;
	for (unsigned k = 0; k < collector->region_metadata_count; k++) {
		const struct gcrt_region_metadata *metadata = &collector->region_metadata[k];
		uint8_t *table = gcrt_region_byte(at, metadata->shift, k);
		if (!gcrt_memory_use((uintptr_t)table, bytes >> metadata->shift))
			return false;
		if (metadata->initial)
			memset(table, metadata->initial, bytes >> metadata->shift);
	}
	return true;
}

/* ---------------------------------------------------------------- where objects end */

void gcrt_set_end(uintptr_t object, size_t granules)
{
	gcrt_store(gcrt_end_byte(object + (granules - 1) * GCRT_GRANULE), 1, relaxed);
}

uintptr_t gcrt_last_granule(uintptr_t object)
{
	uintptr_t block = object / GCRT_BLOCK_BYTES * GCRT_BLOCK_BYTES;
	uintptr_t last = gcrt_next_set(gcrt_end_byte(object), object, block + GCRT_BLOCK_BYTES);
	if (!last)
		gcrt_fatal("object %p has no end", (void *)object);
	return last;
}

size_t gcrt_granules(uintptr_t object)
{
	return (gcrt_last_granule(object) - object) / GCRT_GRANULE + 1;
}

size_t gcrt_place_bytes(const struct gcrt_space *space, uintptr_t object)
{
	const struct gcrt_block *record = &space->blocks[gcrt_block_of(object)];
	if (gcrt_load(&record->state, relaxed) == GCRT_BLOCK_LARGE)
		return record->pages * (size_t)GCRT_PAGE;
	return space->line_shift ? gcrt_granules(object) * GCRT_GRANULE
				 : gcrt_class_bytes(record->size_class);
}
