/* Explorations that are interrupted and go on in another process: the totals are those of one that
 * is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include "explore/gcexplore.h"
#include "explore/tests/executions.h"
#include "explore/tests/random-program.h"

static const char file[] = "test-checkpoint.state";
static const char temporary[] = "test-checkpoint.state.tmp";
static const char *self;

/* -------------------------------------------------------------------------- programs */
static uint64_t x, y;

static void increment(void *of)
{
	for (unsigned i = 0; i < 2; i++)
		gcx_write(of, 8, gcx_read(of, 8) + 1);
}

static void on_statics(void *unused)
{
	(void)unused;
	x = 0;
	gcx_name(&x, 8, "x");
	gcx_name(&y, 8, "y");
	gcx_spawn(increment, &x);
	gcx_spawn(increment, &x);
	gcx_spawn(increment, &y);
}

static void on_heap(void *unused)
{
	uint64_t *number = gcx_allocate(sizeof *number);

	(void)unused;
	gcx_name(number, 8, "number");
	gcx_spawn(increment, number);
	increment(number);
	gcx_free(gcx_allocate(8));
}

static void on_stack(void *unused)
{
	uint64_t number = 0;
	unsigned other;

	(void)unused;
	gcx_name(&number, 8, "number");
	other = gcx_spawn(increment, &number);
	increment(&number);
	gcx_join(other);
}

static void (*const programs[])(void *) = { on_statics, on_heap, on_stack, random_program };
enum { RANDOM = 3, METHODS = 6 };

/* ---------------------------------------------------------------------- one exploration */
static struct gcx_options options_of(unsigned method)
{
	static const struct gcx_options methods[METHODS] = {
		{ .reduction = GCX_OPTIMAL },
		{ .reduction = GCX_SOURCE },
		{ .reduction = GCX_SLEEP },
		{ .reduction = GCX_NONE },
		{ .bound_preemptions = true, .most_preemptions = 2 },
		{ .reduction = GCX_OPTIMAL, .most_steps = 7 },
	};
	struct gcx_options options = methods[method];

	options.checkpoint = file;
	options.resume = true;
	return options;
}

static void explore(unsigned program, unsigned method, unsigned seed, uint64_t most,
    struct gcx_result *result)
{
	struct gcx_options options = options_of(method);

	if (program == RANDOM)
		random_make(seed, (enum operations)(seed % 3), GCX_SC);
	options.most_executions = most;
	gcx_explore(&options, programs[program], NULL, result);
}

static void print_totals(const struct gcx_result *result, char *text, size_t size)
{
	snprintf(text, size, "%d %d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %s",
	    result->verdict, result->failure, result->complete, result->blocked, result->pruned,
	    result->steps, result->deepest, result->message);
}

/* Another process, with other addresses: PROGRAM METHOD SEED MOST. */
static int be_other_process(char **arguments)
{
	struct gcx_result result;
	char text[400];

	explore((unsigned)atoi(arguments[0]), (unsigned)atoi(arguments[1]),
	    (unsigned)atoi(arguments[2]), (uint64_t)atoll(arguments[3]), &result);
	print_totals(&result, text, sizeof text);
	puts(text);
	free(result.schedule);
	return 0;
}

static void explore_elsewhere(unsigned program, unsigned method, unsigned seed, uint64_t most,
    char *text, int size)
{
	char command[400];
	FILE *pipe;

	snprintf(command, sizeof command, "%s %u %u %u %" PRIu64, self, program, method, seed,
	    most);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	assert_non_null(fgets(text, size, pipe));
	assert_int_equal(pclose(pipe), 0);
	text[strcspn(text, "\n")] = '\0';
}

/* ---------------------------------------------------------------------------- comparing */
static bool exists(void)
{
	return access(file, F_OK) == 0;
}

static uint32_t number = 1;

static uint64_t below(uint64_t count)
{
	number = number * 1103515245 + 12345;
	return (number >> 16) % count;
}

/* Interrupted at some points. */
static void compare(unsigned program, unsigned method, unsigned seed, bool elsewhere)
{
	char whole[400], parts[400];
	struct gcx_result result;
	uint64_t executions, done = 0;

	remove(file);
	explore(program, method, seed, 0, &result);
	free(result.schedule);
	print_totals(&result, whole, sizeof whole);
	executions = result.complete + result.blocked + result.pruned;
	do {
		done += 1 + below(executions / 3 + 1);
		if (elsewhere) {
			explore_elsewhere(program, method, seed, done, parts, sizeof parts);
		} else {
			explore(program, method, seed, done, &result);
			free(result.schedule);
			print_totals(&result, parts, sizeof parts);
		}
	} while (done < executions && exists());
	if (exists()) {
		explore(program, method, seed, 0, &result);
		free(result.schedule);
		print_totals(&result, parts, sizeof parts);
	}
	assert_string_equal(parts, whole);
	assert_false(exists());
}

static void random_programs(void **state)
{
	unsigned seed = executions_given("SEED", 1), count = executions_count(30);

	(void)state;
	for (unsigned i = 0; i < count; i++)
		for (unsigned method = 0; method < METHODS; method++)
			if (method != 3 || i % 8 == 0)
				compare(RANDOM, method, seed + i, false);
}

static void other_processes(void **state)
{
	(void)state;
	for (unsigned program = 0; program < RANDOM; program++)
		for (unsigned method = 0; method < METHODS; method++)
			compare(program, method, 0, true);
}

