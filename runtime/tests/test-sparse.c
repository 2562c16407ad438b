/* The room that a heap with regions keeps for copies, and the blocks that should be emptied: Note [Sparse blocks]. */
#include "test.h"

#define GC_IMPL 1
#include "gcrt-embedder.h"
#include "plain-attrs.h"

#include "gc-region.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"

enum { LINE_SHIFT = 7, LINE = 1 << LINE_SHIFT, BLOCKS = 64, SPARE = 2 };

const struct gcrt_collector gcrt_collector = { .name = "copies",
	.line_shift = LINE_SHIFT,
	.copies = true,
	.moves = true,
	.mark = -1,
	GCRT_EMBEDDER };

static struct gc_heap heap;
static struct gcrt_worker worker;
static struct gcrt_space *const space = &heap.space;
static struct gcrt_hole holes[GCRT_HOLES], kernels_holes[GCRT_HOLES];

static int begin_with(size_t blocks)
{
	memset(&heap, 0, sizeof heap);
	memset(holes, 0, sizeof holes);
	memset(kernels_holes, 0, sizeof kernels_holes);
	worker.heap = &heap;
	return !gcrt_space_init(space, blocks * GCRT_BLOCK_BYTES, blocks * GCRT_BLOCK_BYTES,
	    &gcrt_collector);
}

static int begin(void **state)
{
	(void)state;
	return begin_with(BLOCKS);
}

static int end(void **state)
{
	(void)state;
	gcrt_space_destroy(space);
	return 0;
}

/* Places objects of a line each until there is no room.  Returns how many blocks that takes. */
static size_t fill(struct gcrt_hole *own, enum gcrt_taker taker)
{
	size_t before = space->used_pages;
	void *object;
	while (gcrt_space_place(space, own, LINE, NULL, taker, &object) == GCRT_GRANTED)
		gcrt_store(gcrt_object_byte((uintptr_t)object), GCRT_OBJECT_TRACED, release);
	gcrt_space_return_holes(space, own);
	space->taken_pages = 0; /* as at the beginning of a cycle */
	return (space->used_pages - before) / GCRT_BLOCK_PAGES;
}

static uintptr_t block_at(size_t number)
{
	return gcrt_block_address(space, space->first + number);
}

/* Frees all but the first lines of the block. */
static void leave(uintptr_t block, size_t lines)
{
	for (uintptr_t line = block + lines * LINE; line < block + GCRT_BLOCK_BYTES; line += LINE)
		gcrt_free_region(&worker, line, LINE_SHIFT);
}

/* A cycle has left the lines in the first blocks, and all in others; there is room for copies of two blocks. */
static void begin_sparse(size_t first, size_t second)
{
	assert_int_equal(fill(holes, GCRT_MUTATOR_AGAIN), BLOCKS - SPARE);
	leave(block_at(5), first);
	leave(block_at(3), second);
	gcrt_space_note_left(space);
	gcrt_space_census(space);
	gcrt_space_choose_sparse(space);
}

/* What the choice before has cost is not known. */
static void choose_again(size_t free_pages)
{
	space->census.free_pages = free_pages;
	for (size_t i = 0; i < 2; i++)
		space->shares[i].chosen = space->shares[i].wanted = 0;
	gcrt_space_choose_sparse(space);
}

/* Bit b: block b has been chosen. */
static uint64_t chosen(void)
{
	uint64_t set = 0;
	for (size_t b = 0; b < BLOCKS - SPARE; b++)
		set |= (uint64_t)gc_region_chosen(block_at(b) + 5 * LINE) << b;
	return set;
}

static const uint64_t sparse = 1 << 5 | 1 << 3;

static void mutators_leave_room_for_copies(void **state)
{
	uint8_t metadata[GCRT_MAX_METADATA] = { 0 };
	void *object;
	(void)state;
	assert_int_equal(fill(holes, GCRT_MUTATOR_AGAIN), BLOCKS - SPARE);
	assert_int_equal(gcrt_space_large(space, GCRT_BLOCK_BYTES, metadata, &object), GCRT_FULL);
	assert_int_equal(fill(kernels_holes, GCRT_KERNEL), SPARE);
}

static void kernels_have_large_objects_there_too(void **state)
{
	uint8_t metadata[GCRT_MAX_METADATA] = { 0 };
	void *object;
	(void)state;
	fill(holes, GCRT_MUTATOR_AGAIN);
	assert_int_equal(gcrt_space_kernel_large(space, 0, GCRT_BLOCK_BYTES, metadata, false,
			     &object),
	    GCRT_GRANTED);
}

static void room_for_copies_is_not_free(void **state)
{
	(void)state;
	fill(holes, GCRT_MUTATOR_AGAIN);
	gcrt_space_census(space);
	assert_int_equal(space->census.free_pages, 0);
}

static void small_heaps_keep_a_block_or_none(void **state)
{
	(void)state;
	gcrt_space_destroy(space);
	assert_int_equal(begin_with(GCRT_SPARE_LEAST), 0);
	assert_int_equal(gcrt_space_spare(space), GCRT_BLOCK_PAGES);
	gcrt_space_destroy(space);
	assert_int_equal(begin_with(GCRT_SPARE_LEAST - 1), 0);
	assert_int_equal(gcrt_space_spare(space), 0);
}

static void nothing_is_kept_if_nothing_is_copied(void **state)
{
	(void)state;
	assert_int_equal(gcrt_space_spare(space), SPARE * GCRT_BLOCK_PAGES);
	space->evacuates = false;
	assert_int_equal(gcrt_space_spare(space), 0);
}

