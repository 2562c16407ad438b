/* What the memory models do beside reads and writes: tasks that begin and end, atomic steps, stops,
 * waiting, memory that is freed; and what is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/gcexplore.h"

static uint64_t x, y, many[128];
static unsigned seen; /* a bit for each outcome */
static uint64_t *block;

enum { MEMORIES = 4, REDUCTIONS = 4 };

static void put(uint64_t *at, uint64_t value)
{
	gcx_write_explicit(at, 8, value, GCX_RELAXED);
}

static uint64_t get(const uint64_t *at)
{
	return gcx_read_explicit(at, 8, GCX_RELAXED);
}

/* Under these memories the program fails in this way, and again when its schedule is replayed; under
 * the others it does not. */
static void fails(void (*program)(void *), unsigned memories, enum gcx_failure failure,
    const char *message)
{
	for (unsigned i = 0; i < 2 * MEMORIES * REDUCTIONS; i++) {
		struct gcx_options options = { .memory =
						   (enum gcx_memory)(i / REDUCTIONS % MEMORIES),
			.reduction = (enum gcx_reduction)(i % REDUCTIONS),
			.instrumented = i >= MEMORIES * REDUCTIONS };
		struct gcx_result result, again;

		gcx_explore(&options, program, NULL, &result);
		if (!(memories >> options.memory & 1)) {
			assert_int_equal(result.verdict, GCX_VERIFIED);
			continue;
		}
		assert_int_equal(result.verdict, GCX_FAILED);
		assert_int_equal(result.failure, failure);
		assert_non_null(strstr(result.message, message));
		gcx_replay(&options, program, NULL, result.schedule, result.schedule_length,
		    &again);
		assert_string_equal(again.message, result.message);
		free(result.schedule);
		free(again.schedule);
	}
}

/* Nothing fails, and the program has these outcomes under that memory. */
static void ends(void (*program)(void *), enum gcx_memory memory, unsigned outcomes)
{
	for (unsigned i = 0; i < REDUCTIONS; i++) {
		struct gcx_options options = { .memory = memory,
			.reduction = (enum gcx_reduction)i };
		struct gcx_result result;

		seen = 0;
		assert_int_equal(gcx_explore(&options, program, NULL, &result), GCX_VERIFIED);
		assert_int_equal(seen, outcomes);
	}
}

enum { SC = 1 << GCX_SC, TSO = 1 << GCX_TSO, PSO = 1 << GCX_PSO, C11 = 1 << GCX_C11 };

/* ----------------------------------------------------------------- tasks begin and end */
static void hand_back(void *unused)
{
	(void)unused;
	gcx_assert(get(&x) == 1);
	put(&y, 2);
}

static void hand_over(void *unused)
{
	unsigned child;

	(void)unused;
	x = y = 0;
	put(&x, 1);
	child = gcx_spawn(hand_back, NULL);
	gcx_join(child);
	gcx_assert(get(&y) == 2);
}

static void what_begins_and_ends_hands_over(void **state)
{
	(void)state;
	fails(hand_over, 0, GCX_NO_FAILURE, "");
}

/* ------------------------------------------------------------ stores that are done at once */
static uint32_t lock;

static void count_under_lock(void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < 2; i++) {
		gcx_acquire(&lock, 4, 1);
		put(&x, get(&x) + 1);
		put(&y, get(&x));
		gcx_write_explicit(&lock, 4, 0, GCX_RELEASE);
	}
}

static void count_together(void *unused)
{
	unsigned one, other;

	(void)unused;
	lock = 0;
	x = y = 0;
	one = gcx_spawn(count_under_lock, NULL);
	other = gcx_spawn(count_under_lock, NULL);
	gcx_join(one);
	gcx_join(other);
	gcx_assert(get(&x) == 4 && get(&y) == 4);
}

