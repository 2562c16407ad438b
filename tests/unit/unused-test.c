/* unused-test.c: what nothing in a model uses is left out of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "promela-backend/emit-unused.h"

static void check(const char *model, const char *expected)
{
	struct gd_arena *arena = gd_arena_new();
	struct gd_out text, out;

	gd_out_init(&text, 0);
	gd_out_init(&out, 0);
	gd_out_puts(&text, model);
	pml_put_needed(arena, "m.pml", &text, &out);
	gd_out_puts(&out, "");
	assert_int_equal(out.length, strlen(expected));
	assert_memory_equal(out.text, expected, out.length);
	gd_out_free(&text);
	gd_out_free(&out);
	gd_arena_free(arena);
}

static void unused_macros_go(void **state)
{
	(void)state;
	check("#define A 1\n#define B 2\nbyte x = A;\n", "#define A 1\nbyte x = A;\n");
}

static void what_is_used_needs_more(void **state)
{
	(void)state;
	check("#define A B\n#define B C\n#define C 1\n#define D C\nbyte x = A;\n",
	    "#define A B\n#define B C\n#define C 1\nbyte x = A;\n");
}

static void a_circle_of_its_own_is_not_needed(void **state)
{
	(void)state;
	check("#define A B\n#define B A\nbyte x;\n", "byte x;\n");
}

static void comments_and_strings_use_nothing(void **state)
{
	(void)state;
	check("#define A 1\n#define B 2\nbyte x; // \"A\nprintf(\"B \\\" B\");\n",
	    "byte x; // \"A\nprintf(\"B \\\" B\");\n");
}

static void a_longer_name_is_another(void **state)
{
	(void)state;
	check("#define A 1\n#define AB 2\nbyte x = AB;\n", "#define AB 2\nbyte x = AB;\n");
}

static void inlines_go_with_their_comment(void **state)
{
	(void)state;
	check("// used\ninline used() {\n\tx = 1\n}\n\n// other\ninline other() {\n\tused()\n}\n\n"
	      "inline short_one() { x = 2 }\nused();\n",
	    "// used\ninline used() {\n\tx = 1\n}\n\nused();\n");
}

static void hidden_variables_go_and_others_stay(void **state)
{
	(void)state;
	check("hidden byte a;\nhidden byte b[2];\nhidden int c, d;\nbyte e;\nb[0] = 1;\n",
	    "hidden byte b[2];\nhidden int c, d;\nbyte e;\nb[0] = 1;\n");
}

static void support_files_use_what_the_model_defines(void **state)
{
	(void)state;
	check("#define OBJECTS 2\n#define OTHER 3\n#include \"heap.pml\"\n",
	    "#define OBJECTS 2\n#include \"heap.pml\"\n");
}

static void support_files_include_others(void **state)
{
	(void)state;
	check("#define MEM_SC_ACCESSES\n#define OTHER 3\n#include \"memory-c11.pml\"\n",
	    "#define MEM_SC_ACCESSES\n#include \"memory-c11.pml\"\n");
}

static void lines_of_the_model_are_numbered(void **state)
{
	(void)state;
	check("#define A 1\n#line 7 \"x.gc\"\na;\n#line 99 \"m.pml\"\nb;\n#line 99 \"m.pml\"\n"
	      "#line 8 \"x.gc\"\nc;\n",
	    "#line 7 \"x.gc\"\na;\n#line 4 \"m.pml\"\nb;\n#line 8 \"x.gc\"\nc;\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unused_macros_go),
		cmocka_unit_test(what_is_used_needs_more),
		cmocka_unit_test(a_circle_of_its_own_is_not_needed),
		cmocka_unit_test(comments_and_strings_use_nothing),
		cmocka_unit_test(a_longer_name_is_another),
		cmocka_unit_test(inlines_go_with_their_comment),
		cmocka_unit_test(hidden_variables_go_and_others_stay),
		cmocka_unit_test(support_files_use_what_the_model_defines),
		cmocka_unit_test(support_files_include_others),
		cmocka_unit_test(lines_of_the_model_are_numbered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
