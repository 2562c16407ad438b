/* Where objects are placed in a heap with regions: on lines without objects that satisfy the condition, by the owner of the
 * block; and which objects `free' of a line frees. */
#include "test.h"

#define GC_IMPL 1
#include "gcrt-embedder.h"
#include "plain-attrs.h"

#include "gcrt-collector.h"
#include "gcrt-heap.h"

enum { LINE_SHIFT = 7, LINE = 1 << LINE_SHIFT, LIVE = 0 };

static uintptr_t fits_from; /* no line before this one fits */

static bool line_fits(uintptr_t line)
{
	return line >= fits_from && gcrt_load(gcrt_region(line, LINE_SHIFT, LIVE), relaxed) == 0;
}

static const struct gcrt_region_metadata regions[] = {
	{ .name = "line.live", .shift = LINE_SHIFT, .initial = 0 },
	{ .name = "line.seven", .shift = LINE_SHIFT, .initial = 7 },
};
enum { STATE = 1 };
static const struct gcrt_metadata metadata[] = {
	{ .name = "other", .initial = 3, .at_rest = -1 },
	[STATE] = { .name = "state", .initial = 0, .at_rest = -1 },
};
static const uint8_t initial[] = { 3, 0 };
const struct gcrt_collector gcrt_collector = { .name = "lines",
	.metadata = metadata,
	.metadata_count = 2,
	.line_shift = LINE_SHIFT,
	.line_fits = line_fits,
	.region_metadata = regions,
	.region_metadata_count = 2,
	.mark = -1,
	GCRT_EMBEDDER };

static struct gc_heap heap;
static struct gcrt_worker worker;
static struct gcrt_space *const space = &heap.space;
static struct gcrt_hole holes[GCRT_HOLES];

static int begin(void **state)
{
	(void)state;
	memset(&heap, 0, sizeof heap);
	memset(holes, 0, sizeof holes);
	worker.heap = &heap;
	return !gcrt_space_init(space, 16 * GCRT_BLOCK_BYTES, 16 * GCRT_BLOCK_BYTES,
	    &gcrt_collector);
}

static int end(void **state)
{
	(void)state;
	gcrt_space_destroy(space);
	return 0;
}

/* An object of SIZE bytes, in a hole of OWN. */
static uintptr_t place_in(struct gcrt_hole *own, size_t size)
{
	void *object;
	assert_int_equal(gcrt_space_place(space, own, size, initial, GCRT_MUTATOR, &object),
	    GCRT_GRANTED);
	gcrt_store(gcrt_object_byte((uintptr_t)object), GCRT_OBJECT_TRACED, release);
	return (uintptr_t)object;
}

static uintptr_t place(size_t size)
{
	return place_in(holes, size);
}

static uintptr_t line_of(uintptr_t address)
{
	return gcrt_around(address, LINE_SHIFT);
}

static bool exists(uintptr_t object)
{
	return *gcrt_object_byte(object);
}

/* Fills the first lines with objects of a line each, and gives the rest back. */
static uintptr_t fill_lines(unsigned count)
{
	uintptr_t first = place(LINE);
	while (--count)
		place(LINE);
	gcrt_space_return_holes(space, holes);
	return first;
}

static void set_live(uintptr_t line, uint8_t live)
{
	gcrt_store(gcrt_region(line, LINE_SHIFT, LIVE), live, relaxed);
}

static void objects_follow_each_other(void **state)
{
	(void)state;
	uintptr_t a = place(24), b = place(LINE), c = place(16);
	assert_int_equal(b, a + 32);
	assert_int_equal(c, b + LINE);
	assert_int_equal(gcrt_granules(a), 2);
	assert_int_equal(gcrt_last_region(gc_ref(b), LINE_SHIFT), line_of(a) + LINE);
	assert_int_equal(*gcrt_region(a, LINE_SHIFT, 1), 7);
}

static void lines_that_do_not_fit_are_left_out(void **state)
{
	(void)state;
	uintptr_t first = fill_lines(4);
	gcrt_free_region(&worker, first + LINE, LINE_SHIFT);
	gcrt_free_region(&worker, first + 2 * LINE, LINE_SHIFT);
	set_live(first + LINE, 1);
	assert_int_equal(place(16), first + 2 * LINE);
	gcrt_space_return_holes(space, holes);
	set_live(first + LINE, 0);
	assert_int_equal(place(16), first + LINE);
}

