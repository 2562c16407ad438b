/* ir-test.c: lowering, and the IR as text and as JSON. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "compiler/base/out.h"
#include "compiler/ir/dump.h"
#include "compiler/ir/litmus.h"
#include "compiler/ir/lower.h"
#include "compiler/ir/walk.h"
#include "compiler/sema/orders.h"

struct fixture {
	struct gd_arena *arena;
	struct syn_context context;
	struct sem_spec *sem;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->arena = f->context.arena = gd_arena_new();
	f->context.names = gd_intern_new(f->arena);
	f->context.sink = gd_diag_sink_new(f->arena);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	gd_arena_free(f->arena);
	free(f);
	return 0;
}

/* -------------------------------------------------------------------- lowering */
static void check(struct fixture *f, const char *text)
{
	f->sem = sem_check(&f->context,
	    syn_parse(&f->context, gd_source_from_text(f->arena, "x.gc", text, strlen(text))));
	if (!f->sem)
		gd_diag_write(f->context.sink, stderr, GD_DIAG_TEXT, false);
	assert_non_null(f->sem);
}

static struct sem_variant defaults(struct fixture *f)
{
	long *values = GD_NEW_ARRAY(f->arena, long, sem_option_count(f->sem) + 1);

	for (size_t i = 0; i < sem_option_count(f->sem); i++)
		values[i] = sem_option_at(f->sem, i)->initial;
	return (struct sem_variant){ .values = values };
}

static struct ir_spec *lower(struct fixture *f, const char *text)
{
	struct sem_variant variant;
	struct ir_spec *ir;

	check(f, text);
	variant = defaults(f);
	ir = ir_lower(&f->context, f->sem, &variant);
	if (!ir)
		gd_diag_write(f->context.sink, stderr, GD_DIAG_TEXT, false);
	assert_non_null(ir);
	return ir;
}

/* FUNCTIONS, and `work k(o : ref) bag` with KERNEL, in the smallest collector. */
static const char *around(struct fixture *f, const char *functions, const char *kernel)
{
	return gd_arena_printf(f->arena,
	    "collector t;\n"
	    "option up : bool = true;  option mode : { slow, fast } = fast;  option n : 0..9 = 3;\n"
	    "object { mark : bit = 0;  age : 0..3 = 0;  state : { fresh, done } = fresh;\n"
	    "  flag : bool = false;  field : ref[];  key : ref; }\n"
	    "phase p;\n"
	    "%s\n"
	    "work s() once { begin p;  for m : mutator  emit r(m);  end p; }\n"
	    "work r(m : mutator) set { for e in m.roots { let x = load(e);\n"
	    "  if x != null  emit k(x); } }\n"
	    "work k(o : ref) bag { %s }\n"
	    "cycle c from requested to drained(b);\n"
	    "bucket b { s, r, k } fill emit s();\n",
	    functions, kernel);
}

/* Statements on one line: `let x = load(o.mark, relaxed); if x == 0 { free(o); }`.
 * With lines, `7:` before each. */
static const char *stmts_text(struct gd_arena *arena, const struct ir_stmt *stmt, bool lines)
{
	const char *text = "";

	for (; stmt; stmt = stmt->next) {
		text = gd_arena_printf(arena, "%s%s", text, *text ? " " : "");
		if (lines)
			text = gd_arena_printf(arena, "%s%u:", text, stmt->loc.line);
		text = gd_arena_printf(arena, "%s%s", text, ir_stmt_text(arena, stmt));
		if (stmt->op != IR_OP_if && stmt->op != IR_OP_for)
			text = gd_arena_printf(arena, "%s;", text);
		if (stmt->body)
			text = gd_arena_printf(arena, "%s { %s }", text,
			    stmts_text(arena, stmt->body, lines));
		if (stmt->otherwise)
			text = gd_arena_printf(arena, "%s else { %s }", text,
			    stmts_text(arena, stmt->otherwise, lines));
	}
	return text;
}

static const struct ir_kind *kind_named(const struct ir_spec *ir, const char *name)
{
	for (size_t i = 0; i < ir->kind_count; i++)
		if (!strcmp(ir->kinds[i]->name, name))
			return ir->kinds[i];
	fail();
	return NULL;
}

static void kernel_is(void **state, const char *functions, const char *kernel, const char *expected)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f, around(f, functions, kernel));

	assert_string_equal(stmts_text(f->arena, kind_named(ir, "k")->kernel.body, false),
	    expected);
}

/* ----------------------------------------------------------------- expressions */
static void operations_come_before_their_use(void **state)
{
	kernel_is(state, "", "store(o.age, load(o.age) + load(o.mark, acquire), release);",
	    "let loaded = load(o.age, relaxed); let loaded_2 = load(o.mark, acquire); "
	    "store(o.age, loaded + loaded_2, release);");
}

static void a_let_is_the_operation_itself(void **state)
{
	kernel_is(state, "",
	    "let x = load(o.key);  let y = swap(o.age, 2, acq_rel);  "
	    "store(o.age, y);  if x != null  free(x);",
	    "let x = load(o.key, relaxed); let y = swap(o.age, 2, acq_rel); "
	    "store(o.age, y, relaxed); if x != null { free(x); }");
}

static void an_unused_result_has_no_variable(void **state)
{
	kernel_is(state, "", "fetch_or(o.mark, 1);  cas(o.age, 0, 1);  fence(seq_cst);",
	    "fetch_or(o.mark, 1, relaxed); cas(o.age, 0, 1, relaxed, relaxed); fence(seq_cst);");
}

static void operations_within_places(void **state)
{
	kernel_is(state, "function next(o : ref) -> ref { return load(o.key); }",
	    "store(next(o).field[1], next(next(o)));",
	    "let loaded = load(o.key, relaxed); "
	    "let loaded_2 = load(o.key, relaxed); let loaded_3 = load(loaded_2.key, relaxed); "
	    "store(loaded.field[1], loaded_3, relaxed);");
}

static void orders_of_cas(void **state)
{
	kernel_is(state, "",
	    "cas(o.age, 0, 1, relaxed);  cas(o.age, 0, 1, acquire);  "
	    "cas(o.age, 0, 1, release);  cas(o.age, 0, 1, acq_rel);  cas(o.age, 0, 1, seq_cst);  "
	    "cas(o.age, 0, 1, seq_cst, relaxed);",
	    "cas(o.age, 0, 1, relaxed, relaxed); cas(o.age, 0, 1, acquire, acquire); "
	    "cas(o.age, 0, 1, release, relaxed); cas(o.age, 0, 1, acq_rel, acquire); "
	    "cas(o.age, 0, 1, seq_cst, seq_cst); cas(o.age, 0, 1, seq_cst, relaxed);");
}

