/* base-test.c: memory, names, files and messages. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "compiler/base/diag.h"
#include "compiler/base/intern.h"
#include "compiler/base/memory.h"
#include "compiler/base/out.h"
#include "compiler/base/states.h"

struct fixture {
	struct gd_arena *arena;
	struct gd_diag_sink *sink;
	struct gd_source *source;
};

static int set_up(void **state)
{
	struct fixture *f = malloc(sizeof *f);

	f->arena = gd_arena_new();
	f->sink = gd_diag_sink_new(f->arena);
	f->source = gd_source_from_text(f->arena, "x.gc", "first\n\tsecond é line\nlast", 27);
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

static struct gd_loc at(const struct fixture *f, unsigned line, unsigned column, unsigned end)
{
	return (struct gd_loc){ f->source, line, column, line, end };
}

/* The sink's text, to be freed. */
static char *written(struct fixture *f, enum gd_diag_format format, bool color)
{
	/* static, because gcc 12 reports that a pointer to a local is returned */
	static char *text;
	static size_t size;
	FILE *memory = open_memstream(&text, &size);

	gd_diag_write(f->sink, memory, format, color);
	fclose(memory);
	return text;
}

static void arena_gives_zeroed_aligned_memory(void **state)
{
	struct fixture *f = *state;

	for (size_t size = 0; size < 300; size++) {
		unsigned char *memory = gd_arena_alloc(f->arena, size);

		assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(memory[i], 0);
		memset(memory, 0xff, size);
	}
	assert_string_equal(gd_arena_printf(f->arena, "%s-%d", "a", 12), "a-12");
	assert_string_equal(gd_arena_strndup(f->arena, "abcdef", 3), "abc");
}

static void vector_grows_and_keeps_its_items(void **state)
{
	struct fixture *f = *state;
	GD_VEC(int) numbers = { 0 };

	for (int i = 0; i < 1000; i++)
		GD_PUSH(f->arena, numbers, i);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(numbers.at[i], i);
}

static void equal_names_are_one_pointer(void **state)
{
	struct fixture *f = *state;
	struct gd_intern *names = gd_intern_new(f->arena);
	const char *first[2000];

	for (int i = 0; i < 2000; i++)
		first[i] = gd_intern(names, gd_arena_printf(f->arena, "name%d", i));
	for (int i = 0; i < 2000; i++)
		assert_ptr_equal(first[i],
		    gd_intern(names, gd_arena_printf(f->arena, "name%d", i)));
	assert_ptr_equal(gd_intern_n(names, "name12345", 6), gd_intern(names, "name12"));
	assert_ptr_not_equal(gd_intern_n(names, "a\0b", 3), gd_intern(names, "a"));
}

static void source_knows_its_lines(void **state)
{
	struct fixture *f = *state;
	const char *why = NULL;

	assert_int_equal(f->source->line_count, 3);
	assert_int_equal(f->source->line_start[1], 6);
	assert_null(gd_source_read(f->arena, "/nonexistent/x.gc", &why));
	assert_string_equal(why, strerror(ENOENT));
	assert_null(gd_source_read(f->arena, "/", &why));
	assert_string_equal(why, "it is a directory");
}

static void text_has_place_line_caret_notes_and_help(void **state)
{
	struct fixture *f = *state;
	struct gd_diag *diag =
	    gd_report(f->sink, GD_E_unexpected_token, at(f, 2, 9, 12), "no `%s` here", "é");
	char *text;

	gd_note(diag, at(f, 1, 1, 5), "because of this");
	gd_help(diag, "leave it out");
	gd_fixit(diag, at(f, 2, 9, 12), "e");
	text = written(f, GD_DIAG_TEXT, false);
	assert_string_equal(text,
	    "x.gc:2:9: error: no `é` here [E0107]\n"
	    "    2 |  second é line\n"
	    "      |         ^~~\n"
	    "x.gc:1:1: note: because of this\n"
	    "    1 | first\n"
	    "      | ^~~~~\n"
	    "      = help: leave it out\n"
	    "      = help: write `e`\n");
	free(text);
}

static void messages_come_in_order_and_once(void **state)
{
	struct fixture *f = *state;
	char *text, *first, *second;

	gd_report(f->sink, GD_E_bad_name, at(f, 3, 1, 1), "third");
	gd_report(f->sink, GD_E_bad_name, at(f, 1, 2, 2), "second");
	gd_report(f->sink, GD_E_bad_name, at(f, 1, 1, 1), "first");
	gd_note(gd_report(f->sink, GD_E_bad_name, at(f, 1, 1, 1), "again"), at(f, 1, 1, 1), "x");
	assert_int_equal(gd_error_count(f->sink), 3);
	assert_int_equal(gd_warning_count(f->sink), 0);
	text = written(f, GD_DIAG_TEXT, false);
	first = strstr(text, "error: first");
	second = strstr(text, "error: second");
	assert_non_null(first);
	assert_true(first < second && second < strstr(text, "error: third"));
	assert_null(strstr(text, "again"));
	free(text);
}

