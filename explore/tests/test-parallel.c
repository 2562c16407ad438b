/* Several processes explore what one would. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include "explore/gcexplore.h"
#include "explore/tests/executions.h"
#include "explore/tests/random-program.h"

/* -------------------------------------------------------------------------- programs */
static uint64_t x, y, lock;
static unsigned tasks;

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
	for (unsigned i = 0; i < tasks; i++)
		gcx_spawn(with_lock, NULL);
}

static void increment(void *of)
{
	gcx_write(of, 8, gcx_read(of, 8) + 1);
}

/* Tasks that make tasks, on the heap: their numbers and addresses are the same in all processes. */
static void increment_by_another(void *of)
{
	increment(of);
	gcx_spawn(increment, of);
}

static void nested(void *unused)
{
	uint64_t *number = gcx_allocate(sizeof *number);

	(void)unused;
	gcx_spawn(increment_by_another, number);
	gcx_spawn(increment_by_another, number);
}

/* Which tasks are made differs from execution to execution. */
static void increment_and_make(void *unused)
{
	uint64_t old = gcx_read(&x, 8);

	(void)unused;
	gcx_write(&x, 8, old + 1);
	if (old == 1)
		gcx_spawn(increment, &x);
}

static void sometimes_nested(void *unused)
{
	(void)unused;
	x = y = 0;
	for (unsigned i = 0; i < 3; i++)
		gcx_spawn(increment_and_make, NULL);
}

static void lost_update(void *unused)
{
	(void)unused;
	x = 0;
	gcx_join(gcx_spawn(increment, &y));
	for (unsigned i = 1; i <= 3; i++)
		gcx_spawn(increment, &x);
	for (unsigned i = 2; i <= 4; i++)
		gcx_join(i);
	gcx_assert(gcx_read(&x, 8) > 1);
}

/* -------------------------------------------------------------------------- comparing */
static void explore(void (*program)(void *), enum gcx_reduction reduction, unsigned jobs,
    unsigned depth, struct gcx_result *result)
{
	struct gcx_options options = { .reduction = reduction, .jobs = jobs, .split_depth = depth };

	gcx_explore(&options, program, NULL, result);
	free(result->schedule);
}

/* The same executions, whatever the number of processes and parts is. */
static void compare(void (*program)(void *), enum gcx_reduction reduction, unsigned most_depth)
{
	struct gcx_result one, some;

	explore(program, reduction, 1, 0, &one);
	for (unsigned depth = 0; depth <= most_depth; depth++) {
		explore(program, reduction, 2 + depth % 2, depth, &some);
		assert_int_equal(one.verdict, some.verdict);
		assert_string_equal(some.note, one.note);
		if (one.verdict == GCX_FAILED)
			continue;
		assert_int_equal(some.complete, one.complete);
		assert_int_equal(some.blocked > 0, one.blocked > 0);
		assert_int_equal(some.deepest, one.deepest);
	}
}

static void counts(void **state)
{
	(void)state;
	for (tasks = 2; tasks <= 5; tasks++) {
		compare(locked, GCX_OPTIMAL, tasks);
		compare(locked, GCX_SOURCE, 2);
	}
	compare(nested, GCX_OPTIMAL, 8);
	compare(nested, GCX_SOURCE, 8);
	compare(sometimes_nested, GCX_OPTIMAL, 6);
}

static void random_programs(void **state)
{
	unsigned seed = executions_given("SEED", 1), count = executions_count(60);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		random_make(seed + i, (enum operations)(i % 3), GCX_SC);
		compare(random_program, GCX_OPTIMAL, 4);
		compare(random_program, GCX_SOURCE, 2);
	}
}

/* What a gcx_cas after a gcx_atomic will be when it comes first shows only when it is done: program
 * 344 has one. */
static void steps_that_are_not_what_was_expected(void **state)
{
	struct gcx_result result;

	(void)state;
	random_make(344, AND_THE_REST, GCX_SC);
	for (unsigned i = 0; i < 40; i++) {
		explore(random_program, GCX_OPTIMAL, 2, 1, &result);
		assert_int_equal(result.complete, 14);
	}
}

