/* Bounds: few preemptions, executions that are chosen at random, limits of time and steps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/src/explorer.h"
#include "explore/tests/executions.h"
#include "explore/tests/random-program.h"

static uint64_t x, y;
static unsigned steps;

/* ------------------------------------------------- how many executions have few preemptions */
static void write_some(void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < steps; i++)
		gcx_write(&x, 8, i);
}

static void two_writers(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(write_some, NULL);
	gcx_spawn(write_some, NULL);
}

static void wait_and_write(void *unused)
{
	gcx_await_value(&x, 8, 1);
	write_some(unused);
}

/* The waiter is free to go on when the writer is over, and never before. */
static void waiter(void *unused)
{
	(void)unused;
	x = 0;
	gcx_spawn(wait_and_write, NULL);
	gcx_modify(&y, 8, GCX_ADD, 1);
	gcx_write(&x, 8, 1);
}

static uint64_t count_with(void (*program)(void *), unsigned preemptions, enum gcx_verdict verdict)
{
	struct gcx_options options = { .reduction = GCX_NONE,
		.bound_preemptions = true,
		.most_preemptions = preemptions };
	struct gcx_result result;

	assert_int_equal(gcx_explore(&options, program, NULL, &result), verdict);
	assert_int_equal(strstr(result.message, "preemptions are left out") != NULL,
	    verdict == GCX_BOUNDED);
	return result.complete;
}

/* Two tasks with three steps each have 20 executions: with i switches back and forth, the numbers
 * of ways to cut three steps into pieces.  The last switch of each is none away from a task that
 * could go on. */
static void executions_with_few_preemptions(void **state)
{
	(void)state;
	steps = 3;
	assert_int_equal(count_with(two_writers, 0, GCX_BOUNDED), 2);
	assert_int_equal(count_with(two_writers, 1, GCX_BOUNDED), 2 + 4);
	assert_int_equal(count_with(two_writers, 2, GCX_BOUNDED), 2 + 4 + 8);
	assert_int_equal(count_with(two_writers, 3, GCX_BOUNDED), 2 + 4 + 8 + 4);
	assert_int_equal(count_with(two_writers, 4, GCX_VERIFIED), 20);
	steps = 1;
	assert_int_equal(count_with(waiter, 0, GCX_VERIFIED), 1);
}

/* ---------------------------------------------------- random programs with few preemptions */
static struct set classes, outcomes;
static struct {
	uint64_t class;
	unsigned preemptions;
} * all;
static size_t all_count, all_room;

static void note_execution(void *unused)
{
	(void)unused;
	set_put(&classes, executions_class());
	set_put(&outcomes, random_outcome());
}

static void note_preemptions(void *unused)
{
	uint32_t depth = gcx_explorer->depth;

	(void)unused;
	if (all_count == all_room)
		all = realloc(all, (all_room = all_room * 2 + 64) * sizeof *all);
	all[all_count].class = executions_class();
	all[all_count++].preemptions = depth ? gcx_explorer->nodes[depth - 1].preemptions : 0;
}

struct bounded {
	struct gcx_result result;
	struct set classes, outcomes;
};

static void explore_bounded(enum gcx_reduction reduction, unsigned preemptions,
    struct bounded *bounded)
{
	struct gcx_options options = { .reduction = reduction,
		.bound_preemptions = true,
		.most_preemptions = preemptions,
		.complete = note_execution };

	classes = outcomes = (struct set){ 0 };
	gcx_explore(&options, random_program, NULL, &bounded->result);
	free(bounded->result.schedule);
	set_sort(&classes);
	set_sort(&outcomes);
	bounded->classes = classes;
	bounded->outcomes = outcomes;
}

static void forget(struct bounded *bounded)
{
	free(bounded->classes.at);
	free(bounded->outcomes.at);
}

/* What some execution within the bound has must be found, and nothing that none has. */
static void check_against_all(unsigned preemptions, const struct set *found)
{
	struct set wanted = { 0 };
	bool same;

	for (size_t i = 0; i < all_count; i++)
		if (all[i].preemptions <= preemptions)
			set_put(&wanted, all[i].class);
	set_sort(&wanted);
	same = set_equal(&wanted, found);
	free(wanted.at);
	assert_true(same);
}

static void compare_bounded(unsigned preemptions, bool fails)
{
	struct bounded one, other;

	explore_bounded(GCX_NONE, preemptions, &one);
	explore_bounded(GCX_OPTIMAL, preemptions, &other);
	assert_int_equal(one.result.verdict == GCX_FAILED, other.result.verdict == GCX_FAILED);
	assert_true(other.result.steps <= one.result.steps);
	if (one.result.verdict != GCX_FAILED) {
		assert_true(set_equal(&one.classes, &other.classes));
		assert_true(set_equal(&one.outcomes, &other.outcomes));
		assert_int_equal(one.result.blocked > 0, other.result.blocked > 0);
		assert_int_equal(other.result.complete, other.classes.count);
	}
	if (!fails && one.result.verdict != GCX_FAILED)
		check_against_all(preemptions, &other.classes);
	forget(&one);
	forget(&other);
}

