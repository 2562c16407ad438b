/* paragraph-test.c: what a paragraph says of the part of a formula that is false. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "trace/paragraph.h"

static struct gd_arena *arena;

static int begin(void **state)
{
	(void)state;
	arena = gd_arena_new();
	return 0;
}

static int end(void **state)
{
	(void)state;
	gd_arena_free(arena);
	return 0;
}

/* The paragraph of a run without steps. */
static const char *paragraph(const char *broken)
{
	const char *text = gd_arena_printf(arena,
	    "{\"event\":\"trace\",\"memory\":\"sc\"}\n"
	    "{\"event\":\"fail\",\"property\":\"p\",\"formula\":\"F\",\"why\":\"no\",\"broken\":%s}\n",
	    broken);
	json_t *lines = paragraph_lines(text, strlen(text));

	text = paragraph_text(arena, lines);
	json_decref(lines);
	return text;
}

#define SAYS(broken, what)                                                                         \
	assert_string_equal(paragraph(broken),                                                     \
	    "In memory sc, p fails: no. The property is `F`. " what                                \
	    "No store is reordered, because the memory "                                           \
	    "is sequentially consistent.")

static void part_is_not_known(void **state)
{
	(void)state;
	SAYS("null", "");
}

static void part_is_false_now(void **state)
{
	(void)state;
	SAYS("{\"text\":\"A\",\"binding\":null,\"values\":{},\"given\":[],\"step\":0,"
	     "\"since\":null,\"until\":null,\"never\":false}",
	    "The part `A` is false. ");
	SAYS("{\"text\":\"marked(o)\",\"binding\":\"o = b\",\"values\":{\"b.mark\":\"0\",\"x\":\"1\"},"
	     "\"given\":[{\"text\":\"G\",\"values\":{\"marking\":\"true\"}}],\"step\":0,"
	     "\"since\":null,\"until\":null,\"never\":false}",
	    "The part `marked(o)` is false for o = b: b.mark = 0, x = 1. "
	    "It must be true, because `G` is true: marking = true. ");
}

static void part_was_promised(void **state)
{
	(void)state;
	SAYS("{\"text\":\"B\",\"binding\":null,\"values\":{},"
	     "\"given\":[{\"text\":\"G\",\"values\":{}}],\"step\":9,"
	     "\"since\":6,\"until\":\"C\",\"never\":false}",
	    "The part `B` is false after step 9. It must be true until `C`, because `G` was true after step 6. ");
	SAYS("{\"text\":\"B\",\"binding\":null,\"values\":{},\"given\":[],\"step\":0,"
	     "\"since\":0,\"until\":\"C\",\"never\":false}",
	    "The part `B` is false. It must be true from the start until `C`. ");
	SAYS("{\"text\":\"B\",\"binding\":null,\"values\":{},\"given\":[],\"step\":9,"
	     "\"since\":3,\"until\":\"C\",\"never\":false}",
	    "The part `B` is false after step 9. It must be true from step 3 on until `C`. ");
	SAYS("{\"text\":\"B\",\"binding\":\"o = a\",\"values\":{\"b\":\"0\"},"
	     "\"given\":[{\"text\":\"G\",\"values\":{}}],\"step\":4,"
	     "\"since\":0,\"until\":null,\"never\":true}",
	    "What from the start never comes true: `B` is false for o = a after step 4: b = 0. "
	    "It must come true, because `G` was true at the start. ");
}

/* The paragraph of a run whose memory is MEMORY, without a step or with those of STEPS. */
static const char *run(const char *memory, const char *steps)
{
	const char *text = gd_arena_printf(arena,
	    "{\"event\":\"trace\",\"memory\":\"%s\"}\n%s"
	    "{\"event\":\"fail\",\"property\":\"p\",\"why\":\"no\",\"needed\":1}\n",
	    memory, steps);
	json_t *lines = paragraph_lines(text, strlen(text));

	text = paragraph_text(arena, lines);
	json_decref(lines);
	return text;
}

static void c11_has_no_count(void **state)
{
	(void)state;
	assert_string_equal(run("c11", ""),
	    "In memory c11, p fails: no. Reorderings are not counted under c11.");
}

/* A load that finds its own thread's store does not say what other threads see. */
static void load_of_memory_overtakes(void **state)
{
	static const char waiting[] =
	    "\"waiting\":[{\"store\":1,\"thread\":\"t\",\"location\":\"x\"}]";
	const char *steps = gd_arena_printf(arena,
	    "{%s,\"red\":[{\"store\":1,\"rule\":\"A\",\"thread\":\"t\",\"op\":\"load\","
	    "\"location\":\"x\",\"why\":\"own\"}]}\n"
	    "{%s,\"red\":[{\"store\":1,\"rule\":\"A\",\"thread\":\"t\",\"op\":\"load\","
	    "\"location\":\"y\",\"why\":\"memory\"}]}\n",
	    waiting, waiting);

	(void)state;
	assert_non_null(strstr(run("tso", steps), "1 reordering is needed. Memory. The run"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(part_is_not_known, begin, end),
		cmocka_unit_test_setup_teardown(part_is_false_now, begin, end),
		cmocka_unit_test_setup_teardown(part_was_promised, begin, end),
		cmocka_unit_test_setup_teardown(c11_has_no_count, begin, end),
		cmocka_unit_test_setup_teardown(load_of_memory_overtakes, begin, end),
	};

	return cmocka_run_group_tests_name("paragraph", tests, NULL, NULL);
}
