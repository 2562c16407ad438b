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

static void explore(enum gcx_memory memory, enum gcx_reduction reduction, struct explored *explored)
{
	struct gcx_options options = { .memory = memory,
		.reduction = reduction,
		.complete = completed };

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

/* With GCX_C11 a few executions are begun in vain (doc/explore.md). */
static bool is_wasteful(enum gcx_memory memory, int reduction, const struct gcx_result *result)
{
	return reduction == GCX_OPTIMAL && memory != GCX_C11 && result->pruned > 0;
}

/* Returns whether the program is small enough to compare. */
static bool compare(unsigned seed, enum operations operations, enum gcx_memory memory)
{
	struct explored all, some;
	bool comparable;

	random_make(seed, operations, memory);
	explore(memory, GCX_NONE, &all);
	comparable = all.result.verdict != GCX_BOUNDED;
	for (int reduction = GCX_OPTIMAL; comparable && reduction < GCX_NONE; reduction++) {
		explore(memory, (enum gcx_reduction)reduction, &some);
		if (!is_same(&all, &some) || is_wasteful(memory, reduction, &some.result)) {
			printf("# program %u, memory %d, reduction %d: %zu executions of %zu, %llu "
			       "pruned, %llu complete, outcomes %zu of %zu\n",
			    seed, memory, reduction, some.executions.count, all.executions.count,
			    (unsigned long long)some.result.pruned,
			    (unsigned long long)some.result.complete, some.outcomes.count,
			    all.outcomes.count);
			random_print();
			fail();
		}
		forget(&some);
	}
	forget(&all);
	return comparable;
}

static void compare_some(enum operations operations, enum gcx_memory memory)
{
	unsigned seed = executions_given("SEED", 1), count = executions_count(60), compared = 0;

	for (unsigned i = 0; i < count; i++)
		compared += compare(seed + i, operations, memory);
	assert_true(compared > count / 4);
}

static void reads_and_writes(void **memory)
{
	compare_some(READ_AND_WRITE, *(enum gcx_memory *)*memory);
}

static void awaits_and_locks(void **memory)
{
	compare_some(AND_AWAIT, *(enum gcx_memory *)*memory);
}

static void all_operations(void **memory)
{
	compare_some(AND_THE_REST, *(enum gcx_memory *)*memory);
}

/* Whether each of SOME is among ALL. */
static bool includes(const struct set *all, const struct set *some)
{
	size_t found = 0;

	for (size_t i = 0; i < all->count && found < some->count; i++)
		found += all->at[i] == some->at[found];
	return found == some->count;
}

static void compare_memories(unsigned seed, enum gcx_memory strong, enum gcx_memory weak)
{
	struct explored fewer, more;

	random_make(seed, READ_AND_WRITE, GCX_C11);
	explore(strong, GCX_OPTIMAL, &fewer);
	explore(weak, GCX_OPTIMAL, &more);
	if (!includes(&more.outcomes, &fewer.outcomes)) {
		printf("# program %u: memory %d misses outcomes of %d\n", seed, weak, strong);
		random_print();
		fail();
	}
	forget(&fewer);
	forget(&more);
}

static void weaker_memory_has_more_outcomes(void **state)
{
	unsigned seed = executions_given("SEED", 1), count = executions_count(60);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		compare_memories(seed + i, GCX_SC, GCX_TSO);
		compare_memories(seed + i, GCX_TSO, GCX_PSO);
		compare_memories(seed + i, GCX_SC, GCX_C11);
	}
}

static enum gcx_memory memories[] = { GCX_SC, GCX_TSO, GCX_PSO, GCX_C11 };
#define WITH_EACH(test)                                                                            \
	cmocka_unit_test_prestate(test, &memories[0]),                                             \
	    cmocka_unit_test_prestate(test, &memories[1]),                                         \
	    cmocka_unit_test_prestate(test, &memories[2]),                                         \
	    cmocka_unit_test_prestate(test, &memories[3])

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_EACH(reads_and_writes),
		WITH_EACH(awaits_and_locks),
		WITH_EACH(all_operations),
		cmocka_unit_test(weaker_memory_has_more_outcomes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