static void literals_take_the_type_of_the_other_side(void **state)
{
	kernel_is(state, "",
	    "if 0 == load(o.mark)  store(o.state, done);  "
	    "if fresh != load(o.state)  store(o.flag, true);  if load(o.flag) == false  free(o);",
	    "let loaded = load(o.mark, relaxed); if 0 == loaded { store(o.state, done, relaxed); } "
	    "let loaded_2 = load(o.state, relaxed); "
	    "if fresh != loaded_2 { store(o.flag, true, relaxed); } "
	    "let loaded_3 = load(o.flag, relaxed); if loaded_3 == false { free(o); }");
}

static void both_sides_of_a_comparison_have_one_type(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f, around(f, "", "if 0 == load(o.mark)  free(o);"));
	const struct ir_expr *test = kind_named(ir, "k")->kernel.body->next->args[0];

	assert_int_equal(test->args[0]->type.kind, IR_BOOL);
	assert_true(test->args[0]->type.is_bit);
}

static void not_turns_comparisons_round(void **state)
{
	kernel_is(state, "",
	    "let a = load(o.age);  if not (a == 1)  store(o.age, 1);  "
	    "if not (a != 1)  store(o.age, 1);  if not (a < 1)  store(o.age, 1);  "
	    "if not (a <= 1)  store(o.age, 1);  if not (a > 1)  store(o.age, 1);  "
	    "if not (a >= 1)  store(o.age, 1);  if not not p  store(o.age, 1);",
	    "let a = load(o.age, relaxed); if a != 1 { store(o.age, 1, relaxed); } "
	    "if a == 1 { store(o.age, 1, relaxed); } if a >= 1 { store(o.age, 1, relaxed); } "
	    "if a > 1 { store(o.age, 1, relaxed); } if a <= 1 { store(o.age, 1, relaxed); } "
	    "if a < 1 { store(o.age, 1, relaxed); } if p { store(o.age, 1, relaxed); }");
}

static void the_state_is_read_before_later_operations(void **state)
{
	kernel_is(state, "", "if p == load(o.flag)  free(o);",
	    "let seen = p; let loaded = load(o.flag, relaxed); if seen == loaded { free(o); }");
}

/* -------------------------------------------------------------- short circuits */
static void and_guards_the_second_operation(void **state)
{
	kernel_is(state, "",
	    "if o != null and load(o.mark) == 0 and cas(o.age, 0, 1) == 0  free(o);",
	    "if o != null { let loaded = load(o.mark, relaxed); if loaded == 0 { "
	    "let found = cas(o.age, 0, 1, relaxed, relaxed); if found == 0 { free(o); } } }");
}

static void and_with_an_else(void **state)
{
	kernel_is(state, "", "if p and load(o.mark) == 0  free(o);  else  store(o.mark, 0);",
	    "if p { let loaded = load(o.mark, relaxed); let both = loaded == 0; } "
	    "else { let both = false; } if both { free(o); } else { store(o.mark, 0, relaxed); }");
}

static void or_guards_the_second_operation(void **state)
{
	kernel_is(state, "", "if load(o.age) > 1 or load(o.mark) == 1  free(o);",
	    "let loaded = load(o.age, relaxed); if loaded > 1 { let either = true; } "
	    "else { let loaded_2 = load(o.mark, relaxed); let either = loaded_2 == 1; } "
	    "if either { free(o); }");
}

static void without_operations_nothing_is_hoisted(void **state)
{
	kernel_is(state, "",
	    "let a = load(o.age);  if a > 1 and (a < 3 or p) and not (a == 2)  free(o);",
	    "let a = load(o.age, relaxed); if a > 1 and (a < 3 or p) and a != 2 { free(o); }");
}

static void a_decided_side_is_not_evaluated(void **state)
{
	kernel_is(state, "",
	    "if not up and fetch_or(o.mark, 1) == 0  free(o);  "
	    "if up or fetch_or(o.mark, 1) == 0  store(o.age, 1);",
	    "store(o.age, 1, relaxed);");
}

static void an_operation_before_a_decided_side_stays(void **state)
{
	kernel_is(state, "", "if fetch_or(o.mark, 1) == 0 and not up  free(o);",
	    "let found = fetch_or(o.mark, 1, relaxed);");
}

static void what_is_decided_is_left_out(void **state)
{
	kernel_is(state, "",
	    "if p and up  store(o.age, 1);  if up and p  store(o.age, 1);  "
	    "if p or not up  store(o.age, 1);  if not up or p  store(o.age, 1);  "
	    "if p and not up  free(o);  if p or up  store(o.age, 2);",
	    "if p { store(o.age, 1, relaxed); } if p { store(o.age, 1, relaxed); } "
	    "if p { store(o.age, 1, relaxed); } if p { store(o.age, 1, relaxed); } "
	    "store(o.age, 2, relaxed);");
}

/* --------------------------------------------------------------------- options */
static void options_decide(void **state)
{
	kernel_is(state, "",
	    "if up  store(o.age, 1);  else  free(o);  if mode == slow  free(o);  "
	    "if n > 2 and mode != slow  store(o.mark, 1);  if up == p  fence(seq_cst);",
	    "store(o.age, 1, relaxed); store(o.mark, 1, relaxed); if true == p { fence(seq_cst); }");
}

static void what_is_empty_goes(void **state)
{
	kernel_is(state, "",
	    "for s in o.field { if not up  store(s, null); }  "
	    "if load(o.mark) == 1 { if not up  free(o); }  "
	    "if load(o.age) == 1 { if not up  free(o); } else  store(o.age, 0);",
	    "let loaded = load(o.mark, relaxed); let loaded_2 = load(o.age, relaxed); "
	    "if loaded_2 != 1 { store(o.age, 0, relaxed); }");
}

static void constants_go_through_functions(void **state)
{
	kernel_is(state,
	    "function f(o : ref, b : bool) { if b  free(o);  else  store(o.mark, 0); }",
	    "f(o, true);  f(o, not up);", "free(o); store(o.mark, 0, relaxed);");
}

/* ------------------------------------------------------------------- functions */
static void one_return_is_the_value(void **state)
{
	kernel_is(state,
	    "function white(o : ref) -> bool { let x = load(o.mark);  return x == 0; }",
	    "if white(o)  free(o);", "let x = load(o.mark, relaxed); if x == 0 { free(o); }");
}

static void an_early_return_takes_the_rest_along(void **state)
{
	kernel_is(state,
	    "function white(o : ref) -> bool { if o == null return false;  return load(o.mark) == 0; }",
	    "if white(o)  free(o);  store(o.age, 1);",
	    "if o == null { let white = false; } else { let loaded = load(o.mark, relaxed); "
	    "let white = loaded == 0; } if white { free(o); } store(o.age, 1, relaxed);");
}

static void a_return_without_value(void **state)
{
	kernel_is(state, "function f(o : ref) { if p { return; }  { store(o.age, 1); }  free(o); }",
	    "f(o);  store(o.mark, 1);",
	    "if not p { store(o.age, 1, relaxed); free(o); } store(o.mark, 1, relaxed);");
}

