/* steps-test.c: steps as data: what they write, and their text. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "promela-backend/emit-code.h"
#include "promela-backend/facts/sets.h"

static const struct ir_spec spec = { .meta_count = 3,
	.bucket_count = 2,
	.kind_count = 2,
	.phase_count = 2,
	.cycle_count = 1 };

static struct pml_model model_of(struct gd_arena *arena)
{
	static const struct pml_request request;

	return (struct pml_model){ .arena = arena, .spec = &spec, .request = &request };
}

/* ------------------------------------------------------------------- writes */
struct part {
	enum pml_cell cell;
	size_t index;
};

static void check_writes(const struct pml_code *code, const struct part *parts, size_t count)
{
	struct pml_set expected = { { 0 } }, found = pml_writes_of(code);

	for (size_t i = 0; i < count; i++)
		pml_set_add(code->model, &expected, parts[i].cell, parts[i].index);
	assert_memory_equal(&found, &expected, sizeof found);
}

static void effects_in_blocks_count(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	check_writes(code, NULL, 0);
	pml_if(code);
	pml_case(code, "x_slot > 1");
	PML_DO(code, set_phase, .of = { .name = "p", .index = 1 }, .on = "1");
	pml_else_skip(code);
	pml_end(code);
	check_writes(code, (struct part[]){ { PML_CELL_PHASE, 1 } }, 1);
	pml_when(code, "true");
	PML_DO(code, request_stop, PML_NOTHING);
	pml_end(code);
	check_writes(code, (struct part[]){ { PML_CELL_PHASE, 1 }, { PML_CELL_STOPPED, 0 } }, 2);
	gd_arena_free(arena);
}

static void what_is_local_writes_nothing(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	pml_set(code, "x_slot", "0");
	PML_EVENT(code, yield, .where = { NULL, NULL });
	pml_fail(code, "1");
	PML_DO(code, hold, .who = "0", .at = "x_slot", .order = "MEM_RELAXED", .value = "1");
	check_writes(code, NULL, 0);
	gd_arena_free(arena);
}

static void places_count_by_what_they_may_be(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	PML_DO(code, store, .of = { .index = 2, .place = PML_PLACE_META }, .who = "0", .at = "0",
	    .order = "MEM_RELAXED", .value = "1");
	check_writes(code, (struct part[]){ { PML_CELL_META, 2 } }, 1);
	PML_DO(code, store, .of.place = PML_PLACE_SLOTS | PML_PLACE_ROOTS, .who = "0", .at = "0",
	    .order = "MEM_RELAXED", .value = "1");
	check_writes(code,
	    (struct part[]){ { PML_CELL_META, 2 }, { PML_CELL_SLOTS, 0 }, { PML_CELL_ROOTS, 0 } },
	    3);
	gd_arena_free(arena);
}

/* Whatever else is assigned is a part of the state, and nobody would know that it is written. */
static void only_locals_are_assigned(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);
	int status;
	pid_t child;

	(void)state;
	child = fork();
	assert_int_not_equal(child, -1);
	if (child == 0) {
		signal(SIGABRT, SIG_DFL);
		pml_set(code, "open_b", "true");
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	gd_arena_free(arena);
}

/* A mutator's own fence performs what it has held back, a worker's none of that. */
static void windows_are_mutators(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	model.windows = 1;
	PML_DO(code, fence, .who = "COLLECTOR", .order = "MEM_SEQ_CST");
	check_writes(code, NULL, 0);
	PML_DO(code, fence, .of.by_mutator = true, .who = "0", .order = "MEM_SEQ_CST");
	check_writes(code,
	    (struct part[]){ { PML_CELL_SLOTS, 0 }, { PML_CELL_META, 0 }, { PML_CELL_META, 1 },
		{ PML_CELL_META, 2 } },
	    4);
	gd_arena_free(arena);
}

static void all_kinds_are_all(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	PML_DO(code, flush_mutator, PML_NOTHING);
	check_writes(code, (struct part[]){ { PML_CELL_UNITS, 0 }, { PML_CELL_UNITS, 1 } }, 2);
	gd_arena_free(arena);
}

/* --------------------------------------------------------------------- text */
static void check_text(const struct pml_code *code, const char *expected)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	pml_put_code(code, &out);
	gd_out_puts(&out, "");
	assert_string_equal(out.text ? out.text : "", expected);
	gd_out_free(&out);
}

static void blocks_have_lines(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	pml_comment(code, "%d", 1);
	pml_if(code);
	pml_case(code, "x_slot > %d", 1);
	pml_when(code, "true");
	pml_set(code, "v_o", "1");
	pml_fail(code, "2");
	pml_end(code);
	pml_else_skip(code);
	pml_end(code);
	pml_loop(code);
	pml_flat(code);
	pml_case(code, "v_o < 2");
	pml_advance(code, "v_o");
	pml_else_break(code);
	pml_end(code);
	pml_set(code, "v_o", "0");
	pml_last(code);
	check_text(code,
	    "// 1\nif\n:: x_slot > 1 ->\n\tWHEN(true, v_o = 1; FAIL(2));\n:: else -> skip\nfi;\n"
	    "do :: v_o < 2 -> v_o++ :: else -> break od;\nv_o = 0\n");
	gd_arena_free(arena);
}

