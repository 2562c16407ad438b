/* gcrt-hole.c: small objects of a heap with regions, which share blocks and lines.
 *
 * Note [Holes]: an allocator (a mutator, or all workers together) owns a block, and in it a *hole*: lines in a row, on
 * which no object lies, and which satisfied the specification's condition when the hole was taken.  The hole is zeroed,
 * its granules get the metadata of new objects, and objects are placed in it one after the other.  When it is full, the
 * next hole of the same block is taken, or one of another block.  Only the owner of a block takes holes in it, so no hole
 * has two owners.  Holes are given back when mutators have been stopped, when they are about to go on, and when a cycle
 * ends; and at the moments at which lists of free cells are given back.  So an allocation places objects on lines that
 * satisfied the condition when they were taken, and until then the lines belong to the allocator.
 *
 * An object that is larger than a line, and does not fit into the rest of the hole, goes to a second hole, in a block of
 * its own if one is free.  So holes of a few lines are filled with small objects, and are not given up for large ones.
 *
 * A block counts its granules that are not free, as a block of cells counts cells: a hole counts as soon as it
 * is taken, and what is left of it when it is given back does not.  Table 0 says where objects begin, and a second
 * table where they end.  The byte for the end is set before the one for the beginning, and cleared before it.  Who
 * looks for holes beside threads that free finds a line taken as long as one of the two bytes is set. */
#define GC_IMPL 1
#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-redzone.h"
#include "gcrt-region.h"
#include "gcrt-sanitize.h"

/* ------------------------------------------------------------------------ lines */

/* Whether no object lies on LINE.  *INSIDE: an object that begins before goes on there; then, whether one goes on
 * behind it. */
static bool is_empty(uintptr_t line, unsigned shift, bool *inside)
{
	const uint64_t *begins = (const uint64_t *)gcrt_object_byte(line),
		       *ends = (const uint64_t *)gcrt_end_byte(line);
	size_t words = ((size_t)1 << shift) / GCRT_GRANULE / GCRT_GRANULES_OF_WORD;
	bool empty = !*inside;
	for (size_t i = 0; i < words; i++) {
		uint64_t begin = gcrt_table_word(&begins[i], relaxed),
			 end = gcrt_table_word(&ends[i], relaxed);
		if (!(begin | end))
			continue;
		empty = false;
		*inside = gcrt_goes_on(begin, end);
	}
	return empty;
}

static bool fits(const struct gcrt_space *space, uintptr_t line)
{
	return !space->collector->line_fits || space->collector->line_fits(line);
}

/* The first hole from FROM on, where no object goes on, to END.  At least NEED bytes. */
static bool find_hole(const struct gcrt_space *space, uintptr_t from, uintptr_t end, size_t need,
    struct gcrt_hole *hole)
{
	size_t bytes = (size_t)1 << space->line_shift;
	uintptr_t begin = 0;
	bool inside = false;
	for (uintptr_t line = from; line < end; line += bytes) {
		if (is_empty(line, space->line_shift, &inside) && fits(space, line)) {
			begin = begin ? begin : line;
			continue;
		}
		hole->at = begin;
		hole->end = line;
		if (begin && line - begin >= need)
			return true;
		begin = 0;
	}
	hole->at = begin;
	hole->end = end;
	return begin && end - begin >= need;
}

static bool find_in_block(const struct gcrt_space *space, size_t block, size_t need,
    struct gcrt_hole *hole)
{
	uintptr_t first = gcrt_block_address(space, block);
	return find_hole(space, first, first + GCRT_BLOCK_BYTES, need, hole);
}

bool gcrt_space_fits_large(const struct gcrt_space *space, size_t block, size_t pages)
{
	uintptr_t first = gcrt_block_address(space, block), end = first + GCRT_BLOCK_BYTES;
	if (pages < GCRT_BLOCK_PAGES)
		end = first + pages * GCRT_PAGE;
	for (uintptr_t line = first; space->line_shift && line < end;
	     line += (size_t)1 << space->line_shift)
		if (!fits(space, line))
			return false;
	return true;
}