static void returns_in_both_branches(void **state)
{
	kernel_is(state,
	    "function f(o : ref) -> 0..3 { let x = load(o.age);\n"
	    "  if x == 0 { if p return 1; else return 2; } else if x == 1 { return 0; }\n"
	    "  return x; }",
	    "store(o.age, f(o));",
	    "let x = load(o.age, relaxed); if x == 0 { if p { let f = 1; } else { let f = 2; } } "
	    "else { if x == 1 { let f = 0; } else { let f = x; } } store(o.age, f, relaxed);");
}

static void where_both_branches_go_on_a_variable_says_so(void **state)
{
	kernel_is(state,
	    "function f(o : ref) { if load(o.age) == 0 { if p return;  store(o.age, 1); }\n"
	    "  free(o); }",
	    "f(o);",
	    "let loaded = load(o.age, relaxed); if loaded == 0 { if p { let returned = true; } "
	    "else { store(o.age, 1, relaxed); let returned = false; } } "
	    "else { let returned = false; } if not returned { free(o); }");
}

static void options_decide_returns(void **state)
{
	kernel_is(state,
	    "function f(o : ref) -> bool { if up return load(o.mark) == 1;  return p; }",
	    "if f(o)  free(o);", "let loaded = load(o.mark, relaxed); if loaded == 1 { free(o); }");
}

static void slots_are_passed_as_slots(void **state)
{
	kernel_is(state, "function clear(e : ref*) { store(e, null, release); }",
	    "for s in o.field  clear(s);  clear(o.key);  clear(o.field[1]);",
	    "for s in o.field { store(s, null, release); } store(o.key, null, release); "
	    "store(o.field[1], null, release);");
}

static void arguments_are_evaluated_once_and_in_order(void **state)
{
	kernel_is(state,
	    "function f(a : 0..3, b : bool, o : ref) { if b  store(o.age, a); "
	    " if b  store(o.mark, 0); }",
	    "f(load(o.age), p, load(o.key));",
	    "let loaded = load(o.age, relaxed); let seen = p; "
	    "let loaded_2 = load(o.key, relaxed); "
	    "if seen { store(loaded_2.age, loaded, relaxed); } "
	    "if seen { store(loaded_2.mark, 0, relaxed); }");
}

static void names_are_unique(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f,
	    around(f, "function g(o : ref) -> ref { let x = load(o.key);  return x; }",
		"{ let x = load(o.age);  store(o.age, x); }  { let x = g(g(o));  free(x); }  "
		"let loaded = load(o.mark);  if load(o.mark) == loaded  free(o);"));
	const struct ir_kernel *kernel = &kind_named(ir, "k")->kernel;

	assert_true(kernel->var_count >= 6);
	for (size_t i = 0; i < kernel->var_count; i++) {
		assert_int_equal(kernel->vars[i]->index, i);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(kernel->vars[i]->name, kernel->vars[j]->name);
	}
}

/* ----------------------------------------------------------- loops and emitting */
static void loops(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f,
	    around(f, "",
		"for s in o.field  let x = load(s);  "
		"for q : object  if q != o  emit k(q);"));

	assert_string_equal(stmts_text(f->arena, kind_named(ir, "r")->kernel.body, false),
	    "for e in m.roots { let x = load(e, relaxed); if x != null { emit k(x); } }");
	assert_string_equal(stmts_text(f->arena, kind_named(ir, "k")->kernel.body, false),
	    "for s in o.field { let x = load(s, relaxed); } "
	    "for q : object { if q != o { emit k(q); } }");
}

static void assertions_only_look(void **state)
{
	kernel_is(state, "", "assert old: load(o.age) == 3 or p;  assert up;",
	    "assert old: peek(o.age) == 3 or p; assert true;");
}

static void a_kind_in_several_buckets(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f,
	    "collector t; object { mark : bit = 0; }\n"
	    "work k(o : ref) bag { if load(o.mark) == 0  emit k(o) into b; }\n"
	    "cycle c from requested to drained(b) and drained(a);\n"
	    "bucket a { k } fill for o : object  emit k(o);\n"
	    "bucket b { k } open when drained(a) fill for o : object  emit k(o);\n");

	assert_int_equal(ir->kinds[0]->bucket_count, 2);
	assert_string_equal(stmts_text(f->arena, ir->kinds[0]->kernel.body, false),
	    "let loaded = load(o.mark, relaxed); if loaded == 0 { emit k(o) into b; }");
	assert_string_equal(stmts_text(f->arena, ir->buckets[0]->fill.body, false),
	    "for o : object { emit k(o) into a; }");
	assert_string_equal(stmts_text(f->arena, ir->buckets[1]->fill.body, false),
	    "for o : object { emit k(o) into b; }");
}

static void who_generates_what(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f,
	    around(f, "function e(o : ref) { emit k(o);  emit k(o); }",
		"e(o);  if not up  emit s();"));
	const char *text = "";

	for (size_t i = 0; i < ir->edge_count; i++)
		text = gd_arena_printf(f->arena, "%s%s>%s ", text,
		    ir->edges[i].producer ? ir->edges[i].producer->name : ir->edges[i].bucket->name,
		    ir->edges[i].product->name);
	assert_string_equal(text, "s>r r>k k>k b>s ");
	assert_int_equal(ir->edges[2].loc.line, 6);
}

/* --------------------------------------------------------------------- locations */
static void every_statement_knows_its_line(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f,
	    around(f,
		"function f(o : ref) {\n"                                /* line 6 */
		"  store(o.age,\n    load(o.age));\n"                    /* 7 */
		"} function g(o : ref) -> 0..3 { return load(o.age); }", /* 9 */
		"\n  f(o);  store(o.mark, g(o));\n"                      /* 14 */
		"  if load(o.mark) == 0\n"                               /* 15 */
		"    free(o);\n"                                         /* 16 */
		"  else {\n    f(o);\n"                                  /* 18 */
		"    fence(seq_cst);\n  }\n"                             /* 19 */
		"  for s in o.field\n"                                   /* 21 */
		"    store(s, null);\n"));                               /* 22 */

	assert_string_equal(stmts_text(f->arena, kind_named(ir, "k")->kernel.body, true),
	    "7:let loaded = load(o.age, relaxed); 7:store(o.age, loaded, relaxed); "
	    "9:let loaded_2 = load(o.age, relaxed); 14:store(o.mark, loaded_2, relaxed); "
	    "15:let loaded_3 = load(o.mark, relaxed); "
	    "15:if loaded_3 == 0 { 16:free(o); } else { "
	    "7:let loaded_4 = load(o.age, relaxed); 7:store(o.age, loaded_4, relaxed); "
	    "19:fence(seq_cst); } 21:for s in o.field { 22:store(s, null, relaxed); }");
	assert_int_equal(kind_named(ir, "k")->loc.line, 13);
}

