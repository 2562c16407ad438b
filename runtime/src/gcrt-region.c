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

#include <string.h>

/* ----------------------------------------------------------------- objects on a region */

uintptr_t gcrt_last_region(struct gc_ref o, unsigned shift)
{
	return gcrt_last_granule(gc_ref_value(o)) >> shift << shift;
}

/* The first address from AT on, and before END, at which an object begins. 0: there is none. */
static uintptr_t next_begin(uintptr_t at, uintptr_t end)
{
	return gcrt_next_set(gcrt_object_byte(at), at, end);
}

#define STEP (GCRT_GRANULES_OF_WORD * GCRT_GRANULE)

/* What the tables say about the granules of a word, from AT on. */
struct granules {
	uint64_t begins, ends;
};

static struct granules granules_at(uintptr_t at)
{
	return (struct granules){ gcrt_table_word((uint64_t *)gcrt_object_byte(at), acquire),
		gcrt_table_word((uint64_t *)gcrt_end_byte(at), relaxed) };
}

/* Whether the object that begins at AT, before REGION, goes on there, and nobody frees it.  The end is cleared with release
 * after the claim, so who does not find the end finds the claim. */
static bool goes_on_to(uintptr_t at, uintptr_t region)
{
	uint8_t is = gcrt_load(gcrt_object_byte(at), acquire);
	if (!is || gcrt_next_set(gcrt_end_byte(at), at, region))
		return false;
	is = gcrt_load(gcrt_object_byte(at), relaxed);
	return is && !(is & GCRT_OBJECT_CLAIMED);
}

/* An object that begins before REGION, in the same block, and may go on there. 0: none does.  Where objects begin is read
 * before where they end, so an object that is freed in the meantime, and has no end any more, seems to go on.  Regions begin
 * with a word of the tables.  Looks in both directions: who frees lines one after the other has freed what was before, and where
 * few objects are, they may be behind.  If the next object begins on REGION or behind, none goes on there. */
static uintptr_t seems_across(uintptr_t region)
{
	uintptr_t block = region / GCRT_BLOCK_BYTES * GCRT_BLOCK_BYTES, at = region, ahead = region;
	bool looks_ahead = true;
	while (at > block) {
		struct granules g;
		if (looks_ahead && ahead < block + GCRT_BLOCK_BYTES) {
			g = granules_at(ahead);
			ahead += STEP;
			if (g.begins &&
			    (!g.ends || gcrt_first_byte(g.begins) <= gcrt_first_byte(g.ends)))
				return 0;
			looks_ahead = !g.ends;
		}
		at -= STEP;
		g = granules_at(at);
		if (g.begins | g.ends)
			return gcrt_goes_on(g.begins, g.ends)
			    ? at + gcrt_last_byte(g.begins) * GCRT_GRANULE
			    : 0;
	}
	return 0;
}

