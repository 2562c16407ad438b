/* gcrt-layout.h: where things are in a heap, as compile-time constants.
 *
 * A heap is one arena: GCRT_ARENA_BYTES of reserved address space, aligned to
 * its size.  At its start lie side tables of one byte a granule: table 0 says
 * which granules begin an object, table 1+k is metadata k of the collector.
 * So the metadata of an object, small or large, is found with a mask and a
 * shift from its address alone.  Then come the blocks' records, then the
 * blocks.  Behind the arena lie, for a heap with regions, a table of one byte a
 * granule, which says where objects end, and the tables of the regions' metadata;
 * then tables of one word a granule, one for each piece of metadata that is a
 * reference and does not lie in the objects (gcrt-header.h) or over them (gcrt-overlay.h).  Pages are touched, and so cost memory, only where they are used. */
#ifndef GCRT_LAYOUT_H
#define GCRT_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "gc-allocation-kind.h"
#include "gcrt-debug.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the interface between generated C, programs and the library.  The library and the
 * linker refuse another version (Note [Attributes]). */
#define GCRT_VERSION 12

/* 32 GB of addresses, 18 of them for objects.  The runtime, the generated source and the program
 * must be compiled with the same value; gc_init checks the first two. */
#ifndef GCRT_ARENA_SHIFT
#define GCRT_ARENA_SHIFT 35
#endif
#define GCRT_ARENA_BYTES ((uintptr_t)1 << GCRT_ARENA_SHIFT)
#define GCRT_ARENA_MASK  (GCRT_ARENA_BYTES - 1)

#define GCRT_GRANULE_SHIFT  4
#define GCRT_GRANULE        ((size_t)1 << GCRT_GRANULE_SHIFT)
#define GCRT_BLOCK_SHIFT    15
#define GCRT_BLOCK_BYTES    ((size_t)1 << GCRT_BLOCK_SHIFT)
#define GCRT_BLOCK_GRANULES (GCRT_BLOCK_BYTES / GCRT_GRANULE)
#define GCRT_BLOCKS         ((size_t)1 << (GCRT_ARENA_SHIFT - GCRT_BLOCK_SHIFT))

#define GCRT_TABLE_BYTES  (GCRT_ARENA_BYTES >> GCRT_GRANULE_SHIFT)
#define GCRT_MAX_METADATA 6
#define GCRT_BEYOND_TABLE (1 + GCRT_MAX_METADATA) /* Note [Red zones] */
#define GCRT_TABLES       (GCRT_BEYOND_TABLE + !!GCRT_DEBUG)

/* Into so many spaces a heap can be divided. */
#define GCRT_MAX_SPACES 4

/* Blocks have records of so many bytes, behind the tables.  Record 0 is of no block: it has the part of the heap
 * that each space is now.  The other records have the part that their block belongs to.  Note [Parts] in
 * gcrt-parts.c. */
#define GCRT_RECORDS_AT   ((uintptr_t)GCRT_TABLES * GCRT_TABLE_BYTES)
#define GCRT_RECORD_BYTES 32
#define GCRT_PART_OFFSET  28

/* What a record of a heap with regions has at GCRT_CHOICE_OFFSET if the block was chosen: Note [Sparse blocks].  No large
 * object has so many blocks. */
#define GCRT_CHOICE_OFFSET 20
#define GCRT_CHOSEN        UINT32_MAX

/* Behind the arena: Note [Regions] in gcrt-region.c.  A table of regions' metadata has a byte for each region, and
 * no region is smaller than GCRT_LEAST_REGION. */
#define GCRT_ENDS_AT             GCRT_ARENA_BYTES
#define GCRT_REGIONS_AT          (GCRT_ENDS_AT + GCRT_TABLE_BYTES)
#define GCRT_LEAST_REGION_SHIFT  7
#define GCRT_REGION_TABLE_BYTES  (GCRT_ARENA_BYTES >> GCRT_LEAST_REGION_SHIFT)
#define GCRT_MAX_REGION_METADATA 8
#define GCRT_REFERENCES_AT       (GCRT_REGIONS_AT + GCRT_MAX_REGION_METADATA * GCRT_REGION_TABLE_BYTES)