/* What a lock protects has no more executions than under GCX_SC. */
static void what_is_protected_is_not_late(void **state)
{
	struct gcx_result result;

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		struct gcx_options options = { .memory = (enum gcx_memory)i, .instrumented = true };

		assert_int_equal(gcx_explore(&options, count_together, NULL, &result),
		    GCX_VERIFIED);
		assert_int_equal(result.complete, 6);
	}
}

static void fill_and_publish(void *unused)
{
	(void)unused;
	gcx_plain_write(&x, 8);
	x = 1;
	put(&y, 1);
}

static void take_published(void *unused)
{
	(void)unused;
	if (get(&y) == 0)
		return;
	gcx_plain_read(&x, 8);
	gcx_assert(x == 1);
}

static void hand_over_plainly(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(fill_and_publish, NULL);
	gcx_spawn(take_published, NULL);
}

/* TSO keeps the order of the two stores, so they are no data race there. */
static void what_the_machine_orders(void **state)
{
	(void)state;
	for (unsigned i = GCX_TSO; i <= GCX_PSO; i++)
		for (unsigned of_machine = 0; of_machine < 2; of_machine++) {
			struct gcx_options options = { .memory = (enum gcx_memory)i,
				.instrumented = true,
				.orders_of_machine = of_machine };
			bool is_race = i == GCX_PSO || !of_machine;
			struct gcx_result result;

			gcx_explore(&options, hand_over_plainly, NULL, &result);
			assert_int_equal(result.verdict, is_race ? GCX_FAILED : GCX_VERIFIED);
			assert_int_equal(result.failure, is_race ? GCX_RACE : GCX_NO_FAILURE);
			free(result.schedule);
		}
}

/* ------------------------------------------------------------------------- weakness */
static void write_y_read_x(void *unused)
{
	(void)unused;
	put(&y, 1);
	if (get(&x) == 0)
		gcx_write_explicit(&many[0], 8, 1, GCX_RELAXED);
}

static void store_buffering(void *unused)
{
	uint64_t got;
	unsigned child;

	(void)unused;
	x = y = many[0] = 0;
	child = gcx_spawn(write_y_read_x, NULL);
	put(&x, 1);
	got = get(&y);
	gcx_join(child);
	gcx_assert(got == 1 || get(&many[0]) == 0);
}

static void publish(void *unused)
{
	(void)unused;
	put(&x, 1);
	put(&y, 1);
}

/* A relaxed store orders nothing: the block is freed when the store to it may still wait. */
static void publish_block(void *unused)
{
	(void)unused;
	put(block, 1);
	put(&y, 1);
}

static void free_early(void *unused)
{
	(void)unused;
	y = 0;
	block = gcx_allocate(8);
	gcx_spawn(publish_block, NULL);
	gcx_await_value(&y, 8, 1);
	gcx_free(block);
}

static void await_published(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(publish, NULL);
	gcx_await_value(&y, 8, 1);
	gcx_assert(get(&x) == 1);
}

static void weakness_is_found(void **state)
{
	(void)state;
	fails(store_buffering, TSO | PSO | C11, GCX_ASSERTION, "got == 1");
	fails(await_published, PSO | C11, GCX_ASSERTION, "get(&x) == 1");
	fails(free_early, SC | TSO | PSO | C11, GCX_MEMORY, "free");
}

/* A buffer is a task of its own in a schedule. */
static void buffers_are_in_schedules(void **state)
{
	struct gcx_options options = { .memory = GCX_TSO };
	struct gcx_result result;
	unsigned flushes = 0;

	(void)state;
	gcx_explore(&options, await_published, NULL, &result);
	assert_int_equal(result.verdict, GCX_VERIFIED);
	gcx_explore(&options, store_buffering, NULL, &result);
	for (size_t i = 0; i < result.schedule_length; i++)
		if (result.schedule[i].task >= GCX_TASKS) {
			assert_true(result.schedule[i].choice < 2);
			flushes++;
		}
	assert_true(flushes >= 2);
	free(result.schedule);
}