static uintptr_t find_across(uintptr_t region)
{
	uintptr_t at = seems_across(region);
	return at && goes_on_to(at, region) ? at : 0;
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

/* Note [Stores that change nothing]: a loop that sets all objects of a block to one value, before a cycle, finds that value
 * in most of them.  So it passes them by, a word of the table at once.  To read relaxed what is to be stored relaxed and
 * not to store it leaves the same behaviours as to store it at once: the store could stand right after the one that was read.
 *
 * The first address from AT on, and before END, at which an object begins whose byte in table 1 + K is not VALUE. */
static uintptr_t next_unlike(uintptr_t at, uintptr_t end, unsigned k, uint8_t value)
{
	while (at < end) {
		uint8_t *begins = gcrt_object_byte(at), *bytes = gcrt_table(at, 1 + k);
		unsigned n = (unsigned)((uintptr_t)begins % GCRT_GRANULES_OF_WORD);
		uint64_t word =
		    gcrt_bytes_from(gcrt_table_word((const uint64_t *)(begins - n), acquire), n);
		if (word)
			word = gcrt_set_bytes(word) &
			    gcrt_set_bytes(gcrt_table_word((const uint64_t *)(bytes - n), relaxed) ^
				GCRT_EACH_BYTE(value));
		if (word) {
			at += (gcrt_first_byte(word) - n) * GCRT_GRANULE;
			return at < end ? at : 0;
		}
		at += (GCRT_GRANULES_OF_WORD - n) * GCRT_GRANULE;
	}
	return 0;
}

struct gc_ref gcrt_first_unlike(uintptr_t region, unsigned shift, unsigned k, uint8_t value)
{
	uintptr_t across = find_across(region);
	if (across && gcrt_load(gcrt_table(across, 1 + k), relaxed) != value)
		return gc_ref(across);
	return gc_ref(next_unlike(region, region + ((uintptr_t)1 << shift), k, value));
}

struct gc_ref gcrt_next_unlike(uintptr_t region, unsigned shift, struct gc_ref o, unsigned k,
    uint8_t value)
{
	uintptr_t at = gc_ref_value(o) + GCRT_GRANULE;
	return gc_ref(
	    next_unlike(at < region ? region : at, region + ((uintptr_t)1 << shift), k, value));
}

/* --------------------------------------------------------------------------- freeing */

/* Note [Freeing lines]: an object that lies on two lines may be freed by two workers at once, each of which frees one
 * of the lines.  So who frees it claims it first.  The byte that says that an object begins is cleared last, with
 * release: Note [Free cells].  Until then nobody takes a line on which the object lies.  Who has found the object may find
 * afterwards that the byte is clear: then another one has freed it.
 *
 * Who frees a line claims all objects that begin in a word of the table at once, as each claim costs as much as the rest.
 * Bytes beside them keep what others have written there in the meantime.  The table of ends is read after that: until the
 * one who has claimed an object clears its end, it stays. */
static bool claim(uint8_t *begins)
{
	uint8_t is = gcrt_load(begins, relaxed);
	return is && !(is & GCRT_OBJECT_CLAIMED) &&
	    gcrt_cas(begins, is, is | GCRT_OBJECT_CLAIMED, acq_rel, relaxed) == is;
}

#ifdef GCRT_TABLE_WORD
/* The bytes of the objects that are the caller's from now on are not 0. */
static uint64_t claim_word(uint64_t *begins)
{
	uint64_t word = gcrt_table_word(begins, acquire);
	uint8_t mine[GCRT_GRANULES_OF_WORD], is[GCRT_GRANULES_OF_WORD];
	memcpy(is, &word, sizeof word);
	for (size_t i = 0; i < sizeof word; i++)
		mine[i] = is[i] && claim((uint8_t *)begins + i);
	memcpy(&word, mine, sizeof word);
	return word;
}
#else
/* In bytes where the bit of a claim is to be set it is set. */
static uint64_t unclaimed(uint64_t word)
{
	_Static_assert(GCRT_OBJECT_TRACED == 1 && GCRT_OBJECT_POINTERLESS == 2 &&
		GCRT_OBJECT_CLAIMED == 8,
	    "each object has one of two bits, three or two before that of a claim");
	return (word << 3 | word << 2) & GCRT_EACH_BYTE(GCRT_OBJECT_CLAIMED) & ~word;
}

/* The bytes of the objects that are the caller's from now on are not 0. */
static uint64_t claim_word(uint64_t *begins)
{
	uint64_t word = gcrt_load(begins, relaxed), mine;
	do
		mine = unclaimed(word);
	while (mine && !gcrt_compare_exchange(begins, &word, word | mine, false, acq_rel, relaxed));
	return mine;
}
#endif

/* The object that the caller has claimed, and that begins before REGION and goes on there.  0: there is none.
 *
 * While the tables are read another worker may free the object that is found, and then a new object may begin there that
 * ends before REGION.  A hole is taken with the lock, after it was found empty.  So as long as the lock is held no other
 * object can come to where one was seen. */
static uintptr_t claim_across(struct gcrt_space *space, uintptr_t region)
{
	uintptr_t at = seems_across(region);
	if (!at)
		return 0;
	gcrt_mutex_lock(&space->lock);
	if (!goes_on_to(at, region) || !claim(gcrt_object_byte(at)))
		at = 0;
	gcrt_mutex_unlock(&space->lock);
	return at;
}

/* The caller has claimed the object.  Returns how many granules it had in its block. */
static size_t free_claimed(struct gcrt_worker *worker, uintptr_t object, uintptr_t last)
{
#if GCRT_DEBUG
	gcrt_record_free(worker, gc_ref(object));
	gcrt_poison_cell(worker, gc_ref(object));
#else
	if (gcrt_closes_memory())
		gcrt_close_object(worker, gc_ref(object));
#endif
	gcrt_store(gcrt_end_byte(last), 0, release); /* after the claim */
	gcrt_say_release(&gcrt_fence_word);
	gcrt_store(gcrt_object_byte(object), 0, release);
	return (last - object) / GCRT_GRANULE + 1;
}

/* 0: another one frees it. */
static size_t free_placed(struct gcrt_worker *worker, uintptr_t object)
{
	return claim(gcrt_object_byte(object))
	    ? free_claimed(worker, object, gcrt_last_granule(object))
	    : 0;
}

/* Frees the objects that begin in the granules of a word, from AT on. */
static size_t free_word(struct gcrt_worker *worker, uintptr_t at)
{
	uint64_t mine = claim_word((uint64_t *)gcrt_object_byte(at)), ends;
	size_t count = 0;
	if (!mine)
		return 0;
	ends = gcrt_table_word((const uint64_t *)gcrt_end_byte(at), relaxed);
	while (mine) {
		unsigned n = gcrt_first_byte(mine);
		uintptr_t object = at + n * GCRT_GRANULE;
		ends = gcrt_bytes_from(ends, n);
		mine = gcrt_bytes_behind(mine, n);
		count += free_claimed(worker, object,
		    ends ? at + gcrt_first_byte(ends) * GCRT_GRANULE : gcrt_last_granule(object));
	}
	return count;
}

void gcrt_free_placed(struct gcrt_worker *worker, struct gc_ref o)
{
#if GCRT_DEBUG
	gcrt_check_object(o, "freed");
#endif
	gcrt_count_freed(worker, gcrt_block_of(gc_ref_value(o)),
	    free_placed(worker, gc_ref_value(o)));
}

void gcrt_free_region(struct gcrt_worker *worker, uintptr_t region, unsigned shift)
{
	size_t block = gcrt_block_of(region), count = 0;
	uintptr_t across, end = region + ((uintptr_t)1 << shift);
	if (gcrt_nothing_lives(worker, block))
		return;
	if ((across = claim_across(&worker->heap->space, region)))
		count = free_claimed(worker, across, gcrt_last_granule(across));
	for (uintptr_t at = region; at < end; at += STEP)
		count += free_word(worker, at);
	gcrt_count_freed(worker, block, count);
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
