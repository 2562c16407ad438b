/* gcx_begin: what was done before is explored in one order only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include "explore/gcexplore.h"

static uint64_t ready, go, x, last;
static unsigned chosen, seen; /* seen: values of `chosen', as bits */
static struct {
	bool begins, chooses, fails;
} shape;

/* Says that it is ready, and who was the last to say so. */
static void be_task(void *number)
{
	gcx_write(&last, 8, (uintptr_t)number);
	gcx_modify(&ready, 8, GCX_ADD, 1);
	gcx_await_value(&go, 8, 1);
	gcx_write(&x, 8, gcx_read(&x, 8) + 1);
}

static void program(void *unused)
{
	unsigned tasks[2];

	(void)unused;
	ready = go = x = last = 0;
	for (uintptr_t i = 0; i < 2; i++)
		tasks[i] = gcx_spawn(be_task, (void *)(i + 1));
	chosen = shape.chooses ? gcx_choose(3) : 0;
	gcx_await_value(&ready, 8, 2);
	if (shape.begins)
		gcx_begin();
	seen |= 1u << chosen;
	gcx_write(&go, 8, 1);
	for (unsigned i = 0; i < 2; i++)
		gcx_join(tasks[i]);
	gcx_assert(!shape.fails || gcx_read(&x, 8) == 2);
}

static struct gcx_result explore(struct gcx_options options)
{
	struct gcx_result result;

	gcx_explore(&options, program, NULL, &result);
	free(result.schedule);
	return result;
}

/* Two increments of x have three classes of executions; the beginning alone has six. */
static void one_order_of_the_beginning(void **state)
{
	static const enum gcx_reduction all[] = { GCX_OPTIMAL, GCX_SOURCE, GCX_SLEEP };

	(void)state;
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		struct gcx_options options = { .reduction = all[i] };
		struct gcx_result result;

		shape.begins = false;
		result = explore(options);
		assert_int_equal(result.verdict, GCX_VERIFIED);
		assert_in_range(result.complete, 4 * 4, 4 * 6);
		shape.begins = true;
		result = explore(options);
		assert_int_equal(result.verdict, GCX_VERIFIED);
		assert_int_equal(result.complete, 4);
	}
}

static void without_reduction(void **state)
{
	struct gcx_options options = { .reduction = GCX_NONE };
	uint64_t before;

	(void)state;
	shape.begins = false;
	before = explore(options).complete;
	shape.begins = true;
	assert_in_range(explore(options).complete, 4, before / 6);
}

static void within_bounds(void **state)
{
	struct gcx_options options = { .bound_preemptions = true, .most_preemptions = 20 };

	(void)state;
	shape.begins = true;
	assert_int_equal(explore(options).verdict, GCX_VERIFIED);
}

static void several_processes(void **state)
{
	struct gcx_options options = { .jobs = 2 };
	struct gcx_result result;

	(void)state;
	shape.begins = true;
	result = explore(options);
	assert_int_equal(result.verdict, GCX_VERIFIED);
	assert_int_equal(result.complete, 4);
}

static void choices_of_the_beginning(void **state)
{
	(void)state;
	shape.begins = shape.chooses = true;
	seen = 0;
	assert_int_equal(explore((struct gcx_options){ 0 }).complete, 3 * 4);
	assert_int_equal(seen, 7);
	shape.chooses = false;
}

static void failures_after_it(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_result found, again;

	(void)state;
	shape.begins = shape.fails = true;
	assert_int_equal(gcx_explore(&options, program, NULL, &found), GCX_FAILED);
	assert_int_equal(gcx_replay(&options, program, NULL, found.schedule, found.schedule_length,
			     &again),
	    GCX_FAILED);
	free(found.schedule);
	free(again.schedule);
	shape.fails = false;
}

static void estimates(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_estimate estimate;

	(void)state;
	shape.begins = true;
	assert_true(gcx_estimate(&options, program, NULL, 200, &estimate));
	assert_in_range((unsigned)(estimate.executions * 10), 20, 60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_order_of_the_beginning),
		cmocka_unit_test(without_reduction),
		cmocka_unit_test(within_bounds),
		cmocka_unit_test(several_processes),
		cmocka_unit_test(choices_of_the_beginning),
		cmocka_unit_test(failures_after_it),
		cmocka_unit_test(estimates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
