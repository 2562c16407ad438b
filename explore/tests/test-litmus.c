/* Litmus tests: which memory model allows the outcome for which each of them is known, and how many
 * executions are explored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/tests/straight.h"

enum { X, Y, Z, MODELS = 4, ANY = 255 };

#define R  GCX_RELAXED
#define A  GCX_ACQUIRE
#define L  GCX_RELEASE
#define AL GCX_ACQ_REL
#define SC GCX_SEQ_CST
#define LD(at, order)                                                                              \
	{                                                                                          \
		LOAD, at, 0, 0, order, R                                                           \
	}
#define ST(at, value, order)                                                                       \
	{                                                                                          \
		STORE, at, value, 0, order, R                                                      \
	}
#define SWP(at, value, order)                                                                      \
	{                                                                                          \
		SWAP, at, value, 0, order, R                                                       \
	}
#define FN(order)                                                                                  \
	{                                                                                          \
		FENCE, 0, 0, 0, order, R                                                           \
	}

struct litmus {
	const char *name, *allowed;  /* by SC, TSO, PSO, C11: + or - */
	unsigned executions[MODELS]; /* 0: not compared */
	struct step steps[THREADS][STEPS];
	/* The outcome: what the loads and swaps get, thread by thread, and memory. */
	uint8_t got[8], memory[LOCATIONS];
};

#define EVERY                                                                                      \
	{                                                                                          \
		ANY, ANY, ANY                                                                      \
	}

