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
#include "explore/src/explorer.h"
#include "explore/tests/random-program.h"

enum { TOO_MANY = 60000, STEPS = 64 };

/* ------------------------------------------------------------------- sets of numbers */
struct set {
	uint64_t *at;
	size_t count, room;
};

static void put(struct set *set, uint64_t number)
{
	if (set->count == set->room)
		set->at = realloc(set->at, (set->room = set->room * 2 + 64) * sizeof *set->at);
	set->at[set->count++] = number;
}

static int by_number(const void *a, const void *b)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

	return (first > second) - (first < second);
}

/* Sorts it, without what it has twice. */
static void sort(struct set *set)
{
	size_t kept = 0;

	if (set->count == 0)
		return;
	qsort(set->at, set->count, sizeof *set->at, by_number);
	for (size_t i = 0; i < set->count; i++)
		if (kept == 0 || set->at[i] != set->at[kept - 1])
			set->at[kept++] = set->at[i];
	set->count = kept;
}

static bool equal(const struct set *a, const struct set *b)
{
	return a->count == b->count &&
	    (a->count == 0 || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

/* --------------------------------------------------------------- what is equivalent */
static struct set executions, outcomes;

/* A number for all executions that are equivalent to this one: the same steps, each after the same
 * others.  It is made from the dependence of each two steps alone. */
static uint64_t equivalence(void)
{
	static struct clock clocks[STEPS];
	uint32_t done[GCX_TASKS] = { 0 };
	uint64_t sum = 0;

	assert_true(gcx_explorer->depth <= STEPS);
	for (uint32_t i = 0; i < gcx_explorer->depth; i++) {
		const struct label *label = &gcx_explorer->nodes[i].label;
		uint64_t hash = random_mix(label->task, label->choice);

		memset(&clocks[i], 0, sizeof clocks[i]);
		for (uint32_t j = 0; j < i; j++)
			if (gcx_depend(&gcx_explorer->nodes[j].label, label))
				gcx_clock_join(&clocks[i], &clocks[j]);
		clocks[i].of[label->task] = ++done[label->task];
		for (unsigned j = 0; j < GCX_TASKS; j++)
			hash = random_mix(hash, clocks[i].of[j]);
		sum += hash * hash + hash;
	}
	return random_mix(sum, gcx_explorer->depth);
}

static void completed(void *unused)
{
	(void)unused;
	put(&executions, equivalence());
	put(&outcomes, random_outcome());
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
	sort(&executions);
	sort(&outcomes);
	explored->executions = executions;
	explored->outcomes = outcomes;
}

static bool is_same(const struct explored *all, const struct explored *some)
{
	if (all->result.verdict != some->result.verdict)
		return false;
	return all->result.verdict == GCX_FAILED ||
	    ((all->result.blocked > 0) == (some->result.blocked > 0) &&
		equal(&all->executions, &some->executions) &&
		equal(&all->outcomes, &some->outcomes) &&
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

static unsigned given(const char *name, unsigned otherwise)
{
	const char *text = getenv(name);

	return text && *text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void compare_some(enum operations operations)
{
	unsigned seed = given("SEED", 1), count = given("COUNT", 150), compared = 0;

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