/* --------------------------------------------------- properties, scenarios, workers */
static const char tail[] =
    "scenario one { objects a, b, c;  a.field = { b, null, c };  b.key = { a };\n"
    "  mutator m (stack = { b, a }) {\n"
    "    repeat 2 { let x = allocate();  write(a.field[4], x);  drop x; }\n"
    "    let y = read(b.key);  if not up { collect; } else { yield; }\n"
    "    write(y.key, null);  let x = allocate();\n"
    "  }\n"
    "  mutator n;  cycles 3;  expected { a, c };  }\n"
    "scenario two { objects a;  mutator m (stack = { a }) { collect;  repeat 2 { collect c; } } }\n";

static const struct ir_spec *with_tail(struct fixture *f, const char *more)
{
	return lower(f,
	    gd_arena_printf(f->arena, "%s%s%s",
		around(f, "", "for s in o.field { let x = load(s);  if x != null  emit k(x); }"),
		tail, more));
}

static void scripts_are_written_out(void **state)
{
	static const enum ir_script_op ops[] = { IR_SCRIPT_ALLOCATE, IR_SCRIPT_WRITE,
		IR_SCRIPT_DROP, IR_SCRIPT_ALLOCATE, IR_SCRIPT_WRITE, IR_SCRIPT_DROP, IR_SCRIPT_READ,
		IR_SCRIPT_YIELD, IR_SCRIPT_WRITE, IR_SCRIPT_ALLOCATE };
	const struct ir_scenario *one = with_tail(*state, "")->scenarios[0];
	const struct ir_mutator *m = &one->mutators[0];

	assert_int_equal(m->action_count, sizeof ops / sizeof *ops);
	for (size_t i = 0; i < m->action_count; i++)
		assert_int_equal(m->actions[i].op, ops[i]);
	/* roots b, a, x, y: one slot for all that is called x */
	assert_int_equal(m->root_count, 4);
	assert_int_equal(m->roots[0].initial, 1);
	assert_int_equal(m->roots[1].initial, 0);
	assert_int_equal(m->roots[2].initial, -1);
	assert_int_equal(m->actions[0].dst, 2);
	assert_int_equal(m->actions[9].dst, 2);
	assert_int_equal(m->actions[1].object, 1);
	assert_int_equal(m->actions[1].slot, 4);
	assert_int_equal(m->actions[1].source, 2);
	assert_int_equal(m->actions[6].dst, 3);
	assert_int_equal(m->actions[8].source, -1);
	assert_string_equal(m->actions[8].group->name, "key");
	assert_int_equal(m->actions[6].loc.line, 16);
	assert_int_equal(one->mutators[1].action_count, 0);
	assert_false(one->collects);
	assert_int_equal(one->cycles, 3);
}

static void objects_have_room_for_all_slots(void **state)
{
	const struct ir_scenario *one = with_tail(*state, "")->scenarios[0];
	static const int a[] = { 1, -1, 2, -1, -1, -1 }, b[] = { -1, -1, -1, -1, -1, 0 };

	assert_int_equal(one->named, 3);
	assert_int_equal(one->object_count, 6); /* allocate() three times */
	assert_int_equal(one->slots_per_object, 6);
	assert_int_equal(one->group_first[1], 5);
	assert_int_equal(one->group_size[0], 5);
	assert_memory_equal(one->objects[0].slots, a, sizeof a);
	assert_memory_equal(one->objects[1].slots, b, sizeof b);
	assert_null(one->objects[3].name);
	assert_int_equal(one->expected_count, 2);
	assert_int_equal(one->expected[1], 2);
}

static void results_that_nobody_keeps(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f,
	    gd_arena_printf(f->arena, "%s%s", around(f, "", "free(o);"),
		"scenario s { objects a;  mutator m (stack = { a }) { allocate();  read(a.key); } }\n"));
	const struct ir_mutator *m = &ir->scenarios[0]->mutators[0];

	assert_int_equal(ir->scenarios[0]->object_count, 2);
	assert_int_equal(m->root_count, 2);
	assert_int_equal(m->action_count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(m->actions[i].dst, 1);
	assert_int_equal(m->actions[3].op, IR_SCRIPT_DROP);
}

static void scripts_that_collect_are_the_only_ones_to_ask(void **state)
{
	const struct ir_spec *ir = with_tail(*state, "");
	const struct ir_scenario *two = ir->scenarios[1];

	assert_true(two->collects);
	assert_int_equal(two->cycles, 3);
	assert_ptr_equal(two->mutators[0].actions[0].cycle, ir->cycles[0]);
	assert_false(two->has_expected);
	assert_int_equal(two->slots_per_object, 2);
}

static void only_some_scenarios(void **state)
{
	struct fixture *f = *state;
	const char *names[] = { "two" };
	struct sem_variant variant;
	struct ir_spec *ir;

	check(f,
	    gd_arena_printf(f->arena,
		"%s%sscenario long { objects x;  mutator m { repeat 255 "
		"{ repeat 255 { yield; } } } }\n",
		around(f, "", "free(o);"), tail));
	variant = defaults(f);
	assert_null(ir_lower(&f->context, f->sem, &variant));
	ir = ir_lower_only(&f->context, f->sem, &variant, names, 1);
	assert_non_null(ir);
	assert_int_equal(ir->scenario_count, 1);
	assert_string_equal(ir->scenarios[0]->name, "two");
	ir = ir_lower_only(&f->context, f->sem, &variant, names, 0);
	assert_non_null(ir);
	assert_int_equal(ir->scenario_count, 0);
}

static void properties_after_the_built_in_ones(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = with_tail(f,
	    "property x = always forall o, q (marked(o) and not (o == q) implies (marked(o) until p));\n"
	    "property y = eventually forall o in expected (freed(o) or reachable(o) or not up);\n"
	    "property z = always exists m : mutator (all mutators stopped);\n"
	    "property w = eventually (p and forall o (up or freed(o)));\n");

	assert_int_equal(ir->property_count, 8);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(ir->properties[i]->builtin, i + 1);
	assert_string_equal(ir->properties[3]->name, "cycle_ends");
	assert_int_equal(ir->properties[6]->index, 6);
	assert_string_equal(ir_expr_text(f->arena, ir->properties[4]->formula),
	    "always forall o (forall q (peek(o.mark) == 1 and o != q implies "
	    "peek(o.mark) == 1 until p))");
	assert_string_equal(ir_expr_text(f->arena, ir->properties[5]->formula),
	    "eventually forall o in expected (freed(o) or reachable(o))");
	assert_int_equal(ir->properties[6]->formula->args[0]->domain, IR_DOMAIN_MUTATORS);
	assert_string_equal(ir_expr_text(f->arena, ir->properties[7]->formula), "eventually p");
}

