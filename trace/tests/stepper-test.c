/* stepper-test.c: the stepper of `gcdsl trace --step' without a terminal: which step each key goes to,
 * filters, the search, and pictures of the screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/stepper/draw.h"

static struct gd_arena *arena;
static struct step_run *run;
static struct stepper *stepper;

/* Eight steps: a store waits from step 1 to step 6, and is overtaken in steps 3 and 4; a bucket opens
 * in step 2 and closes in step 7; a phase begins in step 5. */
static const char *step_line(int step)
{
	static const char *const threads[] = { "", "mutator m", "releaser", "mutator m", "worker",
		"releaser", "memory of m", "releaser", "mutator n" };
	static const char *const statements[] = { "", "write(a.field[0], b)", "open trace",
		"let r = read(b.field[0])", "SCAN a", "phase", "", "close trace", "drop x" };
	bool holds = step == 1, performs = step == 6, red = step == 3 || step == 4;
	const char *operation = holds
	    ? "{\"op\":\"hold\",\"location\":\"a.field[0]\",\"stored\":\"b\",\"store\":1}"
	    : performs
	    ? "{\"op\":\"store\",\"location\":\"a.field[0]\",\"stored\":\"b\",\"store\":1}"
	    : step == 3
	    ? "{\"op\":\"load\",\"location\":\"b.field[0]\",\"found\":\"null\",\"store\":null}"
	    : "";

	return gd_arena_printf(arena,
	    "{\"event\":\"step\",\"step\":%d,\"do\":\"%s\",\"thread\":\"%s\",\"subject\":\"\","
	    "\"statement\":\"%s\",\"where\":{\"file\":\"none.gc\",\"line\":%d,\"column\":1},"
	    "\"repeats\":%s,\"operations\":[%s],\"red\":[%s],\"waiting\":[],\"observed\":{},"
	    "\"heap\":[{\"object\":\"a\",\"live\":true,\"reachable\":true,\"metadata\":{\"mark\":1},"
	    "\"fields\":{\"field\":[%s]}}],\"roots\":{\"m.x\":\"a\"},\"buckets\":{\"trace\":%s},"
	    "\"phases\":{\"marking\":%s},\"pending\":[],\"running\":[%s],%s}\n",
	    step, performs ? "perform" : "script", threads[step], statements[step], step,
	    step >= 7 ? "true" : "false", operation,
	    red ? "{\"store\":1,\"rule\":\"A\",\"why\":\"it is missed\"}" : "",
	    step >= 6 ? "\"a\"" : "null", step >= 2 && step < 7 ? "true" : "false",
	    step >= 5 ? "true" : "false",
	    step == 4 ? "{\"kind\":\"scan_obj\",\"unit\":\"a\",\"buffer\":null}" : "",
	    step < 3 ? "\"property\":{\"state\":\"holds\",\"since\":0,\"waits\":[]}"
		     : "\"property\":{\"state\":\"waiting\",\"since\":3,\"waits\":["
		       "{\"for\":\"marked(o)\",\"binding\":\"o = b\",\"since\":3}]}");
}

/* A run of which BROKEN is the part of the property that is false. */
static void read_run(const char *broken)
{
	const char *text =
	    "{\"event\":\"trace\",\"name\":\"made\",\"file\":\"none.gc\",\"memory\":\"tso\","
	    "\"threads\":[{\"name\":\"mutator m\",\"role\":\"mutator\"}],\"locations\":[\"a.mark\"],"
	    "\"start\":{\"heap\":[],\"buckets\":{\"trace\":false},\"phases\":{\"marking\":false}}}\n";
	for (int i = 1; i <= 8; i++)
		text = gd_arena_printf(arena, "%s%s", text, step_line(i));
	text = gd_arena_printf(arena,
	    "%s{\"event\":\"fail\",\"property\":\"safe\",\"why\":\"no\",\"broken\":%s,"
	    "\"reorderings\":1}\n",
	    text, broken);
	run = step_run_read(arena, text, strlen(text));
	stepper = stepper_new(arena, run, &style_plain);
}

static int begin(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	arena = gd_arena_new();
	read_run("{\"text\":\"marked(o)\",\"binding\":\"o = b\",\"values\":{\"b.mark\":\"0\"},"
		 "\"given\":[{\"text\":\"marking\",\"values\":{\"marking\":\"true\"}}],"
		 "\"step\":7,\"since\":3,\"until\":\"C\",\"never\":true}");
	return 0;
}

static int end(void **state)
{
	(void)state;
	step_run_free(run);
	gd_arena_free(arena);
	return 0;
}

/* Presses the keys; returns the step that is shown then. */
static int after(const char *keys)
{
	for (; *keys; keys++)
		stepper_key(stepper, *keys);
	return (int)stepper->at;
}

