/* Random programs without branches: under each memory model their outcomes are those of a program that
 * shares no code with the library.  SEED=N COUNT=N: other programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/tests/straight.h"

enum { MOST_STEPS = 7, MOST_ACCESSES = 5 };

/* ------------------------------------------------------------------------ programs */
static uint32_t number;

static unsigned below(unsigned limit)
{
	number = number * 1103515245 + 12345;
	return (number >> 16) % limit;
}

static enum gcx_order one_of(const enum gcx_order *orders, unsigned count)
{
	return orders[below(count)];
}

static enum gcx_order some_order(enum step_kind kind)
{
	static const enum gcx_order loads[] = { GCX_RELAXED, GCX_ACQUIRE, GCX_SEQ_CST };
	static const enum gcx_order stores[] = { GCX_RELAXED, GCX_RELEASE, GCX_SEQ_CST };
	static const enum gcx_order both[] = { GCX_RELAXED, GCX_ACQUIRE, GCX_RELEASE, GCX_ACQ_REL,
		GCX_SEQ_CST };

	switch (kind) {
	case NO_STEP: break;
	case LOAD: return one_of(loads, 3);
	case STORE: return one_of(stores, 3);
	case SWAP:
	case CAS: return one_of(both, 5);
	case FENCE: return (enum gcx_order)(below(2) ? GCX_SEQ_CST : 1 + below(4));
	}
	return GCX_SEQ_CST;
}

static struct step some_step(uint8_t value)
{
	static const enum step_kind kinds[] = { LOAD, LOAD, LOAD, LOAD, STORE, STORE, STORE, STORE,
		SWAP, CAS, FENCE, FENCE };
	enum step_kind kind = kinds[below(sizeof kinds / sizeof *kinds)];

	return (struct step){ kind, below(LOCATIONS - below(2)), value, (uint8_t)below(3),
		some_order(kind), some_order(LOAD) };
}

static struct straight make(unsigned seed)
{
	struct straight made = { .threads = 2 };
	unsigned steps = 0, writes = 0;

	number = seed * 2654435761u + 99;
	below(2);
	made.threads += below(THREADS - 1);
	for (unsigned i = 0; i < made.threads; i++) {
		made.count[i] = 1 + below(STEPS);
		for (unsigned j = 0; j < made.count[i]; j++) {
			struct step *step = &made.steps[i][j];

			*step = some_step((uint8_t)(1 + writes));
			writes += step->kind != LOAD && step->kind != FENCE;
			if (writes > MOST_ACCESSES && step->kind != FENCE)
				*step = (struct step){ .kind = FENCE, .order = GCX_SEQ_CST };
			if (++steps > MOST_STEPS)
				made.count[i] = j + 1;
		}
	}
	return made;
}

/* ----------------------------------------------------------------------- comparing */
static void say(const struct straight *program, const struct outcomes *all,
    const struct outcomes *some, const char *what)
{
	for (size_t i = 0, j = 0; i < all->count; i++) {
		int order = -1;

		while (j < some->count &&
		    (order = memcmp(&some->at[j], &all->at[i], sizeof *all->at)) < 0)
			j++;
		if (j < some->count && order == 0)
			continue;
		printf("# %s:\n", what);
		print_outcome(program, &all->at[i]);
	}
}

static void compare(const struct straight *program, enum gcx_memory memory,
    enum gcx_reduction reduction, bool declared)
{
	struct outcomes explored = { 0 }, expected = { 0 };
	struct gcx_result result;

	explore_straight(program, memory, reduction, declared, &result, &explored);
	assert_int_equal(result.verdict, GCX_VERIFIED);
	if (memory == GCX_C11)
		enumerate_rc11(program, &expected);
	else
		run_windows(program, memory, &expected);
	if (explored.count != expected.count ||
	    memcmp(explored.at, expected.at, explored.count * sizeof *explored.at) != 0) {
		printf("# memory %d, reduction %d%s\n", memory, reduction,
		    declared ? ", declared" : "");
		print_straight(program);
		say(program, &expected, &explored, "missed");
		say(program, &explored, &expected, "not possible");
		fail();
	}
	free(explored.at);
	free(expected.at);
}

static unsigned given(const char *name, unsigned otherwise)
{
	const char *text = getenv(name);

	return text && *text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void the_same_outcomes(void **state)
{
	enum gcx_memory memory = *(enum gcx_memory *)*state;
	unsigned seed = given("SEED", 1), count = given("COUNT", 300);

	for (unsigned i = 0; i < count; i++) {
		struct straight program = make(seed + i);

		compare(&program, memory, GCX_OPTIMAL, false);
		if (memory == GCX_TSO || memory == GCX_PSO)
			compare(&program, memory, GCX_OPTIMAL, true);
	}
}

static enum gcx_memory memories[] = { GCX_SC, GCX_TSO, GCX_PSO, GCX_C11 };

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(the_same_outcomes, &memories[0]),
		cmocka_unit_test_prestate(the_same_outcomes, &memories[1]),
		cmocka_unit_test_prestate(the_same_outcomes, &memories[2]),
		cmocka_unit_test_prestate(the_same_outcomes, &memories[3]),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