/* ------------------------------------------------------------ taking and giving back */

#define FEW_BYTES 32

/* A hole has whole lines, so its bytes in a table are whole words.  Most holes have a few lines: for these a call would
 * take longer. */
static void fill(uint8_t *bytes, uint8_t value, size_t count)
{
	if (count > FEW_BYTES)
		memset(bytes, value, count);
	else
		for (size_t i = 0; i < count; i += GCRT_GRANULES_OF_WORD)
			__builtin_memset(bytes + i, value, GCRT_GRANULES_OF_WORD);
}

/* Most words have the value, and are not written: gcrt_space_init_references. */
static void fill_references(uintptr_t *words, uintptr_t value, size_t count)
{
	uintptr_t differs = 0;
	for (size_t i = 0; i < count; i++)
		differs |= gcrt_load(&words[i], relaxed) ^ value;
	for (size_t i = 0; differs && i < count; i++)
		gcrt_store(&words[i], value, relaxed);
}

/* The granules of a hole get the metadata of new objects. */
static void fill_metadata(const struct gcrt_space *space, const struct gcrt_hole *hole,
    const uint8_t *metadata)
{
	size_t granules = (hole->end - hole->at) / GCRT_GRANULE;
	for (unsigned k = 0; k + 1 < space->tables; k++)
		if (space->references >> k & 1)
			fill_references(gcrt_reference_word(hole->at, k), metadata[k], granules);
		else
			fill(gcrt_table(hole->at, 1 + k), metadata[k], granules);
}

/* Not locked: the caller owns the lines.  TOUCHED: pages of the block that may be not zero. */
static void prepare(const struct gcrt_space *space, const struct gcrt_hole *hole, uint8_t touched,
    const uint8_t *metadata)
{
	uintptr_t block = gcrt_block_address(space, hole->block);
	size_t bytes = hole->end - hole->at;
	fill_metadata(space, hole, metadata);
	gcrt_open_memory(hole->at, bytes);
	for (uintptr_t at = hole->at, next; at < hole->end; at = next) {
		next = (at / GCRT_PAGE + 1) * GCRT_PAGE;
		if (next > hole->end)
			next = hole->end;
		if (gcrt_page_mask(at - block, next - at) & touched)
			memset((void *)at, 0, next - at);
	}
	gcrt_close_memory(hole->at, bytes);
}

static bool is_kernel(enum gcrt_taker taker)
{
	return taker == GCRT_KERNEL || taker == GCRT_KERNEL_SURELY;
}

/* Locked.  Threads that free read `live' without the lock. */
static void count(struct gcrt_space *space, const struct gcrt_hole *hole, size_t granules)
{
	struct gcrt_block *record = &space->blocks[hole->block];
	gcrt_store(&record->live, record->live + (uint32_t)granules, relaxed);
}

/* Locked.  What is left of the hole is free again. */
static void leave(struct gcrt_space *space, struct gcrt_hole *hole)
{
	size_t bytes = hole->end - hole->at;
	if (!bytes)
		return;
	if (GCRT_DEBUG)
		memset((void *)hole->at, GCRT_POISON, bytes);
	count(space, hole, -(bytes / GCRT_GRANULE));
	space->live_bytes -= bytes;
	space->taken_bytes -= bytes < space->taken_bytes ? bytes : space->taken_bytes;
	hole->at = hole->end;
}

/* NEXT has been found in a block that the caller owns, and takes the place of HOLE, which is of the same block.  What was
 * freed in NEXT was freed before: Note [Free cells]. */
