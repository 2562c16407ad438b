/* sema-test.c: what a specification means: options, mutants, cells, and what
 * the producer graph concludes from guards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/sema/sema.h"

struct fixture {
	struct syn_context context;
};

static int set_up(void **state)
{
	struct fixture *f = malloc(sizeof *f);

	f->context.arena = gd_arena_new();
	f->context.names = gd_intern_new(f->context.arena);
	f->context.sink = gd_diag_sink_new(f->context.arena);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	gd_arena_free(f->context.arena);
	free(f);
	return 0;
}

static struct sem_spec *check(struct fixture *f, const char *text)
{
	struct gd_source *source =
	    gd_source_from_text(f->context.arena, "x.gc", text, strlen(text));

	f->context.sink = gd_diag_sink_new(f->context.arena);
	return sem_check(&f->context, syn_parse(&f->context, source));
}

/* The codes that are reported for TEXT, in the order of their places: "E0201 W0601 ". */
static const char *codes(struct fixture *f, const char *text)
{
	char *written = NULL, line[1024];
	const char *result = "";
	size_t size = 0;
	FILE *memory = open_memstream(&written, &size);

	check(f, text);
	gd_diag_write(f->context.sink, memory, GD_DIAG_TEXT, false);
	fclose(memory);
	memory = fmemopen(written, size + 1, "r");
	while (fgets(line, sizeof line, memory)) {
		char *bracket = strrchr(line, '[');

		if (bracket && (strstr(line, ": error: ") || strstr(line, ": warning: ")))
			result = gd_arena_printf(f->context.arena, "%s%.5s ", result, bracket + 1);
	}
	fclose(memory);
	free(written);
	return result;
}

/* -------------------------------------------------------------------- options */
#define SMALL                                                                                      \
	"collector small;\n"                                                                       \
	"option fast : bool = true;\n"                                                             \
	"option size : 2 .. 5 = 3;\n"                                                              \
	"option mode : { off, slow, full } = slow;\n"                                              \
	"object { mark : bit = 0;  field : ref[]; }\n"                                             \
	"work tick() once { if fast and size > 2 and mode == full  fence(seq_cst); }\n"            \
	"work tock(o : ref) set { store(o.mark, 1); }\n"                                           \
	"cycle gc from requested to drained(b);\n"                                                 \
	"bucket a { tick }  fill emit tick();\n"                                                   \
	"bucket b { tock }  open when drained(a)  fill for o : object  emit tock(o);\n"            \
	"property p = always forall o (freed(o) implies not reachable(o));\n"                      \
	"property q = eventually forall o in expected marked(o);\n"                                \
	"scenario s { objects a;  mutator m (stack = { a });  expected { a }; }\n"                 \
	"scenario t { objects a, b;  mutator m (stack = { a });  expected { a }; }\n"

static void options_have_values(void **state)
{
	struct fixture *f = *state;
	struct sem_spec *spec = check(f, SMALL);
	const struct sem_option *size, *mode;
	long value;

	assert_non_null(spec);
	assert_int_equal(sem_option_count(spec), 3);
	size = sem_option_at(spec, 1);
	mode = sem_option_at(spec, 2);
	assert_int_equal(size->initial, 3);
	assert_int_equal(mode->initial, 1);
	assert_true(sem_option_parse(size, "5", &value));
	assert_int_equal(value, 5);
	assert_false(sem_option_parse(size, "6", &value));
	assert_false(sem_option_parse(size, "5x", &value));
	assert_false(sem_option_parse(size, "", &value));
	assert_true(sem_option_parse(mode, "full", &value));
	assert_int_equal(value, 2);
	assert_false(sem_option_parse(mode, "fu", &value));
	assert_false(sem_option_parse(sem_option_at(spec, 0), "yes", &value));
	assert_string_equal(sem_option_value_text(f->context.arena, mode, 2), "full");
	assert_string_equal(sem_option_value_text(f->context.arena, size, 4), "4");
}

static void conditions_over_options_are_constant(void **state)
{
	struct fixture *f = *state;
	struct sem_spec *spec = check(f, SMALL);
	struct sem_variant variant = { .values = (const long[]){ 1, 3, 2 } };
	struct syn_decl *tick = sem_find(spec, &variant, SYN_DECL_WORK, "tick");
	const struct syn_expr *condition = tick->body->stmts.at[0]->expr;
	struct syn_decl *b = sem_find(spec, &variant, SYN_DECL_BUCKET, "b");
	long value;

	assert_true(sem_constant(spec, &variant, condition, &value));
	assert_int_equal(value, 1);
	variant.values = (const long[]){ 1, 3, 1 };
	assert_true(sem_constant(spec, &variant, condition, &value));
	assert_int_equal(value, 0);
	assert_false(sem_constant(spec, &variant, b->guard, &value));
}

