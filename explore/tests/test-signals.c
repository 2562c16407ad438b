/* Signals are no memory of the program: they wait for no store, and order none.  And who explores a
 * program can hold back the stores in its buffers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/gcexplore.h"

static uint64_t x;
static uint32_t stored, taken;
static unsigned seen; /* a bit for each value that was read */
static bool was_read;

/* Bits of `seen'. */
enum { OLD = 1, NEW = 2 };

static void reader(void *unused)
{
	(void)unused;
	gcx_await_signal(&stored, 1);
	seen |= 1u << gcx_read_explicit(&x, 8, GCX_RELAXED);
	was_read = true;
	if (!gcx_take_signal(&taken, 0, 2) || gcx_see_signal(&taken) != 2)
		gcx_error("a signal is not taken");
	gcx_signal(&taken, 1);
}

/* A store, and then a signal that it was done. */
static void writer(void *unused)
{
	(void)unused;
	x = stored = taken = 0;
	was_read = false;
	gcx_spawn(reader, NULL);
	gcx_write_explicit(&x, 8, 1, GCX_RELAXED);
	gcx_signal(&stored, 1);
}

static const enum gcx_memory memories[] = { GCX_SC, GCX_TSO, GCX_PSO };

static void a_signal_passes_stores(void **state)
{
	(void)state;
	for (unsigned i = 0; i < sizeof memories / sizeof *memories; i++) {
		struct gcx_options options = { .memory = memories[i] };
		struct gcx_result result;

		seen = 0;
		assert_int_equal(gcx_explore(&options, writer, NULL, &result), GCX_VERIFIED);
		assert_int_equal(seen, memories[i] == GCX_SC ? NEW : OLD | NEW);
	}
}

static unsigned told;

static bool when_read(unsigned task, const volatile void *at, void *unused)
{
	(void)unused;
	return task != 0 || at != &x || was_read;
}

static void count_store(unsigned task, const volatile void *at, void *unused)
{
	(void)unused;
	told += task == 0 && at == &x && x == 1;
}

static void a_store_is_held_back(void **state)
{
	(void)state;
	for (unsigned i = 1; i < sizeof memories / sizeof *memories; i++) {
		struct gcx_options options = { .memory = memories[i],
			.may_perform = when_read,
			.performed = count_store };
		struct gcx_result result;

		seen = told = 0;
		assert_int_equal(gcx_explore(&options, writer, NULL, &result), GCX_VERIFIED);
		assert_int_equal(seen, OLD);
		assert_true(told >= result.complete); /* others have no end */
	}
}

/* The store of `looks' is held back until the same task has set `go': a store may depend on what its task
 * has done since. */
static uint32_t sign, go;
static unsigned found;
static void sets(void *unused)
{
	(void)unused;
	gcx_signal(&sign, 1);
}

static void looks(void *unused)
{
	(void)unused;
	gcx_write_explicit(&x, 8, 1, GCX_RELAXED);
	found |= 1U << gcx_see_signal(&sign);
	gcx_signal(&go, 1);
}

static void both(void *unused)
{
	(void)unused;
	x = sign = go = 0;
	gcx_spawn(sets, NULL);
	gcx_spawn(looks, NULL);
}

static bool when_gone(unsigned task, const volatile void *at, void *unused)
{
	(void)task;
	(void)unused;
	return at != &x || go == 1;
}

static void no_order_is_missed(void **state)
{
	(void)state;
	for (unsigned r = GCX_OPTIMAL; r <= GCX_NONE; r++)
		for (unsigned i = 1; i < sizeof memories / sizeof *memories; i++) {
			struct gcx_options options = { .memory = memories[i],
				.reduction = (enum gcx_reduction)r,
				.may_perform = when_gone };
			struct gcx_result result;

			found = 0;
			assert_int_equal(gcx_explore(&options, both, NULL, &result), GCX_VERIFIED);
			assert_int_equal(found, 3);
		}
}

static bool never(unsigned task, const volatile void *at, void *unused)
{
	(void)unused;
	return task != 0 || at != &x;
}

/* A fence waits for the store. */
static void fenced(void *unused)
{
	(void)unused;
	x = 0;
	gcx_write_explicit(&x, 8, 1, GCX_RELAXED);
	gcx_fence(GCX_SEQ_CST);
}

static void what_is_held_back_for_ever(void **state)
{
	struct gcx_options options = { .memory = GCX_TSO, .may_perform = never };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, fenced, NULL, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_DEADLOCK);
	free(result.schedule);
}

static void not_under_c11(void **state)
{
	struct gcx_options options = { .memory = GCX_C11 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, writer, NULL, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	assert_non_null(strstr(result.message, "there are no signals under C11"));
	free(result.schedule);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signal_passes_stores),
		cmocka_unit_test(a_store_is_held_back),
		cmocka_unit_test(no_order_is_missed),
		cmocka_unit_test(what_is_held_back_for_ever),
		cmocka_unit_test(not_under_c11),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