static void take(struct gcrt_space *space, struct gcrt_hole *hole, const struct gcrt_hole *next,
    uint8_t touched, const uint8_t *metadata, enum gcrt_taker taker)
{
	size_t bytes = next->end - next->at;
	gcrt_fence(acquire);
	gcrt_say_acquire(&gcrt_fence_word);
	prepare(space, next, touched, metadata);
	gcrt_fence(release); /* Note [Allocation buffers] */
	gcrt_say_release(&gcrt_fence_word);
	gcrt_mutex_lock(&space->lock);
	leave(space, hole);
	*hole = *next;
	count(space, hole, bytes / GCRT_GRANULE);
	space->live_bytes += bytes;
	if (!is_kernel(taker))
		space->taken_bytes += bytes;
	gcrt_mutex_unlock(&space->lock);
	if (!is_kernel(taker))
		gcrt_fetch_add(&space->allocated_bytes, bytes, relaxed);
}

/* Locked.  Nobody owns the block any more.  HAS_NONE: no line of it can be taken now. */
static void disown(struct gcrt_space *space, struct gcrt_hole *hole, bool has_none)
{
	struct gcrt_block *record = &space->blocks[hole->block];
	gcrt_assert(record->state == GCRT_BLOCK_OWNED);
	if (!has_none) {
		gcrt_block_place(space, hole->block);
	} else {
		if (!record->live)
			gcrt_block_hold(space, record, 0);
		gcrt_store(&record->state, GCRT_BLOCK_FULL, relaxed);
	}
	*hole = (struct gcrt_hole){ 0, 0, 0 };
}

void gcrt_space_return_holes(struct gcrt_space *space, struct gcrt_hole holes[GCRT_HOLES])
{
	for (unsigned i = 0; i < GCRT_HOLES; i++) {
		if (!holes[i].block)
			continue;
		gcrt_mutex_lock(&space->lock);
		leave(space, &holes[i]);
		disown(space, &holes[i], false);
		gcrt_mutex_unlock(&space->lock);
	}
}

void gcrt_space_renew_holes(struct gcrt_space *space)
{
	gcrt_mutex_lock(&space->lock);
	for (size_t block = space->first; block < space->frontier; block++)
		if (space->blocks[block].state == GCRT_BLOCK_FULL)
			gcrt_block_place(space, block);
	gcrt_mutex_unlock(&space->lock);
}

uint64_t gcrt_space_hole_classes(const struct gcrt_space *space)
{
	uint64_t classes = 0;
	struct gcrt_hole hole;
	size_t c = 0;
	for (size_t b = space->ready[0][GCRT_PLACED_CLASS]; b; b = space->blocks[b].next)
		while (c < GCRT_SIZE_CLASSES && find_in_block(space, b, gcrt_class_bytes(c), &hole))
			classes |= (uint64_t)1 << c++;
	return classes;
}

/* --------------------------------------------------------------------- blocks */

/* Locked.  A free block, all of whose pages are used from now on.  0: there is none, and *WHY says why. */
static size_t take_free(struct gcrt_space *space, size_t bytes, enum gcrt_taker taker,
    enum gcrt_grant *why)
{
	size_t kept = taker == GCRT_MUTATOR && bytes <= GCRT_FINE ? space->reserve_pages : 0;
	if (!is_kernel(taker))
		kept += gcrt_space_spare(space);
	*why = GCRT_FULL;
	if (!gcrt_space_has_pages(space, 0, GCRT_BLOCK_PAGES, kept))
		return 0;
	*why = GCRT_REFUSED;
	size_t block = gcrt_space_free_block(space);
	if (!block)
		return 0;
	struct gcrt_block *record = &space->blocks[block];
	record->size_class = GCRT_PLACED_CLASS;
	record->live = record->held = record->left = 0;
	gcrt_store(&record->choice, 0, relaxed);
	gcrt_store(&record->part, 0, relaxed);
	space->loose_pages += gcrt_mask_pages(record->touched);
	gcrt_block_hold(space, record, UINT8_MAX);
	if (!is_kernel(taker))
		space->taken_pages += GCRT_BLOCK_PAGES;
	return block;
}

