/* How many executions there will be, and how far an exploration is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include "explore/gcexplore.h"
#include "explore/tests/executions.h"
#include "explore/tests/random-program.h"

/* ------------------------------------------------------------------------ programs */
static uint64_t x, y, lock;
static unsigned tasks;

static void spawn_all(void (*body)(void *))
{
	x = y = lock = 0;
	for (unsigned i = 0; i < tasks; i++)
		gcx_spawn(body, NULL);
}

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
	spawn_all(with_lock);
}

static void increment(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, gcx_read(&x, 8) + 1);
}

static void increments(void *unused)
{
	(void)unused;
	spawn_all(increment);
}

static void add_y(void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < tasks; i++)
		gcx_write(&x, 8, gcx_read(&x, 8) + gcx_read(&y, 8));
}

static void add_x(void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < tasks; i++)
		gcx_write(&y, 8, gcx_read(&y, 8) + gcx_read(&x, 8));
}

static void fibonacci(void *unused)
{
	(void)unused;
	x = y = 1;
	gcx_spawn(add_y, NULL);
	gcx_spawn(add_x, NULL);
}

static void try_to_increment(void *unused)
{
	uint64_t old;

	(void)unused;
	do
		old = gcx_read(&x, 8);
	while (gcx_cas(&x, 8, old, old + 1) != old);
}

static void tries(void *unused)
{
	(void)unused;
	spawn_all(try_to_increment);
}

static void choose(void *unused)
{
	(void)unused;
	if (gcx_choose(3) == 1)
		gcx_choose(7);
	gcx_assume(gcx_choose(2));
}

/* ------------------------------------------------------------------------ estimates */
static const struct row {
	void (*program)(void *);
	unsigned tasks;
	double tolerance; /* relative */
	bool takes_long;
} rows[] = {
	{ locked, 4, 0, false },
	{ locked, 6, 0, true },
	{ increments, 3, 0.1, false },
	{ increments, 4, 0.15, true },
	{ fibonacci, 3, 0.15, false },
	{ fibonacci, 4, 0.2, true },
	{ tries, 2, 0.15, false },
	{ tries, 3, 0.2, true },
	{ choose, 0, 0.05, false },
};

static double count(void (*program)(void *))
{
	struct gcx_options options = { 0 };
	struct gcx_result result;

	gcx_explore(&options, program, NULL, &result);
	free(result.schedule);
	return result.verdict == GCX_FAILED ? 0 : (double)(result.complete + result.blocked);
}

static double distance(double a, double b)
{
	return a > b ? a - b : b - a;
}

static void estimates(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct gcx_options options = { .seed = i };
		struct gcx_estimate estimate;
		double wanted;

		if (rows[i].takes_long && executions_count(24) < 24)
			continue;
		tasks = rows[i].tasks;
		wanted = count(rows[i].program);
		assert_true(gcx_estimate(&options, rows[i].program, NULL, 1000, &estimate));
		if (distance(estimate.executions, wanted) > wanted * rows[i].tolerance + 1e-6) {
			printf("# row %zu: %g +- %g, not %g\n", i, estimate.executions,
			    estimate.deviation, wanted);
			fail();
		}
		assert_true(estimate.deviation <= estimate.executions * 0.1);
		assert_int_equal(estimate.deviation > 0, rows[i].tolerance > 0);
		assert_true(estimate.seconds > 0 && estimate.seconds < 100);
	}
}

/* Of random programs together the estimates are right, and most of them alone. */
static void estimates_of_random_programs(void **state)
{
	unsigned seed = executions_given("SEED", 1), programs = executions_count(400);
	unsigned compared = 0, close = 0;
	double sum = 0, relative = 0;

	(void)state;
	for (unsigned i = 0; i < programs; i++) {
		struct gcx_options options = { .seed = i };
		struct gcx_estimate estimate;
		double wanted;

		random_make(seed + i, (enum operations)(i % 3), GCX_SC);
		wanted = count(random_program);
		if (wanted == 0)
			continue;
		assert_true(gcx_estimate(&options, random_program, NULL, 60, &estimate));
		compared++;
		sum += distance(estimate.executions, wanted) / wanted;
		relative += estimate.executions / wanted;
		close += distance(estimate.executions, wanted) <= 2 * estimate.deviation + 1e-6;
	}
	printf("# %u programs: mean ratio %.3f, mean error %.3f, %u within 2 deviations\n",
	    compared, relative / compared, sum / compared, close);
	assert_true(distance(relative / compared, 1) < 0.05);
	assert_true(close > compared * 8 / 10);
}

