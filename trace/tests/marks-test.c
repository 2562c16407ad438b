/* marks-test.c: marks of short executions, among them those of Peterson's algorithm that Matsumoto
 * and Ugawa show ("Visualization of Counterexamples of Memory Model-aware Model Checking Using
 * SPIN", figures 6 to 8). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "trace/marks.h"

static struct gd_arena *arena;
static struct marks *marks;
static const struct marks_red *red;
static size_t red_count;
static long step;

static int begin(void **state)
{
	(void)state;
	arena = gd_arena_new();
	marks = marks_new(arena);
	step = 0;
	return 0;
}

static int end(void **state)
{
	(void)state;
	gd_arena_free(arena);
	return 0;
}

/* "A want1; B want0": the marks of the last step, in order of the stores. */
static const char *marked(void)
{
	const char *text = "";

	for (size_t i = 0; i < red_count; i++)
		text = gd_arena_printf(arena, "%s%s%c %s", text, i ? "; " : "", red[i].rule,
		    red[i].store->access.location);
	return text;
}

static const char *waiting(void)
{
	const struct marks_store *const *stores;
	const char *text = "";
	size_t count = marks_waiting(marks, &stores);

	for (size_t i = 0; i < count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? " " : "",
		    stores[i]->access.location);
	return text;
}

#define STEP(...)                                                                                  \
	do {                                                                                       \
		marks_step(marks, ++step);                                                         \
		__VA_ARGS__;                                                                       \
		red_count = marks_end(marks, &red);                                                \
	} while (0)
#define HOLD(who, at, value)                                                                       \
	marks_hold(marks,                                                                          \
	    &(struct marks_access){ .thread = who,                                                 \
		.op = "store",                                                                     \
		.location = at,                                                                    \
		.stored = value,                                                                   \
		.writes = true })
#define REACH(who, at, value) assert_non_null(marks_reach(marks, who, at, NULL, value))
#define LOAD_OF(who, at, value)                                                                    \
	(struct marks_access)                                                                      \
	{                                                                                          \
		.thread = who, .op = "load", .location = at, .found = value, .reads = true         \
	}
#define LOAD(who, at, value) marks_do(marks, &LOAD_OF(who, at, value))
#define ASK(who, at)         marks_ask(marks, &LOAD_OF(who, at, NULL))
#define SWAP_OF(who, at, old, new)                                                                 \
	(struct marks_access)                                                                      \
	{                                                                                          \
		.thread = who, .op = "swap", .location = at, .found = old, .stored = new,          \
		.reads = true, .writes = true                                                      \
	}
#define SWAP(who, at, old, new) marks_do(marks, &SWAP_OF(who, at, old, new))

/* ---------------------------------------------------------------- the paper's runs */
/* Figures 6 and 7: without fences. */
static void without_fences(void **state)
{
	(void)state;
	STEP(HOLD("thread 1", "want1", "1"));
	assert_string_equal(marked(), "");
	STEP(HOLD("thread 1", "turn", "0"));
	assert_string_equal(waiting(), "want1 turn");
	assert_string_equal(marked(), "");
	STEP(REACH("thread 1", "turn", "0"));
	assert_string_equal(marked(), "A want1");
	STEP(LOAD("thread 1", "want0", "0")); /* figure 6: T1 enters */
	assert_string_equal(marked(), "A want1");
	STEP(HOLD("thread 0", "want0", "1"));
	STEP(HOLD("thread 0", "turn", "1"));
	assert_string_equal(waiting(), "want1 want0 turn");
	STEP(LOAD("thread 0", "want1", "0")); /* figure 7: T0 enters */
	assert_string_equal(marked(), "B want1; A want0; A turn");
	assert_int_equal(marks_reorderings(marks), 3);
}

/* The same, where T1's store to turn waits as well in figure 6. */
static void turn_waits(void **state)
{
	(void)state;
	STEP(HOLD("thread 1", "want1", "1"));
	STEP(HOLD("thread 1", "turn", "0"));
	STEP(LOAD("thread 1", "want0", "0"));
	assert_string_equal(marked(), "A want1; A turn");
}

