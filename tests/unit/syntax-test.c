/* syntax-test.c: the scanner and the grammar. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/syntax/syntax.h"

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

static struct syn_spec *parse_n(struct fixture *f, const char *text, size_t length)
{
	return syn_parse(&f->context, gd_source_from_text(f->context.arena, "x.gc", text, length));
}

static struct syn_spec *parse(struct fixture *f, const char *text)
{
	return parse_n(f, text, strlen(text));
}

/* The reports for TEXT, as `E0107@3 E0108@4 `: code and line. */
static const char *complaints(struct fixture *f, const char *text)
{
	char *written = NULL;
	const char *result = "";
	size_t size = 0;
	FILE *memory = open_memstream(&written, &size);

	parse(f, text);
	gd_diag_write(f->context.sink, memory, GD_DIAG_TEXT, false);
	fclose(memory);
	for (char *line = strtok(written, "\n"); line; line = strtok(NULL, "\n")) {
		char *code = strstr(line, " [E");
		unsigned number;

		if (code != NULL && sscanf(line, "x.gc:%u:", &number) == 1)
			result = gd_arena_printf(f->context.arena, "%s%.5s@%u ", result, code + 2,
			    number);
	}
	free(written);
	return result;
}

/* The formula of `property p = TEXT;`, printed again. */
static const char *again(struct fixture *f, const char *text)
{
	struct syn_spec *spec =
	    parse(f, gd_arena_printf(f->context.arena, "property p = %s;", text));

	assert_int_equal(spec->decls.count, 1);
	return syn_expr_text(f->context.arena, spec->decls.at[0]->expr);
}

static void operators_bind_as_the_language_says(void **state)
{
	struct fixture *f = *state;

	assert_string_equal(again(f, "a or b and not c == d"), "a or b and not c == d");
	assert_string_equal(again(f, "(a or b) and c"), "(a or b) and c");
	assert_string_equal(again(f, "a implies b until c or d"), "a implies b until c or d");
	assert_string_equal(again(f, "(a implies b) until c"), "(a implies b) until c");
	assert_string_equal(again(f, "always forall o in expected (marked(o) implies x)"),
	    "always forall o in expected (marked(o) implies x)");
	assert_string_equal(again(f, "a and forall o b or c"), "a and (forall o (b or c))");
	assert_string_equal(again(f, "1 - (2 - 3) + -x.y[4]"), "1 - (2 - 3) + -x.y[4]");
	assert_string_equal(again(f, "cas(o.m, 1, 2, acq_rel, relaxed)"),
	    "cas(o.m, 1, 2, acq_rel, relaxed)");
	assert_string_equal(again(f, "all mutators stopped and open(b)"),
	    "all mutators stopped and open(b)");
	assert_int_equal(gd_error_count(f->context.sink), 0);
}

static void orders_are_no_arguments(void **state)
{
	struct fixture *f = *state;
	struct syn_expr *call =
	    parse(f, "property p = fetch_or(o.mark, 1, acquire);")->decls.at[0]->expr;

	assert_int_equal(call->args.count, 2);
	assert_int_equal(call->order, SYN_ACQUIRE);
}

static void words_of_one_place_are_names_elsewhere(void **state)
{
	struct fixture *f = *state;

	parse(f,
	    "bucket stack { thread } open when drained(from) and to;\n"
	    "work thread(under : ref) bag at most 2 { let hold = load(under.memory); }\n"
	    "cycle any from requested to drained(stack);");
	assert_int_equal(gd_error_count(f->context.sink), 0);
}

static void else_belongs_to_the_nearest_if(void **state)
{
	struct fixture *f = *state;
	struct syn_stmt *outer =
	    parse(f, "function g() { if a  if b  f(); else h(); }")->decls.at[0]->body->stmts.at[0];

	assert_null(outer->otherwise);
	assert_non_null(outer->body->otherwise);
}

static void a_bucket_has_its_clauses(void **state)
{
	struct fixture *f = *state;
	struct syn_decl *bucket = parse(f,
	    "bucket b { k, l } in minor across cycles open whenever "
	    "x close when y fill for o : object emit k(o);")
				      ->decls.at[0];

	assert_int_equal(bucket->kinds.count, 2);
	assert_int_equal(bucket->opening, SYN_OPEN_WHENEVER);
	assert_true(bucket->across_cycles && bucket->has_cycles);
	assert_non_null(bucket->close_when);
	assert_int_equal(bucket->fill->kind, SYN_STMT_FOR_DOMAIN);
}

static void a_mutant_is_caught_by_check_or_properties(void **state)
{
	struct fixture *f = *state;
	struct syn_spec *spec = parse(f,
	    "mutant a { bucket b open when c; } caught by check;\n"
	    "mutant d { } caught by p, q in s under tso;");

	assert_true(spec->decls.at[0]->caught_by_check);
	assert_false(spec->decls.at[0]->changes.at[0]->has_kinds);
	assert_int_equal(spec->decls.at[1]->caught_by.count, 2);
	assert_int_equal(spec->decls.at[1]->caught_under.count, 1);
}