static void workers(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = with_tail(f, "");
	struct syn_workers any = { .kind = SYN_WORKERS_ANY };
	struct syn_workers each = { .kind = SYN_WORKERS_EACH, .count = 2 };
	struct syn_workers one = { .kind = SYN_WORKERS_OF_ONE, .count = 3, .of = { "k", { 0 } } };
	struct ir_workers *w = ir_lower_workers(f->arena, ir, &any);

	assert_true(w->any);
	assert_string_equal(w->text, "any");
	w = ir_lower_workers(f->arena, ir, &each);
	assert_false(w->any);
	assert_string_equal(w->text, "2");
	assert_int_equal(w->of_kind[2], 2);
	w = ir_lower_workers(f->arena, ir, &one);
	assert_string_equal(w->text, "3 k");
	assert_int_equal(w->of_kind[0], 1);
	assert_int_equal(w->of_kind[2], 3);
}

static void variants(void **state)
{
	struct fixture *f = *state;
	long values[] = { 0, 0, 9 };
	struct sem_variant variant = { .values = values };
	struct ir_spec *ir;

	check(f,
	    gd_arena_printf(f->arena, "%s%s",
		around(f, "", "if up  store(o.mark, 1);  if mode == slow  store(o.age, 1);"),
		"mutant m { work k(o : ref) bag { free(o); } } caught by none_lost;\n"
		"property none_lost = always forall o (freed(o) implies not reachable(o));\n"));
	ir = ir_lower(&f->context, f->sem, &variant);
	assert_string_equal(ir->options_text, "up=false mode=slow n=9");
	assert_string_equal(stmts_text(f->arena, kind_named(ir, "k")->kernel.body, false),
	    "store(o.age, 1, relaxed);");
	variant.mutant = sem_find(f->sem, &variant, SYN_DECL_MUTANT, "m");
	ir = ir_lower(&f->context, f->sem, &variant);
	assert_string_equal(ir->mutant, "m");
	assert_string_equal(stmts_text(f->arena, kind_named(ir, "k")->kernel.body, false),
	    "free(o);");
}

/* --------------------------------------------------------------- litmus tests */
static const char litmus_text[] =
    "option n : 1..9 = 4;\n"
    "litmus t {\n"
    "  location x = 0, y = n + 1;\n"
    "  thread { let a = cas(x, 0, n, release, acquire);  fence(seq_cst);  let b = a + n;  let a = 2; }\n"
    "  thread { if n == 4 { issue load(y, acquire);  receive c = y; } else { critical { } } }\n"
    "  allowed (b == 5 and y == 5 and x != 0) under tso, c11;\n"
    "  forbidden (c == n);\n"
    "}\n";

static void litmus_tests(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f, litmus_text);
	const struct ir_litmus *t = ir->litmus[0];
	const struct ir_litmus_stmt *stmt = t->threads[0].body;

	assert_false(ir->has_collector);
	assert_string_equal(ir->name, "x");
	assert_int_equal(ir->property_count, 0);
	assert_int_equal(t->locations[1]->init, 5);
	assert_int_equal(t->register_count, 3);
	assert_ptr_equal(t->threads[1].registers[0], t->registers[2]);
	assert_int_equal(t->threads[0].register_count, 2);
	assert_int_equal(stmt->memory, IR_OP_cas);
	assert_int_equal(stmt->order, IR_RELEASE);
	assert_int_equal(stmt->order_on_failure, IR_ACQUIRE);
	assert_string_equal(ir_expr_text(f->arena, stmt->next->next->args[0]), "a + 4");
	assert_ptr_equal(stmt->next->next->next->dst, stmt->dst);
	stmt = t->threads[1].body;
	assert_int_equal(stmt->op, IR_LITMUS_ISSUE);
	assert_ptr_equal(stmt->at, t->locations[1]);
	assert_int_equal(stmt->next->op, IR_LITMUS_RECEIVE);
	assert_true(t->is_split);
	assert_false(t->has_critical);
}

static void litmus_claims(void **state)
{
	struct fixture *f = *state;
	const struct ir_litmus *t = lower(f, litmus_text)->litmus[0];
	const struct ir_litmus_claim *claim = &t->claims[0];

	assert_false(t->complete);
	assert_int_equal(t->observed_count, 4); /* b, y, x, c */
	assert_ptr_equal(t->observed[0].var, t->registers[1]);
	assert_int_equal(t->observed[1].kind, IR_OBSERVED_LOCATION);
	assert_ptr_equal(t->observed[1].location, t->locations[1]);
	assert_true(claim->allowed);
	assert_false(claim->under[IR_MEM_SC]);
	assert_true(claim->under[IR_MEM_TSO]);
	assert_true(claim->under[IR_MEM_C11]);
	assert_int_equal(claim->condition->args[1]->args[0]->kind, IR_OBSERVED);
	assert_int_equal(claim->condition->args[1]->args[0]->number, 2);
	assert_ptr_equal(claim->condition->args[0]->args[0]->args[0]->var, t->registers[1]);
	assert_string_equal(t->claims[1].text, "c == n");
	for (int m = 0; m < IR_MEMORY_COUNT; m++)
		assert_true(t->claims[1].under[m]);
}

/* The orders of a variant apply to litmus tests too, and its removed fences are gone. */
static void litmus_variants(void **state)
{
	struct fixture *f = *state;
	struct sem_order orders[2];
	struct sem_variant variant;
	const struct ir_litmus *t;
	struct sem_site *sites;

	check(f, litmus_text);
	assert_int_equal(sem_sites(f->sem, f->arena, &sites), 4);
	orders[0] = sem_site_order(&sites[2], SYN_ORDER_NONE); /* behind cas and its failure */
	orders[1] = sem_site_order(&sites[3], SYN_RELAXED);
	variant = defaults(f);
	variant.orders = orders;
	variant.order_count = 2;
	t = ir_lower(&f->context, f->sem, &variant)->litmus[0];
	assert_int_equal(t->threads[0].body->next->op, IR_LITMUS_LET);
	assert_int_equal(t->threads[1].body->order, IR_RELAXED);
}

static void litmus_tests_beside_a_collector(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = with_tail(f,
	    "litmus one { location l = 0;  thread { store(l, 1); }  "
	    "observe l; }\n");

	assert_true(ir->has_collector);
	assert_string_equal(ir->name, "t");
	assert_int_equal(ir->litmus_count, 1);
	assert_true(ir->litmus[0]->complete);
}

/* -------------------------------------------------------------- not built, tables */
static void what_is_not_built_is_reported(void **state)
{
	struct fixture *f = *state;
	struct sem_variant variant;

	check(f,
	    around(f, "function f(o : ref) -> bool { return peek(o.mark) == 1; }",
		"if f(o)  free(o);  request c;"));
	variant = defaults(f);
	f->context.sink = gd_diag_sink_new(f->arena);
	assert_null(ir_lower(&f->context, f->sem, &variant));
	assert_int_equal(gd_error_count(f->context.sink), 1);
}