/* -------------------------------------------------------------------------- waiting */
static void set_x(void *unused)
{
	(void)unused;
	put(&x, 1);
}

static void await_another(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(set_x, NULL);
	put(&x, 2);
	if (get(&x) == 2)
		gcx_await(&x, 8);
	seen |= 1u << get(&x);
}

/* Its own write is none for which a task waits. */
static void await_none(void *unused)
{
	(void)unused;
	x = 0;
	put(&x, 1);
	get(&x);
	gcx_await(&x, 8);
}

static void waits(void **state)
{
	(void)state;
	fails(await_none, SC | TSO | PSO | C11, GCX_DEADLOCK, "no task can go on");
	fails(await_another, SC | TSO | PSO | C11, GCX_DEADLOCK, "no task can go on");
}

/* ------------------------------------------------------------------ stops, atomic steps */
static void look(void *unused)
{
	(void)unused;
	seen |= 1u << (x * 2 + y);
}

static void stop_at_once(void *unused)
{
	(void)unused;
	x = 0;
	put(&x, 1);
	gcx_stop();
}

static void is_stored(void *unused)
{
	(void)unused;
	gcx_assert(x == 1);
}

static void a_stop_drains(void **state)
{
	(void)state;
	for (unsigned i = 0; i < MEMORIES; i++) {
		struct gcx_options options = { .memory = (enum gcx_memory)i,
			.complete = is_stored };
		struct gcx_result result;

		assert_int_equal(gcx_explore(&options, stop_at_once, NULL, &result), GCX_VERIFIED);
		assert_int_equal(result.complete, 1);
	}
}

static void look_at_both(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(set_x, NULL);
	put(&y, 1);
	gcx_atomic(look, NULL);
}

static void atomic_steps(void **state)
{
	(void)state;
	ends(look_at_both, GCX_SC, 2 | 8);
	ends(look_at_both, GCX_TSO, 2 | 8);
	ends(look_at_both, GCX_PSO, 2 | 8);
	fails(look_at_both, C11, GCX_MISUSE, "no memory order");
}

/* --------------------------------------------------------------------------- limits */
static void fill(void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < sizeof many / sizeof *many; i++)
		put(&many[i], 1);
}

static void limits(void **state)
{
	struct gcx_options options = { .memory = GCX_PSO };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, fill, NULL, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	assert_non_null(strstr(result.message, "store buffers"));
	free(result.schedule);
	options = (struct gcx_options){ .memory = GCX_TSO, .reduction = GCX_NONE, .tmc = true };
	assert_int_equal(gcx_explore(&options, fill, NULL, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
}

/* What makes the exploration start over is found in a later execution. */
static void add_if_set(void *unused)
{
	(void)unused;
	if (get(&y) == 1)
		gcx_modify_explicit(&x, 8, GCX_ADD, 2, GCX_RELAXED);
}

static void publish_both(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(publish, NULL);
	gcx_spawn(add_if_set, NULL);
	seen |= 1u << get(&x);
}

static void starts_over(void **state)
{
	struct gcx_options options = { .memory = GCX_C11 };
	struct gcx_result result;

	(void)state;
	/* x is 0 or 1; then the sum is 2, and 1 follows it, or 3 */
	ends(publish_both, GCX_C11, 1 | 2 | 4 | 8);
	gcx_explore(&options, publish_both, NULL, &result);
	/* y is 0: x has 2 values; y is 1: 2 places of the sum, and each has 3 values */
	assert_int_equal(result.complete, 2 + 2 * 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_begins_and_ends_hands_over),
		cmocka_unit_test(what_is_protected_is_not_late),
		cmocka_unit_test(what_the_machine_orders),
		cmocka_unit_test(weakness_is_found),
		cmocka_unit_test(buffers_are_in_schedules),
		cmocka_unit_test(waits),
		cmocka_unit_test(a_stop_drains),
		cmocka_unit_test(atomic_steps),
		cmocka_unit_test(limits),
		cmocka_unit_test(starts_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
