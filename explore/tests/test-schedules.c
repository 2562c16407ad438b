/* Schedules: in files, and made simpler. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/gcexplore.h"
#include "explore/tests/executions.h"
#include "explore/tests/random-program.h"

static const char file[] = "test-schedules.schedule";
static uint64_t x, y;

static void put_text(const char *text)
{
	FILE *out = fopen(file, "w");

	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

/* --------------------------------------------------------------------------- files */
static void as_they_were_written(void **state)
{
	static const struct gcx_step steps[] = { { 0, 0 }, { 31, 65534 }, { 2, 1 } };
	struct gcx_step *read;
	size_t length;
	char name[GCX_TEXT], message[GCX_TEXT];

	(void)state;
	for (size_t count = 0; count <= 3; count++) {
		assert_true(gcx_write_schedule(file, "lost\nupdate", steps, count, message));
		assert_true(gcx_read_schedule(file, name, &read, &length, message));
		assert_string_equal(name, "lost update");
		assert_int_equal(length, count);
		for (size_t i = 0; i < count; i++) {
			assert_int_equal(read[i].task, steps[i].task);
			assert_int_equal(read[i].choice, steps[i].choice);
		}
		free(read);
	}
}

static void files_that_cannot_be_written(void **state)
{
	static const struct gcx_step steps[] = { { 0, 0 } };
	char message[GCX_TEXT];

	(void)state;
	assert_false(gcx_write_schedule("/dev/full", "x", steps, 1, message));
	assert_string_equal(message, "/dev/full: No space left on device");
	assert_false(gcx_write_schedule("no/such/folder", "x", steps, 1, message));
	assert_non_null(strstr(message, "no/such/folder: No such file"));
}

static void damaged_files(void **state)
{
	static const char *const damaged[][2] = {
		{ "", ":1: the end is missing" },
		{ "something\n", ":1: this is no schedule" },
		{ "gcexplore schedule 9 x\nend 0\n", ":1: this is a schedule of another version" },
		{ "gcexplore schedule 1 x\n", ":2: the end is missing" },
		{ "gcexplore schedule 1 x\n0 0\n", ":3: the end is missing" },
		{ "gcexplore schedule 1 x\n0 0\n1 0", ":3: the line has no end" },
		{ "gcexplore schedule 1 x\n0 0\n-1 0\nend 2\n", ":3: a step is a task" },
		{ "gcexplore schedule 1 x\n0 0\n1\nend 2\n", ":3: a step is a task" },
		{ "gcexplore schedule 1 x\n0 0 0\nend 1\n", ":2: a step is a task" },
		{ "gcexplore schedule 1 x\n0  0\nend 1\n", ":2: a step is a task" },
		{ "gcexplore schedule 1 x\n99999999999 0\nend 1\n", ":2: there is no such task" },
		{ "gcexplore schedule 1 x\n0 99999999999999999999\nend 1\n", ":2: a step is" },
		{ "gcexplore schedule 1 x\n0 0\nend 2\n", ":3: another number of steps" },
		{ "gcexplore schedule 1 x\n0 0\nend 1\n0 0\n", ":3: something follows" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
		struct gcx_step *steps;
		size_t length;
		char message[GCX_TEXT];

		put_text(damaged[i][0]);
		assert_false(gcx_read_schedule(file, NULL, &steps, &length, message));
		assert_ptr_equal(strstr(message, damaged[i][1]), message + strlen(file));
		assert_null(steps);
	}
}

/* ------------------------------------------------------------------------ replaying */
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

static void a_failure_from_a_file(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_result result, again;
	char message[GCX_TEXT];

	(void)state;
	assert_int_equal(gcx_explore(&options, lost_update, NULL, &result), GCX_FAILED);
	assert_true(gcx_write_schedule(file, "lost update", result.schedule, result.schedule_length,
	    message));
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(gcx_replay_file(&options, lost_update, NULL, file, &again),
		    GCX_FAILED);
		assert_string_equal(again.message, result.message);
		assert_int_equal(again.schedule_length, result.schedule_length);
		assert_int_equal(again.preemptions, 1);
		free(again.schedule);
	}
	free(result.schedule);
}

/* Each of two tasks makes another one.  It fails if the second one is the first to do so, which is
 * not how tasks were numbered in the executions before. */
static uintptr_t first, expected_first;

static void add(void *unused)
{
	(void)unused;
	gcx_modify(&x, 8, GCX_ADD, 1);
}