/* --------------------------------------------- what mutators and the collector share */
static const char shared[] =
    "collector t;\n"
    "option n : 0..9 = 2;\n"
    "object { mark : bit = 0;  field : ref[];  key : ref; }\n"
    "phase p at handshake;  phase q from open(two) to drained(two);\n"
    "ghost g : 0..3 = 2;\n"
    "function shade(x : ref*) { let t = load(x);  if t != null { emit k(t);  ghost g = 1; } }\n"
    "barrier before_store(o, s, new) { if not p return;  shade(s);  shade(o.key); }\n"
    "barrier allocated(o) { if n == 3  store(o.mark, 1);  request b; }\n"
    "work start() once { stop mutators;  begin p;  for m : mutator  emit r(m);  end p;\n"
    "  resume mutators; }\n"
    "work r(m : mutator) set on m acq_rel { fence(seq_cst); }\n"
    "work k(o : ref) bag { fence(seq_cst); }\n"
    "work last() once { fence(acquire); }  work f() once { fence(acquire); }\n"
    "cycle a from requested to drained(two);  cycle b from requested to drained(three);\n"
    "bucket one { start, r, k } in a fill emit start();\n"
    "bucket two { last } in a open whenever drained(start) and idle(one) fill emit last();\n"
    "bucket three { f } in b fill emit f();\n"
    "property ghostly = always (g > 0);\n"
    "scenario script { objects x, y;  x.field = { y };\n"
    "  mutator m (stack = { x }) {\n"
    "    choose { yield;  choose { } or { drop x; } } or { } or { ghost g = 3; }\n"
    "    collect b;\n"
    "  } }\n"
    "scenario asked { objects x;  mutator m (stack = { x });  cycles 2 of b; }\n"
    "scenario client { objects 3 slots 2;  mutators 2 roots 4 any 5 steps;  cycles 2; }\n"
    "scenario endless { objects 1;  mutators 1 any steps; }\n";

static void barriers_are_kernels(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f, shared);
	const struct ir_barrier *store = ir->barriers[IR_BEFORE_STORE];
	const struct ir_barrier *new = ir->barriers[IR_ALLOCATED];

	assert_null(ir->barriers[IR_AFTER_STORE]);
	assert_int_equal(store->param_count, 3);
	assert_int_equal(store->kernel.vars[0]->type.kind, IR_REF);
	assert_int_equal(store->kernel.vars[1]->type.kind, IR_SLOT);
	assert_int_equal(store->kernel.vars[2]->type.kind, IR_REF);
	assert_string_equal(stmts_text(f->arena, store->kernel.body, false),
	    "if p { let t = load(s, relaxed); if t != null { emit k(t); ghost g = 1; } "
	    "let t_2 = load(o.key, relaxed); if t_2 != null { emit k(t_2); ghost g = 1; } }");
	assert_ptr_equal(store->kernel.body->body->place->slot, store->kernel.vars[1]);
	assert_int_equal(new->param_count, 1);
	assert_string_equal(stmts_text(f->arena, new->kernel.body, false), "request b;");
	assert_ptr_equal(new->kernel.body->cycle, ir->cycles[1]);
}

static void barriers_generate_work(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f, shared);
	size_t found = 0;

	for (size_t i = 0; i < ir->edge_count; i++) {
		if (!ir->edges[i].barrier)
			continue;
		found++;
		assert_ptr_equal(ir->edges[i].barrier, ir->barriers[IR_BEFORE_STORE]);
		assert_null(ir->edges[i].producer);
		assert_null(ir->edges[i].bucket);
		assert_string_equal(ir->edges[i].product->name, "k");
	}
	assert_int_equal(found, 1);
}

static void kinds_phases_and_buckets(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir = lower(f, shared);

	assert_ptr_equal(kind_named(ir, "r")->on, kind_named(ir, "r")->kernel.vars[0]);
	assert_int_equal(kind_named(ir, "r")->on_order, IR_ACQ_REL);
	assert_null(kind_named(ir, "k")->on);
	assert_int_equal(ir->phases[0]->visible, IR_AT_HANDSHAKE);
	assert_int_equal(ir->phases[0]->how, IR_BY_KERNELS);
	assert_int_equal(ir->phases[1]->visible, IR_AT_ONCE);
	assert_int_equal(ir->phases[1]->how, IR_INTERVAL);
	assert_string_equal(ir_expr_text(f->arena, ir->phases[1]->to), "drained(two)");
	assert_int_equal(ir->buckets[1]->opening, IR_WHENEVER);
	assert_string_equal(ir_expr_text(f->arena, ir->buckets[1]->guard),
	    "drained(start) and idle(one)");
	assert_int_equal(ir->buckets[2]->cycle_count, 1);
	assert_ptr_equal(ir->buckets[2]->cycles[0], ir->cycles[1]);
	for (size_t i = 0; i < 2; i++) /* each is begun by its own requests */
		assert_ptr_equal(ir->cycles[i]->from->cycle, ir->cycles[i]);
	assert_int_equal(ir->ghosts[0]->init, 2);
	assert_int_equal(ir->ghosts[0]->type.high, 3);
	assert_string_equal(ir_expr_text(f->arena, ir->properties[4]->formula), "always g > 0");
}

static void a_choice_goes_on_behind_its_blocks(void **state)
{
	static const struct {
		enum ir_script_op op;
		size_t next;
	} steps[] = { { IR_SCRIPT_CHOOSE, 0 }, { IR_SCRIPT_YIELD, 2 }, { IR_SCRIPT_CHOOSE, 0 },
		{ IR_SCRIPT_DROP, 5 }, { IR_SCRIPT_GHOST, 5 }, { IR_SCRIPT_COLLECT, 6 } };
	static const size_t outer[] = { 1, 5, 4 }, inner[] = { 5, 3 };
	const struct ir_spec *ir = lower(*state, shared);
	const struct ir_mutator *m = &ir->scenarios[0]->mutators[0];

	assert_int_equal(m->action_count, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(m->actions[i].op, steps[i].op);
		if (steps[i].op != IR_SCRIPT_CHOOSE)
			assert_int_equal(m->actions[i].next, steps[i].next);
	}
	assert_int_equal(m->actions[0].target_count, 3);
	assert_memory_equal(m->actions[0].targets, outer, sizeof outer);
	assert_int_equal(m->actions[2].target_count, 2);
	assert_memory_equal(m->actions[2].targets, inner, sizeof inner);
	assert_ptr_equal(m->actions[4].ghost, ir->ghosts[0]);
	assert_int_equal(m->actions[4].value->number, 3);
	assert_ptr_equal(m->actions[5].cycle, ir->cycles[1]);
}

