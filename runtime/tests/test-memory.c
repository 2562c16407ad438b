/* Memory in pieces of 4 kB, where the system's pages are larger (big-pages.c). */
#include "test.h"

#include "gcrt-memory.h"

#define SIZE  ((size_t)1 << 20)
#define PIECE 4096

static uintptr_t place;

static void what_is_used_may_be_any_piece(void **state)
{
	(void)state;
	assert_int_equal(gcrt_memory_page(), BIG_PAGE);
	place = gcrt_memory_reserve(SIZE, SIZE);
	assert_true(place && place % SIZE == 0);
	for (size_t at = 0; at < SIZE; at += 5 * PIECE)
		assert_true(gcrt_memory_use(place + at, PIECE));
	assert_true(gcrt_memory_use(place, SIZE));
}

static void what_is_cleaned_is_zero_and_nothing_else(void **state)
{
	char *memory = (char *)place;
	(void)state;
	for (size_t from = 0; from < 40; from++)
		for (size_t end = from; end <= 40; end++) {
			memset(memory, 0xa5, 48 * PIECE);
			gcrt_memory_clean(place + from * PIECE, (end - from) * PIECE);
			for (size_t at = 0; at < 48 * PIECE; at += PIECE / 2)
				assert_int_equal((unsigned char)memory[at],
				    at / PIECE >= from && at / PIECE < end ? 0 : 0xa5);
		}
	gcrt_memory_release(place, SIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_used_may_be_any_piece),
		cmocka_unit_test(what_is_cleaned_is_zero_and_nothing_else),
	};
	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