static void make_another(void *number)
{
	if (gcx_modify(&y, 8, GCX_ADD, 1) == 0)
		first = (uintptr_t)number;
	gcx_spawn(add, NULL);
}

static void last_comes_first(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(make_another, (void *)(uintptr_t)1);
	gcx_spawn(make_another, (void *)(uintptr_t)2);
	gcx_await_value(&x, 8, 2);
	gcx_assert(first == expected_first);
}

static void numbers_of_tasks(void **state)
{
	static const enum gcx_reduction reductions[] = { GCX_OPTIMAL, GCX_SOURCE, GCX_SLEEP,
		GCX_NONE };
	struct gcx_result result, again;

	(void)state;
	for (unsigned i = 0; i < 8; i++) {
		struct gcx_options options = { .reduction = reductions[i / 2] };

		expected_first = 1 + i % 2;
		assert_int_equal(gcx_explore(&options, last_comes_first, NULL, &result),
		    GCX_FAILED);
		assert_int_equal(gcx_replay(&options, last_comes_first, NULL, result.schedule,
				     result.schedule_length, &again),
		    GCX_FAILED);
		assert_string_equal(again.message, result.message);
		assert_int_equal(again.schedule_length, result.schedule_length);
		free(result.schedule);
		free(again.schedule);
	}
}

static void stop(void *unused)
{
	(void)unused;
	gcx_stop();
}