/* -------------------------------------------------------------------- mutants */
static void a_mutant_changes_clauses(void **state)
{
	struct fixture *f = *state;
	struct sem_spec *spec = check(f,
	    SMALL "mutant early { bucket b open when open(a); } caught by p;\n"
		  "mutant ring { bucket a open when drained(b); } caught by check;\n");
	struct sem_variant variant = { .values = (const long[]){ 1, 3, 1 } };
	struct syn_decl *base, *changed, **all;
	const char *first = NULL;

	assert_non_null(spec);
	base = sem_find(spec, &variant, SYN_DECL_BUCKET, "b");
	variant.mutant = sem_find(spec, &variant, SYN_DECL_MUTANT, "early");
	changed = sem_find(spec, &variant, SYN_DECL_BUCKET, "b");
	assert_ptr_not_equal(base, changed);
	assert_string_equal(base->guard->name.text, "drained");
	assert_string_equal(changed->guard->name.text, "open");
	assert_ptr_equal(base->fill, changed->fill);
	assert_int_equal(changed->kinds.count, 1);
	assert_int_equal(sem_decls(spec, &variant, SYN_DECL_BUCKET, f->context.arena, &all), 2);
	assert_ptr_equal(all[1]->guard, changed->guard);
	variant.mutant = sem_find(spec, &variant, SYN_DECL_MUTANT, "ring");
	assert_int_equal(sem_check_mutant(&f->context, spec, variant.mutant, &first), 1);
	assert_non_null(strstr(first, "[E0403]"));
	assert_int_equal(gd_error_count(f->context.sink), 0);
}

static void what_was_wrong_before_catches_no_mutant(void **state)
{
	struct fixture *f = *state;
	struct sem_spec *spec = check(f,
	    SMALL "function sloppy() -> bool { return empty(a); }\n"
		  "mutant harmless { work tick() once { fence(acquire); } } caught by check;\n"
		  "mutant worse { bucket b open when empty(a); } caught by check;\n");
	struct sem_variant variant = { .values = (const long[]){ 1, 3, 1 } };
	const char *first = "";

	assert_non_null(spec);
	assert_int_equal(gd_warning_count(f->context.sink), 1);
	variant.mutant = sem_find(spec, &variant, SYN_DECL_MUTANT, "harmless");
	assert_int_equal(sem_check_mutant(&f->context, spec, variant.mutant, &first), 0);
	assert_null(first);
	variant.mutant = sem_find(spec, &variant, SYN_DECL_MUTANT, "worse");
	assert_true(sem_check_mutant(&f->context, spec, variant.mutant, &first) > 0);
	assert_non_null(strstr(first, "[W0"));
}

/* ---------------------------------------------------------------------- cells */
static const char *worker_text(struct gd_arena *arena, const struct syn_workers *workers)
{
	switch (workers->kind) {
	case SYN_WORKERS_ANY: return "any";
	case SYN_WORKERS_EACH: return gd_arena_printf(arena, "%ld", workers->count);
	case SYN_WORKERS_OF_ONE:
		return gd_arena_printf(arena, "%ld*%s", workers->count, workers->of.text);
	case SYN_WORKERS_IN_TURN: return "in turn";
	}
	return "";
}

/* Writes one line for each cell, with the claims that are not built in or not expected. */
static const char *cell_text(struct fixture *f, const char *text)
{
	struct gd_arena *arena = f->context.arena;
	struct sem_spec *spec = check(f, text);
	struct sem_cell *cells;
	const char *all = "";
	size_t count;

	assert_non_null(spec);
	count = sem_cells(&f->context, spec, &cells);
	for (size_t i = 0; i < count; i++) {
		const struct sem_cell *cell = &cells[i];
		size_t built_in = 0;

		all = gd_arena_printf(arena, "%s%s%s%s/%s/", all,
		    cell->mutant ? cell->mutant->name.text : "", cell->mutant ? ":" : "",
		    cell->scenario ? cell->scenario : "check", cell->memory);
		for (size_t j = 0; j < sem_option_count(spec); j++)
			all = gd_arena_printf(arena, "%s%ld", all, cell->variant->values[j]);
		all = gd_arena_printf(arena, "%s/%s", all, worker_text(arena, cell->workers));
		for (size_t j = 0; j < cell->claim_count; j++) {
			const struct sem_claim *claim = &cell->claims[j];

			if (strlen(claim->property) > 1 && claim->expected == SEM_HOLDS)
				built_in++;
			else
				all = gd_arena_printf(arena, "%s %s%s", all,
				    claim->expected == SEM_HOLDS ? "" : "!", claim->property);
		}
		all = gd_arena_printf(arena, "%s +%zu\n", all, built_in);
	}
	return all;
}