static void sparse_blocks_are_emptied_first(void **state)
{
	(void)state;
	begin_sparse(64,
	    128); /* of 256 lines: 3 quarters of a block, so one full block has room, too */
	assert_int_equal(chosen() & sparse, sparse);
	assert_int_equal(__builtin_popcountll(chosen()), 3);
}

static void what_has_no_room_stays(void **state)
{
	(void)state;
	begin_sparse(240, 240);
	assert_int_equal(chosen(), sparse);
}

static void full_blocks_stay_if_there_is_room(void **state)
{
	(void)state;
	begin_sparse(64, 128);
	choose_again(space->limit_pages / 2);
	assert_int_equal(chosen(), sparse);
}

static void full_blocks_have_their_turns(void **state)
{
	uint64_t before = 0;
	(void)state;
	begin_sparse(64, 128);
	for (size_t turn = 0; turn < BLOCKS - SPARE - 2; turn++) {
		uint64_t full = chosen() & ~sparse;
		assert_int_equal(__builtin_popcountll(full), 1);
		assert_int_equal(full & before, 0);
		before |= full;
		choose_again(0);
	}
	assert_int_equal(__builtin_popcountll(chosen() & before), 1);
}

/* There is room for two full blocks, and their number is odd: so one turn has the last one and the first one. */
static void turns_go_round(void **state)
{
	uint64_t others = sparse | 1 << 7;
	(void)state;
	begin_sparse(0, 128);
	leave(block_at(7), 128);
	gcrt_space_note_left(space);
	for (size_t turn = 0; turn < BLOCKS / 2; turn++) {
		choose_again(0);
		assert_int_equal(__builtin_popcountll(chosen() & ~others), 2);
	}
}

static void a_part_of_the_heap_is_copied_at_most(void **state)
{
	(void)state;
	assert_int_equal(fill(holes, GCRT_MUTATOR_AGAIN), BLOCKS - SPARE);
	for (size_t b = 0; b < BLOCKS / 2; b++)
		leave(block_at(b), 0);
	gcrt_space_note_left(space);
	choose_again(0);
	assert_int_equal(__builtin_popcountll(chosen()), BLOCKS / 8);
}

/* Copies of so many objects of a line each are wanted. */
static void want(uintptr_t block, size_t lines)
{
	for (size_t i = 0; i < lines; i++)
		gcrt_space_wants_copy(space, block, LINE);
}

static void shares_fall_slowly_and_rise_at_once(void **state)
{
	(void)state;
	begin_sparse(64, 128);
	choose_again(space->limit_pages / 2);
	want(block_at(5), 48); /* a quarter of what was chosen */
	want(block_at(7), 64); /* another one has chosen it */
	gcrt_space_choose_sparse(space);
	assert_int_equal(space->shares[1].share, 256 - (256 - 64) / 4);
	want(block_at(3), space->shares[1].chosen * GCRT_GRANULE / LINE);
	gcrt_space_choose_sparse(space);
	assert_int_equal(space->shares[1].share, 256);
	assert_int_equal(space->shares[0].share, 128);
}

static void what_is_new_has_a_share_of_its_own(void **state)
{
	(void)state;
	fill(holes, GCRT_MUTATOR_AGAIN);
	gcrt_space_choose_sparse(space); /* half of each is room enough for four */
	assert_int_equal(__builtin_popcountll(chosen()), 4);
	want(block_at((size_t)__builtin_ctzll(chosen())), 256);
	gcrt_space_choose_sparse(space);
	assert_int_equal(space->shares[0].share, 128 - (128 - 64) / 4);
	assert_int_equal(space->shares[1].share, 256);
}

static void blocks_that_are_free_are_not_chosen(void **state)
{
	(void)state;
	begin_sparse(64, 128);
	assert_int_equal(chosen() & sparse, sparse);
	leave(block_at(3), 0);
	choose_again(0);
	assert_int_equal(chosen() & sparse, 1 << 5);
}

static void blocks_that_are_used_again_stay(void **state)
{
	uint8_t metadata[GCRT_MAX_METADATA] = { 0 };
	void *object;
	(void)state;
	begin_sparse(64, 128);
	leave(block_at(3), 0);
	assert_int_equal(gcrt_space_large(space, 3 * GCRT_PAGE * GCRT_BLOCK_PAGES, metadata,
			     &object),
	    GCRT_FULL);
	assert_int_equal(gcrt_space_large(space, GCRT_BLOCK_BYTES, metadata, &object),
	    GCRT_GRANTED);
	assert_int_equal((uintptr_t)object, block_at(3));
	assert_false(gc_region_chosen(block_at(3)));
	leave(block_at(5), 0);
	assert_int_equal(fill(kernels_holes, GCRT_KERNEL), SPARE + 1);
	assert_false(gc_region_chosen(block_at(5)));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(mutators_leave_room_for_copies),
		TEST(kernels_have_large_objects_there_too),
		TEST(room_for_copies_is_not_free),
		TEST(small_heaps_keep_a_block_or_none),
		TEST(nothing_is_kept_if_nothing_is_copied),
		TEST(sparse_blocks_are_emptied_first),
		TEST(what_has_no_room_stays),
		TEST(full_blocks_stay_if_there_is_room),
		TEST(full_blocks_have_their_turns),
		TEST(turns_go_round),
		TEST(a_part_of_the_heap_is_copied_at_most),
		TEST(shares_fall_slowly_and_rise_at_once),
		TEST(what_is_new_has_a_share_of_its_own),
		TEST(blocks_that_are_free_are_not_chosen),
		TEST(blocks_that_are_used_again_stay),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