static void clients(void **state)
{
	const struct ir_spec *ir = lower(*state, shared);
	const struct ir_scenario *asked = ir->scenarios[1], *client = ir->scenarios[2];
	const struct ir_scenario *endless = ir->scenarios[3];

	assert_null(asked->client);
	assert_int_equal(asked->of_cycle_count, 1);
	assert_ptr_equal(asked->of_cycles[0], ir->cycles[1]);
	assert_int_equal(asked->cycles, 2);
	assert_int_equal(client->client->steps, 5);
	assert_int_equal(client->cycles, 2);
	assert_int_equal(client->object_count, 3);
	assert_int_equal(client->named, 0);
	assert_int_equal(client->group_size[0], 2);
	assert_int_equal(client->group_size[1], 1);
	assert_int_equal(client->slots_per_object, 3);
	assert_int_equal(client->mutator_count, 2);
	assert_string_equal(client->mutators[1].name, "m1");
	assert_int_equal(client->mutators[1].root_count, 4);
	assert_string_equal(client->mutators[1].roots[3].name, "r3");
	assert_int_equal(client->mutators[1].roots[3].initial, -1);
	assert_int_equal(client->mutators[0].action_count, 0);
	assert_int_equal(endless->client->steps, -1);
	assert_int_equal(endless->mutators[0].root_count, 2);
	assert_int_equal(endless->slots_per_object, 2);
	assert_false(endless->has_expected);
}

static void the_table_of_operations(void **state)
{
	(void)state;
	assert_int_equal(IR_OP_COUNT, 30);
	for (enum ir_op op = 0; op < IR_OP_COUNT; op++) {
		assert_non_null(ir_op_info[op].name);
		assert_non_null(ir_op_info[op].spelling);
	}
	assert_int_equal(ir_op_info[IR_OP_cas].effect, IR_EFFECT_RMW);
	assert_string_equal(ir_op_info[IR_OP_begin_phase].spelling, "begin");
	assert_string_equal(ir_order_name[IR_ACQ_REL], "acq_rel");
}

/* Each operator has the meaning that the language defines, and from that follows how it depends on
 * its arguments. */
static void the_table_of_operators(void **state)
{
	static const struct {
		enum ir_expr_kind kind;
		long of[4]; /* for 0 0, 0 1, 1 0, 1 1 */
		int left, right;
	} rows[] = { { IR_NOT, { 1, 1, 0, 0 }, -1, 0 }, { IR_AND, { 0, 0, 0, 1 }, 1, 1 },
		{ IR_OR, { 0, 1, 1, 1 }, 1, 1 }, { IR_IMPLIES, { 1, 1, 0, 1 }, -1, 1 },
		{ IR_EQ, { 1, 0, 0, 1 }, 0, 0 }, { IR_NE, { 0, 1, 1, 0 }, 0, 0 },
		{ IR_LT, { 0, 1, 0, 0 }, -1, 1 }, { IR_LE, { 1, 1, 0, 1 }, -1, 1 },
		{ IR_GT, { 0, 0, 1, 0 }, 1, -1 }, { IR_GE, { 1, 0, 1, 1 }, 1, -1 },
		{ IR_ADD, { 0, 1, 1, 2 }, 1, 1 }, { IR_SUB, { 0, -1, 1, 0 }, 1, -1 },
		{ IR_NEGATE, { 0, 0, -1, -1 }, -1, 0 } };
	size_t computed = 0;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (int k = 0; k < 4; k++)
			assert_int_equal(ir_compute(rows[i].kind, k >> 1, k & 1), rows[i].of[k]);
		assert_int_equal(ir_direction(rows[i].kind, 0), rows[i].left);
		assert_int_equal(ir_direction(rows[i].kind, 1), rows[i].right);
	}
	for (int kind = 0; kind < IR_EXPR_COUNT; kind++) {
		struct ir_expr expr = { .kind = (enum ir_expr_kind)kind };

		assert_non_null(ir_expr_info[kind].key);
		computed += ir_is_computed(&expr);
	}
	assert_int_equal(computed, sizeof rows / sizeof *rows);
	assert_int_equal(ir_compute(IR_ADD, LONG_MAX, 1), LONG_MAX);
	assert_int_equal(ir_compute(IR_SUB, LONG_MIN, 1), LONG_MIN);
	assert_null(ir_operator(IR_VAR));
	assert_null(ir_operator(IR_DRAINED));
	assert_string_equal(ir_operator(IR_EXISTS)->spelling, "exists");
}

/* -------------------------------------------------------------------------- dumps */
static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, 1 << 20);

	assert_non_null(file);
	assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
	fclose(file);
	return text;
}

static char *dump_of(const struct ir_spec *ir)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	ir_dump_text(ir, &out);
	return out.text;
}

