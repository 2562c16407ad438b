/* past-test.c: the runs in the results' file: recording, dropping, reading; and what is slower in one than in
 * another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/driver/results.h"
#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/record.h"
#include "promela-backend/campaign/store.h"

struct fixture {
	struct gd_arena *arena;
	char directory[64];
	const char *path;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->arena = gd_arena_new();
	strcpy(f->directory, "past.XXXXXX");
	assert_non_null(mkdtemp(f->directory));
	f->path = gd_arena_printf(f->arena, "%s/deep/results.sqlite", f->directory);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	camp_remove_tree(f->directory);
	gd_arena_free(f->arena);
	free(f);
	return 0;
}

static struct camp_past_run some_run(struct gd_arena *arena)
{
	struct camp_past_run run = { .command = "gcdsl verify b.gc a.gc",
		.selection = "--no-mutants",
		.settings = "--strategy safety",
		.gcdsl = "1",
		.machine = "here" };

	GD_PUSH(arena, run.files, "b.gc");
	GD_PUSH(arena, run.files, "a.gc");
	return run;
}

static struct camp_past_row some_row(const char *cell)
{
	return (struct camp_past_row){ .file = "a.gc",
		.kind = "cell",
		.cell = cell,
		.properties = "p, q",
		.expected = "holds",
		.verdict = "fails",
		.outcome = "differs",
		.property = "q",
		.key = "k",
		.states = 12,
		.transitions = 13,
		.depth = 14,
		.seconds = 0.5,
		.memory = 1.5,
		.kept = true };
}

static camp_past_rows some_rows(struct gd_arena *arena, size_t count)
{
	camp_past_rows rows = { 0 };

	for (size_t i = 0; i < count; i++)
		GD_PUSH(arena, rows, some_row(gd_arena_printf(arena, "cell %zu", i)));
	return rows;
}

static struct camp_record *begin(struct fixture *f)
{
	struct camp_past_run run = some_run(f->arena);
	const char *why;
	struct camp_record *record = camp_record_begin(f->arena, f->path, &run, &why);

	assert_non_null(record);
	return record;
}

static void record(struct fixture *f, size_t rows)
{
	static const struct camp_past_counts counts = { 9, 8, 7, 6, 5, 4, 3, 2, 1 };
	struct camp_record *r = begin(f);
	camp_past_rows found = some_rows(f->arena, rows);
	const char *why;

	assert_true(camp_record_add(r, "a.gc", &found, &counts, "spin 6", NULL, &why));
	assert_true(camp_record_end(r, 2.5, 1, 15, &why));
}

static camp_past_runs runs_of(struct fixture *f)
{
	const char *why;
	struct camp_past *past = camp_past_open(f->arena, f->path, &why);
	camp_past_runs runs = { 0 };

	assert_non_null(past);
	assert_true(camp_past_runs_of(past, f->arena, &runs, &why));
	camp_past_close(past);
	return runs;
}

static camp_past_rows rows_of(struct fixture *f, long number)
{
	const char *why;
	struct camp_past *past = camp_past_open(f->arena, f->path, &why);
	camp_past_rows rows = { 0 };

	assert_non_null(past);
	assert_true(camp_past_rows_of(past, f->arena, number, &rows, &why));
	camp_past_close(past);
	return rows;
}

/* ------------------------------------------------------------------------- recording */
static void records(void **state)
{
	struct fixture *f = *state;
	camp_past_runs runs;
	camp_past_rows rows;

	record(f, 2);
	runs = runs_of(f);
	assert_int_equal(runs.count, 1);
	assert_int_equal(runs.at[0].number, 1);
	assert_int_equal(strlen(runs.at[0].started), strlen("2026-11-27 08:30:12"));
	assert_string_equal(runs.at[0].command, "gcdsl verify b.gc a.gc");
	assert_string_equal(runs.at[0].selection, "--no-mutants");
	assert_string_equal(runs.at[0].spin, "spin 6");
	assert_string_equal(runs.at[0].cc, "");
	assert_true(
	    runs.at[0].seconds == 2.5 && runs.at[0].status == 1 && runs.at[0].interrupted_by == 15);
	assert_int_equal(runs.at[0].counts.cells, 9);
	assert_int_equal(runs.at[0].counts.not_run, 4);
	assert_int_equal(runs.at[0].counts.kept, 1);
	assert_int_equal(runs.at[0].files.count, 2);
	assert_string_equal(runs.at[0].files.at[0], "a.gc");
	rows = rows_of(f, 1);
	assert_int_equal(rows.count, 2);
	assert_string_equal(rows.at[1].cell, "cell 1");
	assert_string_equal(rows.at[1].properties, "p, q");
	assert_string_equal(rows.at[1].property, "q");
	assert_null(rows.at[1].reason);
	assert_true(rows.at[1].states == 12 && rows.at[1].depth == 14 &&
	    rows.at[1].seconds == 0.5 && rows.at[1].memory == 1.5 && rows.at[1].kept);
}