static void refused(void (*program)(void *), const char *text, const char *message)
{
	struct gcx_options options = { 0 };
	struct gcx_result result;

	put_text(text);
	assert_int_equal(gcx_replay_file(&options, program, NULL, file, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	assert_non_null(strstr(result.message, message));
	free(result.schedule);
}

static void schedules_that_do_not_fit(void **state)
{
	(void)state;
	refused(lost_update, "gcexplore schedule 1 x\n1 0\n0 0\nend 2\n", ":3: this step is not");
	refused(lost_update, "gcexplore schedule 1 x\n1 0\n1 1\nend 2\n", ":3: this step is not");
	refused(lost_update, "gcexplore schedule 1 x\n1 0\n7 0\nend 2\n", ":3: this step is not");
	refused(stop, "gcexplore schedule 1 x\n0 0\n0 0\nend 2\n", ":3: this step is not");
	refused(lost_update, "gcexplore schedule 1 x\nend 1\n", ":2: another number");
}

/* ------------------------------------------------------------------------ minimising */
static void work(void *of)
{
	for (unsigned i = 0; i < 20; i++)
		gcx_modify(of, 8, GCX_ADD, 1);
	increment(NULL);
	gcx_modify(of, 8, GCX_ADD, 1);
}

static void busy(void *unused)
{
	unsigned tasks[4];

	(void)unused;
	x = y = 0;
	for (unsigned i = 0; i < 4; i++)
		tasks[i] = gcx_spawn(work, &y);
	for (unsigned i = 0; i < 4; i++)
		gcx_join(tasks[i]);
	gcx_assert(gcx_read(&x, 8) == 4);
}

/* One preemption is enough, between a read and the write after it; each step is needed. */
static void one_preemption(void **state)
{
	struct gcx_options options = { .reduction = GCX_RANDOM, .most_executions = 100 };
	struct gcx_result result, simple, again;

	(void)state;
	assert_int_equal(gcx_explore(&options, busy, NULL, &result), GCX_FAILED);
	for (unsigned effort = 0; effort <= 2000; effort += 2000) {
		assert_int_equal(gcx_minimise(&options, busy, NULL, result.schedule,
				     result.schedule_length, effort, &simple),
		    GCX_FAILED);
		assert_string_equal(simple.message, result.message);
		assert_int_equal(gcx_replay(&options, busy, NULL, simple.schedule,
				     simple.schedule_length, &again),
		    GCX_FAILED);
		assert_string_equal(again.message, result.message);
		assert_int_equal(again.preemptions, simple.preemptions);
		assert_true(effort > 0 || simple.preemptions > 10);
		free(simple.schedule);
		free(again.schedule);
	}
	assert_int_equal(simple.preemptions, 1);
	assert_int_equal(simple.schedule_length, result.schedule_length);
	free(result.schedule);
}

/* The fewest preemptions, and then steps, of an execution that fails; searched for without the
 * minimiser. */
static void fewest(unsigned *preemptions, unsigned *steps)
{
	struct gcx_options options = { .reduction = GCX_NONE, .bound_preemptions = true };
	struct gcx_result result = { 0 };

	for (;; options.most_preemptions++) {
		enum gcx_verdict verdict = gcx_explore(&options, random_program, NULL, &result);

		free(result.schedule);
		if (verdict == GCX_FAILED)
			break;
	}
	*preemptions = options.most_preemptions;
	for (options.most_steps = 1;; options.most_steps++) {
		enum gcx_verdict verdict = gcx_explore(&options, random_program, NULL, &result);

		free(result.schedule);
		if (verdict == GCX_FAILED)
			break;
	}
	*steps = (unsigned)result.schedule_length;
}

static void minimise_random(unsigned seed, const struct gcx_result *failure)
{
	struct gcx_options options = { 0 };
	struct gcx_result simple, again;
	unsigned preemptions, steps;

	fewest(&preemptions, &steps);
	gcx_minimise(&options, random_program, NULL, failure->schedule, failure->schedule_length,
	    100000, &simple);
	if (simple.preemptions != preemptions || simple.schedule_length != steps) {
		printf("# program %u: %u preemptions, not %u; %zu steps, not %u\n", seed,
		    simple.preemptions, preemptions, simple.schedule_length, steps);
		random_print();
		fail();
	}
	gcx_replay(&options, random_program, NULL, simple.schedule, simple.schedule_length, &again);
	assert_string_equal(again.message, failure->message);
	assert_int_equal(again.preemptions, preemptions);
	free(simple.schedule);
	free(again.schedule);
}

static void random_failures(void **state)
{
	unsigned seed = executions_given("SEED", 1), count = executions_count(100);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		struct gcx_options options = { .reduction = GCX_RANDOM, .most_executions = 300 };
		struct gcx_result result;

		random_make(seed + i, AND_THE_REST, GCX_SC);
		if (gcx_explore(&options, random_program, NULL, &result) == GCX_FAILED)
			minimise_random(seed + i, &result);
		free(result.schedule);
	}
}

/* What fails in another way is no simpler form of a failure. */
static void fail_differently(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(increment, NULL);
	gcx_assert(gcx_read(&x, 8) == 1);
	gcx_spawn(increment, NULL);
	gcx_spawn(increment, NULL);
	gcx_join(2);
	gcx_join(3);
	gcx_assert(gcx_read(&x, 8) == 3);
}

static void other_failures(void **state)
{
	static const struct gcx_step steps[] = { { 1, 0 }, { 1, 0 }, { 0, 0 }, { 2, 0 }, { 3, 0 },
		{ 2, 0 }, { 3, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } };
	struct gcx_options options = { 0 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_minimise(&options, fail_differently, NULL, steps,
			     sizeof steps / sizeof *steps, 1000, &result),
	    GCX_FAILED);
	assert_non_null(strstr(result.message, "== 3"));
	assert_int_equal(result.preemptions, 1);
	free(result.schedule);
	assert_int_equal(gcx_minimise(&options, lost_update, NULL, NULL, 0, 1000, &result),
	    GCX_VERIFIED);
	assert_null(result.schedule);
}

static void fail_always(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(increment, NULL);
	gcx_spawn(increment, NULL);
	gcx_join(1);
	gcx_join(2);
	gcx_assert(x == 17);
}

/* With so little effort only the search for executions without preemptions is begun. */
static void little_effort(void **state)
{
	static const struct gcx_step steps[] = { { 1, 0 }, { 2, 0 }, { 1, 0 }, { 2, 0 } };
	struct gcx_options options = { 0 };
	struct gcx_result result;

	(void)state;
	for (uint64_t effort = 0; effort <= 3; effort += 3) {
		assert_int_equal(gcx_minimise(&options, fail_always, NULL, steps, 4, effort,
				     &result),
		    GCX_FAILED);
		assert_int_equal(result.preemptions, effort == 0 ? 2 : 0);
		free(result.schedule);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_they_were_written),
		cmocka_unit_test(files_that_cannot_be_written),
		cmocka_unit_test(damaged_files),
		cmocka_unit_test(a_failure_from_a_file),
		cmocka_unit_test(numbers_of_tasks),
		cmocka_unit_test(schedules_that_do_not_fit),
		cmocka_unit_test(one_preemption),
		cmocka_unit_test(random_failures),
		cmocka_unit_test(other_failures),
		cmocka_unit_test(little_effort),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	remove(file);
	return failed;
}