static const struct litmus tests[] = {
	/* store buffering */
	{ "SB", "-+++", { 3, 4, 4, 4 }, { { ST(X, 1, R), LD(Y, R) }, { ST(Y, 1, R), LD(X, R) } },
	    { 0, 0 }, EVERY },
	{ "SB, acquire and release", "-+++", { 3, 4, 4, 4 },
	    { { ST(X, 1, L), LD(Y, A) }, { ST(Y, 1, L), LD(X, A) } }, { 0, 0 }, EVERY },
	{ "SB, seq_cst", "----", { 3, 3, 3, 0 },
	    { { ST(X, 1, SC), LD(Y, SC) }, { ST(Y, 1, SC), LD(X, SC) } }, { 0, 0 }, EVERY },
	{ "SB, seq_cst loads only", "-+++", { 0 },
	    { { ST(X, 1, R), LD(Y, SC) }, { ST(Y, 1, R), LD(X, SC) } }, { 0, 0 }, EVERY },
	{ "SB, fences", "----", { 3, 3, 3, 0 },
	    { { ST(X, 1, R), FN(SC), LD(Y, R) }, { ST(Y, 1, R), FN(SC), LD(X, R) } }, { 0, 0 },
	    EVERY },
	{ "SB, one fence", "-+++", { 0 },
	    { { ST(X, 1, R), FN(SC), LD(Y, R) }, { ST(Y, 1, R), LD(X, R) } }, { 0, 0 }, EVERY },
	{ "SB, weak fences", "-+++", { 0 },
	    { { ST(X, 1, R), FN(AL), LD(Y, R) }, { ST(Y, 1, R), FN(AL), LD(X, R) } }, { 0, 0 },
	    EVERY },
	{ "SB, swaps", "---+", { 0 }, { { SWP(X, 1, R), LD(Y, R) }, { SWP(Y, 1, R), LD(X, R) } },
	    { 0, 0, 0, 0 }, EVERY },
	{ "SB, forwarded", "-+++", { 0 },
	    { { ST(X, 1, R), LD(X, R), LD(Y, R) }, { ST(Y, 1, R), LD(Y, R), LD(X, R) } },
	    { 1, 0, 1, 0 }, EVERY },
	/* message passing */
	{ "MP", "--++", { 3, 3, 4, 4 }, { { ST(X, 1, R), ST(Y, 1, R) }, { LD(Y, R), LD(X, R) } },
	    { 1, 0 }, EVERY },
	{ "MP, release and acquire", "----", { 3, 3, 3, 3 },
	    { { ST(X, 1, R), ST(Y, 1, L) }, { LD(Y, A), LD(X, R) } }, { 1, 0 }, EVERY },
	{ "MP, release", "---+", { 3, 3, 3, 4 },
	    { { ST(X, 1, R), ST(Y, 1, L) }, { LD(Y, R), LD(X, R) } }, { 1, 0 }, EVERY },
	{ "MP, acquire", "--++", { 3, 3, 4, 4 },
	    { { ST(X, 1, R), ST(Y, 1, R) }, { LD(Y, A), LD(X, R) } }, { 1, 0 }, EVERY },
	{ "MP, fences", "----", { 3, 3, 3, 3 },
	    { { ST(X, 1, R), FN(L), ST(Y, 1, R) }, { LD(Y, R), FN(A), LD(X, R) } }, { 1, 0 },
	    EVERY },
	{ "MP, release fence", "---+", { 0 },
	    { { ST(X, 1, R), FN(L), ST(Y, 1, R) }, { LD(Y, R), LD(X, R) } }, { 1, 0 }, EVERY },
	{ "MP, seq_cst store and fence", "--++", { 0 },
	    { { ST(X, 1, SC), ST(Y, 1, R) }, { LD(Y, R), FN(SC), LD(X, R) } }, { 1, 0 }, EVERY },
	{ "MP, release sequence", "----", { 0 },
	    { { ST(X, 1, R), ST(Y, 1, L) }, { SWP(Y, 2, R) }, { LD(Y, A), LD(X, R) } }, { 1, 2, 0 },
	    EVERY },
	{ "MP, no sequence of stores", "---+", { 0 },
	    { { ST(X, 1, R), ST(Y, 1, L), ST(Y, 2, R) }, { LD(Y, A), LD(X, R) } }, { 2, 0 },
	    EVERY },
	/* load buffering */
	{ "LB", "----", { 3, 3, 3, 3 }, { { LD(X, R), ST(Y, 1, R) }, { LD(Y, R), ST(X, 1, R) } },
	    { 1, 1 }, EVERY },
	/* independent reads of independent writes */
	{ "IRIW", "---+", { 15, 15, 15, 16 },
	    { { ST(X, 1, R) }, { ST(Y, 1, R) }, { LD(X, R), LD(Y, R) }, { LD(Y, R), LD(X, R) } },
	    { 1, 0, 1, 0 }, EVERY },
	{ "IRIW, acquire", "---+", { 15, 15, 15, 16 },
	    { { ST(X, 1, L) }, { ST(Y, 1, L) }, { LD(X, A), LD(Y, A) }, { LD(Y, A), LD(X, A) } },
	    { 1, 0, 1, 0 }, EVERY },
	{ "IRIW, seq_cst", "----", { 15, 15, 15, 0 },
	    { { ST(X, 1, SC) }, { ST(Y, 1, SC) }, { LD(X, SC), LD(Y, SC) },
		{ LD(Y, SC), LD(X, SC) } },
	    { 1, 0, 1, 0 }, EVERY },
	{ "IRIW, fences", "----", { 0 },
	    { { ST(X, 1, R) }, { ST(Y, 1, R) }, { LD(X, R), FN(SC), LD(Y, R) },
		{ LD(Y, R), FN(SC), LD(X, R) } },
	    { 1, 0, 1, 0 }, EVERY },
	/* two threads with two writes */
	{ "2+2W", "--++", { 3, 3, 4, 4 },
	    { { ST(X, 1, R), ST(Y, 2, R) }, { ST(Y, 1, R), ST(X, 2, R) } }, { 0 }, { 1, 1, ANY } },
	{ "2+2W, release", "---+", { 3, 3, 3, 4 },
	    { { ST(X, 1, L), ST(Y, 2, L) }, { ST(Y, 1, L), ST(X, 2, L) } }, { 0 }, { 1, 1, ANY } },
	{ "2+2W, seq_cst", "----", { 3, 3, 3, 0 },
	    { { ST(X, 1, SC), ST(Y, 2, SC) }, { ST(Y, 1, SC), ST(X, 2, SC) } }, { 0 },
	    { 1, 1, ANY } },
	/* a write and a read of two locations */
	{ "R", "-+++", { 3, 4, 4, 4 }, { { ST(X, 1, R), ST(Y, 1, R) }, { ST(Y, 2, R), LD(X, R) } },
	    { 0 }, { ANY, 2, ANY } },
	{ "R, seq_cst", "----", { 3, 3, 3, 0 },
	    { { ST(X, 1, SC), ST(Y, 1, SC) }, { ST(Y, 2, SC), LD(X, SC) } }, { 0 },
	    { ANY, 2, ANY } },
	{ "R, fences", "----", { 0 },
	    { { ST(X, 1, R), FN(SC), ST(Y, 1, R) }, { ST(Y, 2, R), FN(SC), LD(X, R) } }, { 0 },
	    { ANY, 2, ANY } },
	{ "S", "--++", { 3, 3, 4, 4 }, { { ST(X, 2, R), ST(Y, 1, R) }, { LD(Y, R), ST(X, 1, R) } },
	    { 1 }, { 2, ANY, ANY } },
	{ "S, release and acquire", "----", { 3, 3, 3, 3 },
	    { { ST(X, 2, R), ST(Y, 1, L) }, { LD(Y, A), ST(X, 1, R) } }, { 1 }, { 2, ANY, ANY } },
	/* from write to read, over two threads */
	{ "WRC", "---+", { 7, 7, 7, 8 },
	    { { ST(X, 1, R) }, { LD(X, R), ST(Y, 1, R) }, { LD(Y, R), LD(X, R) } }, { 1, 1, 0 },
	    EVERY },
	{ "WRC, release and acquire", "----", { 7, 7, 7, 7 },
	    { { ST(X, 1, L) }, { LD(X, A), ST(Y, 1, L) }, { LD(Y, A), LD(X, A) } }, { 1, 1, 0 },
	    EVERY },
	{ "RWC, behind a fence", "----", { 0 },
	    { { ST(X, 1, R), FN(SC), ST(Y, 1, L) }, { LD(Y, A), LD(Z, R) },
		{ ST(Z, 1, R), FN(SC), LD(X, R) } },
	    { 1, 0, 0 }, EVERY },
	{ "RWC, before a fence", "----", { 0 },
	    { { ST(X, 1, R), ST(Y, 1, L) }, { LD(Y, A), FN(SC), LD(Z, R) },
		{ ST(Z, 1, SC), LD(X, SC) } },
	    { 1, 0, 0 }, EVERY },
	{ "RWC, seq_cst around release and acquire", "----", { 0 },
	    { { ST(X, 1, SC), ST(Y, 1, L) }, { LD(Y, A), LD(Z, SC) }, { ST(Z, 1, SC), LD(X, SC) } },
	    { 1, 0, 0 }, EVERY },
	{ "two writes, behind a fence", "----", { 0 },
	    { { ST(X, 1, R), FN(SC), ST(Y, 1, L) }, { LD(Y, A), ST(Z, 1, SC) },
		{ ST(Z, 2, SC), LD(X, SC) } },
	    { 1, 0 }, { ANY, ANY, 2 } },
	/* one location */
	{ "CoRR", "----", { 3, 3, 3, 3 }, { { ST(X, 1, R) }, { LD(X, R), LD(X, R) } }, { 1, 0 },
	    EVERY },
	{ "CoWR", "----", { 0 }, { { ST(X, 1, R), LD(X, R) }, { ST(X, 2, R) } }, { 2 },
	    { 1, ANY, ANY } },
	{ "CoRW", "----", { 0 }, { { LD(X, R), ST(X, 1, R) }, { ST(X, 2, R) } }, { 2 },
	    { 2, ANY, ANY } },
	{ "swaps", "----", { 2, 2, 2, 2 }, { { SWP(X, 1, R) }, { SWP(X, 2, R) } }, { 0, 0 },
	    EVERY },
};
enum { TESTS = sizeof tests / sizeof *tests };