/* A run that is killed has its row. */
static void begins(void **state)
{
	struct fixture *f = *state;
	camp_past_runs runs;

	begin(f); /* nothing else, as if it were killed */
	runs = runs_of(f);
	assert_int_equal(runs.count, 1);
	assert_int_equal(runs.at[0].status, -1);
}

static void adds_files(void **state)
{
	struct fixture *f = *state;
	struct camp_record *r = begin(f);
	camp_past_rows rows = some_rows(f->arena, 2);
	static const struct camp_past_counts counts = { .cells = 2 };
	const char *why;

	assert_true(camp_record_add(r, "a.gc", &rows, &counts, "s", "c", &why));
	assert_true(camp_record_add(r, "c.gc", &rows, &counts, NULL, NULL, &why));
	assert_true(camp_record_end(r, 0, 0, 0, &why));
	assert_int_equal(rows_of(f, 1).count, 4);
	assert_int_equal(runs_of(f).at[0].counts.cells, 4);
	assert_int_equal(runs_of(f).at[0].files.count, 3);
	assert_string_equal(runs_of(f).at[0].spin, "s");
}

/* --------------------------------------------------------------------------- dropping */
static long count_in(struct fixture *f, const char *table)
{
	sqlite3_stmt *statement;
	sqlite3 *db;
	long count;

	assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db,
			     gd_arena_printf(f->arena, "SELECT count(*) FROM %s", table), -1,
			     &statement, NULL),
	    SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	count = (long)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return count;
}

static void drops_old_runs(void **state)
{
	struct fixture *f = *state;
	camp_past_runs runs;

	record(f, 3);
	for (int i = 0; i < CAMP_PAST_RUNS; i++)
		record(f, 1);
	runs = runs_of(f);
	assert_int_equal(runs.count, CAMP_PAST_RUNS);
	assert_int_equal(runs.at[0].number, 2); /* numbers are never used again */
	assert_int_equal(runs.at[CAMP_PAST_RUNS - 1].number, CAMP_PAST_RUNS + 1);
	assert_int_equal(count_in(f, "past_row"), CAMP_PAST_RUNS);
	assert_int_equal(count_in(f, "past_subject"), 1);
	assert_int_equal(count_in(f, "past_file"), 2 * CAMP_PAST_RUNS);
}

static void drops_large_runs(void **state)
{
	struct fixture *f = *state;

	record(f, CAMP_PAST_ROWS / 2);
	record(f, CAMP_PAST_ROWS / 2 + 1);
	assert_int_equal(runs_of(f).count, 2);
	record(f, 1); /* drops when it begins, until what is there is few enough */
	assert_int_equal(runs_of(f).count, 2);
	assert_int_equal(runs_of(f).at[0].number, 2);
	assert_int_equal(rows_of(f, 2).count, CAMP_PAST_ROWS / 2 + 1);
}

/* Other programs can begin so many runs that this one is dropped. */
static void dropped_meanwhile(void **state)
{
	struct fixture *f = *state;
	struct camp_record *r = begin(f);
	camp_past_rows rows = some_rows(f->arena, 1);
	static const struct camp_past_counts counts;
	const char *why;

	for (int i = 0; i < CAMP_PAST_RUNS; i++)
		record(f, 0);
	assert_true(camp_record_add(r, "a.gc", &rows, &counts, NULL, NULL, &why));
	assert_true(camp_record_end(r, 1, 0, 0, &why));
	assert_int_equal(runs_of(f).at[0].number, 2);
	assert_int_equal(count_in(f, "past_row"), 0);
}

/* ----------------------------------------------------------------------------- files */
static void no_file(void **state)
{
	struct fixture *f = *state;
	const char *why = "";

	assert_null(camp_past_open(f->arena, f->path, &why));
	assert_null(why);
}

static void damaged(void **state)
{
	struct fixture *f = *state;
	struct camp_past_run run = some_run(f->arena);
	const char *why = NULL;
	FILE *file;

	f->path = gd_arena_printf(f->arena, "%s/bad", f->directory);
	file = fopen(f->path, "w");
	fputs("this is no database, and long enough for anybody to see it at once", file);
	fclose(file);
	assert_null(camp_past_open(f->arena, f->path, &why));
	assert_non_null(why);
	assert_null(camp_record_begin(f->arena, f->path, &run, &why));
	assert_null(why); /* whoever opens it for results says it */
}