static void random_programs_with_few_preemptions(void **state)
{
	struct gcx_options options = { .reduction = GCX_NONE,
		.bound_preemptions = true,
		.most_preemptions = 1000,
		.most_executions = 20000,
		.complete = note_preemptions };
	unsigned seed = executions_given("SEED", 1), count = executions_count(60);

	(void)state;
	for (unsigned i = 0; i < 3 * count; i++) {
		struct gcx_result result;

		random_make(seed + i, (enum operations)(i % 3), GCX_SC);
		all_count = 0;
		gcx_explore(&options, random_program, NULL, &result);
		free(result.schedule);
		for (unsigned bound = 0; result.verdict != GCX_BOUNDED && bound < 4; bound++)
			compare_bounded(bound, result.verdict == GCX_FAILED);
	}
	free(all);
}

/* ------------------------------------------------------------------- chosen at random */
static unsigned values;

static void increment(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, gcx_read(&x, 8) + 1);
}

static void look_at_sum(void *unused)
{
	(void)unused;
	values |= 1u << x;
}

static void increment_thrice(void *unused)
{
	(void)unused;
	x = 0;
	for (unsigned i = 0; i < 3; i++)
		gcx_spawn(increment, NULL);
}

/* Fails only when the writer comes between the two reads, and another one comes before both. */
static void write_x(void *unused)
{
	(void)unused;
	gcx_write(&x, 8, 1);
	gcx_write(&y, 8, 1);
}

static void read_twice(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(write_x, NULL);
	for (unsigned i = 0; i < 10; i++)
		gcx_yield();
	gcx_assert(gcx_read(&y, 8) || !gcx_read(&x, 8));
}

static void random_executions(void **state)
{
	static const enum gcx_reduction methods[] = { GCX_RANDOM, GCX_PCT };

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct gcx_options options = { .reduction = methods[i],
			.most_executions = 400,
			.seed = 5,
			.complete = look_at_sum };
		struct gcx_result result, again;

		values = 0;
		assert_int_equal(gcx_explore(&options, increment_thrice, NULL, &result),
		    GCX_BOUNDED);
		assert_non_null(strstr(result.message, "400 executions were chosen at random"));
		assert_int_equal(result.complete, 400);
		assert_int_equal(values, 2 | 4 | 8);
		options.complete = NULL;
		assert_int_equal(gcx_explore(&options, read_twice, NULL, &result), GCX_FAILED);
		assert_int_equal(gcx_replay(&options, read_twice, NULL, result.schedule,
				     result.schedule_length, &again),
		    GCX_FAILED);
		assert_string_equal(result.message, again.message);
		assert_int_equal(result.schedule_length, again.schedule_length);
		free(result.schedule);
		free(again.schedule);
	}
}

/* The same seed chooses the same executions, another one others. */
static uint64_t trace;

static void add_to_trace(void *unused)
{
	(void)unused;
	for (uint32_t i = 0; i < gcx_explorer->depth; i++)
		trace = random_mix(trace, gcx_explorer->nodes[i].label.task);
}

static uint64_t trace_of(enum gcx_reduction method, uint64_t seed)
{
	struct gcx_options options = { .reduction = method,
		.most_executions = 20,
		.seed = seed,
		.complete = add_to_trace };
	struct gcx_result result;

	trace = 1;
	gcx_explore(&options, increment_thrice, NULL, &result);
	return trace;
}

static void seeds(void **state)
{
	(void)state;
	for (int method = GCX_RANDOM; method <= GCX_PCT; method++) {
		enum gcx_reduction reduction = (enum gcx_reduction)method;

		assert_true(trace_of(reduction, 1) == trace_of(reduction, 1));
		assert_true(trace_of(reduction, 1) != trace_of(reduction, 2));
	}
}

/* One order of two steps that are each the last of the ten of its task: one of PCT's executions in
 * 2 * 20 finds it, if the depth is 2, and with depth 1 tasks do not take turns. */
static void take_ten(void *of)
{
	for (unsigned i = 0; i < 9; i++)
		gcx_yield();
	gcx_modify(of, 8, GCX_ADD, 1);
}

static void spawn_ten(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_spawn(take_ten, &x);
	gcx_spawn(take_ten, &y);
}

static unsigned switches;