static void cells_are_the_product_of_the_block(void **state)
{
	assert_string_equal(
	    cell_text(*state,
		SMALL "verify { memory sc, tso;  workers 1, 3 in turn, 2 tick;  options fast;\n"
		      "  scenarios t;  expect p hold;  expect q fails when fast under tso; }\n"),
	    "t/sc/031/1 p +4\n"
	    "t/sc/031/3*tock p +4\n"
	    "t/sc/031/2*tick p +4\n"
	    "t/tso/031/1 p +4\n"
	    "t/tso/031/3*tock p +4\n"
	    "t/tso/031/2*tick p +4\n"
	    "t/sc/131/1 p +4\n"
	    "t/sc/131/3*tock p +4\n"
	    "t/sc/131/2*tick p +4\n"
	    "t/tso/131/1 p !q +4\n"
	    "t/tso/131/3*tock p !q +4\n"
	    "t/tso/131/2*tick p !q +4\n");
}

static void options_of_a_when_take_all_values(void **state)
{
	assert_string_equal(cell_text(*state,
				SMALL "verify { scenarios s;  expect p hold when mode != off;\n"
				      "  expect q, no_stranded fail when mode == off; }\n"),
	    "s/sc/130/any !q !no_stranded +3\n"
	    "s/sc/131/any p +4\n"
	    "s/sc/132/any p +4\n");
}

static void without_a_block_everything_holds(void **state)
{
	assert_string_equal(cell_text(*state, SMALL),
	    "s/sc/131/any p q +4\n"
	    "t/sc/131/any p q +4\n");
}

static void mutants_have_cells_of_their_own(void **state)
{
	assert_string_equal(
	    cell_text(*state,
		SMALL
		"verify { memory sc, pso;  options size = 2, 5;  expect p, q hold; }\n"
		"mutant early { bucket b open when open(a); } caught by p, no_stranded in t under pso;\n"
		"mutant ring { bucket a open when drained(b); } caught by check;\n"),
	    "s/sc/121/any p q +4\n"
	    "s/pso/121/any p q +4\n"
	    "s/sc/151/any p q +4\n"
	    "s/pso/151/any p q +4\n"
	    "t/sc/121/any p q +4\n"
	    "t/pso/121/any p q +4\n"
	    "t/sc/151/any p q +4\n"
	    "t/pso/151/any p q +4\n"
	    "early:t/pso/121/any !p !no_stranded +0\n"
	    "early:t/pso/151/any !p !no_stranded +0\n"
	    "ring:check/sc/131/any +0\n");
}

/* Mutants are tried in the cells of all blocks, by properties that the specification itself keeps
 * there. */
static void mutants_are_tried_where_the_specification_holds(void **state)
{
	assert_string_equal(
	    cell_text(*state,
		SMALL
		"verify { scenarios s, t;  workers 2, any;  expect p hold when size == 5;\n"
		"  expect p fails when size == 2;  expect q in t holds;  options size = 2, 5; }\n"
		"verify { scenarios s;  memory sc, tso;  options size = 5;  expect p, q hold; }\n"
		"verify { scenarios t;  workers 1;  options size = 2;  expect p holds; }\n"
		"mutant early { bucket b open when open(a); } caught by p, q;\n"),
	    "s/sc/121/2 !p +4\n"
	    "s/sc/121/any !p +4\n"
	    "s/sc/151/2 p +4\n"
	    "s/sc/151/any p +4\n"
	    "t/sc/121/2 !p q +4\n"
	    "t/sc/121/any !p q +4\n"
	    "t/sc/151/2 p q +4\n"
	    "t/sc/151/any p q +4\n"
	    "s/sc/151/any p q +4\n"
	    "s/tso/151/any p q +4\n"
	    "t/sc/121/1 p +4\n"
	    "early:s/sc/151/any !p !q +0\n"
	    "early:t/sc/121/any !q +0\n"
	    "early:t/sc/151/any !p !q +0\n"
	    "early:s/tso/151/any !p !q +0\n"
	    "early:t/sc/121/1 !p +0\n");
}