static void comments_belong_to_what_they_stand_at(void **state)
{
	struct fixture *f = *state;
	struct syn_spec *spec = parse(f,
	    "// the name\ncollector c;\n"
	    "/* before\n   it */\nwork k() once {  // a kernel\n"
	    "  // first\n  f();  // behind\n  g();\n}\n// the end\n");
	struct syn_decl *work = spec->decls.at[1];

	assert_int_equal(spec->decls.at[0]->trivia.leading.count, 1);
	assert_int_equal(work->trivia.leading.count, 1);
	assert_string_equal(work->trivia.leading.at[0].text, "/* before\n   it */");
	assert_int_equal(work->body->stmts.at[0]->trivia.leading.count, 2);
	assert_string_equal(work->body->stmts.at[0]->trivia.trailing.at[0].text, "// behind");
	assert_int_equal(work->body->stmts.at[1]->trivia.leading.count, 0);
	assert_int_equal(spec->rest.count, 1);
}

static void one_mistake_gives_one_error(void **state)
{
	static const struct {
		const char *text, *expected;
	} cases[] = {
		{ "bukcet start { k } open when x;\ncollector c;", "E0109@1 " },
		{ "work k() once {\n  emti mark(r);\n  f();\n}", "E0109@2 " },
		{ "bucket b { k } open whn x;", "E0109@1 " },
		{ "work k() once {\n  f()\n  g();\n}", "E0108@2 " },
		{ "work k() once {\n  f()\n}", "E0108@2 " },
		{ "collector c", "E0108@1 " },
		{ "work k() once { f(; }\ncollector 7;", "E0107@1 E0107@2 " },
		{ "work k( once { f(); }", "E0107@1 " },
		{ "update to : bump;", "E0110@1 " },
		{ "property p = a == b == c;", "E0107@1 " },
		{ "work k() once { f();", "E0108@1 " },
		{ "verify { memory sc; wrokers any; expect p hold; }", "E0109@1 " },
		{ "scenario s { objects a b; cycles 2; }", "E0107@1 " },
		/* a brace that was left out is noticed where the next declaration begins */
		{ "work k() once { if a {\n f();\nwork l() once { }", "E0108@2 " },
		{ "object { mark : bit = 0 }\nphase p;", "E0108@1 " },
		{ "mutant m { bucket b { k, 7 } open when x; bucket c { } ; } caught by p;",
		    "E0107@1 " },
		{ "mutant 7 {\n work k() once { f(); }\n} caught by p;\nphase q;", "E0107@1 " },
		/* constructs of later releases; each is reported once */
		{ "soft p;\nsoft q;", "E0110@1 E0110@2 " },
		{ "update b : 32 KiB { evac : bit; }\nphase p;", "E0110@1 " },
		{ "object { field : ref[] { was : bit = 0; }\n rc : 0..3 = 0; }", "E0107@1 " },
		{ "work k() once { if o is weakref { f(); g(); } else { h(); } f(); }",
		    "E0110@1 " },
		{ "bucket weak { k, l } open when x fill { emit k(); }", "E0107@1 " },
		{ "scenario s { objects a; weakref w; heap { b [a b] } cycles 1; }", "E0107@1 " },
		/* constructs of other languages */
		{ "work k() once { x = 3; f(); }", "E0107@1 " },
		{ "work k() once { while x { f(); g(); } f(); }", "E0107@1 " },
		{ "property p = !a && b || c;", "E0102@1 E0102@1 E0102@1 " },
		{ "property p = a b ! c;\n&& !", "E0107@1 E0102@1 E0102@2 E0107@2 E0102@2 " },
		{ "property p = a $ b;\nproperty q = a \xc3\xa9;", "E0102@1 E0102@2 " },
		{ "property p = a; /* never", "E0103@1 " },
		{ "\xef\xbb\xbf"
		  "collector c;",
		    "" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture *f = *state;

		f->context.sink = gd_diag_sink_new(f->context.arena);
		assert_string_equal(complaints(f, cases[i].text), cases[i].expected);
	}
}

static void many_mistakes_are_all_reported(void **state)
{
	struct fixture *f = *state;
	const char *text = "";

	for (int i = 0; i < 25; i++)
		text = gd_arena_printf(f->context.arena, "%sproperty p%d = ;\n", text, i);
	parse(f, text);
	assert_int_equal(gd_error_count(f->context.sink), 25);
}

static void brackets_of_mistakes_are_forgotten(void **state)
{
	struct fixture *f = *state;
	const char *text = "";

	for (int i = 0; i < 150; i++)
		text = gd_arena_printf(f->context.arena, "%swork k() once { f((; }\n", text);
	assert_null(strstr(complaints(f, text), "E0111"));
	assert_int_equal(gd_error_count(f->context.sink), 150);
}

static void what_follows_a_missing_semicolon_is_kept(void **state)
{
	struct fixture *f = *state;
	struct syn_spec *spec = parse(f,
	    "work k() once {\n let x = load(a)\n f(x);\n}\n"
	    "bucket b { k } across cycles in c;");

	assert_int_equal(gd_error_count(f->context.sink), 1);
	assert_int_equal(spec->decls.at[0]->body->stmts.at[0]->kind, SYN_STMT_CALL);
	assert_true(spec->decls.at[1]->across_cycles && spec->decls.at[1]->has_cycles);
}

static void a_kind_of_objects_is_a_type(void **state)
{
	struct fixture *f = *state;
	struct syn_spec *spec = parse(f, "work k(o : weakref) set { }");
	struct syn_type *type = &spec->decls.at[0]->params.at[0].type;

	assert_int_equal(type->kind, SYN_TYPE_REF);
	assert_string_equal(type->object_kind.text, "weakref");
	assert_string_equal(syn_type_text(f->context.arena, type), "weakref");
}

static char *repeated(const char *unit, size_t times)
{
	size_t length = strlen(unit);
	char *text = malloc(length * times + 1);

	for (size_t i = 0; i < times; i++)
		memcpy(text + i * length, unit, length);
	text[length * times] = '\0';
	return text;
}

static void depth_is_an_error_and_not_a_crash(void **state)
{
	static const char *const units[] = { "(", "not ", "{", "a or ", "a implies ", "if a ", "f(",
		"x[", "always ", "- ", "if a b(); else " };
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		char *text = repeated(units[i], 10000);

		f->context.sink = gd_diag_sink_new(f->context.arena);
		parse(f, gd_arena_printf(f->context.arena, "property p = %s", text));
		assert_int_not_equal(gd_error_count(f->context.sink), 0);
		f->context.sink = gd_diag_sink_new(f->context.arena);
		parse(f, gd_arena_printf(f->context.arena, "work k() once { %s", text));
		assert_int_not_equal(gd_error_count(f->context.sink), 0);
		free(text);
	}
}