static void count_switches(void *unused)
{
	(void)unused;
	for (uint32_t i = 1; i < gcx_explorer->depth; i++)
		switches +=
		    gcx_explorer->nodes[i].label.task != gcx_explorer->nodes[i - 1].label.task;
}

static void priorities(void **state)
{
	(void)state;
	for (unsigned depth = 1; depth <= 3; depth++) {
		struct gcx_options options = { .reduction = GCX_PCT,
			.pct_depth = depth,
			.most_executions = 1000,
			.complete = count_switches };
		struct gcx_result result;

		switches = 0;
		assert_int_equal(gcx_explore(&options, spawn_ten, NULL, &result), GCX_BOUNDED);
		if (depth == 1)
			assert_int_equal(switches, 1000);
		else
			assert_in_range(switches, 1300, depth * 1000);
	}
}

/* --------------------------------------------------------------------------- limits */
static void spin(void *unused)
{
	(void)unused;
	while (gcx_read(&y, 8) == 0)
		;
}

static void spin_for_ever(void *unused)
{
	(void)unused;
	x = y = 0;
	gcx_name(&x, 8, "first");
	gcx_name(&y, 8, "second");
	gcx_write(&x, 8, 1);
	gcx_spawn(spin, NULL);
	gcx_join(1);
}

static void the_loop_is_named(void **state)
{
	struct gcx_options options = { .most_steps = 100 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, spin_for_ever, NULL, &result), GCX_BOUNDED);
	assert_string_equal(result.message,
	    "an execution has more than 100 steps: task 1 repeats most: read of second, 99 times");
	assert_non_null(strstr(result.note, "no execution is complete"));
}

static void write_parts(void *unused)
{
	static uint32_t parts[4], more;

	(void)unused;
	gcx_name(&parts, sizeof parts, "parts");
	gcx_name(&parts, sizeof parts, "words");
	for (unsigned i = 0; i < 3; i++)
		gcx_write(&parts[3], 4, i);
	gcx_write(&more, 4, 0);
	gcx_write(&more, 4, 0);
}

static void parts_are_named(void **state)
{
	struct gcx_options options = { .most_steps = 4 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, write_parts, NULL, &result), GCX_BOUNDED);
	assert_non_null(strstr(result.message, "write of words+12, 3 times"));
}

static void no_more_time(void **state)
{
	struct gcx_options options = { .most_seconds = 0.05 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, spin_for_ever, NULL, &result), GCX_BOUNDED);
	assert_string_equal(result.message, "it takes more than 0.05 seconds");
	steps = 30;
	options.reduction = GCX_RANDOM;
	assert_int_equal(gcx_explore(&options, two_writers, NULL, &result), GCX_BOUNDED);
	assert_true(result.complete > 10);
	options.reduction = GCX_NONE;
	assert_int_equal(gcx_explore(&options, two_writers, NULL, &result), GCX_BOUNDED);
	assert_string_equal(result.message, "it takes more than 0.05 seconds");
}

static void assume_nothing(void *unused)
{
	(void)unused;
	gcx_assume(false);
}

static void all_are_blocked(void **state)
{
	struct gcx_options options = { 0 };
	struct gcx_result result;

	(void)state;
	assert_int_equal(gcx_explore(&options, assume_nothing, NULL, &result), GCX_VERIFIED);
	assert_non_null(strstr(result.note, "gcx_assume, or a loop that waits, blocks"));
	assert_int_equal(gcx_explore(&options, increment_thrice, NULL, &result), GCX_VERIFIED);
	assert_string_equal(result.note, "");
	assert_string_equal(result.message, "");
}

static void wrong_options(void **state)
{
	static const struct gcx_options wrong[] = {
		{ .reduction = GCX_RANDOM },
		{ .reduction = GCX_PCT, .most_executions = 1, .pct_depth = 65 },
		{ .reduction = GCX_NONE, .tmc = true, .bound_preemptions = true },
	};
	static const char *const messages[] = { "need most_executions", "at most 64", "tmc" };
	struct gcx_result result;

	(void)state;
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		assert_int_equal(gcx_explore(&wrong[i], two_writers, NULL, &result), GCX_FAILED);
		assert_int_equal(result.failure, GCX_MISUSE);
		assert_non_null(strstr(result.message, messages[i]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(executions_with_few_preemptions),
		cmocka_unit_test(random_programs_with_few_preemptions),
		cmocka_unit_test(random_executions),
		cmocka_unit_test(seeds),
		cmocka_unit_test(priorities),
		cmocka_unit_test(the_loop_is_named),
		cmocka_unit_test(parts_are_named),
		cmocka_unit_test(no_more_time),
		cmocka_unit_test(all_are_blocked),
		cmocka_unit_test(wrong_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