/* Some paths through the tree of this program end asleep. */
static void paths_that_end_asleep(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_estimate estimate;

	(void)state;
	random_make(593, AND_THE_REST, GCX_SC);
	assert_true(count(random_program) == 3);
	assert_true(gcx_estimate(&options, random_program, NULL, 2000, &estimate));
	assert_true(distance(estimate.executions, 3) < 0.1);
}

static void what_cannot_be_estimated(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_estimate estimate;

	(void)state;
	assert_false(gcx_estimate(&options, locked, NULL, 0, &estimate));
	assert_non_null(strstr(estimate.message, "needs a probe"));
}

static void estimate_within(void *unused)
{
	struct gcx_options options = { 0 };
	struct gcx_estimate estimate;

	(void)unused;
	assert_false(gcx_estimate(&options, locked, NULL, 1, &estimate));
	assert_non_null(strstr(estimate.message, "cannot explore another"));
}

static void not_within_a_program(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, estimate_within, NULL, &result), GCX_VERIFIED);
}

/* ------------------------------------------------------------------------ progress */
struct reports {
	unsigned count, most;
	struct gcx_progress last;
};

static bool look(const struct gcx_progress *progress, void *of)
{
	struct reports *reports = of;

	assert_true(progress->fraction >= 0 && progress->fraction <= 1);
	/* at most one in a millisecond */
	assert_true(progress->seconds * 1000 + 1e-6 >= reports->count + 1);
	assert_true(progress->seconds >= reports->last.seconds);
	assert_true(progress->executions >= reports->last.executions);
	if (progress->fraction > 0)
		assert_true(progress->seconds_left >= 0);
	reports->last = *progress;
	return ++reports->count < reports->most;
}

/* What else runs on the machine makes no difference to processor time: between two reports that is no
 * more than the time that passes, and at most one execution. */
static void reports_come_in_time(void **state)
{
	struct reports reports = { .most = 100 };
	struct gcx_options options = { .reduction = GCX_NONE,
		.progress = look,
		.progress_argument = &reports,
		.progress_milliseconds = 1 };
	struct gcx_result result;
	clock_t before = clock();

	(void)state;
	tasks = 6;
	assert_int_equal(gcx_explore(&options, increments, NULL, &result), GCX_BOUNDED);
	assert_int_equal(reports.count, reports.most);
	assert_true(clock() - before < CLOCKS_PER_SEC / 1000 * 2 * reports.most);
	reports = (struct reports){ .most = 1000000 };
	options.progress_milliseconds = 0;
	options.most_seconds = 0.1;
	assert_int_equal(gcx_explore(&options, increments, NULL, &result), GCX_BOUNDED);
	assert_int_equal(reports.count, 0);
}

/* The tree of a lock is the same everywhere: what is done of it is known exactly. */
static void the_fraction_of_the_tree(void **state)
{
	struct reports reports = { .most = 1000000 };
	struct gcx_options options = { .reduction = GCX_NONE,
		.progress = look,
		.progress_argument = &reports,
		.progress_milliseconds = 1 };
	struct gcx_result result;

	(void)state;
	tasks = 4;
	assert_int_equal(gcx_explore(&options, increments, NULL, &result), GCX_VERIFIED);
	assert_int_equal(result.complete, 2520);
	if (reports.count > 0)
		assert_true(
		    distance(reports.last.fraction, (double)reports.last.executions / 2520) < 0.3);
}

static void interrupted(void **state)
{
	static const enum gcx_reduction methods[] = { GCX_OPTIMAL, GCX_NONE, GCX_RANDOM };

	(void)state;
	tasks = 7;
	for (unsigned i = 0; i < 3; i++) {
		struct reports reports = { .most = 3 };
		struct gcx_options options = { .reduction = methods[i],
			.most_executions = 1000000,
			.progress = look,
			.progress_argument = &reports,
			.progress_milliseconds = 1 };
		struct gcx_result result;

		assert_int_equal(gcx_explore(&options, increments, NULL, &result), GCX_BOUNDED);
		assert_int_equal(reports.count, 3);
		assert_non_null(strstr(result.message, "interrupted"));
		assert_int_equal(result.complete, reports.last.executions);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(estimates),
		cmocka_unit_test(estimates_of_random_programs),
		cmocka_unit_test(paths_that_end_asleep),
		cmocka_unit_test(what_cannot_be_estimated),
		cmocka_unit_test(not_within_a_program),
		cmocka_unit_test(reports_come_in_time),
		cmocka_unit_test(the_fraction_of_the_tree),
		cmocka_unit_test(interrupted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
