/* gcrt-large.c: large objects.
 *
 * Note [Reused pages]: the pages of a large object that was freed keep their
 * memory, and who gets them next zeroes them, without the lock.  Giving them back to the system
 * and faulting them in again costs several times as much, and the former would
 * come in a pause. */
#define GC_IMPL 1
#include "gcrt-space.h"

#include <string.h>

#include "gcrt-redzone.h"
#include "gcrt-sanitize.h"

static size_t span_of(size_t pages)
{
	return (pages + GCRT_BLOCK_PAGES - 1) / GCRT_BLOCK_PAGES;
}

/* The first block of as many free ones in a row, between FROM and END. 0: there are none. */
static size_t find_between(const struct gcrt_space *space, size_t pages, size_t from, size_t end)
{
	size_t run = 0, span = span_of(pages);
	for (size_t block = from; block < end; block++) {
		run = space->blocks[block].state == GCRT_BLOCK_FREE ? run + 1 : 0;
		if (run == span && gcrt_space_fits_large(space, block + 1 - span, pages))
			return block + 1 - span;
		run -= run == span;
	}
	return 0;
}

/* The same between all blocks.  For a span of one block, a free block that has memory is
 * preferred. */
static size_t find_free(struct gcrt_space *space, size_t pages)
{
	size_t from = space->next_run ? space->next_run : space->first, span = span_of(pages);
	if (span == 1 && !space->line_shift)
		return space->dirty ? space->dirty : space->clean;
	if (space->free_blocks < span)
		return 0;
	size_t block = find_between(space, pages, from, space->frontier);
	size_t end = from + span < space->frontier ? from + span : space->frontier;
	return block ? block : find_between(space, pages, space->first, end);
}

/* Locked. 0: there is none, and the system gives no more memory. */
static size_t find_run(struct gcrt_space *space, size_t pages)
{
	size_t block = find_free(space, pages), span = span_of(pages);
	if (block)
		return block;
	if (span > GCRT_BLOCKS - space->frontier ||
	    !gcrt_space_commit(space, space->frontier + span))
		return 0;
	block = space->frontier;
	if (!gcrt_space_fits_large(space, block, pages))
		return 0;
	gcrt_store(&space->frontier, block + span, release);
	return block;
}

/* The pages of the object's block number I, if the object has PAGES pages. */
static uint8_t covered(size_t pages, size_t i)
{
	size_t left = pages - i * GCRT_BLOCK_PAGES;
	return gcrt_page_mask(0, (left < GCRT_BLOCK_PAGES ? left : GCRT_BLOCK_PAGES) * GCRT_PAGE);
}

static void claim_run(struct gcrt_space *space, size_t block, size_t span, size_t pages,
    unsigned part, bool counts)
{
	for (size_t i = 0; i < span; i++) {
		struct gcrt_block *record = &space->blocks[block + i];
		if (record->state == GCRT_BLOCK_FREE)
			gcrt_block_take_free(space, block + i);
		gcrt_store(&record->state, GCRT_BLOCK_TAIL, relaxed);
		space->touched_pages += gcrt_mask_pages(
		    gcrt_touched_with(space, covered(pages, i)) & (uint8_t)~record->touched);
	}
	struct gcrt_block *record = &space->blocks[block];
	gcrt_store(&record->state, GCRT_BLOCK_LARGE, relaxed);
	record->live = 1;
	gcrt_store(&record->span, (uint32_t)span, relaxed);
	record->pages = (uint32_t)pages;
	gcrt_store(&record->part, part, relaxed);
	space->next_run = block + span;
	space->large_blocks += span;
	space->used_pages += pages;
	space->part_pages[part] += pages;
	space->taken_pages += counts ? pages : 0;
	gcrt_space_reserve(space, pages);
	space->live_bytes += pages * GCRT_PAGE;
	space->taken_bytes += counts ? pages * GCRT_PAGE : 0;
	gcrt_space_trim(space);
	if (space->touched_pages > space->limit_pages)
		gcrt_block_clean(space, block + span - 1, (uint8_t)~covered(pages, span - 1));
}

/* Not locked: the blocks belong to the mutator that claimed them. */
static void zero_run(struct gcrt_space *space, size_t block, size_t span, size_t pages)
{
	gcrt_open_memory(gcrt_block_address(space, block), pages * GCRT_PAGE);
	for (size_t i = 0; i < span; i++) {
		struct gcrt_block *record = &space->blocks[block + i];
		char *memory = (char *)gcrt_block_address(space, block + i);
		uint8_t all = covered(pages, i), dirty = record->touched & all;
		for (size_t p = 0; dirty >> p; p++)
			if (dirty >> p & 1)
				memset(memory + p * GCRT_PAGE, 0, GCRT_PAGE);
		record->touched |= gcrt_touched_with(space, all);
	}
}