/* The file of a gcdsl that recorded no runs keeps its results, and gets runs. */
static void older_file(void **state)
{
	struct fixture *f = *state;
	struct camp_result in = { .verdict = CAMP_HOLDS, .states = 7 }, out;
	const char *why;
	struct camp_store *store = camp_store_open(f->arena, f->path, &why);

	assert_true(camp_store_put(store, "k", "a job", &in, &why));
	camp_store_close(store);
	assert_int_equal(runs_of(f).count, 0);
	assert_int_equal(rows_of(f, 1).count, 0);
	record(f, 1);
	assert_int_equal(runs_of(f).count, 1);
	store = camp_store_open(f->arena, f->path, &why);
	assert_true(camp_store_get(store, f->arena, "k", &out) && out.states == 7);
	camp_store_close(store);
}

/* What cannot be stored whole is not stored at all. */
static void fails_whole(void **state)
{
	struct fixture *f = *state;
	struct camp_record *r = begin(f);
	camp_past_rows rows = some_rows(f->arena, 3);
	static const struct camp_past_counts counts = { .cells = 3 };
	const char *why = NULL;

	rows.at[2].verdict = NULL; /* which its column does not allow */
	assert_false(camp_record_add(r, "a.gc", &rows, &counts, NULL, NULL, &why));
	assert_non_null(strstr(why, "verdict"));
	rows.count = 2;
	assert_true(camp_record_add(r, "a.gc", &rows, &counts, NULL, NULL, &why));
	assert_true(camp_record_end(r, 0, 0, 0, &why));
	assert_int_equal(rows_of(f, 1).count, 2);
	assert_int_equal(runs_of(f).at[0].counts.cells, 3);
}

static void used_by_many(void **state)
{
	enum { PROGRAMS = 4, EACH = 5 };
	struct fixture *f = *state;
	int status;

	for (int i = 0; i < PROGRAMS; i++)
		if (fork() == 0) {
			for (int j = 0; j < EACH; j++)
				record(f, 2);
			_exit(0);
		}
	for (int i = 0; i < PROGRAMS; i++) {
		wait(&status);
		assert_int_equal(status, 0);
	}
	assert_int_equal(runs_of(f).count, PROGRAMS * EACH);
	assert_int_equal(count_in(f, "past_row"), PROGRAMS * EACH * 2);
	assert_int_equal(count_in(f, "past_subject"), 2);
}

/* -------------------------------------------------------------------------- comparing */
static struct camp_past_row timed(const char *cell, double seconds, bool kept)
{
	struct camp_past_row row = some_row(cell);

	row.verdict = "holds";
	row.outcome = "as expected";
	row.property = NULL;
	row.seconds = seconds;
	row.kept = kept;
	return row;
}

static struct results_changes compare(struct gd_arena *arena,
    const struct camp_past_row (*pairs)[2], size_t count)
{
	struct camp_past_run *run = GD_NEW(arena, struct camp_past_run);
	struct results_changes changes = { .limits = { 1.5, 0.5 } };

	*run = some_run(arena);
	run->started = run->spin = run->cc = "";
	for (size_t i = 0; i < count; i++) {
		GD_PUSH(arena, changes.before.rows, pairs[i][0]);
		GD_PUSH(arena, changes.after.rows, pairs[count - 1 - i][1]);
	}
	changes.before.run = changes.after.run = run;
	results_compare(arena, &changes);
	return changes;
}

static void compares_times(void **state)
{
	struct fixture *f = *state;
	const struct camp_past_row pairs[][2] = {
		{ timed("as before", 2, false), timed("as before", 2.9, false) }, /* factor */
		{ timed("briefly", 0.1, false), timed("briefly", 0.5, false) },   /* seconds */
		{ timed("kept", 1, false), timed("kept", 5, true) },
		{ timed("kept then", 1, true), timed("kept then", 5, false) },
		{ timed("limit", 1, false), timed("limit", 1.5, false) },
		{ timed("quick", 3, false), timed("quick", 2, false) },
		{ timed("slow", 1, false), timed("slow", 9, false) },
		{ timed("slower", 1, false), timed("slower", 10, false) },
	};
	struct results_changes c = compare(f->arena, pairs, 8);

	assert_int_equal(c.compared, 8);
	assert_int_equal(c.timed, 6);
	assert_true(c.seconds_before > 8.09 && c.seconds_before < 8.11);
	assert_true(c.seconds_after > 25.89 && c.seconds_after < 25.91);
	assert_int_equal(c.slower.count, 3);
	assert_string_equal(c.slower.at[0].after->cell, "slower");
	assert_string_equal(c.slower.at[1].after->cell, "slow");
	assert_string_equal(c.slower.at[2].after->cell, "limit");
	assert_int_equal(c.faster.count, 1);
	assert_string_equal(c.faster.at[0].before->cell, "quick");
	assert_int_equal(results_status(&c), 0);
}

