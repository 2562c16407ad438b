/* Random programs: each reduction examines the same executions as none at all, up to equivalence,
 * and the optimal one each of them once.  SEED=N COUNT=N: other programs. */
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

static struct set executions, outcomes;

static void completed(void *unused)
{
	(void)unused;
	set_put(&executions, executions_class());
	set_put(&outcomes, random_outcome());
}

/* ------------------------------------------------------------------------ comparing */
struct explored {
	struct gcx_result result;
	struct set executions, outcomes;
};

static void explore(enum gcx_reduction reduction, struct explored *explored)
{
	struct gcx_options options = { .reduction = reduction, .complete = completed };

	if (reduction == GCX_NONE)
		options.most_executions = TOO_MANY;
	executions = outcomes = (struct set){ 0 };
	gcx_explore(&options, random_program, NULL, &explored->result);
	free(explored->result.schedule);
	set_sort(&executions);
	set_sort(&outcomes);
	explored->executions = executions;
	explored->outcomes = outcomes;
}

static bool is_same(const struct explored *all, const struct explored *some)
{
	if (all->result.verdict != some->result.verdict)
		return false;
	return all->result.verdict == GCX_FAILED ||
	    ((all->result.blocked > 0) == (some->result.blocked > 0) &&
		set_equal(&all->executions, &some->executions) &&
		set_equal(&all->outcomes, &some->outcomes) &&
		some->result.complete == some->executions.count);
}

static void forget(struct explored *explored)
{
	free(explored->executions.at);
	free(explored->outcomes.at);
}

/* Returns whether the program is small enough to compare. */
static bool compare(unsigned seed, enum operations operations)
{
	struct explored all, some;
	bool comparable;

	random_make(seed, operations);
	explore(GCX_NONE, &all);
	comparable = all.result.verdict != GCX_BOUNDED;
	for (int reduction = GCX_OPTIMAL; comparable && reduction < GCX_NONE; reduction++) {
		explore((enum gcx_reduction)reduction, &some);
		if (!is_same(&all, &some) || (reduction == GCX_OPTIMAL && some.result.pruned > 0)) {
			printf("# program %u, reduction %d: %zu executions of %zu, %llu pruned\n",
			    seed, reduction, some.executions.count, all.executions.count,
			    (unsigned long long)some.result.pruned);
			random_print();
			fail();
		}
		forget(&some);
	}
	forget(&all);
	return comparable;
}

static void compare_some(enum operations operations)
{
	unsigned seed = executions_given("SEED", 1), count = executions_given("COUNT", 150),
		 compared = 0;

	for (unsigned i = 0; i < count; i++)
		compared += compare(seed + i, operations);
	assert_true(compared > count / 2);
}

static void reads_and_writes(void **state)
{
	(void)state;
	compare_some(READ_AND_WRITE);
}

static void awaits_and_locks(void **state)
{
	(void)state;
	compare_some(AND_AWAIT);
}

static void all_operations(void **state)
{
	(void)state;
	compare_some(AND_THE_REST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_and_writes),
		cmocka_unit_test(awaits_and_locks),
		cmocka_unit_test(all_operations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