/* A large object: ACT and POINT of gcrt-machine.def. */
struct cell {
	struct gcrt_space *space;
	size_t block, span, pages;
	const uint8_t *metadata;
};

static void act_set_metadata(struct cell cell)
{
	gcrt_space_init_metadata(cell.space, gcrt_block_address(cell.space, cell.block),
	    cell.metadata);
}

static void act_clear_slots(struct cell cell)
{
	zero_run(cell.space, cell.block, cell.span, cell.pages);
}

#define GCRT_ROWS GCRT_ROWS_OF_CELLS
#define DO(act)   act_##act(cell);
#define POINT(name, of, what, acts)                                                                \
	static void take_##name(struct cell cell)                                                  \
	{                                                                                          \
		acts                                                                               \
	}
#include "gcrt-machine.def"

/* Who wants a large object. */
struct taker {
	unsigned part;
	bool is_kernel;
	bool surely; /* it counts on room */
};

/* Locked.  A kernel leaves what copies of small objects may need: Note [Leaving blocks]; a mutator what is for all
 * copies: Note [Sparse blocks]. */
static size_t kept_pages(const struct gcrt_space *space, const struct taker *taker)
{
	if (!taker->is_kernel)
		return gcrt_space_spare(space);
	return taker->surely ? 0 : space->chosen_pages;
}

/* Locked.  The first block, which is claimed.  0: there is none, and *WHY says why. */
static size_t take_run(struct gcrt_space *space, const struct taker *taker, size_t span,
    size_t pages, enum gcrt_grant *why)
{
	bool has_no_limit = taker->is_kernel && space->parts > 1; /* Note [To-space] */
	*why = GCRT_FULL;
	if (!has_no_limit &&
	    (pages > space->limit_pages ||
		!gcrt_space_has_pages(space, taker->part, pages, kept_pages(space, taker))))
		return 0;
	*why = GCRT_REFUSED;
	if (!taker->is_kernel && !gcrt_space_secure(space, span))
		return 0;
	size_t block = find_run(space, pages);
	if (block)
		claim_run(space, block, span, pages, taker->part, !taker->is_kernel);
	return block;
}

static enum gcrt_grant get_large(struct gcrt_space *space, const struct taker *taker, size_t bytes,
    const uint8_t *metadata, void **object)
{
	enum gcrt_grant why;
	size_t pages = gcrt_pages(bytes);
	size_t span = span_of(pages);
	gcrt_mutex_lock(&space->lock);
#if GCRT_DEBUG
	gcrt_redzone_limit(space);
#endif
	size_t block = take_run(space, taker, span, pages, &why);
	gcrt_mutex_unlock(&space->lock);
	if (!block)
		return why;
	*object = (void *)gcrt_block_address(space, block);
	take_allocate((struct cell){ space, block, span, pages, metadata });
	if (space->line_shift)
		gcrt_set_end((uintptr_t)*object,
		    gcrt_mask_pages(covered(pages, 0)) * GCRT_PAGE / GCRT_GRANULE);
	gcrt_close_memory((uintptr_t)*object + bytes, pages * GCRT_PAGE - bytes);
	gcrt_fence(release);
	gcrt_say_release(&gcrt_fence_word);
	if (!taker->is_kernel)
		gcrt_fetch_add(&space->allocated_bytes, pages * GCRT_PAGE, relaxed);
	return GCRT_GRANTED;
}

enum gcrt_grant gcrt_space_large(struct gcrt_space *space, size_t bytes, const uint8_t *metadata,
    void **object)
{
	const struct taker taker = { gcrt_space_part(space, 0), false, false };
	return get_large(space, &taker, bytes, metadata, object);
}

enum gcrt_grant gcrt_space_kernel_large(struct gcrt_space *space, unsigned s, size_t bytes,
    const uint8_t *metadata, bool surely, void **object)
{
	const struct taker taker = { gcrt_space_part(space, s), true, surely };
	return get_large(space, &taker, bytes, metadata, object);
}

void gcrt_space_free_large(struct gcrt_space *space, size_t block)
{
	size_t span = space->blocks[block].span;
	space->used_pages -= space->blocks[block].pages;
	space->large_blocks -= span;
	space->part_pages[space->blocks[block].part] -= space->blocks[block].pages;
	for (size_t i = 0; i < span; i++)
		gcrt_block_put_free(space, block + i);
}