static struct camp_past_row outcome(const char *cell, const char *verdict, const char *outcome)
{
	struct camp_past_row row = timed(cell, 1, false);

	row.verdict = verdict;
	row.outcome = outcome;
	row.property = strcmp(verdict, "fails") == 0 ? "q" : NULL;
	return row;
}

static void compares_verdicts(void **state)
{
	struct fixture *f = *state;
	const struct camp_past_row pairs[][2] = {
		{ outcome("a", "fails", "differs"), outcome("a", "holds", "as expected") },
		{ outcome("b", "fails", "differs"), outcome("b", "fails", "differs") },
		{ outcome("c", "inconclusive", "inconclusive"), outcome("c", "fails", "differs") },
		{ outcome("d", "fails", "differs"), outcome("d", "tool failed", "tool failed") },
		{ outcome("e", "fails", "as expected"), outcome("e", "fails", "differs") },
		{ outcome("f", "holds", "as expected"), outcome("f", "not run", "not run") },
		{ outcome("g", "not run", "not run"), outcome("g", "fails", "differs") },
	};
	struct results_changes c = compare(f->arena, pairs, 7);

	assert_int_equal(c.compared, 5);
	assert_int_equal(c.worse, 3);
	assert_int_equal(c.better, 1);
	assert_string_equal(c.verdicts.at[0].after->cell, "c");
	assert_string_equal(c.verdicts.at[3].after->cell, "a");
	assert_int_equal(c.gone.count, 1);
	assert_true(c.gone.at[0].not_run);
	assert_int_equal(c.added.count, 1);
	assert_int_equal(results_status(&c), 1);
	c = compare(f->arena, pairs + 5, 1);
	assert_int_equal(results_status(&c), 3);
	c = compare(f->arena, pairs + 6, 1);
	assert_int_equal(results_status(&c), 0);
}

static struct camp_past_row group(const char *properties, const char *verdict, const char *property)
{
	struct camp_past_row row = timed("cell", 1, false);

	row.properties = properties;
	row.verdict = verdict;
	row.property = property;
	row.outcome = property ? "differs" : "as expected";
	return row;
}

/* One search of three properties, and then one search of each. */
static void compares_groups(void **state)
{
	struct fixture *f = *state;
	struct camp_past_run run = some_run(f->arena);
	struct results_changes c = { .limits = { 1.5, 0.5 } }, back = c;

	run.started = run.spin = run.cc = "";
	c.before.run = c.after.run = &run;
	GD_PUSH(f->arena, c.before.rows, group("p, q, r", "fails", "q"));
	GD_PUSH(f->arena, c.after.rows, group("p", "holds", NULL));
	GD_PUSH(f->arena, c.after.rows, group("q", "fails", "q"));
	GD_PUSH(f->arena, c.after.rows, group("s", "holds", NULL));
	back = c;
	back.before.rows = c.after.rows;
	back.after.rows = c.before.rows;
	results_compare(f->arena, &c);
	assert_int_equal(c.compared, 2);
	assert_int_equal(c.verdicts.count, 1);
	assert_string_equal(c.verdicts.at[0].property, "p");
	assert_string_equal(c.verdicts.at[0].was, "not decided: q fails");
	assert_string_equal(c.verdicts.at[0].is, "holds");
	assert_int_equal(c.better, 1);
	assert_int_equal(c.gone.count, 1);
	assert_string_equal(c.gone.at[0].property, "r");
	assert_int_equal(c.added.count, 1);
	assert_string_equal(c.added.at[0].property, "s");
	assert_int_equal(c.states.count + c.timed, 0);
	results_compare(f->arena, &back);
	assert_int_equal(back.worse, 1);
	assert_string_equal(back.gone.at[0].property, "s");
	assert_string_equal(back.added.at[0].property, "r");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define SHORT_TESTS                                                                                \
	TEST(records), TEST(begins), TEST(adds_files), TEST(drops_old_runs),                       \
	    TEST(dropped_meanwhile), TEST(no_file), TEST(damaged), TEST(older_file),               \
	    TEST(fails_whole), TEST(used_by_many), TEST(compares_times), TEST(compares_verdicts),  \
	    TEST(compares_groups)
	const struct CMUnitTest tests[] = { SHORT_TESTS };
	const struct CMUnitTest all_tests[] = { SHORT_TESTS, TEST(drops_large_runs) };
	const char *which = getenv("GCDSL_TESTS");

	if (which && strcmp(which, "all") == 0)
		return cmocka_run_group_tests(all_tests, NULL, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