static void no_more_errors_than_help_are_shown(void **state)
{
	struct fixture *f = *state;
	size_t lines = 0;

	for (unsigned i = 1; i <= 300; i++)
		gd_report(f->sink, GD_E_unknown_name, at(f, 1, i, i), "error %u", i);
	assert_int_equal(gd_error_count(f->sink), 300);
	char *text = written(f, GD_DIAG_TEXT, false);

	for (const char *c = text; (c = strstr(c, ": error: ")) != NULL; c++)
		lines++;
	assert_int_equal(lines, 200);
	assert_non_null(strstr(text, "gcdsl: 100 more errors are not shown\n"));
	free(text);
}

static void color_only_when_asked_for(void **state)
{
	struct fixture *f = *state;
	char *text;

	gd_report(f->sink, GD_E_bad_name, at(f, 1, 1, 5), "x");
	text = written(f, GD_DIAG_TEXT, true);
	assert_non_null(strstr(text, "\033[1;31merror:"));
	free(text);
}

static void json_is_one_object_a_line(void **state)
{
	struct fixture *f = *state;
	struct gd_diag *diag = gd_report(f->sink, GD_E_bad_name, at(f, 2, 2, 7), "bad \xff name");
	json_t *object;
	char *text;

	gd_fixit(diag, at(f, 2, 2, 7), "good");
	text = written(f, GD_DIAG_JSON, false);
	assert_int_equal(strcspn(text, "\n"), strlen(text) - 1);
	object = json_loads(text, 0, NULL);
	assert_non_null(object);
	assert_string_equal(json_string_value(
				json_object_get(json_object_get(object, "code"), "code")),
	    "E0106");
	assert_string_equal(json_string_value(json_object_get(object, "message")), "bad ? name");
	assert_string_equal(
	    json_string_value(json_object_get(
		json_array_get(json_object_get(json_array_get(json_object_get(object, "children"),
						   0),
				   "spans"),
		    0),
		"suggested_replacement")),
	    "good");
	json_decref(object);
	free(text);
}

static void codes_are_found_by_name(void **state)
{
	(void)state;
	assert_int_equal(gd_code_find("e0106")->code, GD_E_bad_name);
	assert_int_equal(gd_code_find("bad-name")->code, GD_E_bad_name);
	assert_null(gd_code_find("E9999"));
	for (size_t i = 0; i < gd_code_count(); i++)
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(gd_code_at(i)->code, gd_code_at(j)->code);
}

static void suggestions_are_near(void **state)
{
	static const char *const words[] = { "bucket", "work", "when", NULL, "whenever", "emit" };

	(void)state;
	assert_string_equal(gd_did_you_mean("bukcet", words, 6), "bucket");
	assert_string_equal(gd_did_you_mean("whn", words, 6), "when");
	assert_string_equal(gd_did_you_mean("emti", words, 6), "emit");
	assert_null(gd_did_you_mean("bucket", words, 6)); /* it is a word of the list */
	assert_null(gd_did_you_mean("garbage", words, 6));
	assert_string_equal(gd_nearest("buckets_of", words, 6), "bucket");
	assert_null(gd_nearest("", words, 6));
	assert_null(gd_did_you_mean("x", words, 6));
}

static void writer_indents_lines_but_not_directives(void **state)
{
	struct gd_out out;

	(void)state;
	gd_out_init(&out, 2);
	out.indent = 1;
	gd_out_line(&out, "a");
	gd_out_puts(&out, "\n#line 3\n");
	out.indent = 2;
	gd_out_printf(&out, "b%d", 1);
	gd_out_printf(&out, "c\n");
	assert_string_equal(out.text, "  a\n\n#line 3\n    b1c\n");
	gd_out_free(&out);
}

static void read_back(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
}

static void file_appears_whole_or_not_at_all(void **state)
{
	char folder[] = "base-test.XXXXXX", path[64], text[64];
	struct rlimit limit, old;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/a/b", folder);
	assert_true(gd_make_directories(path));
	snprintf(path, sizeof path, "%s/a/b/file", folder);
	assert_true(gd_write_file(path, "old", 3));

	/* there is no room: the old file stays, and no temporary file is left */
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	limit = old;
	limit.rlim_cur = 2;
	setrlimit(RLIMIT_FSIZE, &limit);
	assert_false(gd_write_file(path, "brand new", 9));
	assert_int_equal(errno, EFBIG);
	setrlimit(RLIMIT_FSIZE, &old);
	read_back(path, text, sizeof text);
	assert_string_equal(text, "old");

	assert_true(gd_write_file(path, "new", 3));
	read_back(path, text, sizeof text);
	assert_string_equal(text, "new");
	unlink(path);
	snprintf(path, sizeof path, "%s/a/b", folder);
	assert_int_equal(rmdir(path), 0); /* it is empty: no temporary file was left */
	snprintf(path, sizeof path, "%s/a", folder);
	rmdir(path);
	rmdir(folder);
	assert_false(gd_write_file("/nonexistent/x", "x", 1));
	assert_int_equal(errno, ENOENT);
	assert_false(gd_write_file("/dev/full", "x", 1));
	assert_int_equal(errno, ENOSPC);
}