/* Removes comments, and lines that have nothing else; these are not compared. */
static void strip_comments(char *text)
{
	char *to = text;

	for (char *from = text; *from;) {
		if (from[0] == '/' && from[1] == '/') {
			from += strcspn(from, "\n");
			while (to > text && to[-1] == ' ')
				to--;
			from += *from && (to == text || to[-1] == '\n');
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
}

static void can_be_read_back(struct fixture *f, const char *path)
{
	struct fixture again = *f;
	char *source = read_file(path), *first, *second;

	first = dump_of(lower(f, source));
	again.context.sink = gd_diag_sink_new(f->arena);
	second = dump_of(lower(&again, first));
	strip_comments(first);
	strip_comments(second);
	assert_string_equal(first, second);
	free(first);
	free(second);
	free(source);
}

static void the_text_can_be_read_back(void **state)
{
	can_be_read_back(*state, EXAMPLES "/stw.gc");
}

static void barriers_can_be_read_back(void **state)
{
	can_be_read_back(*state, EXAMPLES "/satb.gc");
}

static void json_holds_all_of_it(void **state)
{
	struct fixture *f = *state;
	const struct ir_spec *ir =
	    with_tail(f, "property x = always forall o (not freed(o) or p);\n");
	struct gd_out out;
	json_t *root, *kind;

	gd_out_init(&out, 0);
	ir_dump_json(ir, &out);
	root = json_loads(out.text, 0, NULL);
	assert_non_null(root);
	assert_int_equal(json_array_size(json_object_get(root, "kinds")), ir->kind_count);
	assert_int_equal(json_array_size(json_object_get(root, "buckets")), ir->bucket_count);
	assert_int_equal(json_array_size(json_object_get(root, "edges")), ir->edge_count);
	assert_int_equal(json_array_size(json_object_get(root, "properties")), 5);
	assert_int_equal(json_array_size(json_object_get(root, "scenarios")), 2);
	kind = json_array_get(json_object_get(root, "kinds"), 2);
	assert_string_equal(json_string_value(json_object_get(kind, "name")), "k");
	assert_int_equal(json_array_size(json_object_get(kind, "kernel")), 1);
	json_decref(root);
	gd_out_free(&out);
}

/* --------------------------------------------------------- what the rows say there is */
#define THERE_IS_NAMED(member)  (member) != NULL
#define THERE_IS_WORD(member)   (member) != NULL
#define THERE_IS_PLACE(member)  (member) != NULL
#define THERE_IS_ARGS(member)   (member)[0] != NULL
#define THERE_IS_UNITS(member)  (member) != NULL
#define THERE_IS_BODY(member)   (member) != NULL
#define THERE_IS_ELSE(member)   (member) != NULL
#define THERE_IS_ORDER(member)  (member) != IR_RELAXED
#define THERE_IS_CONST(member)  false /* a number that may be 0, or an index */
#define THERE_IS_TAG(member)    false
#define THERE_IS_DOMAIN(member) (member) != IR_DOMAIN_SLOTS

static void expr_is_as_its_row(const struct ir_expr *expr, void *count)
{
#define IR_EXPR_MEMBER(NAME, member, word, what)                                                   \
	if (THERE_IS_##what(expr->member) && !ir_expr_has(expr, IR_EXPR_HAS_##NAME))               \
		fail_msg("%s has a member %s", ir_expr_info[expr->kind].key, word);
#include "compiler/ir/members.def"
	++*(size_t *)count;
}

static void stmt_is_as_its_row(const struct ir_stmt *stmt, void *count)
{
#define IR_STMT_MEMBER(NAME, member, word, what)                                                   \
	if (THERE_IS_##what(stmt->member) && !ir_stmt_has(stmt, IR_STMT_HAS_##NAME))               \
		fail_msg("%s has a member %s", ir_op_info[stmt->op].name, word);
#include "compiler/ir/members.def"
	ir_stmt_each_expr(stmt, expr_is_as_its_row, count);
}

/* Whatever has a member that its row does not name would be written without it. */
static void rows_name_all_members(void **state)
{
	static const char *const files[] = { "stw.gc", "satb.gc", "ragged.gc" };
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *source = read_file(gd_arena_printf(f->arena, "%s/%s", EXAMPLES, files[i]));
		const struct ir_spec *ir = lower(f, source);
		size_t count = 0;

		for (size_t k = 0; k < ir->kind_count; k++)
			ir_list_each(ir->kinds[k]->kernel.body, stmt_is_as_its_row, &count);
		for (size_t b = 0; b < ir->bucket_count; b++)
			ir_list_each(ir->buckets[b]->fill.body, stmt_is_as_its_row, &count);
		for (size_t p = 0; p < ir->property_count; p++)
			ir_expr_each(ir->properties[p]->formula, expr_is_as_its_row, &count);
		assert_true(count > 20);
		free(source);
		f->context.sink = gd_diag_sink_new(f->arena);
	}
}

static bool is_same_expr(const struct ir_expr *expr, const void *other)
{
	return expr == other;
}

static void a_walk_meets_every_part(void **state)
{
	const struct ir_expr object = { .kind = IR_NULL }, number = { .kind = IR_CONST },
			     argument = { .kind = IR_NOT, .args = { &number } };
	const struct ir_expr *const unit[] = { &object, &argument };
	const struct ir_place place = { .object = &object, .index = &argument };
	const struct ir_expr peek = { .kind = IR_PEEK, .place = &place },
			     pending = { .kind = IR_PENDING, .units = unit, .unit_count = 2 };
	struct ir_stmt emit = { .op = IR_OP_emit, .units = unit, .unit_count = 2 },
		       load = { .op = IR_OP_load, .place = &place, .args = { NULL, &number } },
		       branch = { .op = IR_OP_if, .otherwise = &emit },
		       loop = { .op = IR_OP_for, .body = &load, .next = &branch };

	(void)state;
	assert_true(ir_expr_any(&peek, is_same_expr, &object));
	assert_true(ir_expr_any(&peek, is_same_expr, &number));
	assert_true(ir_expr_any(&pending, is_same_expr, &object));
	assert_true(ir_expr_any(&pending, is_same_expr, &number));
	assert_true(ir_stmt_any_expr(&emit, is_same_expr, &number));
	assert_true(ir_stmt_any_expr(&load, is_same_expr, &object));
	assert_false(ir_stmt_any_expr(&loop, is_same_expr, &object));
	assert_true(ir_list_any_expr(&loop, is_same_expr, &object));
	assert_true(ir_has(&loop, IR_OP_emit));
	assert_true(ir_has(&loop, IR_OP_load));
	assert_false(ir_has(&loop, IR_OP_free));
	load.args[0] = &peek;
	assert_ptr_equal(ir_stmt_part(&load, 0), &object);
	assert_ptr_equal(ir_stmt_part(&load, 1), &argument);
	assert_ptr_equal(ir_stmt_part(&load, 2), &peek);
	assert_ptr_equal(ir_stmt_part(&load, 3), &number);
	assert_null(ir_stmt_part(&load, 4));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static const struct CMUnitTest tests[] = {
	TEST(operations_come_before_their_use),
	TEST(a_let_is_the_operation_itself),
	TEST(an_unused_result_has_no_variable),
	TEST(operations_within_places),
	TEST(orders_of_cas),
	TEST(literals_take_the_type_of_the_other_side),
	TEST(both_sides_of_a_comparison_have_one_type),
	TEST(not_turns_comparisons_round),
	TEST(the_state_is_read_before_later_operations),
	TEST(what_is_decided_is_left_out),
	TEST(and_guards_the_second_operation),
	TEST(and_with_an_else),
	TEST(or_guards_the_second_operation),
	TEST(without_operations_nothing_is_hoisted),
	TEST(a_decided_side_is_not_evaluated),
	TEST(an_operation_before_a_decided_side_stays),
	TEST(options_decide),
	TEST(what_is_empty_goes),
	TEST(constants_go_through_functions),
	TEST(one_return_is_the_value),
	TEST(an_early_return_takes_the_rest_along),
	TEST(a_return_without_value),
	TEST(returns_in_both_branches),
	TEST(where_both_branches_go_on_a_variable_says_so),
	TEST(options_decide_returns),
	TEST(slots_are_passed_as_slots),
	TEST(arguments_are_evaluated_once_and_in_order),
	TEST(names_are_unique),
	TEST(loops),
	TEST(assertions_only_look),
	TEST(a_kind_in_several_buckets),
	TEST(who_generates_what),
	TEST(every_statement_knows_its_line),
	TEST(scripts_are_written_out),
	TEST(objects_have_room_for_all_slots),
	TEST(results_that_nobody_keeps),
	TEST(scripts_that_collect_are_the_only_ones_to_ask),
	TEST(only_some_scenarios),
	TEST(properties_after_the_built_in_ones),
	TEST(workers),
	TEST(variants),
	TEST(litmus_tests),
	TEST(litmus_claims),
	TEST(litmus_variants),
	TEST(litmus_tests_beside_a_collector),
	TEST(what_is_not_built_is_reported),
	TEST(barriers_are_kernels),
	TEST(barriers_generate_work),
	TEST(kinds_phases_and_buckets),
	TEST(a_choice_goes_on_behind_its_blocks),
	TEST(clients),
	TEST(the_table_of_operations),
	TEST(the_table_of_operators),
	TEST(the_text_can_be_read_back),
	TEST(barriers_can_be_read_back),
	TEST(json_holds_all_of_it),
	TEST(rows_name_all_members),
	TEST(a_walk_meets_every_part),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
