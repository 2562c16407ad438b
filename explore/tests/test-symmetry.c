/* Tasks that are alike: with symmetry the outcomes are the same, up to which of them did what; and
 * executions that are the same are explored once.  SEED=N COUNT=N: other programs. */
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

enum { TOO_MANY = 60000 };

/* -------------------------------------------------------------------------- small programs */
static uint64_t next, owner, done;
static unsigned tasks;

static void take_ticket(void *unused)
{
	uint64_t mine = gcx_modify(&next, 8, GCX_ADD, 1);

	(void)unused;
	gcx_await_value(&owner, 8, mine);
	gcx_modify(&owner, 8, GCX_ADD, 1);
}

static void ticket_lock(void *unused)
{
	(void)unused;
	next = owner = 0;
	for (unsigned i = 0; i < tasks; i++)
		gcx_spawn(take_ticket, NULL);
}

static void add_twice(void *unused)
{
	(void)unused;
	gcx_modify(&next, 8, GCX_ADD, 1);
	gcx_modify(&next, 8, GCX_ADD, 1);
}

static void two_groups(void *unused)
{
	(void)unused;
	next = 0;
	gcx_spawn(add_twice, NULL);
	gcx_spawn(add_twice, NULL);
	gcx_spawn(add_twice, &next);
	gcx_spawn(add_twice, &next);
}

/* Between the two there is an operation, so they are not alike. */
static void one_after_the_other(void *unused)
{
	(void)unused;
	next = 0;
	gcx_spawn(add_twice, NULL);
	gcx_write(&done, 8, 1);
	gcx_spawn(add_twice, NULL);
}

static uint64_t explored(void (*program)(void *), enum gcx_reduction reduction, bool symmetry)
{
	struct gcx_options options = { .reduction = reduction, .symmetry = symmetry };
	struct gcx_result result;

	assert_int_equal(gcx_explore(&options, program, NULL, &result), GCX_VERIFIED);
	assert_int_equal(result.blocked, 0);
	return result.complete;
}

static void each_order_once(void **state)
{
	(void)state;
	for (tasks = 1; tasks <= 6; tasks++)
		assert_int_equal(explored(ticket_lock, GCX_OPTIMAL, true), 1);
	tasks = 4;
	assert_int_equal(explored(ticket_lock, GCX_OPTIMAL, false), 24);
	/* 8! / 2!^4 orders; two pairs can be exchanged */
	assert_int_equal(explored(two_groups, GCX_OPTIMAL, false), 2520);
	assert_int_equal(explored(two_groups, GCX_OPTIMAL, true), 630);
	assert_int_equal(explored(two_groups, GCX_NONE, true), 630);
	assert_int_equal(explored(one_after_the_other, GCX_OPTIMAL, true),
	    explored(one_after_the_other, GCX_OPTIMAL, false));
}

static void add_once(void *unused)
{
	(void)unused;
	gcx_modify(&next, 8, GCX_ADD, 1);
}

/* A task that makes others before its first operation has begun.  What they do is little in short tests. */
static void make_two(void *unused)
{
	void (*body)(void *) = executions_count(24) < 24 ? add_once : add_twice;

	(void)unused;
	gcx_spawn(body, NULL);
	gcx_spawn(body, NULL);
	gcx_modify(&next, 8, GCX_SWAP, 9);
}

static void makers(void *unused)
{
	(void)unused;
	next = 0;
	gcx_spawn(make_two, NULL);
	gcx_spawn(make_two, NULL);
}

static struct set outcomes;

static void note_next(void *unused)
{
	(void)unused;
	set_put(&outcomes, next);
}

static struct set ends_of(void (*program)(void *), enum gcx_reduction reduction, bool symmetry,
    void (*complete)(void *), struct gcx_result *result)
{
	struct gcx_options options = { .reduction = reduction,
		.symmetry = symmetry,
		.complete = complete,
		.most_executions = reduction == GCX_NONE ? TOO_MANY : 0 };

	outcomes = (struct set){ 0 };
	gcx_explore(&options, program, NULL, result);
	free(result->schedule);
	set_sort(&outcomes);
	return outcomes;
}

static void makers_have_begun(void **state)
{
	struct gcx_result all_result, some_result;
	struct set all = ends_of(makers, GCX_OPTIMAL, false, note_next, &all_result);
	struct set some = ends_of(makers, GCX_OPTIMAL, true, note_next, &some_result);

	(void)state;
	assert_true(set_equal(&all, &some));
	/* only the children of each can be exchanged */
	assert_int_equal(all_result.complete, 4 * some_result.complete);
	free(all.at);
	free(some.at);
}