/* ------------------------------------------------------------- producer graph */
/* A collector that marks and sweeps, with another guard for the sweep. */
static const char *sweep_when(struct fixture *f, const char *guard)
{
	return gd_arena_printf(f->context.arena,
	    "collector x;\n"
	    "object { mark : bit = 0;  field : ref[]; }\n"
	    "work begin_gc() once { stop mutators;  for m : mutator  emit roots(m); }\n"
	    "work roots(m : mutator) set {\n"
	    "  for s in m.roots { let r = load(s);  if r != null  emit visit(r); }\n"
	    "}\n"
	    "work visit(o : ref) bag {\n"
	    "  if fetch_or(o.mark, 1) == 0\n"
	    "    for s in o.field { let t = load(s);  if t != null  emit visit(t); }\n"
	    "}\n"
	    "work sweep_obj(o : ref) set { if load(o.mark) == 0  free(o); }\n"
	    "work end_gc() once { resume mutators; }\n"
	    "cycle gc from requested to drained(trace) and drained(finish);\n"
	    "bucket start  { begin_gc }   fill emit begin_gc();\n"
	    "bucket stacks { roots }      open when drained(start);\n"
	    "bucket trace  { visit }      open when drained(stacks);\n"
	    "bucket sweep  { sweep_obj }  open when %s  fill for o : object  emit sweep_obj(o);\n"
	    "bucket finish { end_gc }     open when drained(sweep)  fill emit end_gc();\n",
	    guard);
}

static void a_sweep_waits_for_what_it_needs(void **state)
{
	static const struct {
		const char *guard, *codes;
	} cases[] = {
		{ "drained(trace)", "" },
		{ "drained(visit)", "" },
		{ "drained(trace) and all mutators stopped", "" },
		{ "not not drained(trace)", "" },
		{ "not (open(finish) or not drained(trace))", "" },
		{ "drained(stacks)", "W0602 " },
		{ "open(trace)", "W0602 " },
		{ "all mutators stopped", "W0602 " },
		{ "drained(trace) or drained(stacks)", "W0602 " },
		{ "not drained(trace)", "W0602 " },
		{ "idle(trace)", "W0602 " },
		{ "empty(trace)", "W0603 W0602 " },
		{ "drained(finish)", "E0403 " },
		{ "drained(sweep)", "E0403 " },
		{ "drained(trace) and false", "E0404 " },
		{ "drained(sweeep)", "E0201 " },
		{ "load(trace) == 1", "E0402 " },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *got = codes(*state, sweep_when(*state, cases[i].guard));

		if (strcmp(got, cases[i].codes))
			fail_msg("%s: %s, not %s", cases[i].guard, got, cases[i].codes);
	}
}

/* Concurrent marking.  The sweep opens when marking is over: the reports depend on KERNEL, in the
 * last stop, and on CONDITION in the barrier. */
static const char *concurrent(struct fixture *f, const char *kernel, const char *condition,
    const char *end)
{
	return gd_arena_printf(f->context.arena,
	    "collector x;\n"
	    "object { mark : bit = 0;  field : ref[]; }\n"
	    "phase marking;\n"
	    "work first() once { stop mutators;  begin marking;  for m : mutator  emit roots(m);\n"
	    "                    resume mutators; }\n"
	    "work roots(m : mutator) set {\n"
	    "  for s in m.roots { let r = load(s);  if r != null  emit visit(r); }\n"
	    "}\n"
	    "work visit(o : ref) bag {\n"
	    "  if fetch_or(o.mark, 1) == 0\n"
	    "    for s in o.field { let t = load(s);  if t != null  emit visit(t); }\n"
	    "}\n"
	    "work last() once { %s }\n"
	    "work sweep_obj(o : ref) set { if load(o.mark) == 0  free(o);  else  store(o.mark, 0); }\n"
	    "barrier before_store(o, s, new) { if %s { let old = load(s);  emit visit(old); } }\n"
	    "cycle gc from requested to %s;\n"
	    "bucket start  { first }      fill emit first();\n"
	    "bucket stacks { roots }      open when drained(start);\n"
	    "bucket trace  { visit }      open when drained(stacks);\n"
	    "bucket finish { last }       open whenever marking and drained(stacks) and idle(trace)\n"
	    "                             fill emit last();\n"
	    "bucket sweep  { sweep_obj }  open when drained(stacks) and not marking;\n",
	    kernel, condition, end);
}