static void a_failure(void **state)
{
	struct gcx_options options = { .jobs = 3, .split_depth = 3 };
	struct gcx_result result, again;

	(void)state;
	assert_int_equal(gcx_explore(&options, lost_update, NULL, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_ASSERTION);
	assert_non_null(strstr(result.message, "gcx_read(&x, 8) > 1"));
	assert_int_equal(gcx_replay(&options, lost_update, NULL, result.schedule,
			     result.schedule_length, &again),
	    GCX_FAILED);
	assert_string_equal(again.message, result.message);
	free(result.schedule);
	free(again.schedule);
}

/* ------------------------------------------------------------------------- parts as files */
static const char folder[] = "test-parallel.parts";
enum { MOST_PARTS = 2000 };

static void clear_folder(void)
{
	char name[100];

	for (unsigned i = 1; i < MOST_PARTS; i++) {
		snprintf(name, sizeof name, "%s/part-%u", folder, i);
		remove(name);
		snprintf(name, sizeof name, "%s/part-%u.done", folder, i);
		remove(name);
	}
	remove(folder);
	assert_int_equal(mkdir(folder, 0777), 0);
}

/* Does the parts whose number is ODD, or is not.  Returns how many. */
static unsigned do_parts(void (*program)(void *), const struct gcx_options *options, unsigned odd)
{
	unsigned count = 0;

	for (unsigned i = 1; i < MOST_PARTS; i++) {
		struct gcx_result result;
		char name[100];

		snprintf(name, sizeof name, "%s/part-%u", folder, i);
		if (i % 2 != odd || access(name, F_OK) != 0)
			continue;
		gcx_do_part(options, program, NULL, name, &result);
		assert_int_not_equal(result.failure, GCX_MISUSE);
		assert_int_not_equal(access(name, F_OK), 0);
		count++;
	}
	return count;
}

static void compare_split(void (*program)(void *), unsigned depth)
{
	struct gcx_options options = { .split_depth = depth };
	struct gcx_result one, some;
	unsigned rounds = 0;

	explore(program, GCX_OPTIMAL, 1, 0, &one);
	clear_folder();
	while (gcx_split(&options, program, NULL, folder, &some) == GCX_BOUNDED &&
	    strstr(some.message, "parts are to be done")) {
		unsigned pending = (unsigned)atoi(some.message);
		unsigned done = do_parts(program, &options, rounds % 2);

		done += do_parts(program, &options, !(rounds % 2));
		assert_int_equal(done, pending);
		rounds++;
	}
	free(some.schedule);
	assert_int_equal(one.verdict, some.verdict);
	if (one.verdict == GCX_FAILED)
		return;
	assert_int_equal(some.complete, one.complete);
	assert_int_equal(some.blocked > 0, one.blocked > 0);
	assert_int_equal(some.deepest, one.deepest);
}

static void parts_in_files(void **state)
{
	unsigned seed = executions_given("SEED", 1), count = executions_count(60) / 4;

	(void)state;
	tasks = 4;
	for (unsigned depth = 0; depth < 6; depth++) {
		compare_split(locked, depth);
		compare_split(sometimes_nested, depth);
	}
	compare_split(lost_update, 3);
	for (unsigned i = 0; i < count; i++) {
		random_make(seed + i, (enum operations)(i % 3), GCX_SC);
		compare_split(random_program, 1 + i % 3);
	}
}

static void part_refused(const struct gcx_options *options, const char *path, const char *message)
{
	struct gcx_result result;

	assert_int_equal(gcx_do_part(options, locked, NULL, path, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	assert_non_null(strstr(result.message, message));
}

static void damage(const char *path)
{
	FILE *file = fopen(path, "r+");

	assert_non_null(file);
	assert_int_equal(fseek(file, -4, SEEK_END), 0);
	assert_int_equal(fputc('x', file), 'x');
	assert_int_equal(fclose(file), 0);
}

static void parts_that_are_wrong(void **state)
{
	static const char part[] = "test-parallel.parts/part-1";
	static const char temporary[] = "test-parallel.parts/part-1.done.tmp";
	static const char done[] = "test-parallel.parts/part-1.done";
	struct gcx_options options = { .split_depth = 2 }, others = { .most_steps = 1000 };
	struct gcx_result result;

	(void)state;
	tasks = 3;
	clear_folder();
	assert_int_equal(gcx_split(&options, locked, NULL, folder, &result), GCX_BOUNDED);
	part_refused(&others, part, "other options");
	part_refused(&options, "test-parallel.parts/part-0", "no such file");
	assert_int_equal(symlink("/dev/full", temporary), 0);
	part_refused(&options, part, "part-1.done: No space left on device");
	remove(temporary);
	do_parts(locked, &options, 0);
	do_parts(locked, &options, 1);
	damage(done);
	assert_int_equal(gcx_split(&options, locked, NULL, folder, &result), GCX_FAILED);
	assert_non_null(strstr(result.message, "part-1.done: the file is damaged"));
	remove(done);
	assert_int_equal(gcx_split(&options, locked, NULL, folder, &result), GCX_BOUNDED);
	assert_string_equal(result.message, "1 parts are to be done");
	damage(part);
	part_refused(&options, part, "damaged");
	assert_int_equal(gcx_split(&options, locked, NULL, "no/folder", &result), GCX_FAILED);
	assert_non_null(strstr(result.message, "no/folder/part-1: No such file"));
	clear_folder();
	remove(folder);
}

/* --------------------------------------------------------------------- killed processes */
static unsigned *killed; /* shared by all processes */
static pid_t first_process;
static unsigned most_killed;

/* The process ends in the execution in which the last task is the first one to get the lock. */
static void end_or_lock(void *number)
{
	gcx_acquire(&lock, 8, 1);
	if ((uintptr_t)number == 3 && x == 0 && getpid() != first_process &&
	    *killed < most_killed) {
		++*killed;
		raise(SIGKILL);
	}
	gcx_write(&x, 8, gcx_read(&x, 8) + 1);
	gcx_write(&lock, 8, 0);
}

static void ending(void *unused)
{
	(void)unused;
	x = lock = 0;
	for (uintptr_t i = 0; i < 4; i++)
		gcx_spawn(end_or_lock, (void *)i);
}

static void killed_processes(void **state)
{
	struct gcx_result result;

	(void)state;
	first_process = getpid();
	killed =
	    mmap(NULL, sizeof *killed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(killed != MAP_FAILED);
	for (unsigned depth = 1; depth <= 6; depth++) {
		*killed = 0;
		most_killed = 1;
		explore(ending, GCX_OPTIMAL, 2, depth, &result);
		assert_int_equal(*killed, 1);
		assert_int_equal(result.verdict, GCX_VERIFIED);
		assert_int_equal(result.complete, 24);
		assert_string_equal(result.note,
		    "a process was killed by signal 9, and its part was done again");
		most_killed = 1000;
		explore(ending, GCX_OPTIMAL, 2, depth, &result);
		assert_int_equal(result.verdict, GCX_BOUNDED);
		assert_non_null(strstr(result.message,
		    "parts are left out: a process was killed by "
		    "signal 9, twice"));
	}
	munmap(killed, sizeof *killed);
}

/* ------------------------------------------------------------------------------- bounds */
static bool stop_soon(const struct gcx_progress *progress, void *reports)
{
	assert_true(progress->fraction >= 0 && progress->fraction <= 1);
	++*(unsigned *)reports;
	return progress->seconds < 0.2;
}

static void bounds(void **state)
{
	unsigned reports = 0;
	struct gcx_options options = { .jobs = 2,
		.progress = stop_soon,
		.progress_argument = &reports,
		.progress_milliseconds = 50 };
	struct gcx_result result;

	(void)state;
	tasks = 9;
	assert_int_equal(gcx_explore(&options, locked, NULL, &result), GCX_BOUNDED);
	assert_string_equal(result.message, "interrupted");
	assert_in_range(reports, 2, 5);
	options.progress = NULL;
	options.most_seconds = 0.1;
	assert_int_equal(gcx_explore(&options, locked, NULL, &result), GCX_BOUNDED);
	assert_string_equal(result.message, "it takes more than 0.1 seconds");
	options.most_seconds = 0;
	options.most_executions = 1000;
	assert_int_equal(gcx_explore(&options, locked, NULL, &result), GCX_BOUNDED);
	assert_string_equal(result.message, "there are more than 1000 executions");
	tasks = 3;
	options.most_steps = 11;
	assert_int_equal(gcx_explore(&options, locked, NULL, &result), GCX_BOUNDED);
	assert_non_null(strstr(result.message, "more than 11 steps"));
	assert_int_equal(result.complete, 0);
}

static void wrong_options(void **state)
{
	static const struct gcx_options wrong[] = {
		{ .reduction = GCX_SLEEP, .jobs = 2 },
		{ .bound_preemptions = true, .jobs = 2 },
		{ .checkpoint = "test-parallel.state", .jobs = 2 },
		{ .jobs = 1025 },
	};
	static const char *const messages[] = { "jobs are for", "jobs are for", "no checkpoints",
		"at most 1024" };
	struct gcx_result result;

	(void)state;
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		assert_int_equal(gcx_explore(&wrong[i], locked, NULL, &result), GCX_FAILED);
		assert_int_equal(result.failure, GCX_MISUSE);
		assert_non_null(strstr(result.message, messages[i]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts),
		cmocka_unit_test(random_programs),
		cmocka_unit_test(steps_that_are_not_what_was_expected),
		cmocka_unit_test(a_failure),
		cmocka_unit_test(parts_in_files),
		cmocka_unit_test(parts_that_are_wrong),
		cmocka_unit_test(killed_processes),
		cmocka_unit_test(bounds),
		cmocka_unit_test(wrong_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