static void executions_at_random(void **state)
{
	struct gcx_options options = { .reduction = GCX_PCT,
		.most_executions = 500,
		.checkpoint = file,
		.resume = true };
	struct gcx_result whole, part;

	(void)state;
	remove(file);
	assert_int_equal(gcx_explore(&options, on_statics, NULL, &whole), GCX_BOUNDED);
	remove(file);
	for (options.most_executions = 100; options.most_executions <= 500;
	     options.most_executions += 100)
		assert_int_equal(gcx_explore(&options, on_statics, NULL, &part), GCX_BOUNDED);
	assert_int_equal(part.complete, 500);
	assert_int_equal(part.steps, whole.steps);
	assert_string_equal(part.message, whole.message);
	remove(file);
}

/* ---------------------------------------------------------------------- times to write */
static bool look_for_file(const struct gcx_progress *progress, void *found)
{
	*(bool *)found |= exists();
	return progress->seconds < 1.5;
}

static void locked(void *unused)
{
	(void)unused;
	x = 0;
	for (unsigned i = 0; i < 8; i++)
		gcx_spawn(increment, &x);
}

static void from_time_to_time(void **state)
{
	bool found = false;
	struct gcx_options options = { .checkpoint = file,
		.checkpoint_seconds = 1,
		.progress = look_for_file,
		.progress_argument = &found,
		.progress_milliseconds = 100 };
	struct gcx_result result;

	(void)state;
	remove(file);
	assert_int_equal(gcx_explore(&options, locked, NULL, &result), GCX_BOUNDED);
	assert_true(found);
	assert_true(exists());
	assert_string_equal(result.note, "");
	assert_int_not_equal(access(temporary, F_OK), 0);
}

/* What is replayed is no part of the exploration. */
static void a_replay_leaves_the_state_alone(void **state)
{
	struct gcx_options options = options_of(0);
	struct gcx_result result;

	(void)state;
	remove(file);
	explore(0, 0, 0, 5, &result);
	assert_true(exists());
	assert_int_equal(gcx_replay(&options, on_statics, NULL, NULL, 0, &result), GCX_VERIFIED);
	assert_true(exists());
	remove(file);
}

/* --------------------------------------------------------------------- what goes wrong */
static void no_room_on_the_disk(void **state)
{
	struct gcx_result result;

	(void)state;
	remove(file);
	assert_int_equal(symlink("/dev/full", temporary), 0);
	explore(0, 0, 0, 5, &result);
	remove(temporary);
	assert_int_equal(result.verdict, GCX_BOUNDED);
	assert_int_equal(result.complete, 5);
	assert_string_equal(result.note,
	    "test-checkpoint.state is not written: No space left on device");
	assert_false(exists());
}

static uint64_t *somewhere;

static void on_malloc(void *unused)
{
	(void)unused;
	*somewhere = 0;
	gcx_spawn(increment, somewhere);
	gcx_spawn(increment, somewhere);
}

static void memory_that_may_be_elsewhere(void **state)
{
	struct gcx_options options = options_of(0);
	struct gcx_result result;

	(void)state;
	somewhere = malloc(sizeof *somewhere);
	options.most_executions = 3;
	assert_int_equal(gcx_explore(&options, on_malloc, NULL, &result), GCX_BOUNDED);
	assert_non_null(strstr(result.note, "neither static, nor of gcx_allocate"));
	assert_false(exists());
	free(somewhere);
}

static char *contents(size_t *length)
{
	char *text = malloc(1 << 20);
	FILE *in = fopen(file, "r");

	assert_non_null(in);
	*length = fread(text, 1, 1 << 20, in);
	fclose(in);
	return text;
}

static void put_contents(const char *text, size_t length)
{
	FILE *out = fopen(file, "w");

	assert_non_null(out);
	assert_int_equal(fwrite(text, 1, length, out), length);
	assert_int_equal(fclose(out), 0);
}

static void refused(unsigned method, const char *message)
{
	struct gcx_result result;

	explore(0, method, 0, 0, &result);
	assert_int_equal(result.verdict, GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	assert_non_null(strstr(result.message, message));
	assert_null(result.schedule);
}

static void damaged_files(void **state)
{
	struct gcx_result result;
	char *text;
	size_t length;

	(void)state;
	remove(file);
	explore(0, 0, 0, 5, &result);
	text = contents(&length);
	for (size_t i = 0; i < length; i += i < 40 ? 1 : 1 + length / 60) {
		put_contents(text, i);
		refused(0, i < 17 ? "no state" : "");
		text[i] ^= 1;
		put_contents(text, length);
		refused(0, i < 17 ? "no state" : "");
		text[i] ^= 1;
	}
	put_contents(text, length - 1);
	refused(0, "damaged");
	text[length] = '\n';
	put_contents(text, length + 1);
	refused(0, "damaged");
	put_contents(text, length);
	refused(1, "other options");
	free(text);
	explore(0, 0, 0, 0, &result);
	assert_int_equal(result.verdict, GCX_VERIFIED);
}

static void another_program(void **state)
{
	struct gcx_options options = options_of(0);
	struct gcx_result result;

	(void)state;
	remove(file);
	explore(0, 0, 0, 5, &result);
	assert_int_equal(gcx_explore(&options, on_heap, NULL, &result), GCX_FAILED);
	assert_int_equal(result.failure, GCX_MISUSE);
	assert_non_null(strstr(result.message, "has not done the same again"));
	free(result.schedule);
}

int main(int count, char **arguments)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs),
		cmocka_unit_test(other_processes),
		cmocka_unit_test(executions_at_random),
		cmocka_unit_test(from_time_to_time),
		cmocka_unit_test(a_replay_leaves_the_state_alone),
		cmocka_unit_test(no_room_on_the_disk),
		cmocka_unit_test(memory_that_may_be_elsewhere),
		cmocka_unit_test(damaged_files),
		cmocka_unit_test(another_program),
	};
	int failed;

	if (count > 1)
		return be_other_process(arguments + 1);
	self = arguments[0];
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	remove(file);
	return failed;
}
