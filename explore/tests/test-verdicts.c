/* What is reported of a program: what fails, with a schedule that shows it, and what is cut off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/gcexplore.h"

static uint64_t x, y, lock;
static unsigned seen; /* a bit for each outcome */

static enum gcx_verdict explored(void (*program)(void *), const struct gcx_options *options,
    struct gcx_result *result)
{
	seen = 0;
	return gcx_explore(options, program, NULL, result);
}

static const enum gcx_reduction reductions[] = { GCX_OPTIMAL, GCX_SOURCE, GCX_SLEEP, GCX_NONE };
enum { REDUCTIONS = sizeof reductions / sizeof *reductions };

/* Under each reduction the program fails in this way, and again when its schedule is replayed. */
static void fails(void (*program)(void *), enum gcx_failure failure, const char *message)
{
	for (unsigned i = 0; i < REDUCTIONS; i++) {
		struct gcx_options options = { .reduction = reductions[i] };
		struct gcx_result result, again;

		assert_int_equal(explored(program, &options, &result), GCX_FAILED);
		assert_int_equal(result.failure, failure);
		assert_non_null(strstr(result.message, message));
		assert_int_equal(gcx_replay(&options, program, NULL, result.schedule,
				     result.schedule_length, &again),
		    GCX_FAILED);
		assert_int_equal(again.failure, failure);
		assert_string_equal(again.message, result.message);
		free(result.schedule);
		free(again.schedule);
	}
}

/* Under each reduction the program has these outcomes, and nothing fails. */
static void ends(void (*program)(void *), unsigned outcomes, bool blocked)
{
	for (unsigned i = 0; i < REDUCTIONS; i++) {
		struct gcx_options options = { .reduction = reductions[i] };
		struct gcx_result result;

		assert_int_equal(explored(program, &options, &result), GCX_VERIFIED);
		assert_int_equal(seen, outcomes);
		assert_int_equal(result.blocked > 0, blocked);
	}
}

/* ------------------------------------------------------------------------ failures */
static void increment(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, gcx_read(&x, 8) + 1);
}

static void lost_update(void *unused)
{
	unsigned a, b;

	(void)unused;
	x = 0;
	a = gcx_spawn(increment, NULL);
	b = gcx_spawn(increment, NULL);
	gcx_join(a);
	gcx_join(b);
	gcx_assert(gcx_read(&x, 8) == 2);
}

static void an_assertion(void **state)
{
	(void)state;
	fails(lost_update, GCX_ASSERTION, "gcx_read(&x, 8) == 2");
}

static void take_x_then_y(void *unused)
{
	(void)unused;
	gcx_acquire(&x, 8, 1);
	gcx_acquire(&y, 8, 1);
	gcx_write(&y, 8, 0);
	gcx_write(&x, 8, 0);
}

static void philosophers(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(take_x_then_y, NULL);
	gcx_acquire(&y, 8, 1);
	gcx_acquire(&x, 8, 1);
	gcx_write(&x, 8, 0);
	gcx_write(&y, 8, 0);
}

static void a_deadlock(void **state)
{
	(void)state;
	fails(philosophers, GCX_DEADLOCK, "no task can go on");
}

static void overlap(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, 0);
	gcx_read((char *)&x + 4, 4);
}

static void no_alternative(void *unused)
{
	(void)unused;
	gcx_choose(0);
}

static void nothing(void *unused)
{
	(void)unused;
}

static void many_tasks(void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < GCX_TASKS; i++)
		gcx_spawn(nothing, NULL);
}

static void misuse(void **state)
{
	(void)state;
	fails(overlap, GCX_MISUSE, "overlap");
	fails(no_alternative, GCX_MISUSE, "gcx_choose(0)");
	fails(many_tasks, GCX_MISUSE, "more than 32 tasks");
}

static void a_schedule_that_is_not_possible(void **state)
{
	static const struct gcx_step steps[] = { { 3, 0 } };
	struct gcx_options options = { 0 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_replay(&options, lost_update, NULL, steps, 1, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	free(result.schedule);
}

/* ------------------------------------------------------------------------ bounds */
static void bounds(void **state)
{
	struct gcx_options options = { .most_executions = 1 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(explored(philosophers, &options, &result), GCX_BOUNDED);
	assert_non_null(strstr(result.message, "more than 1 executions"));
	options = (struct gcx_options){ .most_steps = 3 };
	assert_int_equal(explored(philosophers, &options, &result), GCX_BOUNDED);
	assert_non_null(strstr(result.message, "more than 3 steps"));
	assert_int_equal(result.complete, 0);
}

/* ------------------------------------------------------------------------ outcomes */
static void choose_some(void *unused)
{
	unsigned two;

	(void)unused;
	two = gcx_choose(2);
	seen |= 1u << (two * 4 + gcx_choose(4));
}

static void assume_some(void *unused)
{
	unsigned four;

	(void)unused;
	four = gcx_choose(4);
	gcx_assume(four % 2 == 0);
	seen |= 1u << four;
}

static void set_x(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, 1);
	gcx_stop();
}

/* The reader is not done when the other task stops the execution; but it could have been. */
static void stopped(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(set_x, NULL);
	seen |= gcx_read(&x, 8) ? 2 : 1;
}

static void set_both(void *unused)
{
	(void)unused;
	x = y = 1;
}

static void spawn_atomic(void *unused)
{
	(void)unused;
	gcx_atomic(set_both, NULL);
}

static void atomic(void *unused)
{
	uint64_t first;

	(void)unused;
	x = y = 0;
	gcx_spawn(spawn_atomic, NULL);
	first = gcx_read(&x, 8);
	seen |= 1u << (first * 2 + gcx_read(&y, 8));
}

static void grow(void *depth)
{
	if ((uintptr_t)depth > 0)
		gcx_join(gcx_spawn(grow, (void *)((uintptr_t)depth - 1)));
	gcx_modify(&x, 8, GCX_ADD, 1);
}

static void nested(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(grow, (void *)(uintptr_t)1);
	gcx_join(gcx_spawn(grow, (void *)(uintptr_t)1));
	seen |= 1u << gcx_read(&x, 8);
}

static void outcomes(void **state)
{
	(void)state;
	ends(choose_some, 255, false);
	ends(assume_some, 1 | 4, true);
	ends(stopped, 3, false);
	ends(atomic, 1 | 2 | 8, false);
	ends(nested, 4 | 8 | 16, false);
}

/* A lock is awaited, not tried: one execution for each order in which tasks get it. */
static void with_lock(void *unused)
{
	(void)unused;
	gcx_acquire(&lock, 8, 1);
	gcx_write(&x, 8, gcx_read(&x, 8) + 1);
	gcx_write(&lock, 8, 0);
}

static void locked(void *unused)
{
	(void)unused;
	x = lock = 0;
	for (unsigned i = 0; i < 4; i++)
		gcx_spawn(with_lock, NULL);
}

static void locks(void **state)
{
	struct gcx_options options = { .reduction = GCX_OPTIMAL };
	struct gcx_result result;

	(void)state;
	assert_int_equal(explored(locked, &options, &result), GCX_VERIFIED);
	assert_int_equal(result.complete, 24);
	assert_int_equal(result.pruned, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_assertion),
		cmocka_unit_test(a_deadlock),
		cmocka_unit_test(misuse),
		cmocka_unit_test(a_schedule_that_is_not_possible),
		cmocka_unit_test(bounds),
		cmocka_unit_test(outcomes),
		cmocka_unit_test(locks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