static void lines_with_a_part_of_an_object_are_left_out(void **state)
{
	(void)state;
	uintptr_t a = place(LINE - 16), b = place(3 * LINE), c = place(16), first = line_of(a);
	gcrt_space_return_holes(space, holes);
	assert_int_equal(line_of(c), first + 3 * LINE);
	gcrt_free_placed(&worker, gc_ref(a));
	gcrt_free_placed(&worker, gc_ref(c)); /* on the line on which B ends */
	/* the object B begins on the first line, and covers the second one without beginning or ending there */
	assert_int_equal(place(16), first + 4 * LINE);
	gcrt_space_return_holes(space, holes);
	gcrt_free_placed(&worker, gc_ref(b));
	assert_int_equal(place(16), first);
}

static void large_objects_leave_small_holes(void **state)
{
	(void)state;
	uintptr_t first = fill_lines(4);
	gcrt_free_region(&worker, first + LINE, LINE_SHIFT);
	uintptr_t small = place(16), large = place(2 * LINE), next = place(16);
	assert_int_equal(small, first + LINE);
	assert_int_not_equal(gcrt_block_of(large), gcrt_block_of(small));
	assert_int_equal(next, small + 16);
}

static void a_block_has_one_owner(void **state)
{
	struct gcrt_hole others[GCRT_HOLES] = { { 0, 0, 0 }, { 0, 0, 0 } };
	(void)state;
	uintptr_t first = fill_lines(4);
	gcrt_free_region(&worker, first + LINE, LINE_SHIFT);
	uintptr_t mine = place(16), other = place_in(others, 16);
	assert_int_equal(line_of(mine), first + LINE);
	assert_int_not_equal(gcrt_block_of(other), gcrt_block_of(mine));
	gcrt_space_return_holes(space, others);
}

static void what_lies_on_a_line_in_part_is_freed_with_it(void **state)
{
	(void)state;
	uintptr_t a = place(16), b = place(3 * LINE), c = place(32), d = place(LINE);
	gcrt_free_region(&worker, line_of(b) + LINE, LINE_SHIFT);
	assert_true(exists(a) && !exists(b) && exists(c) && exists(d));
	gcrt_free_region(&worker, line_of(d) + LINE, LINE_SHIFT);
	assert_true(exists(a) && exists(c) && !exists(d));
	assert_int_equal(*gcrt_end_byte(d + LINE - 16), 0);
	gcrt_space_return_holes(space, holes);
	assert_int_equal(space->blocks[gcrt_block_of(a)].live, 3);
	assert_int_equal(space->live_bytes, 48);
	gcrt_free_region(&worker, gcrt_around(a, GCRT_BLOCK_SHIFT), GCRT_BLOCK_SHIFT);
	assert_int_equal(space->blocks[gcrt_block_of(a)].state, GCRT_BLOCK_FREE);
}

static void loops_visit_what_lies_on_a_region(void **state)
{
	(void)state;
	uintptr_t a = place(16), b = place(3 * LINE), c = place(32);
	uintptr_t middle = line_of(b) + LINE, last = line_of(c);
	unsigned count = 0;
	assert_int_equal(gc_ref_value(gcrt_first_on(middle, LINE_SHIFT)), b);
	assert_int_equal(gc_ref_value(gcrt_next_on(middle, LINE_SHIFT, gc_ref(b))), 0);
	assert_int_equal(gc_ref_value(gcrt_first_on(last, LINE_SHIFT)), b);
	assert_int_equal(gc_ref_value(gcrt_next_on(last, LINE_SHIFT, gc_ref(b))), c);
	gcrt_for_objects_on(gcrt_around(a, GCRT_BLOCK_SHIFT), GCRT_BLOCK_SHIFT, o) count +=
	    !gc_ref_is_null(o);
	assert_int_equal(count, 3);
}

/* The loop over the objects of REGION that passes by those whose STATE is VALUE visits all others, in order.  Returns how many
 * objects lie there. */
static unsigned passes_by(uintptr_t region, unsigned shift, uint8_t value)
{
	struct gc_ref unlike = gcrt_first_unlike(region, shift, STATE, value);
	unsigned count = 0;
	gcrt_for_objects_on(region, shift, o)
	{
		count++;
		if (*gcrt_table(gc_ref_value(o), 1 + STATE) == value)
			continue;
		assert_int_equal(gc_ref_value(unlike), gc_ref_value(o));
		unlike = gcrt_next_unlike(region, shift, unlike, STATE, value);
	}
	assert_true(gc_ref_is_null(unlike));
	return count;
}

