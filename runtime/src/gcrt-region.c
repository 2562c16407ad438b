/* gcrt-region.c: a heap with regions.
 *
 * Note [Regions]: a region is a part of a block of the runtime, or a block: its size is a power of two, and a block is one
 * region of the larger sort if there are two.  The region of an address is the address without its last bits, and that
 * address is what kernels have.  Metadata of regions are bytes in tables, one table for each piece, with a byte
 * for each region of its sort.
 *
 * Blocks come into being when the heap first uses them.  Their regions have the metadata that the specification gives
 * for the start.  A loop over all blocks, or all lines, visits those that have come into being, with and without
 * objects.
 *
 * Small objects lie on the lines that their granules are in, so all in one block.  A large object has blocks of its own.  It
 * lies on the lines of the first of them, as far as it covers it.  The others are blocks on which no object lies and where
 * none can be placed.  So each object lies in one block, as the language has it, and loops over lines do not
 * take longer for larger objects. */
#define GC_IMPL 1
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-record.h"
#include "gcrt-region.h"
#include "gcrt-sanitize.h"

/* ----------------------------------------------------------------- objects on a region */

uintptr_t gcrt_last_region(struct gc_ref o, unsigned shift)
{
	return gcrt_last_granule(gc_ref_value(o)) >> shift << shift;
}

/* The first address from AT on, and before END, at which an object begins. 0: there is none. */
static uintptr_t next_begin(uintptr_t at, uintptr_t end)
{
	while (at < end) {
		const uint64_t *word = (const uint64_t *)gcrt_object_byte(at);
		bool is_first = (uintptr_t)word % sizeof *word == 0;
		if (is_first && !gcrt_table_word(word, relaxed))
			at += GCRT_GRANULES_OF_WORD * GCRT_GRANULE;
		else if (gcrt_load(gcrt_object_byte(at), acquire))
			return at;
		else
			at += GCRT_GRANULE;
	}
	return 0;
}

/* What the tables say about the granules of a word, from AT on. */
struct granules {
	uint64_t begins, ends;
};

static struct granules granules_at(uintptr_t at)
{
	return (struct granules){ gcrt_table_word((uint64_t *)gcrt_object_byte(at), acquire),
		gcrt_table_word((uint64_t *)gcrt_end_byte(at), relaxed) };
}

/* The object that begins before REGION, in the same block, and goes on there. 0: there is none.  Regions begin with a word
 * of the tables.  Looks in both directions: who frees lines one after the other has freed what was before, and where
 * few objects are, they may be behind.  If the next object begins on REGION or behind, none goes on there. */
static uintptr_t find_across(uintptr_t region)
{
	uintptr_t step = GCRT_GRANULES_OF_WORD * GCRT_GRANULE;
	uintptr_t block = region / GCRT_BLOCK_BYTES * GCRT_BLOCK_BYTES, at = region, ahead = region;
	bool looks_ahead = true;
	while (at > block) {
		at -= step;
		struct granules g = granules_at(at);
		if (g.begins | g.ends)
			return gcrt_goes_on(g.begins, g.ends)
			    ? at + gcrt_last_byte(g.begins) * GCRT_GRANULE
			    : 0;
		if (!looks_ahead || ahead == block + GCRT_BLOCK_BYTES)
			continue;
		g = granules_at(ahead);
		ahead += step;
		if (g.begins && (!g.ends || gcrt_first_byte(g.begins) <= gcrt_first_byte(g.ends)))
			return 0;
		looks_ahead = !g.ends;
	}
	return 0;
}

struct gc_ref gcrt_first_on(uintptr_t region, unsigned shift)
{
	uintptr_t across = find_across(region);
	return gc_ref(across ? across : next_begin(region, region + ((uintptr_t)1 << shift)));
}

struct gc_ref gcrt_next_on(uintptr_t region, unsigned shift, struct gc_ref o)
{
	uintptr_t at = gc_ref_value(o) + GCRT_GRANULE;
	return gc_ref(next_begin(at < region ? region : at, region + ((uintptr_t)1 << shift)));
}

/* --------------------------------------------------------------------------- freeing */

/* Note [Freeing lines]: an object that lies on two lines may be freed by two workers at once, each of which frees one
 * of the lines.  So who frees it claims it first.  The byte that says that an object begins is cleared last, with
 * release: Note [Free cells].  Until then nobody takes a line on which the object lies.  Who has found the object may find
 * afterwards that the byte is clear: then another one has freed it.
 *
 * Returns by how much the block has less; 0: another one frees it. */
static size_t free_placed(struct gcrt_worker *worker, struct gc_ref o)
{
	uintptr_t object = gc_ref_value(o);
	const struct gcrt_space *space = &worker->heap->space;
	uint8_t *begins = gcrt_object_byte(object);
	uint8_t is = gcrt_load(begins, relaxed);
	if (!is || is & GCRT_OBJECT_CLAIMED ||
	    gcrt_cas(begins, is, is | GCRT_OBJECT_CLAIMED, acq_rel, relaxed) != is)
		return 0;
	uintptr_t last = gcrt_last_granule(object);
	bool is_large = space->blocks[gcrt_block_of(object)].state == GCRT_BLOCK_LARGE;
#if GCRT_DEBUG
	gcrt_record_free(worker, o);
	gcrt_poison_cell(worker, o);
#else
	gcrt_close_object(worker, o);
#endif
	gcrt_store(gcrt_end_byte(last), 0, relaxed);
	gcrt_say_release(&gcrt_fence_word);
	gcrt_store(begins, 0, release);
	return is_large ? 1 : (last - object) / GCRT_GRANULE + 1;
}

void gcrt_free_placed(struct gcrt_worker *worker, struct gc_ref o)
{
#if GCRT_DEBUG
	gcrt_check_object(o, "freed");
#endif
	size_t block = gcrt_block_of(gc_ref_value(o)), count = free_placed(worker, o);
	if (block == worker->block)
		worker->freed += count;
	else if (count)
		gcrt_block_freed(&worker->heap->space, block, count);
}

void gcrt_free_region(struct gcrt_worker *worker, uintptr_t region, unsigned shift)
{
	struct gcrt_space *space = &worker->heap->space;
	size_t block = gcrt_block_of(region), count = 0;
	if (!gcrt_load(&space->blocks[block].live,
		relaxed)) /* its objects count before they exist */
		return;
	for (struct gc_ref o = gcrt_first_on(region, shift), next; !gc_ref_is_null(o); o = next) {
		next = gcrt_next_on(region, shift, o);
		count += free_placed(worker, o);
	}
	if (block == worker->block)
		worker->freed += count;
	else if (count)
		gcrt_block_freed(space, block, count);
}

/* ------------------------------------------------------------------------------ loops */

uintptr_t gcrt_first_region(struct gcrt_worker *worker)
{
	const struct gcrt_space *space = &worker->heap->space;
	return gcrt_block_address(space, space->first);
}

/* Note [Frontier]. */
uintptr_t gcrt_end_of_regions(struct gcrt_worker *worker)
{
	const struct gcrt_space *space = &worker->heap->space;
	return gcrt_block_address(space, gcrt_load(&space->frontier, acquire));
}

#if GCRT_DEBUG
void gcrt_check_region(uintptr_t region)
{
	if (!region)
		gcrt_fatal("metadata of no region are looked at: null lies on none");
}
#endif