/* Of a table of references. */
#define GCRT_REFERENCE_BYTES (GCRT_TABLE_BYTES * sizeof(uintptr_t))

/* Values of an object's first byte in table 0. 0: no object begins here. */
#define GCRT_OBJECT_TRACED      1
#define GCRT_OBJECT_POINTERLESS 2
#define GCRT_OBJECT_PINNED      4  /* a bit beside these */
#define GCRT_OBJECT_CLAIMED     8  /* the same; it is being freed: Note [Freeing lines] */
#define GCRT_OBJECT_OVERLAID    16 /* the same, in debug builds: Note [Overlays] */

static inline uintptr_t gcrt_arena(uintptr_t address)
{
	return address & ~GCRT_ARENA_MASK;
}

static inline uint8_t *gcrt_table(uintptr_t address, unsigned table)
{
	return (uint8_t *)(gcrt_arena(address) + table * GCRT_TABLE_BYTES +
	    ((address & GCRT_ARENA_MASK) >> GCRT_GRANULE_SHIFT));
}

/* The word for ADDRESS in the table of metadata K, which is a reference: 0 is null, 1 + t the tag with
 * number t, which is no address of an object. */
static inline uintptr_t *gcrt_reference_word(uintptr_t address, unsigned k)
{
	return (uintptr_t *)(gcrt_arena(address) + GCRT_REFERENCES_AT + k * GCRT_REFERENCE_BYTES +
	    ((address & GCRT_ARENA_MASK) >> GCRT_GRANULE_SHIFT) * sizeof(uintptr_t));
}

/* The location of the byte for ADDRESS: which kind of object begins there, or 0. */
static inline uint8_t *gcrt_object_byte(uintptr_t address)
{
	return gcrt_table(address, 0);
}

/* Of a heap with regions: not 0 if an object ends with the granule of ADDRESS. */
static inline uint8_t *gcrt_end_byte(uintptr_t address)
{
	return (uint8_t *)(gcrt_arena(address) + GCRT_ENDS_AT +
	    ((address & GCRT_ARENA_MASK) >> GCRT_GRANULE_SHIFT));
}

/* The location of metadata K of the region of 1 << SHIFT bytes in which ADDRESS is. */
static inline uint8_t *gcrt_region_byte(uintptr_t address, unsigned shift, unsigned k)
{
	return (uint8_t *)(gcrt_arena(address) + GCRT_REGIONS_AT + k * GCRT_REGION_TABLE_BYTES +
	    ((address & GCRT_ARENA_MASK) >> shift));
}

static inline uint8_t gcrt_object_pattern(enum gc_allocation_kind kind)
{
	return kind == GC_ALLOCATION_TAGGED ? GCRT_OBJECT_TRACED : GCRT_OBJECT_POINTERLESS;
}

static inline size_t gcrt_block_of(uintptr_t address)
{
	return (address & GCRT_ARENA_MASK) >> GCRT_BLOCK_SHIFT;
}

/* The part of the heap in which ADDRESS is; the part that space S of its heap is now. */
static inline uint32_t *gcrt_part_of(uintptr_t address)
{
	return (uint32_t *)(gcrt_arena(address) + GCRT_RECORDS_AT +
	    gcrt_block_of(address) * GCRT_RECORD_BYTES + GCRT_PART_OFFSET);
}

static inline uint32_t *gcrt_part_of_space(uintptr_t address, unsigned s)
{
	return (uint32_t *)(gcrt_arena(address) + GCRT_RECORDS_AT) + s;
}

static inline const uint32_t *gcrt_choice_of(uintptr_t address)
{
	return (const uint32_t *)(gcrt_arena(address) + GCRT_RECORDS_AT +
	    gcrt_block_of(address) * GCRT_RECORD_BYTES + GCRT_CHOICE_OFFSET);
}

#ifdef __cplusplus
}
#endif

#endif