/* ------------------------------------------------------------------------ moving */
static void keys_go_one_step(void **state)
{
	(void)state;
	assert_int_equal(after("jjj"), 3);
	assert_int_equal(after("k"), 2);
	assert_int_equal(after("kkkk"), 0);
	assert_string_equal(stepper->message, "this is the state at the start");
	stepper_key(stepper, STEP_KEY_RIGHT);
	stepper_key(stepper, STEP_KEY_DOWN);
	assert_int_equal(stepper->at, 2);
	stepper_key(stepper, STEP_KEY_LEFT);
	stepper_key(stepper, STEP_KEY_UP);
	assert_int_equal(stepper->at, 0);
}

static void keys_go_far(void **state)
{
	(void)state;
	assert_int_equal(after("G"), 8);
	assert_int_equal(after("g"), 0);
	stepper->page = 3;
	stepper_key(stepper, STEP_KEY_PAGE_DOWN);
	assert_int_equal(stepper->at, 3);
	stepper_key(stepper, STEP_KEY_PAGE_UP);
	assert_int_equal(stepper->at, 0);
	stepper_key(stepper, STEP_KEY_END);
	assert_int_equal(stepper->at, 8);
}

static void run_repeats(void **state)
{
	(void)state;
	assert_int_equal(run->loop, 7);
	assert_int_equal(after("Gj"), 7);
	assert_string_equal(stepper->message, "the run repeats from here on");
}

static void numbers_are_steps(void **state)
{
	(void)state;
	assert_int_equal(after("5\n"), 5);
	assert_int_equal(after(":2\n"), 2);
	assert_int_equal(after("9\n"), 2);
	assert_string_equal(stepper->message, "there is no step `9': the last one is 8");
	assert_int_equal(after(":x\n"), 2);
	assert_int_equal(after("7\033"), 2);
	assert_int_equal(after("78\b\n"), 7);
	assert_int_equal(after("4\025\n"), 7);
}

static void red_marks(void **state)
{
	(void)state;
	assert_int_equal(after("r"), 3);
	assert_int_equal(after("r"), 4);
	assert_int_equal(after("r"), 4);
	assert_string_equal(stepper->message, "no later step has a red mark");
	assert_int_equal(after("R"), 3);
	assert_int_equal(after("R"), 3);
	assert_string_equal(stepper->message, "no earlier step has a red mark");
}

static void changes(void **state)
{
	(void)state;
	assert_int_equal(after("b"), 2);
	assert_int_equal(after("b"), 7);
	assert_int_equal(after("B"), 2);
	assert_int_equal(after("f"), 5);
	assert_int_equal(after("fF"), 5);
	assert_string_equal(stepper->message, "no phase begins or ends before");
	assert_int_equal(after("x"), 8);
	assert_int_equal(after("X"), 3);
}

/* ---------------------------------------------------------------- search, filters */
static void search_finds(void **state)
{
	(void)state;
	assert_int_equal(after("n"), 0);
	assert_string_equal(stepper->message, "nothing has been searched yet: / asks for a text");
	assert_int_equal(after("/TRACE\n"), 2);
	assert_string_equal(stepper->message, "`TRACE': match 1 of 2");
	assert_int_equal(after("n"), 7);
	assert_int_equal(after("n"), 7);
	assert_string_equal(stepper->message, "no later step has `TRACE'");
	assert_int_equal(after("N"), 2);
	assert_int_equal(after("/none\n"), 2);
	assert_string_equal(stepper->message, "no shown step has `none'");
	assert_int_equal(after("g/b.field[0] is\n"), 3);
}

static void filter_by_thread(void **state)
{
	(void)state;
	after("tm\n");
	assert_string_equal(stepper->message, "3 of 8 steps are shown");
	assert_int_equal(after("j"), 1);
	assert_int_equal(after("j"), 3);
	assert_int_equal(after("j"), 6);
	after("tmutator n, worker\n");
	assert_int_equal(stepper->at, 8);
	assert_int_equal(after("k"), 4);
	assert_int_equal(after(":2\n"), 4);
	assert_string_equal(stepper->message, "step 2 is not shown: a shows all steps");
	assert_int_equal(after("ak"), 3);
	after("tnobody\n");
	assert_string_equal(stepper->message, "no step is left: a shows all steps again");
	assert_int_equal(stepper->at, 0);
}

static void filter_by_object_and_mark(void **state)
{
	(void)state;
	assert_int_equal(after("ob\nj"), 1);
	assert_int_equal(after("j"), 3);
	assert_int_equal(after("o\nj"), 4);
	assert_int_equal(after("g!j"), 3);
	assert_int_equal(after("jj"), 4);
	assert_int_equal(after("!j"), 5);
}

