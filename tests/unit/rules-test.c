/* rules-test.c: what the compiler makes of the rules of memory models, against what
 * doc/weaken.md and doc/memory.md say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "promela-backend/pml.h"

enum { MODELS = 4 };
static const enum ir_memory models[MODELS] = { IR_MEM_TSO, IR_MEM_PSO, IR_MEM_RELAXED,
	IR_MEM_PAPER };

#define EACH(wanted, what)                                                                         \
	do {                                                                                       \
		static const bool wanted_[MODELS] = wanted;                                        \
		for (size_t m = 0; m < MODELS; m++) {                                              \
			enum ir_memory memory = models[m];                                         \
			if (wanted_[m] != (what))                                                  \
				fail_msg("%s under %s", #what, ir_memory_name[memory]);            \
		}                                                                                  \
	} while (0)
#define SO(tso, pso, relaxed, paper)                                                               \
	{                                                                                          \
		tso, pso, relaxed, paper                                                           \
	}

/* The table of doc/weaken.md, "What cannot be decided". */
static void weaker_orders_show_where_something_waits(void **state)
{
	(void)state;
	EACH(SO(0, 1, 1, 1), pml_shows_release(memory, IR_EFFECT_STORE, false));
	EACH(SO(0, 0, 1, 0), pml_shows_release(memory, IR_EFFECT_RMW, false));
	EACH(SO(0, 1, 1, 0), pml_shows_release(memory, IR_EFFECT_FENCE, false));
	EACH(SO(0, 1, 1, 1), pml_shows_release(memory, IR_EFFECT_FENCE, true));
	EACH(SO(1, 1, 1, 1), pml_shows_total(memory, IR_EFFECT_LOAD));
	EACH(SO(1, 1, 1, 1), pml_shows_total(memory, IR_EFFECT_STORE));
	EACH(SO(0, 0, 0, 0), pml_shows_total(memory, IR_EFFECT_RMW));
	EACH(SO(1, 1, 1, 0), pml_shows_total(memory, IR_EFFECT_FENCE));
}

static bool follows(enum ir_memory memory, enum ir_op first, enum ir_order order, enum ir_op second,
    enum ir_order later)
{
	struct ir_stmt write = { .op = first, .order = order };
	struct ir_stmt access = { .op = second, .order = later };

	return pml_comes_after(memory, &write, &access);
}

/* doc/memory.md: which accesses wait for an earlier store to another location. */
static void accesses_wait_for_earlier_writes(void **state)
{
	(void)state;
	EACH(SO(1, 0, 0, 0), follows(memory, IR_OP_store, IR_RELAXED, IR_OP_store, IR_RELAXED));
	EACH(SO(1, 1, 1, 1), follows(memory, IR_OP_store, IR_RELAXED, IR_OP_store, IR_RELEASE));
	EACH(SO(0, 0, 0, 0), follows(memory, IR_OP_store, IR_RELEASE, IR_OP_load, IR_SEQ_CST));
	EACH(SO(1, 1, 1, 1), follows(memory, IR_OP_store, IR_SEQ_CST, IR_OP_load, IR_SEQ_CST));
	EACH(SO(1, 1, 0, 0), follows(memory, IR_OP_store, IR_RELAXED, IR_OP_swap, IR_ACQUIRE));
	EACH(SO(1, 1, 1, 0), follows(memory, IR_OP_store, IR_RELAXED, IR_OP_cas, IR_RELEASE));
	EACH(SO(0, 0, 0, 0), follows(memory, IR_OP_fetch_or, IR_SEQ_CST, IR_OP_load, IR_SEQ_CST));
}

static void fences_and_unused_results(void **state)
{
	(void)state;
	EACH(SO(0, 0, 0, 1), pml_fence_is_full(memory, IR_ACQ_REL));
	EACH(SO(1, 1, 1, 1), pml_fence_is_full(memory, IR_SEQ_CST));
	EACH(SO(0, 1, 1, 0), pml_fence_marks(memory, IR_RELEASE));
	EACH(SO(0, 0, 0, 0), pml_fence_marks(memory, IR_SEQ_CST));
	EACH(SO(0, 0, 1, 1), pml_rmw_waits(memory, IR_RELEASE));
	EACH(SO(0, 0, 0, 1), pml_rmw_waits(memory, IR_ACQ_REL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(weaker_orders_show_where_something_waits),
		cmocka_unit_test(accesses_wait_for_earlier_writes),
		cmocka_unit_test(fences_and_unused_results),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