static void branches_that_are_never_taken_are_left_out(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	pml_if(code);
	pml_case(code, "false");
	pml_set(code, "v_o", "1");
	pml_case(code, "else");
	pml_set(code, "v_o", "2");
	pml_end(code);
	check_text(code, "v_o = 2;\n");
	pml_if(code);
	pml_case(code, "false");
	pml_set(code, "v_o", "1");
	pml_case(code, "v_o == 2");
	pml_set(code, "v_o", "3");
	pml_else_skip(code);
	pml_end(code);
	check_text(code, "v_o = 2;\nif\n:: v_o == 2 ->\n\tv_o = 3;\n:: else -> skip\nfi;\n");
	gd_arena_free(arena);
}

static void checks_share_a_line(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	pml_row(code);
	pml_end(code);
	check_text(code, "");
	pml_row(code);
	pml_reach(code);
	pml_check(code, &(struct pml_check){ .name = "p" });
	pml_end(code);
	check_text(code, "heap_reach(); check_p();\n");
	gd_arena_free(arena);
}

/* Keys come in the order of the row, and `where' is the last; without a value there is no key. */
static void lines_have_the_keys_of_their_row(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	PML_EVENT(code, access, .where = pml_text("f:1:2"), .stored = pml_number("x_found"),
	    .op = pml_text("store"), .object = pml_number("v_o"));
	PML_STEP(code, perform, .thread = pml_text("memory"), .mutator = pml_number("a_who"));
	PML_EVENT(code, done, .kind = pml_text("k"), .unit = { "%d,?,%d", "v_a, v_b" });
	check_text(code,
	    "printf(\"@ access op=store object=%d stored=%d where=f:1:2\\n\", v_o, x_found);\n"
	    "printf(\"@ step do=perform thread=memory mutator=%d\\n\", a_who);\n"
	    "printf(\"@ done kind=k unit=%d,?,%d\\n\", v_a, v_b);\n");
	gd_arena_free(arena);
}

static void arguments_stand_in_the_text(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	PML_DO(code, arrive, .of.name = "k", .place = "2", .colour = "v_o");
	PML_DO(code, unit_is_over, .of.name = "k");
	check_text(code, "at_k_2[v_o]++;\n");
	gd_arena_free(arena);
}

/* --------------------------------------------------------------- comparison */
static struct pml_code *example(struct pml_model *model, const char *on, const char *where)
{
	struct pml_code *code = pml_code_new(model);

	pml_if(code);
	pml_case(code, "true");
	PML_DO(code, set_phase, .of = { .name = "p", .index = 1 }, .on = on);
	PML_EVENT(code, stop, .where = pml_text(where));
	pml_end(code);
	return code;
}

static void steps_are_compared(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	const struct pml_code *code = example(&model, "1", "f:1:2");

	(void)state;
	assert_true(pml_is_same_code(code, example(&model, "1", "f:1:2")));
	assert_false(pml_is_same_code(code, example(&model, "0", "f:1:2")));
	assert_false(pml_is_same_code(code, example(&model, "1", "f:1:3")));
	assert_false(pml_is_same_code(code, pml_code_new(&model)));
	gd_arena_free(arena);
}

static void ends_are_looked_at(void **state)
{
	struct gd_arena *arena = gd_arena_new();
	struct pml_model model = model_of(arena);
	struct pml_code *code = pml_code_new(&model);

	(void)state;
	assert_false(pml_ends_with_loop(code));
	pml_if(code);
	pml_case(code, "true");
	pml_loop(code);
	pml_else_break(code);
	pml_end(code);
	pml_else_skip(code);
	pml_end(code);
	assert_true(pml_ends_with_loop(code));
	pml_row(code);
	pml_end(code);
	assert_true(pml_ends_with_loop(code));
	pml_set(code, "x_slot", "0");
	assert_false(pml_ends_with_loop(code));
	gd_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(effects_in_blocks_count),
		cmocka_unit_test(what_is_local_writes_nothing),
		cmocka_unit_test(places_count_by_what_they_may_be),
		cmocka_unit_test(only_locals_are_assigned),
		cmocka_unit_test(windows_are_mutators),
		cmocka_unit_test(all_kinds_are_all),
		cmocka_unit_test(blocks_have_lines),
		cmocka_unit_test(branches_that_are_never_taken_are_left_out),
		cmocka_unit_test(checks_share_a_line),
		cmocka_unit_test(lines_have_the_keys_of_their_row),
		cmocka_unit_test(arguments_stand_in_the_text),
		cmocka_unit_test(steps_are_compared),
		cmocka_unit_test(ends_are_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
