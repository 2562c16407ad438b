/* gcrt-copies.c: which objects may move, where the heap is not divided.
 *
 * Note [Leaving blocks]: where the heap is not divided, a block whose objects have found room only in part keeps its
 * pages, and the copies take others.  Such a cycle would leave less room than there was, and soon there would be none,
 * although many cells are free, each for one size only.  So when mutators have been stopped, the runtime chooses
 * blocks, those first that have the fewest objects, so that there is room for copies of all that is in them: in free cells
 * of the other blocks, and in free pages.  Only what is in these blocks finds room (and large objects, if pages are
 * left).  It leaves them, so they are free at the end of the cycle, and no cycle takes more pages than it frees.
 * The choice holds until the mutators run again: beside them blocks fill and are left all the time, and `alloc` finds
 * room as long as there is any.  A copy is
 * never in a larger cell than it needs, as objects of that size may need the cell.  If a kernel counts on room,
 * nothing is kept from it: then a copy may go anywhere. */
#define GC_IMPL 1
#include "gcrt-space.h"

#define DEGREES 8 /* of how full blocks are */

/* What has been chosen so far. */
struct chosen {
	uint32_t number; /* what chosen blocks have in `choice' */
	size_t room, pages;
	/* Cells: of objects that leave, and free ones of blocks that stay. */
	size_t leaving[GCRT_SIZE_CLASSES], holes[GCRT_SIZE_CLASSES];
};

static bool is_small(const struct gcrt_block *record)
{
	return record->state == GCRT_BLOCK_READY || record->state == GCRT_BLOCK_THIN ||
	    record->state == GCRT_BLOCK_FULL;
}

static size_t degree(const struct gcrt_block *record)
{
	return record->live * DEGREES / gcrt_block_cells(record->size_class);
}

static size_t holes(const struct gcrt_block *record)
{
	size_t cells = gcrt_cells_within(record->size_class, record->held);
	return record->live < cells ? cells - record->live : 0;
}

/* The pages of the blocks that take LEAVING cells, if there are HOLES. */
static size_t pages_for(size_t size_class, size_t leaving, size_t holes)
{
	size_t cells = gcrt_block_cells(size_class), more = leaving > holes ? leaving - holes : 0;
	return (more + cells - 1) / cells * gcrt_mask_pages(gcrt_class_pages(size_class));
}

/* Chooses the block, if there is room for copies of all that is in it. */
static void choose(struct gcrt_block *record, struct chosen *chosen)
{
	size_t c = record->size_class, leaving = chosen->leaving[c] + record->live;
	size_t staying = chosen->holes[c] - holes(record);
	size_t pages = chosen->pages - pages_for(c, chosen->leaving[c], chosen->holes[c]) +
	    pages_for(c, leaving, staying);
	if (pages > chosen->room)
		return;
	chosen->pages = pages;
	chosen->leaving[c] = leaving;
	chosen->holes[c] = staying;
	record->choice = chosen->number;
}

static struct chosen nothing_chosen(const struct gcrt_space *space)
{
	struct chosen chosen = { .pages = 0 };
	if (space->used_pages < space->limit_pages)
		chosen.room = space->limit_pages - space->used_pages;
	for (size_t block = space->first; block < space->frontier; block++)
		if (is_small(&space->blocks[block]))
			chosen.holes[space->blocks[block].size_class] +=
			    holes(&space->blocks[block]);
	return chosen;
}

void gcrt_space_choose(struct gcrt_space *space)
{
	gcrt_mutex_lock(&space->lock);
	struct chosen chosen = nothing_chosen(space);
	space->choices += space->choices == UINT32_MAX ? 2 : 1; /* 0: none */
	chosen.number = space->choices;
	for (size_t d = 0; d <= DEGREES; d++)
		for (size_t block = space->first; block < space->frontier; block++)
			if (is_small(&space->blocks[block]) && degree(&space->blocks[block]) == d)
				choose(&space->blocks[block], &chosen);
	space->chosen_pages = chosen.pages;
	gcrt_store(&space->choice, chosen.number, relaxed);
	gcrt_mutex_unlock(&space->lock);
}

void gcrt_space_choose_no_more(struct gcrt_space *space)
{
	gcrt_mutex_lock(&space->lock);
	space->chosen_pages = 0;
	gcrt_store(&space->choice, 0, relaxed);
	gcrt_mutex_unlock(&space->lock);
}

/* The record is not locked: it changes only when the block has no object, and when mutators have been stopped. */
bool gcrt_space_may_leave(const struct gcrt_space *space, uintptr_t object, size_t size)
{
	uint32_t choice = gcrt_load(&space->choice, relaxed);
	return !choice || size > GCRT_LARGE_THRESHOLD ||
	    space->blocks[gcrt_block_of(object)].choice == choice;
}
