#include "test.h"

#include "gcrt-layout.h"
#include "gcrt-size-class.h"

static void every_size_fits_its_class_and_no_smaller(void **state)
{
	(void)state;
	for (size_t bytes = 1; bytes <= GCRT_LARGE_THRESHOLD; bytes++) {
		size_t c = gcrt_size_class(bytes);
		assert_true(c < GCRT_SIZE_CLASSES);
		assert_true(gcrt_class_bytes(c) >= bytes);
		assert_true(!c || gcrt_class_bytes(c - 1) < bytes);
	}
}

static void classes_are_of_granules_and_grow(void **state)
{
	(void)state;
	for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++) {
		assert_int_equal(gcrt_class_bytes(c) % GCRT_GRANULE, 0);
		assert_int_equal(gcrt_size_class(gcrt_class_bytes(c)), c);
		assert_true(!c || gcrt_class_bytes(c) > gcrt_class_bytes(c - 1));
	}
	assert_int_equal(gcrt_class_bytes(GCRT_SIZE_CLASSES - 1), GCRT_LARGE_THRESHOLD);
}

static void little_is_wasted(void **state)
{
	(void)state;
	for (size_t bytes = 257; bytes <= GCRT_LARGE_THRESHOLD; bytes++)
		assert_true((gcrt_class_bytes(gcrt_size_class(bytes)) - bytes) * 5 <
		    gcrt_class_bytes(gcrt_size_class(bytes)) + 5);
}

static void tables_do_not_overlap(void **state)
{
	uintptr_t arena = 3 * GCRT_ARENA_BYTES, last = arena + GCRT_ARENA_BYTES - 16;
	(void)state;
	assert_int_equal(gcrt_arena(last), arena);
	for (unsigned t = 0; t <= GCRT_MAX_METADATA; t++) {
		assert_true((uintptr_t)gcrt_table(last, t) < (uintptr_t)gcrt_table(arena, t + 1));
		assert_int_equal(gcrt_arena((uintptr_t)gcrt_table(last, t)), arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_size_fits_its_class_and_no_smaller),
		cmocka_unit_test(classes_are_of_granules_and_grow),
		cmocka_unit_test(little_is_wasted),
		cmocka_unit_test(tables_do_not_overlap),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