static const char *const models[] = { "SC", "TSO", "PSO", "C11" };

static struct straight program_of(const struct litmus *test)
{
	struct straight made = { 0 };

	for (unsigned i = 0; i < THREADS; i++)
		for (unsigned j = 0; j < STEPS; j++) {
			made.steps[i][j] = test->steps[i][j];
			if (test->steps[i][j].kind == NO_STEP)
				continue;
			made.threads = i + 1;
			made.count[i] = j + 1;
		}
	return made;
}

static bool is_it(const struct litmus *test, const struct straight *program,
    const struct outcome *outcome)
{
	unsigned next = 0;

	for (unsigned i = 0; i < program->threads; i++)
		for (unsigned j = 0; j < program->count[i]; j++) {
			enum step_kind kind = program->steps[i][j].kind;

			if (kind != STORE && kind != FENCE &&
			    outcome->got[i][j] != test->got[next++])
				return false;
		}
	for (unsigned i = 0; i < LOCATIONS; i++)
		if (test->memory[i] != ANY && outcome->memory[i] != test->memory[i])
			return false;
	return true;
}

static void check(const struct litmus *test, unsigned model, enum gcx_reduction reduction)
{
	struct straight program = program_of(test);
	struct outcomes outcomes = { 0 };
	struct gcx_result result;
	unsigned expected = test->executions[model];
	bool found = false;

	explore_straight(&program, (enum gcx_memory)model, reduction, false, &result, &outcomes);
	for (size_t i = 0; i < outcomes.count; i++)
		found |= is_it(test, &program, &outcomes.at[i]);
	free(outcomes.at);
	if (found != (test->allowed[model] == '+') ||
	    (reduction == GCX_OPTIMAL && expected && result.complete != expected) ||
	    (reduction == GCX_OPTIMAL && model != GCX_C11 && result.pruned > 0)) {
		printf("# %s under %s, reduction %d: %s, %llu executions, %llu pruned\n",
		    test->name, models[model], reduction, found ? "allowed" : "forbidden",
		    (unsigned long long)result.complete, (unsigned long long)result.pruned);
		fail();
	}
}

static void litmus(void **state)
{
	(void)state;
	for (unsigned i = 0; i < TESTS; i++)
		for (unsigned model = 0; model < MODELS; model++)
			for (int reduction = GCX_OPTIMAL; reduction <= GCX_SLEEP; reduction++)
				check(&tests[i], model, (enum gcx_reduction)reduction);
}

int main(void)
{
	const struct CMUnitTest all[] = { cmocka_unit_test(litmus) };

	return cmocka_run_group_tests(all, NULL, NULL);
}