static void a_phase_that_ended_stands_for_what_was_done(void **state)
{
#define ALL  "for o : object  emit sweep_obj(o);"
#define BOTH "drained(sweep) and drained(finish)"
	static const struct {
		const char *kernel, *condition, *end, *codes;
	} cases[] = {
		{ "stop mutators;  if drained(trace) { " ALL " end marking; }  resume mutators;",
		    "marking", BOTH, "" },
		/* units are emitted when the sweep may have opened and been drained already */
		{ "stop mutators;  if drained(trace) { end marking;  " ALL " }  resume mutators;",
		    "marking", "drained(sweep)", "W0601 " },
		/* the cycle does not wait for the kernel that resumes mutators */
		{ "stop mutators;  if drained(trace) { " ALL " end marking; }  resume mutators;",
		    "marking", "drained(sweep)", "W0612 " },
		/* a barrier may run between the test and the end */
		{ "if drained(trace) { " ALL " end marking; }", "marking", BOTH, "W0616 W0602 " },
		/* marking ends even if it is not done */
		{ "stop mutators;  " ALL " end marking;  resume mutators;", "marking", BOTH,
		    "W0602 " },
		{ "stop mutators;  if drained(stacks) { " ALL " end marking; }  resume mutators;",
		    "marking", BOTH, "W0602 " },
		/* the barrier does not depend on the phase */
		{ "stop mutators;  if drained(trace) { " ALL " end marking; }  resume mutators;",
		    "o != null", BOTH, "W0602 " },
		{ "stop mutators;  if drained(trace) { " ALL " end marking; }  resume mutators;",
		    "marking or o != null", BOTH, "W0602 " },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *got = codes(*state,
		    concurrent(*state, cases[i].kernel, cases[i].condition, cases[i].end));

		if (strcmp(got, cases[i].codes))
			fail_msg("case %zu: %s, not %s", i, got, cases[i].codes);
	}
}

static void a_phase_does_not_change_under_a_barrier(void **state)
{
	static const struct {
		const char *phase, *kernel, *barrier, *codes;
	} cases[] = {
		{ "p", "begin p;  end p;", "if p  store(o.mark, 1);", "W0616 W0616 " },
		{ "p", "begin p;  end p;", "if is_on()  store(o.mark, 1);", "W0616 W0616 " },
		{ "p at once", "stop mutators;  begin p;  resume mutators;  end p;",
		    "if p  store(o.mark, 1);", "W0616 " },
		{ "p", "stop mutators;  begin p;  end p;  resume mutators;",
		    "if p  store(o.mark, 1);", "" },
		/* each mutator sees the change at its handshake */
		{ "p at handshake", "begin p;  end p;", "if p  store(o.mark, 1);", "" },
		/* no barrier reads it */
		{ "p", "begin p;  end p;", "store(o.mark, 1);", "" },
		/* mutators are stopped for another kernel, which may be the one that changes it */
		{ "p", "begin p;  end p;  stop mutators;", "if p  store(o.mark, 1);", "W0613 " },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture *f = *state;
		const char *got = codes(*state,
		    gd_arena_printf(f->context.arena,
			"collector t;\nobject { mark : bit = 0;  field : ref[]; }\nphase %s;\n"
			"function is_on() -> bool { return p; }\n"
			"work k() once { %s }\nbarrier allocated(o) { %s }\n"
			"cycle gc from requested to drained(b);\nbucket b { k } fill emit k();\n",
			cases[i].phase, cases[i].kernel, cases[i].barrier));

		if (strcmp(got, cases[i].codes))
			fail_msg("case %zu: %s, not %s", i, got, cases[i].codes);
	}
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(options_have_values),
		TEST(conditions_over_options_are_constant),
		TEST(a_mutant_changes_clauses),
		TEST(what_was_wrong_before_catches_no_mutant),
		TEST(cells_are_the_product_of_the_block),
		TEST(options_of_a_when_take_all_values),
		TEST(without_a_block_everything_holds),
		TEST(mutants_have_cells_of_their_own),
		TEST(mutants_are_tried_where_the_specification_holds),
		TEST(a_sweep_waits_for_what_it_needs),
		TEST(a_phase_that_ended_stands_for_what_was_done),
		TEST(a_phase_does_not_change_under_a_barrier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