static void stores_that_change_nothing_are_left_out(void **state)
{
	static const uint8_t values[] = { 0, 1, 127, 128, 254, 255 };
	uintptr_t first = 0, object;
	unsigned random = 1, on_lines = 0, count;
	(void)state;
	for (unsigned i = 0; i < 150; i++) {
		random = random * 1103515245 + 12345;
		object = place(GCRT_GRANULE * (1 + (random >> 16) % (i % 2 ? 3 : 8)));
		first = first ? first : object;
		gcrt_store(gcrt_table(object, 1 + STATE), values[(random >> 24) % sizeof values],
		    relaxed);
		if (i % 5 == 0)
			gcrt_free_placed(&worker, gc_ref(object));
	}
	for (unsigned v = 0; v < sizeof values; v++) {
		count =
		    passes_by(gcrt_around(first, GCRT_BLOCK_SHIFT), GCRT_BLOCK_SHIFT, values[v]);
		for (uintptr_t line = first; line < first + 20 * LINE; line += LINE)
			on_lines += passes_by(line, LINE_SHIFT, values[v]);
		assert_int_equal(count, 120);
	}
	assert_true(on_lines > 240);
	gcrt_for_objects_unlike(gcrt_around(first, GCRT_BLOCK_SHIFT), GCRT_BLOCK_SHIFT, o, STATE,
	    128) gcrt_store(gcrt_table(gc_ref_value(o), 1 + STATE), 128, relaxed);
	gcrt_for_objects_on(gcrt_around(first, GCRT_BLOCK_SHIFT), GCRT_BLOCK_SHIFT, o)
	{
		assert_int_equal(*gcrt_table(gc_ref_value(o), 1 + STATE), 128);
		assert_int_equal(*gcrt_table(gc_ref_value(o), 1), 3);
	}
}

static void large_objects_lie_in_their_first_block(void **state)
{
	void *object;
	(void)state;
	assert_int_equal(gcrt_space_large(space, 3 * GCRT_BLOCK_BYTES, initial, &object),
	    GCRT_GRANTED);
	uintptr_t at = (uintptr_t)object;
	gcrt_store(gcrt_object_byte(at), GCRT_OBJECT_TRACED, release);
	assert_int_equal(gcrt_last_region(gc_ref(at), LINE_SHIFT), at + GCRT_BLOCK_BYTES - LINE);
	assert_int_equal(gc_ref_value(gcrt_first_on(at + GCRT_BLOCK_BYTES, GCRT_BLOCK_SHIFT)), 0);
	gcrt_free_region(&worker, at + 5 * LINE, LINE_SHIFT);
	assert_false(exists(at));
	assert_int_equal(space->live_bytes, 0);
}

static void a_full_heap_has_no_place(void **state)
{
	void *object;
	(void)state;
	while (gcrt_space_place(space, holes, LINE, initial, GCRT_MUTATOR_AGAIN, &object) ==
	    GCRT_GRANTED)
		;
	gcrt_space_return_holes(space, holes);
	assert_int_equal(gcrt_space_hole_classes(space), 0);
	assert_int_equal(space->used_pages, space->limit_pages); /* nobody copies */
}

/* What is larger than a line is looked for in a whole block: in a free one, whose lines may not fit.  Then the next one
 * is taken, and that one is there again when holes are renewed. */
static void what_does_not_fit_in_a_free_block_goes_on(void **state)
{
	uintptr_t begin = gcrt_block_address(space, space->first);
	(void)state;
	fits_from = begin + 3 * GCRT_BLOCK_BYTES;
	assert_int_equal(place(3 * LINE), fits_from);
	fits_from = 0;
	gcrt_space_return_holes(space, holes);
	gcrt_space_renew_holes(space);
	assert_true(place(31 * LINE) < begin + 3 * GCRT_BLOCK_BYTES);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(objects_follow_each_other),
		TEST(lines_that_do_not_fit_are_left_out),
		TEST(lines_with_a_part_of_an_object_are_left_out),
		TEST(large_objects_leave_small_holes),
		TEST(a_block_has_one_owner),
		TEST(what_lies_on_a_line_in_part_is_freed_with_it),
		TEST(loops_visit_what_lies_on_a_region),
		TEST(stores_that_change_nothing_are_left_out),
		TEST(large_objects_lie_in_their_first_block),
		TEST(a_full_heap_has_no_place),
		TEST(what_does_not_fit_in_a_free_block_goes_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