static void first_filter(void **state)
{
	struct style filter = style_plain;

	(void)state;
	assert_true(style_add_only(arena, &filter, "red"));
	stepper = stepper_new(arena, run, &filter);
	assert_int_equal(after("j"), 3);
}

static void text_is_typed(void **state)
{
	(void)state;
	after("/");
	stepper_key(stepper, 0xE4);
	stepper_key(stepper, 0x2026);
	stepper_key(stepper, 0x1F600);
	assert_string_equal(stepper->typed, "ä…😀");
	stepper_key(stepper, STEP_KEY_BACKSPACE);
	stepper_key(stepper, STEP_KEY_BACKSPACE);
	assert_string_equal(stepper->typed, "ä");
	for (int i = 0; i < 1000; i++)
		stepper_key(stepper, 'x');
	assert_true(strlen(stepper->typed) < STEP_TYPED);
	stepper_key(stepper, STEP_KEY_CLEAR);
	stepper_key(stepper, STEP_KEY_BACKSPACE);
	assert_int_equal(stepper->prompt, STEP_ASK_NOTHING);
}

static void each_key_has_one_command(void **state)
{
	(void)state;
	for (int i = 0; i < STEP_COMMANDS; i++)
		for (int j = 0; j < 4 && step_commands[i].key[j]; j++)
			assert_int_equal(step_command_of(step_commands[i].key[j]), i);
	assert_int_equal(step_command_of('y'), STEP_COMMANDS);
}

/* -------------------------------------------------------------------------- stores */
static void stores_wait(void **state)
{
	const struct step_store *store = step_run_store(run, 1);

	(void)state;
	assert_non_null(store);
	assert_int_equal(store->began, 1);
	assert_int_equal(store->took, 6);
	assert_int_equal(store->overtaken, 3);
	assert_string_equal(run->rows.at[6].words, "performs the store of step 1");
	assert_string_equal(run->rows.at[1].effects, "a.field[0] = b is held back");
	assert_null(step_run_store(run, 2));
}

/* ------------------------------------------------------------------------ pictures */
static char *picture(int height, int width, bool ascii)
{
	struct step_canvas *canvas = step_draw(arena, stepper, height, width, ascii);
	char *text = NULL, *kept;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	step_canvas_write(canvas, out);
	fclose(out);
	kept = gd_arena_strndup(arena, text, length);
	free(text);
	return kept;
}

#define SHOWS(text, part) assert_non_null(strstr(text, part))

static void screen_has_all_panes(void **state)
{
	const char *text;

	(void)state;
	after("r");
	text = picture(30, 120, true);
	SHOWS(text, " 3/8  made, memory tso\n");
	SHOWS(text, " Specification none.gc ");
	SHOWS(text, "none.gc is not shown: it is not found");
	SHOWS(text, "    1 o write(a.fi");
	SHOWS(text, ">   3 ! ! let r = read(b");
	SHOWS(text, "Step 3 of 8, mutator m, none.gc:3:1");
	SHOWS(text, "! A  it is missed");
	SHOWS(text, "  m.x --> a [black]  mark 1");
	SHOWS(text, "buckets   trace open (drained)");
	after("jjj");
	text = picture(30, 120, true);
	SHOWS(picture(30, 240, true), ">   6 * ");
	SHOWS(text, "      field[0] --> a, above");
	SHOWS(text, "  m.x --> a [black]  mark 1  *");
	after("G");
	SHOWS(picture(30, 120, true), "safe fails: no");
}

static void grey_while_it_is_scanned(void **state)
{
	(void)state;
	after("4\n");
	SHOWS(picture(30, 120, true), "m.x --> a [grey]  mark 1, running scan_obj");
	after("h");
	SHOWS(picture(30, 120, true), "a.mark            1");
	SHOWS(picture(30, 120, true), "roots     m.x = a");
}

static void property_is_in_words(void **state)
{
	(void)state;
	after("2\n");
	SHOWS(picture(40, 240, true), "property  holds from the start\n");
	after("3\n");
	SHOWS(picture(40, 240, true), "property  waiting since step 3  *\n");
	SHOWS(picture(40, 240, true), "waits for marked(o), for o = b, since step 3  *\n");
	after("G");
	SHOWS(picture(40, 240, true), "property  waiting since step 3\n");
	SHOWS(picture(40, 240, true),
	    "  false: marked(o), for o = b: b.mark = 0; never true from step 3 on (these values are those "
	    "after step 7)");
	SHOWS(picture(40, 240, true), "  because: marking (after step 3): marking = true; until C");
}

