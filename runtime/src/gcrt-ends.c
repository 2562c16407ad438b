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
	const uint8_t *end = gcrt_end_byte(object);
	uintptr_t block = object / GCRT_BLOCK_BYTES * GCRT_BLOCK_BYTES;
	size_t left = (block + GCRT_BLOCK_BYTES - object) / GCRT_GRANULE, i = 0;
	while (i < left) {
		const uint64_t *word = (const uint64_t *)&end[i];
		bool is_word = (uintptr_t)word % sizeof *word == 0;
		if (is_word && !gcrt_table_word(word, relaxed))
			i += GCRT_GRANULES_OF_WORD;
		else if (gcrt_load(&end[i], relaxed))
			return object + i * GCRT_GRANULE;
		else
			i++;
	}
	gcrt_fatal("object %p has no end", (void *)object);
}

size_t gcrt_granules(uintptr_t object)
{
	return (gcrt_last_granule(object) - object) / GCRT_GRANULE + 1;
}

size_t gcrt_place_bytes(const struct gcrt_space *space, uintptr_t object)
{
	const struct gcrt_block *record = &space->blocks[gcrt_block_of(object)];
	return record->state == GCRT_BLOCK_LARGE ? record->pages * (size_t)GCRT_PAGE
	    : space->line_shift                  ? gcrt_granules(object) * GCRT_GRANULE
						 : gcrt_class_bytes(record->size_class);
}