static void any_bytes_are_read(void **state)
{
	struct fixture *f = *state;
	char bytes[512];

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)(i * 7 + i / 256);
	parse_n(f, bytes, sizeof bytes);
	assert_int_not_equal(gd_error_count(f->context.sink), 0);
}

static struct gd_source *example(struct fixture *f)
{
	const char *why;
	struct gd_source *source = gd_source_read(f->context.arena, EXAMPLES "/stw.gc", &why);

	assert_non_null(source);
	return source;
}

/* Each eighth, unless all is to be tried. */
static void every_truncation_of_an_example_is_read(void **state)
{
	struct fixture *f = *state;
	struct gd_source *source = example(f);
	const char *tests = getenv("GCDSL_TESTS");
	size_t step = tests && strcmp(tests, "all") == 0 ? 1 : 8;

	for (size_t length = 0; length < source->length; length += step) {
		struct fixture inner;

		inner.context.arena = gd_arena_new();
		inner.context.names = gd_intern_new(inner.context.arena);
		inner.context.sink = gd_diag_sink_new(inner.context.arena);
		parse_n(&inner, source->text, length);
		assert_true(gd_error_count(inner.context.sink) <= 3);
		gd_arena_free(inner.context.arena);
	}
	parse_n(f, source->text, source->length);
	assert_int_equal(gd_error_count(f->context.sink), 0);
}

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void imports_are_read_once_and_cycles_reported(void **state)
{
	struct fixture *f = *state;
	struct syn_spec *spec;

	write_text("syntax-test-a.gc",
	    "import \"syntax-test-b.gc\";\nimport \"./syntax-test-b.gc\";");
	write_text("syntax-test-b.gc", "collector b;");
	spec = syn_load(&f->context, "syntax-test-a.gc");
	assert_int_equal(gd_error_count(f->context.sink), 0);
	assert_non_null(spec->decls.at[0]->imported);
	assert_ptr_equal(spec->decls.at[0]->imported, spec->decls.at[1]->imported);

	write_text("syntax-test-b.gc", "import \"syntax-test-a.gc\";");
	syn_load(&f->context, "syntax-test-a.gc");
	assert_int_equal(gd_error_count(f->context.sink), 1);
	assert_null(syn_load(&f->context, "syntax-test-none.gc"));
	assert_int_equal(gd_error_count(f->context.sink), 2);
	remove("syntax-test-a.gc");
	remove("syntax-test-b.gc");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(operators_bind_as_the_language_says),
		TEST(orders_are_no_arguments),
		TEST(words_of_one_place_are_names_elsewhere),
		TEST(else_belongs_to_the_nearest_if),
		TEST(a_bucket_has_its_clauses),
		TEST(a_mutant_is_caught_by_check_or_properties),
		TEST(comments_belong_to_what_they_stand_at),
		TEST(one_mistake_gives_one_error),
		TEST(many_mistakes_are_all_reported),
		TEST(brackets_of_mistakes_are_forgotten),
		TEST(what_follows_a_missing_semicolon_is_kept),
		TEST(a_kind_of_objects_is_a_type),
		TEST(depth_is_an_error_and_not_a_crash),
		TEST(any_bytes_are_read),
		TEST(every_truncation_of_an_example_is_read),
		TEST(imports_are_read_once_and_cycles_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
