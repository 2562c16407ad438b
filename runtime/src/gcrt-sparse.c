/* gcrt-sparse.c: which blocks a collector should empty, in a heap with regions.
 *
 * Note [Sparse blocks]: the specification says which objects move, and asks the embedder.  An embedder knows neither how
 * much room there is for copies, nor how much of a block lives.  So when mutators have been stopped, the runtime
 * chooses blocks, and gc_region_chosen tells a policy which.  It takes those first whose copies should need the
 * least room, as long as there are free blocks for them.
 *
 * Nobody knows how much that is before objects have been marked: a line on which something lives keeps what has died on it.
 * So the runtime learns it.  There are two sorts of blocks, those in which the cycle before has left nothing, and
 * others.  Of each sort it keeps what share of the granules in chosen blocks `alloc' was asked for.  The share rises at
 * once and falls slowly.  If it was too low, there is no room for some copies: `alloc` gives null, and
 * the objects stay where they are.
 *
 * Whoever copies needs room before it has made any.  So the last free blocks are kept for copies, a part of the heap
 * (GCRT_SPARE): mutators never get them.  What is emptied in a cycle is free when it ends, and of that the blocks for
 * the next copies are kept first, as mutators count what is free without them.  If a cycle leaves no room for an
 * allocation, those that follow it (Note [Giving up]) empty other blocks, as long as each makes the heap
 * emptier.  Blocks that are nearly full are emptied only if the heap is: lines on which everything lives are copied for
 * nothing.  Of blocks that are alike each is chosen in its turn. */
#define GC_IMPL 1
#include "gcrt-space.h"

#define DEGREES 16 /* of how much lives in a block */
#define DENSE   14 /* with at least so many a block is nearly full */
#define MOST                                                                                       \
	8 /* at most this part of the heap is copied in a cycle; the heap is full if less is free */
#define WHOLE 256
#define LEAST 8 /* of WHOLE: a share is not lower */

static bool is_small(const struct gcrt_block *record)
{
	return record->state == GCRT_BLOCK_OWNED || record->state == GCRT_BLOCK_READY ||
	    record->state == GCRT_BLOCK_FULL;
}

static struct gcrt_share *share_of(struct gcrt_space *space, const struct gcrt_block *record)
{
	return &space->shares[record->left != 0];
}

/* The granules that copies of what is in the block should need. */
static size_t cost(struct gcrt_space *space, const struct gcrt_block *record)
{
	return ((size_t)record->live * share_of(space, record)->share + WHOLE - 1) / WHOLE;
}

static size_t degree(struct gcrt_space *space, const struct gcrt_block *record)
{
	return cost(space, record) * DEGREES / GCRT_BLOCK_GRANULES;
}

/* ----------------------------------------------------------------------- learning */

void gcrt_space_begin_shares(struct gcrt_space *space)
{
	space->shares[0].share = WHOLE / 2;
	space->shares[1].share = WHOLE;
}

static void learn(struct gcrt_share *share)
{
	size_t seen = share->chosen ? share->wanted * WHOLE / share->chosen : share->share;
	if (seen > WHOLE)
		seen = WHOLE;
	share->share = seen > share->share ? seen : share->share - (share->share - seen) / 4;
	if (share->share < LEAST)
		share->share = LEAST;
	share->chosen = share->wanted = 0;
}

void gcrt_space_wants_copy(struct gcrt_space *space, uintptr_t object, size_t bytes)
{
	const struct gcrt_block *record = &space->blocks[gcrt_block_of(object)];
	if (gcrt_load(&record->choice, relaxed) == GCRT_CHOSEN)
		share_of(space, record)->wanted += (bytes + GCRT_GRANULE - 1) / GCRT_GRANULE;
}

/* ----------------------------------------------------------------------- choosing */

/* In granules of free blocks. */
static size_t room_for_copies(const struct gcrt_space *space)
{
	size_t used = space->used_pages, limit = space->limit_pages;
	size_t pages = used < limit ? limit - used : 0;
	if (pages > limit / MOST)
		pages = limit / MOST;
	return pages / GCRT_BLOCK_PAGES * GCRT_BLOCK_GRANULES;
}

/* Chooses nothing, also not a free block that was emptied: a policy may ask about it.  COSTS: of all blocks of a
 * degree. */
static void begin(struct gcrt_space *space, size_t costs[DEGREES + 1])
{
	for (size_t block = space->first; block < space->frontier; block++) {
		struct gcrt_block *record = &space->blocks[block];
		gcrt_store(&record->choice, 0, relaxed);
		if (!is_small(record))
			continue;
		costs[degree(space, record)] += cost(space, record);
	}
}

/* Chooses the blocks from FROM to END that have this degree, as long as there is room.  Returns the first that has
 * none. */
static size_t choose(struct gcrt_space *space, size_t from, size_t end, size_t d, size_t *room)
{
	for (size_t block = from; block < end; block++) {
		struct gcrt_block *record = &space->blocks[block];
		if (!is_small(record) || degree(space, record) != d)
			continue;
		if (cost(space, record) > *room)
			return block;
		*room -= cost(space, record);
		share_of(space, record)->chosen += record->live;
		gcrt_store(&record->choice, GCRT_CHOSEN, relaxed);
	}
	return end;
}

/* Chooses blocks of this degree, of which not all have room, from where the last choice ended. */
static void choose_some(struct gcrt_space *space, size_t d, size_t room)
{
	size_t from = space->next_sparse, end = space->frontier;
	if (from < space->first || from >= end)
		from = space->first;
	space->next_sparse = choose(space, from, end, d, &room);
	if (space->next_sparse == end)
		space->next_sparse = choose(space, space->first, from, d, &room);
}

void gcrt_space_choose_sparse(struct gcrt_space *space)
{
	size_t costs[DEGREES + 1] = { 0 }, d = 0;
	gcrt_mutex_lock(&space->lock);
	for (size_t i = 0; i < 2; i++)
		learn(&space->shares[i]);
	size_t room = room_for_copies(space);
	bool is_full = space->census.free_pages < space->limit_pages / MOST;
	size_t degrees = is_full ? DEGREES + 1 : DENSE;
	begin(space, costs);
	for (; d < degrees && costs[d] <= room; d++)
		choose(space, space->first, space->frontier, d, &room);
	if (d < degrees)
		choose_some(space, d, room);
	gcrt_mutex_unlock(&space->lock);
}

void gcrt_space_note_left(struct gcrt_space *space)
{
	gcrt_mutex_lock(&space->lock);
	for (size_t block = space->first; block < space->frontier; block++)
		if (is_small(&space->blocks[block]))
			space->blocks[block].left = space->blocks[block].live;
	gcrt_mutex_unlock(&space->lock);
}

size_t gcrt_space_spare(const struct gcrt_space *space)
{
	size_t blocks = space->limit_pages / GCRT_BLOCK_PAGES;
	size_t spare = blocks / GCRT_SPARE ? blocks / GCRT_SPARE : blocks / GCRT_SPARE_LEAST != 0;
	return space->evacuates ? spare * GCRT_BLOCK_PAGES : 0;
}