static void directories_do_not_replace_files(void **state)
{
	char name[] = "base-test.XXXXXX", path[64];
	int fd = mkstemp(name);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	snprintf(path, sizeof path, "%s/sub", name);
	assert_false(gd_make_directories(path));
	assert_false(gd_make_directories(name));
	assert_int_equal(errno, ENOTDIR);
	unlink(name);
}

/* For each order the weaker ones, written by hand. */
static void orders_are_weaker_by_their_halves(void **state)
{
	static const bool weaker[GD_ORDERS][GD_ORDERS] = { /* [of][than] */
		[GD_RELAXED] = { 0, 1, 1, 1, 1 },
		[GD_ACQUIRE] = { 0, 0, 0, 1, 1 },
		[GD_RELEASE] = { 0, 0, 0, 1, 1 },
		[GD_ACQ_REL] = { 0, 0, 0, 0, 1 }
	};

	(void)state;
	for (enum gd_order a = 0; a < GD_ORDERS; a++)
		for (enum gd_order b = 0; b < GD_ORDERS; b++)
			assert_int_equal(gd_order_is_weaker(a, b), weaker[a][b]);
	assert_int_equal(gd_order_join(GD_ACQUIRE, GD_RELEASE), GD_ACQ_REL);
	assert_int_equal(gd_order_join(GD_RELAXED, GD_RELEASE), GD_RELEASE);
	assert_int_equal(gd_order_join(GD_SEQ_CST, GD_ACQUIRE), GD_SEQ_CST);
	assert_int_equal(gd_order_of_read(GD_RELEASE), GD_RELAXED);
	assert_int_equal(gd_order_of_read(GD_ACQ_REL), GD_ACQUIRE);
	assert_int_equal(gd_order_of_read(GD_SEQ_CST), GD_SEQ_CST);
}

static void operations_have_orders_by_what_they_do(void **state)
{
	struct fixture *f = *state;

	assert_string_equal(gd_legal_orders(f->arena, true, false), "relaxed, acquire or seq_cst");
	assert_string_equal(gd_legal_orders(f->arena, false, true), "relaxed, release or seq_cst");
	assert_string_equal(gd_legal_orders(f->arena, true, true),
	    "relaxed, acquire, release, acq_rel or seq_cst");
	assert_string_equal(gd_legal_orders(f->arena, false, false),
	    "acquire, release, acq_rel or seq_cst");
}

/* The text for models means what the compiler computes. */
static void operations_leave_what_they_say(void **state)
{
	struct fixture *f = *state;
	const struct gd_operation *and = gd_operation_named("fetch_and");

	assert_int_equal(and->result_of(6, 3), 2);
	assert_string_equal(gd_result_text(f->arena, and, "x_found", "7"), "x_found & 7");
	assert_string_equal(gd_result_text(f->arena, and, "found", "a - operand"),
	    "found & (a - operand)");
	assert_int_equal(gd_operation_named("swap")->result_of(6, 3), 3);
	assert_null(gd_operation_named("fetch"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static void states_say_what_their_rows_say(void **state)
{
	(void)state;
	assert_true(gd_state_says_opened("drained") && gd_state_says_opened("idle"));
	assert_true(gd_state_says_opened("empty") && gd_state_says_opened("open"));
	assert_false(gd_state_says_opened("at_yield") || gd_state_says_opened("requested"));
	assert_true(gd_state_says_none_left("drained"));
	assert_false(gd_state_says_none_left("idle") || gd_state_says_none_left("empty") ||
	    gd_state_says_none_left("open"));
	assert_true(gd_state_asks_for_units("drained") && gd_state_asks_for_units("idle"));
	assert_true(gd_state_asks_for_units("empty"));
	assert_false(gd_state_asks_for_units("open") || gd_state_asks_for_units("requested"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(arena_gives_zeroed_aligned_memory),
		TEST(vector_grows_and_keeps_its_items),
		TEST(equal_names_are_one_pointer),
		TEST(source_knows_its_lines),
		TEST(text_has_place_line_caret_notes_and_help),
		TEST(messages_come_in_order_and_once),
		TEST(no_more_errors_than_help_are_shown),
		TEST(color_only_when_asked_for),
		TEST(json_is_one_object_a_line),
		TEST(codes_are_found_by_name),
		TEST(suggestions_are_near),
		TEST(writer_indents_lines_but_not_directives),
		TEST(file_appears_whole_or_not_at_all),
		TEST(directories_do_not_replace_files),
		TEST(orders_are_weaker_by_their_halves),
		TEST(operations_have_orders_by_what_they_do),
		TEST(operations_leave_what_they_say),
		TEST(states_say_what_their_rows_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