/* Locked.  A block that has objects, and a hole of NEED bytes: if that is one line, it is found out later. */
static size_t take_ready(struct gcrt_space *space, size_t need)
{
	uint32_t *ready = &space->ready[0][GCRT_PLACED_CLASS];
	size_t block = *ready;
	struct gcrt_hole hole;
	while (block && need > (size_t)1 << space->line_shift &&
	    !find_in_block(space, block, need, &hole))
		block = space->blocks[block].next;
	if (block)
		gcrt_block_take(space, ready, block);
	return block;
}

/* Takes a block for a hole of NEED bytes.  0: there is none, and *WHY says why. */
static size_t take_block(struct gcrt_space *space, size_t need, size_t bytes, enum gcrt_taker taker,
    uint8_t *touched, enum gcrt_grant *why)
{
	bool is_second = need > (size_t)1 << space->line_shift;
	gcrt_mutex_lock(&space->lock);
#if GCRT_DEBUG
	gcrt_redzone_limit(space);
#endif
	size_t block = is_second ? 0 : take_ready(space, need);
	if (!block)
		block = take_free(space, bytes, taker, why);
	if (!block && is_second)
		block = take_ready(space, need);
	if (block) {
		bool is_new = !space->blocks[block].live;
		gcrt_store(&space->blocks[block].state, GCRT_BLOCK_OWNED, relaxed);
		*touched = gcrt_block_touch(space, block);
		if (GCRT_DEBUG && is_new) {
			memset((void *)gcrt_block_address(space, block), GCRT_POISON,
			    GCRT_BLOCK_BYTES);
			*touched = UINT8_MAX;
		}
		if (bytes > GCRT_FINE)
			gcrt_space_reserve(space, GCRT_BLOCK_PAGES);
	}
	gcrt_mutex_unlock(&space->lock);
	return block;
}

/* Locked.  A block in which nothing lives would be free again, and taken again, though the object does not fit: it is
 * left out until holes are renewed. */
static bool is_free(const struct gcrt_space *space, size_t block)
{
	return !space->blocks[block].live;
}

/* Fills HOLE with the next one of at least NEED bytes, for an object of BYTES. */
static enum gcrt_grant next_hole(struct gcrt_space *space, struct gcrt_hole *hole, size_t need,
    size_t bytes, const uint8_t *metadata, enum gcrt_taker taker)
{
	bool is_second = need > (size_t)1 << space->line_shift;
	uint8_t touched = UINT8_MAX;
	enum gcrt_grant why = GCRT_FULL;
	for (;;) {
		if (hole->block) {
			struct gcrt_hole next = *hole;
			uintptr_t end = gcrt_block_address(space, hole->block + 1);
			if (find_hole(space, hole->end, end, need, &next)) {
				take(space, hole, &next, touched, metadata, taker);
				return GCRT_GRANTED;
			}
			gcrt_mutex_lock(&space->lock);
			leave(space, hole);
			disown(space, hole, !is_second || is_free(space, hole->block));
			gcrt_mutex_unlock(&space->lock);
		}
		hole->block = take_block(space, need, bytes, taker, &touched, &why);
		if (!hole->block)
			return why;
		hole->at = hole->end = gcrt_block_address(space, hole->block);
	}
}

enum gcrt_grant gcrt_space_place(struct gcrt_space *space, struct gcrt_hole holes[GCRT_HOLES],
    size_t size, const uint8_t *metadata, enum gcrt_taker taker, void **object)
{
	size_t bytes = (size + GCRT_GRANULE - 1) / GCRT_GRANULE * GCRT_GRANULE;
	size_t line = (size_t)1 << space->line_shift;
	struct gcrt_hole *hole = &holes[bytes > line && holes[0].end - holes[0].at < bytes];
	if (hole->end - hole->at < bytes) {
		enum gcrt_grant grant =
		    next_hole(space, hole, bytes > line ? bytes : line, bytes, metadata, taker);
		if (grant != GCRT_GRANTED)
			return grant;
	}
	*object = (void *)hole->at;
	gcrt_set_end(hole->at, bytes / GCRT_GRANULE);
	hole->at += bytes;
	return GCRT_GRANTED;
}