/* A run that was checked as LTL goes on after the state in which the property is broken. */
static void broken_before_the_end(void **state)
{
	(void)state;
	read_run("{\"text\":\"marked(o)\",\"binding\":null,\"values\":{\"b.mark\":\"0\"},"
		 "\"given\":[],\"step\":7,\"since\":3,\"until\":\"C\",\"never\":false}");
	after("G");
	SHOWS(picture(40, 240, true), "  false: marked(o): b.mark = 0 (after step 7)");
	SHOWS(picture(40, 240, true), "  must be true: from step 3 on until C");
	read_run("{\"text\":\"A\",\"binding\":null,\"values\":{},\"given\":[],\"step\":8,"
		 "\"since\":null,\"until\":null,\"never\":false}");
	after("G");
	SHOWS(picture(40, 240, true), "  false: A ");
	assert_null(strstr(picture(40, 240, true), "(after step 8)"));
}

static void every_size_is_drawn(void **state)
{
	(void)state;
	after("r");
	SHOWS(picture(9, 80, true), "too small: 40 columns and 10 lines are needed");
	SHOWS(picture(10, 40, true), ">   3 ! ! let r");
	for (int pane = 0; pane < STEP_PANES; pane++, after("\t"))
		for (int height = 1; height < 40; height += 3)
			for (int width = 1; width < 140; width += 7)
				picture(height, width, width % 2);
	after("?");
	SHOWS(picture(40, 90, true), "q             quit");
	for (int height = 1; height < 40; height++)
		picture(height, 41, true);
	after("q");
	assert_false(stepper->help || stepper->over);
	after("q");
	assert_true(stepper->over);
}

static const char *written(const char *text, int width, bool ascii)
{
	struct step_canvas *canvas = step_canvas_new(arena, 1, width, ascii);
	char *line = NULL;
	size_t length;
	FILE *out = open_memstream(&line, &length);

	step_put(canvas, 0, 0, width, STEP_PLAIN, text);
	step_canvas_write(canvas, out);
	fclose(out);
	text = gd_arena_strndup(arena, line, length - 1);
	free(line);
	return text;
}

/* What is shown cannot command the terminal. */
static void text_is_harmless(void **state)
{
	(void)state;
	assert_string_equal(written("\033[2Jx\a\177\n.", 20, true), "?[2Jx?? .");
	assert_string_equal(written("\302\233", 20, false), "?");
	assert_string_equal(written("\xE2\x80\xAE|", 20, false), "?|");
	assert_string_equal(written("\xFF\xC0\x80\xE2\x80", 20, false), "?????");
	assert_string_equal(written("aä…", 20, false), "aä…");
	assert_string_equal(written("aä…", 20, true), "a??");
	assert_string_equal(written("漢字", 3, false), "漢…");
}

static void long_names_are_cut(void **state)
{
	(void)state;
	assert_string_equal(written("abcdef", 6, true), "abcdef");
	assert_string_equal(written("abcdefg", 6, true), "abcde~");
	assert_string_equal(written("abcdefg", 6, false), "abcde…");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(keys_go_one_step, begin, end),
		cmocka_unit_test_setup_teardown(keys_go_far, begin, end),
		cmocka_unit_test_setup_teardown(run_repeats, begin, end),
		cmocka_unit_test_setup_teardown(numbers_are_steps, begin, end),
		cmocka_unit_test_setup_teardown(red_marks, begin, end),
		cmocka_unit_test_setup_teardown(changes, begin, end),
		cmocka_unit_test_setup_teardown(search_finds, begin, end),
		cmocka_unit_test_setup_teardown(filter_by_thread, begin, end),
		cmocka_unit_test_setup_teardown(filter_by_object_and_mark, begin, end),
		cmocka_unit_test_setup_teardown(first_filter, begin, end),
		cmocka_unit_test_setup_teardown(text_is_typed, begin, end),
		cmocka_unit_test_setup_teardown(each_key_has_one_command, begin, end),
		cmocka_unit_test_setup_teardown(stores_wait, begin, end),
		cmocka_unit_test_setup_teardown(screen_has_all_panes, begin, end),
		cmocka_unit_test_setup_teardown(grey_while_it_is_scanned, begin, end),
		cmocka_unit_test_setup_teardown(broken_before_the_end, begin, end),
		cmocka_unit_test_setup_teardown(every_size_is_drawn, begin, end),
		cmocka_unit_test_setup_teardown(property_is_in_words, begin, end),
		cmocka_unit_test_setup_teardown(text_is_harmless, begin, end),
		cmocka_unit_test_setup_teardown(long_names_are_cut, begin, end),
	};

	return cmocka_run_group_tests_name("stepper", tests, NULL, NULL);
}
