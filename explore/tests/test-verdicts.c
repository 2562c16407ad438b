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

static bool is_over(void *over)
{
	return *(const bool *)over;
}

/* Every execution ends with a task that waits for ever; there are two. */
static void server(void *unused)
{
	(void)unused;
	gcx_await_value(&y, 8, 1);
}

static void client(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, 1);
}

static void serve(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(server, NULL);
	gcx_spawn(client, NULL);
	gcx_read(&x, 8);
}

static void an_end_that_is_accepted(void **state)
{
	struct gcx_options options = { .is_over = is_over };
	struct gcx_result result;
	bool over = true;

	(void)state;
	assert_int_equal(gcx_explore(&options, serve, &over, &result), GCX_VERIFIED);
	assert_int_equal(result.complete, 2);
	over = false;
	assert_int_equal(gcx_explore(&options, serve, &over, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_DEADLOCK);
	free(result.schedule);
}

static void nothing(void *unused)
{
	(void)unused;
}

static void operate(void *unused)
{
	(void)unused;
	gcx_yield();
}

/* Each way to use the library wrongly, and what the message says. */
static unsigned wrong_use;
static const char *const wrong_uses[] = { "overlap", "is a multiple", "is a multiple",
	"is a multiple", "no such modification", "65535 alternatives", "more than 32 tasks",
	"no function", "no function", "only tasks", "no other task", "no other task",
	"not accessed", "held is not 0", "null is no block", "at least one byte", "64 MiB",
	"only tasks" };

static void explore_another(void *unused)
{
	struct gcx_options options = { 0 };
	struct gcx_result result;

	(void)unused;
	assert_int_equal(gcx_explore(&options, nothing, NULL, &result), GCX_FAILED);
	assert_non_null(strstr(result.message, "another"));
	gcx_spawn(nothing, NULL);
}

static void use_wrongly(void *unused)
{
	(void)unused;
	switch (wrong_use) {
	case 0:
		gcx_write(&x, 8, 0);
		gcx_read((char *)&x + 4, 4);
		return;
	case 1: gcx_read(NULL, 8); return;
	case 2: gcx_read(&x, 3); return;
	case 3: gcx_await_value((char *)&x + 1, 4, 0); return;
	case 4: gcx_modify(&x, 8, (enum gcx_modify)99, 0); return;
	case 5: gcx_choose(0); return;
	case 6:
		for (unsigned i = 0; i < GCX_TASKS; i++)
			gcx_spawn(nothing, NULL);
		return;
	case 7: gcx_spawn(NULL, NULL); return;
	case 8: gcx_atomic(NULL, NULL); return;
	case 9: gcx_atomic(operate, NULL); return;
	case 10: gcx_join(0); return;
	case 11: gcx_join(100000000); return;
	case 12: gcx_await(&x, 8); return;
	case 13: gcx_acquire(&x, 1, 256); return;
	case 14: gcx_free(NULL); return;
	case 15: gcx_allocate(0); return;
	case 16: gcx_allocate((size_t)1 << 40); return;
	default: gcx_atomic(explore_another, NULL); return;
	}
}

static void misuse(void **state)
{
	(void)state;
	for (wrong_use = 0; wrong_use < sizeof wrong_uses / sizeof *wrong_uses; wrong_use++)
		fails(use_wrongly, GCX_MISUSE, wrong_uses[wrong_use]);
}

/* Programs that do something else when they are executed again. */
static unsigned executions;
static uint64_t words[8];

static void access_another(void *unused)
{
	(void)unused;
	gcx_write(&words[executions++ % 8], 8, 1);
	gcx_write(&x, 8, 1);
}

static void change(void *unused)
{
	(void)unused;
	gcx_spawn(access_another, NULL);
	access_another(NULL);
}

static void another_program(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_result result;

	(void)state;
	executions = 0;
	assert_int_equal(explored(change, &options, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	assert_non_null(strstr(result.message, "not done the same"));
	free(result.schedule);
}

/* --------------------------------------------------------------------------- memory */
static uint64_t *block;

static void read_block(void *unused)
{
	(void)unused;
	gcx_read(&block[1], 8);
}

static void free_early(void *unused)
{
	(void)unused;
	block = gcx_allocate(2 * sizeof *block);
	gcx_spawn(read_block, NULL);
	gcx_free(block);
}

static void free_twice(void *unused)
{
	(void)unused;
	block = gcx_allocate(8);
	gcx_free(block);
	gcx_free(block);
}

static void free_within(void *unused)
{
	(void)unused;
	block = gcx_allocate(16);
	gcx_free(&block[1]);
}

static void read_behind(void *unused)
{
	(void)unused;
	block = gcx_allocate(8);
	gcx_allocate(8);
	gcx_read(&block[1], 8);
}

/* Each task has memory of its own, and the last one that publishes its block is seen: at the same
 * addresses in whatever order the tasks allocate. */
static void publish(void *number)
{
	uint64_t *made = gcx_allocate(sizeof *made);

	gcx_write(made, 8, (uintptr_t)number);
	gcx_write(&x, 8, (uintptr_t)made);
}

static void publish_some(void *unused)
{
	unsigned a, b;

	(void)unused;
	x = 0;
	a = gcx_spawn(publish, (void *)(uintptr_t)1);
	b = gcx_spawn(publish, (void *)(uintptr_t)2);
	gcx_join(a);
	gcx_join(b);
	seen |= 1u << gcx_read((uint64_t *)(uintptr_t)gcx_read(&x, 8), 8);
}

static void memory(void **state)
{
	(void)state;
	fails(free_early, GCX_MEMORY, "freed");
	fails(free_twice, GCX_MEMORY, "frees memory that was freed");
	fails(free_within, GCX_MEMORY, "no block");
	fails(read_behind, GCX_MEMORY, "no block");
	ends(publish_some, 2 | 4, false);
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
static void locked_once(void *unused)
{
	(void)unused;
	x = 0;
	gcx_acquire(&x, 8, 1);
	gcx_write(&y, 8, 1);
	gcx_write(&y, 8, 0);
	gcx_write(&x, 8, 0);
}

static void add(void *unused)
{
	(void)unused;
	gcx_modify(&x, 8, GCX_ADD, 1);
}

static void kept_update(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(add, NULL);
	add(NULL);
}

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
	options = (struct gcx_options){ .most_steps = 4 };
	assert_int_equal(explored(locked_once, &options, &result), GCX_VERIFIED);
	options.most_steps = 3;
	assert_int_equal(explored(locked_once, &options, &result), GCX_BOUNDED);
	options =
	    (struct gcx_options){ .reduction = GCX_NONE, .most_steps = 3, .most_executions = 2 };
	assert_int_equal(explored(lost_update, &options, &result), GCX_BOUNDED);
	assert_non_null(strstr(result.message, "more than 2 executions"));
	options = (struct gcx_options){ .tmc = true };
	assert_int_equal(explored(locked_once, &options, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
}

static void looked_at(void *unused)
{
	(void)unused;
	gcx_assert(x < 2);
}

static void what_looks_at_executions(void **state)
{
	struct gcx_options options = { .complete = looked_at };
	struct gcx_result result;

	(void)state;
	assert_int_equal(explored(kept_update, &options, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_ASSERTION);
	assert_non_null(strstr(result.message, "x < 2"));
	free(result.schedule);
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

/* The write may come after the read of x, and before the wait. */
static void write_x(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, 1);
}

static void read_both_and_await(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(write_x, NULL);
	if (gcx_read(&x, 8) == 0) {
		gcx_read(&y, 8);
		gcx_await(&x, 8);
	}
	seen |= 1u << gcx_read(&x, 8);
}

/* What has another value in 8 bytes is the same in 4. */
static void narrow(void *unused)
{
	static int32_t number;

	(void)unused;
	gcx_write(&number, 4, (uint64_t)-1);
	gcx_await_value(&number, 4, (uint64_t)-1);
	gcx_cas(&number, 4, (uint64_t)-1, 3);
	seen |= 1u << gcx_read(&number, 4);
}

/* An atomic step that writes y wakes nobody who awaits x. */
static void set_y(void *unused)
{
	(void)unused;
	y = 1;
}

static void spawn_set_y(void *unused)
{
	(void)unused;
	gcx_atomic(set_y, NULL);
}

static void await_for_ever(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_read(&x, 8);
	gcx_spawn(spawn_set_y, NULL);
	gcx_await(&x, 8);
}

/* What was written before the last access is no reason to go on. */
static void await_the_past(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, 1);
	gcx_read(&x, 8);
	gcx_await(&x, 8);
}

static void outcomes(void **state)
{
	(void)state;
	ends(choose_some, 255, false);
	ends(assume_some, 1 | 4, true);
	ends(stopped, 3, false);
	ends(atomic, 1 | 2 | 8, false);
	ends(nested, 4 | 8 | 16, false);
	ends(read_both_and_await, 2, false);
	ends(narrow, 8, false);
	fails(await_for_ever, GCX_DEADLOCK, "no task can go on");
	fails(await_the_past, GCX_DEADLOCK, "no task can go on");
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
		cmocka_unit_test(an_end_that_is_accepted),
		cmocka_unit_test(misuse),
		cmocka_unit_test(a_schedule_that_is_not_possible),
		cmocka_unit_test(another_program),
		cmocka_unit_test(memory),
		cmocka_unit_test(bounds),
		cmocka_unit_test(what_looks_at_executions),
		cmocka_unit_test(outcomes),
		cmocka_unit_test(locks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