/* Figure 8: with a fence before the loop. */
static void with_a_fence_before_the_loop(void **state)
{
	(void)state;
	STEP(HOLD("thread 0", "want0", "1"));
	STEP(REACH("thread 0", "want0", "1"));
	STEP(HOLD("thread 0", "turn", "1"));
	STEP(HOLD("thread 1", "want1", "1"));
	STEP(HOLD("thread 1", "turn", "0"));
	STEP(REACH("thread 1", "turn", "0")); /* figure 8 */
	assert_string_equal(marked(), "A want1");
	assert_string_equal(waiting(), "turn want1"); /* yellow: T0's turn */
	assert_string_equal(red[0].thread, "thread 1");
	assert_string_equal(red[0].op, "store");
	assert_string_equal(red[0].location, "turn");
	STEP(REACH("thread 0", "turn", "1")); /* T0's fence */
	assert_string_equal(marked(), "");
	STEP(LOAD("thread 0", "want1", "0")); /* T0 enters */
	assert_string_equal(marked(), "B want1");
	STEP(REACH("thread 1", "want1", "1")); /* T1's fence */
	STEP(LOAD("thread 1", "turn", "1"));   /* T1 enters */
	assert_string_equal(marked(), "");
	assert_int_equal(marks_reorderings(marks), 1);
}

static void sentences(void **state)
{
	(void)state;
	without_fences(state);
	assert_string_equal(red[0].why,
	    "the load of want1 by thread 0 finds 0: it misses `want1 = 1`, which thread 1 executed in "
	    "step 1 and which its later `turn = 0` (step 3) has overtaken; thread 0 goes on as if "
	    "thread 1 had not executed it.");
	assert_string_equal(red[1].why,
	    "`want0 = 1` of thread 0 (step 5) is not in memory yet when its later load of want1 takes "
	    "effect: for other threads the load comes first.");
}

/* ------------------------------------------------------------------ the other rules */
static void a_load_may_find_its_own_store(void **state)
{
	(void)state;
	STEP(HOLD("thread 1", "x", "1"));
	STEP(HOLD("thread 2", "x", "2"); LOAD("thread 2", "y", "0"));
	assert_string_equal(marked(), "A x"); /* that of 2 alone */
	assert_string_equal(red[0].thread, "thread 2");
	STEP(LOAD("thread 1", "x",
	    "1")); /* its own: it does not read memory, so it misses nothing */
	assert_string_equal(marked(), "A x");
	assert_string_equal(red[0].thread, "thread 1");
	assert_string_equal(marks_observed(marks, "thread 1", "x"), "1");
	assert_null(marks_observed(marks, "thread 3", "x"));
	STEP(LOAD("thread 3", "x", "0"));
	assert_string_equal(marked(), "B x; B x");
}

static void a_read_misses_only_what_was_overtaken(void **state)
{
	(void)state;
	STEP(HOLD("thread 1", "x", "1"));
	STEP(LOAD("thread 2", "x", "0"));
	assert_string_equal(marked(), "");
	STEP(LOAD("thread 1", "y", "0"));
	STEP(LOAD("thread 2", "z", "0"));
	assert_string_equal(marked(), ""); /* another location */
	STEP(SWAP("thread 2", "x", "0", "2"));
	assert_string_equal(marked(), "B x"); /* a read-modify-write reads */
	assert_string_equal(red[0].op, "swap");
	STEP(REACH("thread 1", "x", "1"));
	STEP(LOAD("thread 2", "x", "1"));
	assert_string_equal(marked(), "");
}

/* In one step there is no earlier overtaking. */
static void a_read_of_the_same_step_misses_nothing(void **state)
{
	(void)state;
	STEP(HOLD("thread 1", "x", "1"));
	STEP(LOAD("thread 1", "y", "0"); LOAD("thread 2", "x", "0"));
	assert_string_equal(marked(), "A x");
}

/* What comes before the store in program order does not overtake it. */
static void program_order_counts(void **state)
{
	(void)state;
	STEP(LOAD("thread 1", "y", "0"); HOLD("thread 1", "x", "1"));
	assert_string_equal(marked(), "");
	STEP(HOLD("thread 1", "y", "1"));
	STEP(REACH("thread 1", "x", "1"));
	assert_string_equal(marked(), ""); /* in order */
	assert_int_equal(marks_reorderings(marks), 0);
}

/* All stores reach memory in one step: nobody sees in which order. */
static void what_lets_all_stores_reach_memory_has_no_marks(void **state)
{
	(void)state;
	STEP(HOLD("thread 1", "y", "1"));
	STEP(HOLD("thread 1", "x", "1"));
	STEP(REACH("thread 1", "x", "1"); REACH("thread 1", "y", "1");
	     SWAP("thread 1", "z", "0", "1"));
	assert_string_equal(marked(), "");
	STEP(HOLD("thread 1", "y", "2"));
	STEP(SWAP("thread 1", "z", "1", "2"));
	assert_string_equal(marked(), "A y"); /* one that does not wait for it */
}

