/* past.c: reading what record.c has written. */
#include "promela-backend/campaign/past.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long to wait until another program finishes a statement. */
#define BUSY_SECONDS 20

struct camp_past {
	sqlite3 *db;
};

static bool is_recorded(sqlite3 *db, bool *is)
{
	sqlite3_stmt *statement = NULL;
	int status = sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_master WHERE name = 'past_row'",
	    -1, &statement, NULL);

	if (status == SQLITE_OK)
		status = sqlite3_step(statement);
	*is = status == SQLITE_ROW;
	sqlite3_finalize(statement);
	return status == SQLITE_ROW || status == SQLITE_DONE;
}

struct camp_past *camp_past_open(struct gd_arena *arena, const char *path, const char **why)
{
	struct camp_past *past = GD_NEW(arena, struct camp_past);
	bool recorded;

	*why = NULL;
	if (access(path, F_OK) != 0 && errno == ENOENT)
		return NULL;
	/* a file that may not be written is opened for reading */
	if (sqlite3_open_v2(path, &past->db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
		sqlite3_busy_timeout(past->db, BUSY_SECONDS * 1000);
		if (is_recorded(past->db, &recorded))
			return past;
	}
	*why = gd_arena_strdup(arena, past->db ? sqlite3_errmsg(past->db) : "out of memory");
	camp_past_close(past);
	return NULL;
}

void camp_past_close(struct camp_past *past)
{
	if (past)
		sqlite3_close(past->db);
}

/* ----------------------------------------------------------------------- reading */
static const char *text(struct gd_arena *arena, sqlite3_stmt *row, int column)
{
	const char *found = (const char *)sqlite3_column_text(row, column);

	return found ? gd_arena_strdup(arena, found) : NULL;
}

static const char *some_text(struct gd_arena *arena, sqlite3_stmt *row, int column)
{
	const char *found = text(arena, row, column);

	return found ? found : "";
}

/* What a statement is about: a run, a file, or if neither is given, everything. */
struct about {
	long number; /* -1: none */
	const char *file;
};

static void bind(sqlite3_stmt *statement, const struct about *about)
{
	if (about->number >= 0)
		sqlite3_bind_int64(statement, 1, about->number);
	else if (about->file)
		sqlite3_bind_text(statement, 1, about->file, -1, SQLITE_TRANSIENT);
}

/* Calls TAKE with each row that SQL finds.  A file that an older gcdsl has made has no such
 * tables, and nothing is found in it. */
static bool each(struct camp_past *past, struct gd_arena *arena, const char *sql,
    const struct about *about, void (*take)(struct gd_arena *arena, sqlite3_stmt *row, void *data),
    void *data, const char **why)
{
	sqlite3_stmt *statement = NULL;
	bool recorded = false;
	int status = SQLITE_DONE;

	if (is_recorded(past->db, &recorded) && !recorded)
		return true;
	if (sqlite3_prepare_v2(past->db, sql, -1, &statement, NULL) != SQLITE_OK)
		status = SQLITE_ERROR;
	else
		bind(statement, about);
	while (status != SQLITE_ERROR && (status = sqlite3_step(statement)) == SQLITE_ROW)
		take(arena, statement, data);
	if (status != SQLITE_DONE)
		*why = gd_arena_strdup(arena, sqlite3_errmsg(past->db));
	sqlite3_finalize(statement);
	return status == SQLITE_DONE;
}

static size_t whole(sqlite3_stmt *row, int column)
{
	return (size_t)sqlite3_column_int64(row, column);
}

static void take_run(struct gd_arena *arena, sqlite3_stmt *row, void *data)
{
	camp_past_runs *runs = data;
	struct camp_past_run run = { .number = (long)whole(row, 0),
		.started = some_text(arena, row, 1),
		.command = some_text(arena, row, 2),
		.selection = some_text(arena, row, 3),
		.settings = some_text(arena, row, 4),
		.gcdsl = some_text(arena, row, 5),
		.spin = some_text(arena, row, 6),
		.cc = some_text(arena, row, 7),
		.machine = some_text(arena, row, 8),
		.seconds = sqlite3_column_double(row, 9),
		.status = sqlite3_column_int(row, 10),
		.interrupted_by = sqlite3_column_int(row, 11),
		.counts = { whole(row, 12), whole(row, 13), whole(row, 14), whole(row, 15),
		    whole(row, 16), whole(row, 17), whole(row, 18), whole(row, 19),
		    whole(row, 20) } };

	GD_PUSH(arena, *runs, run);
}

static void take_file(struct gd_arena *arena, sqlite3_stmt *row, void *data)
{
	camp_past_runs *runs = data;
	long of = (long)whole(row, 0);

	for (size_t i = 0; i < runs->count; i++)
		if (runs->at[i].number == of)
			GD_PUSH(arena, runs->at[i].files, some_text(arena, row, 1));
}

static void take_costs(struct gd_arena *arena, sqlite3_stmt *row, void *data)
{
	camp_past_runs *runs = data;
	long of = (long)whole(row, 0);

	(void)arena;
	for (size_t i = 0; i < runs->count; i++)
		if (runs->at[i].number == of)
			runs->at[i].costs =
			    (struct camp_past_costs){ whole(row, 1), sqlite3_column_double(row, 2),
				    sqlite3_column_double(row, 3), sqlite3_column_double(row, 4) };
}

bool camp_past_runs_of(struct camp_past *past, struct gd_arena *arena, camp_past_runs *runs,
    const char **why)
{
	const struct about all = { .number = -1 };

	return each(past, arena,
		   "SELECT number, started, command, selection, settings, gcdsl, spin, cc, machine,"
		   " seconds, status, interrupted_by, cells, as_expected, differ, inconclusive,"
		   " tool_failed, not_run, mutants, caught, kept FROM past_run ORDER BY number",
		   &all, take_run, runs, why) &&
	    each(past, arena, "SELECT run, path FROM past_file ORDER BY run, path", &all, take_file,
		runs, why) &&
	    each(past, arena,
		"SELECT run, sum(kept = 0), sum(states), sum(seconds * (kept = 0)), max(memory)"
		" FROM past_row GROUP BY run",
		&all, take_costs, runs, why);
}

static void take_row(struct gd_arena *arena, sqlite3_stmt *row, void *data)
{
	camp_past_rows *rows = data;
	struct camp_past_row one = { .file = some_text(arena, row, 0),
		.kind = some_text(arena, row, 1),
		.cell = some_text(arena, row, 2),
		.properties = some_text(arena, row, 3),
		.expected = some_text(arena, row, 4),
		.verdict = some_text(arena, row, 5),
		.outcome = some_text(arena, row, 6),
		.property = text(arena, row, 7),
		.reason = text(arena, row, 8),
		.key = text(arena, row, 9),
		.states = sqlite3_column_double(row, 10),
		.transitions = sqlite3_column_double(row, 11),
		.depth = sqlite3_column_double(row, 12),
		.seconds = sqlite3_column_double(row, 13),
		.memory = sqlite3_column_double(row, 14),
		.kept = sqlite3_column_int(row, 15) };

	GD_PUSH(arena, *rows, one);
}

#define COLUMNS                                                                                    \
	"file, kind, cell, properties, expected, verdict, outcome, property, reason, key,"         \
	" states, transitions, depth, seconds, memory, kept"

bool camp_past_rows_of(struct camp_past *past, struct gd_arena *arena, long run,
    camp_past_rows *rows, const char **why)
{
	const struct about about = { .number = run };

	return each(past, arena,
	    "SELECT " COLUMNS " FROM past_row JOIN past_subject ON subject = id WHERE run = ?1"
	    " ORDER BY place",
	    &about, take_row, rows, why);
}

/* Beside max(), SQLite gives the other columns of the row that has the maximum. */
bool camp_past_last_of(struct camp_past *past, struct gd_arena *arena, const char *file,
    camp_past_rows *rows, const char **why)
{
	const struct about about = { .number = -1, .file = file };

	return each(past, arena,
	    "SELECT " COLUMNS ", max(run) FROM past_row JOIN past_subject ON subject = id"
	    " WHERE file = ?1 AND states >= 1 AND verdict NOT IN ('inconclusive', 'bounded',"
	    " 'tool failed', 'not run') GROUP BY subject ORDER BY subject",
	    &about, take_row, rows, why);
}