/* Memory of the tasks themselves, which is elsewhere for each of them: one that reads it late. */
static uint64_t *shared;

static void share(void *unused)
{
	uint64_t mine = 0, *made = gcx_allocate(8);

	(void)unused;
	*made = 0;
	gcx_modify(&next, 8, GCX_ADD, 1);
	if (gcx_cas((uint64_t *)(void *)&shared, 8, 0, (uint64_t)(uintptr_t)made) != 0)
		gcx_modify((uint64_t *)(uintptr_t)gcx_read((uint64_t *)(void *)&shared, 8), 8,
		    GCX_ADD, 1);
	gcx_modify(&mine, 8, GCX_ADD, gcx_read(made, 8));
	gcx_modify(&done, 8, GCX_ADD, mine + 1);
}

static void sharers(void *unused)
{
	(void)unused;
	next = done = 0;
	shared = NULL;
	for (unsigned i = 0; i < 3; i++)
		gcx_spawn(share, NULL);
}

static void note_done(void *unused)
{
	(void)unused;
	set_put(&outcomes, done);
}

static void own_memory(void **state)
{
	struct gcx_result all_result, some_result;
	struct set all = ends_of(sharers, GCX_OPTIMAL, false, note_done, &all_result);
	struct set some = ends_of(sharers, GCX_OPTIMAL, true, note_done, &some_result);

	(void)state;
	assert_true(all.count > 1);
	assert_true(set_equal(&all, &some));
	assert_int_equal(all_result.complete, 6 * some_result.complete);
	free(all.at);
	free(some.at);
}

/* -------------------------------------------------------------------------- random programs */
static void note_outcome(void *unused)
{
	(void)unused;
	set_put(&outcomes, random_outcome());
}

static bool is_same(const struct gcx_result *all, const struct set *all_ends,
    const struct gcx_result *some, const struct set *some_ends)
{
	if (all->verdict != some->verdict)
		return false;
	return all->verdict == GCX_FAILED ||
	    ((all->blocked > 0) == (some->blocked > 0) && some->complete <= all->complete &&
		set_equal(all_ends, some_ends));
}

/* Returns whether the program is small enough to compare. */
static bool compare(unsigned seed, enum operations operations)
{
	struct gcx_result all, some;
	struct set all_ends, some_ends;
	bool comparable;

	random_make_alike(seed, operations);
	all_ends = ends_of(random_program, GCX_NONE, false, note_outcome, &all);
	comparable = all.verdict != GCX_BOUNDED;
	for (int reduction = GCX_OPTIMAL; comparable && reduction <= GCX_NONE; reduction++) {
		some_ends = ends_of(random_program, (enum gcx_reduction)reduction, true,
		    note_outcome, &some);
		if (!is_same(&all, &all_ends, &some, &some_ends) ||
		    (reduction == GCX_OPTIMAL && some.pruned > 0)) {
			printf("# program %u, reduction %d: outcomes %zu of %zu, %llu complete\n",
			    seed, reduction, some_ends.count, all_ends.count,
			    (unsigned long long)some.complete);
			random_print();
			fail();
		}
		free(some_ends.at);
	}
	free(all_ends.at);
	return comparable;
}

static void random_programs(void **state)
{
	unsigned seed = executions_given("SEED", 1), count = executions_count(60);

	(void)state;
	for (int operations = READ_AND_WRITE; operations <= AND_THE_REST; operations++) {
		unsigned compared = 0;

		for (unsigned i = 0; i < count; i++)
			compared += compare(seed + i, (enum operations)operations);
		assert_true(compared >= count / 6);
	}
}

/* ------------------------------------------------------------------------------- misuse */
static void wrong_options_are_refused(void **state)
{
	const struct gcx_options wrong[] = { { .symmetry = true, .memory = GCX_TSO },
		{ .symmetry = true, .jobs = 2 },
		{ .symmetry = true, .tmc = true, .reduction = GCX_NONE } };

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct gcx_result result;

		assert_int_equal(gcx_explore(&wrong[i], two_groups, NULL, &result), GCX_FAILED);
		assert_int_equal(result.failure, GCX_MISUSE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_order_once),
		cmocka_unit_test(makers_have_begun),
		cmocka_unit_test(own_memory),
		cmocka_unit_test(random_programs),
		cmocka_unit_test(wrong_options_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