/* An access without a location, as a mutator's stop. */
static void a_stop_is_an_access(void **state)
{
	(void)state;
	STEP(HOLD("mutator m", "a.f", "b"));
	STEP(marks_do(marks,
	    &(struct marks_access){ .thread = "mutator m", .op = "stop", .writes = true }));
	assert_string_equal(red[0].why,
	    "`a.f = b` of mutator m (step 1) is not in memory yet when its later stop takes effect: "
	    "other threads see that first.");
	STEP(LOAD("worker", "a.f", "null"));
	assert_string_equal(red[0].why,
	    "the load of a.f by the worker finds null: it misses `a.f = b`, which mutator m executed "
	    "in step 1 and which its later stop (step 2) has overtaken; the worker goes on as if "
	    "mutator m had not executed it.");
}

/* A load that finds a store of its own thread does not read memory: a missing read blames what does. */
static void missed_because_of_memory(void **state)
{
	(void)state;
	STEP(HOLD("thread 1", "x", "1"));
	STEP(LOAD("thread 1", "x", "1"));
	STEP(LOAD("thread 2", "x", "0"));
	assert_string_equal(red[0].why,
	    "the load of x by thread 2 finds 0: it misses `x = 1`, which thread 1 executed in step 1 "
	    "and which its later load of x (step 2), which finds a store that waits as well, has "
	    "overtaken; thread 2 goes on as if thread 1 had not executed it.");
	STEP(LOAD("thread 1", "y", "0"));
	STEP(LOAD("thread 1", "z", "0"));
	STEP(LOAD("thread 2", "x", "0"));
	assert_string_equal(red[0].why,
	    "the load of x by thread 2 finds 0: it misses `x = 1`, which thread 1 executed in step 1 "
	    "and which its later load of y (step 4) has overtaken; thread 2 goes on as if thread 1 "
	    "had not executed it.");
	assert_int_equal(marks_reorderings(marks), 1);
}

/* A load that waits has its place in program order, and takes effect when it is answered. */
static void loads_that_wait(void **state)
{
	(void)state;
	STEP(ASK("thread 1", "y"));
	STEP(HOLD("thread 1", "x", "1"));
	assert_string_equal(waiting(), "x"); /* it is no store */
	STEP(marks_answer(marks, "thread 1", "y", "0"));
	assert_string_equal(marked(), ""); /* it is earlier in program order */
	STEP(ASK("thread 1", "y"));
	STEP(marks_answer(marks, "thread 1", "y", "0"));
	assert_string_equal(marked(), "A x");
	STEP(ASK("thread 1", "x"));
	assert_string_equal(marked(), "A x"); /* its own store answers at once */
}

/* A read-modify-write that waits reads when it reaches memory. */
static void read_modify_writes_that_wait(void **state)
{
	(void)state;
	STEP(HOLD("thread 2", "x", "2"));
	STEP(LOAD("thread 2", "y", "0"));
	STEP(marks_hold(marks, &SWAP_OF("thread 1", "x", NULL, NULL)));
	assert_string_equal(marked(), "");
	assert_null(marks_observed(marks, "thread 1", "x"));
	STEP(HOLD("thread 1", "z", "1"));
	STEP(REACH("thread 1", "z", "1"));
	assert_string_equal(marked(), "A x");
	assert_string_equal(red[0].why,
	    "the swap of x of thread 1 (step 3) is not in memory yet when its later `z = 1` (step 4) "
	    "reaches memory: other threads see that first.");
	STEP(assert_non_null(marks_reach(marks, "thread 1", "x", "0", "1")));
	assert_string_equal(marked(), "B x"); /* the store of 2 */
	assert_int_equal(red[0].store->number, 1);
}

static void numbers(void **state)
{
	(void)state;
	assert_int_equal(HOLD("thread 1", "x", "1"), 1);
	assert_int_equal(HOLD("thread 2", "x", "1"), 2);
	assert_int_equal(HOLD("thread 1", "x", "2"), 3);
	assert_int_equal(marks_reach(marks, "thread 1", "x", NULL, "1")->number, 1);
	assert_int_equal(marks_reach(marks, NULL, "x", NULL, "1")->number, 2);
	assert_null(marks_reach(marks, "thread 2", "x", NULL, "1"));
	assert_null(marks_reach(marks, "thread 1", "y", NULL, "1"));
	assert_string_equal(waiting(), "x");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
int main(void)
{
	const struct CMUnitTest tests[] = { TEST(without_fences), TEST(turn_waits),
		TEST(with_a_fence_before_the_loop), TEST(sentences),
		TEST(a_load_may_find_its_own_store), TEST(a_read_misses_only_what_was_overtaken),
		TEST(a_read_of_the_same_step_misses_nothing), TEST(program_order_counts),
		TEST(what_lets_all_stores_reach_memory_has_no_marks), TEST(a_stop_is_an_access),
		TEST(missed_because_of_memory), TEST(loads_that_wait),
		TEST(read_modify_writes_that_wait), TEST(numbers) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
