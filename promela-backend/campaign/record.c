/* record.c: the tables of the past, and how they are written.
 *
 * A run has its row as soon as it begins, so that one that is killed is seen.  What is found in a file is added
 * in one transaction when the file is done.  The names of what is checked are the same in most runs, so they
 * have a table of their own. */
#include "promela-backend/campaign/record.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "promela-backend/campaign/store.h"

struct camp_record {
	struct gd_arena *arena;
	struct camp_store *store;
	sqlite3 *db;
	long number;
	const char *why; /* the first thing that went wrong in this transaction; or NULL */
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS past_run ("
    " number INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, command TEXT NOT NULL,"
    " selection TEXT NOT NULL, settings TEXT NOT NULL, gcdsl TEXT NOT NULL,"
    " spin TEXT NOT NULL DEFAULT '', cc TEXT NOT NULL DEFAULT '', machine TEXT NOT NULL,"
    " seconds REAL NOT NULL DEFAULT 0, status INTEGER NOT NULL DEFAULT -1,"
    " interrupted_by INTEGER NOT NULL DEFAULT 0, cells INTEGER NOT NULL DEFAULT 0,"
    " as_expected INTEGER NOT NULL DEFAULT 0, differ INTEGER NOT NULL DEFAULT 0,"
    " inconclusive INTEGER NOT NULL DEFAULT 0, tool_failed INTEGER NOT NULL DEFAULT 0,"
    " not_run INTEGER NOT NULL DEFAULT 0, mutants INTEGER NOT NULL DEFAULT 0,"
    " caught INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE IF NOT EXISTS past_file ("
    " run INTEGER NOT NULL, path TEXT NOT NULL, PRIMARY KEY (run, path)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS past_subject ("
    " id INTEGER PRIMARY KEY, file TEXT NOT NULL, kind TEXT NOT NULL, cell TEXT NOT NULL,"
    " properties TEXT NOT NULL, UNIQUE (file, kind, cell, properties));"
    "CREATE TABLE IF NOT EXISTS past_row ("
    " run INTEGER NOT NULL, place INTEGER NOT NULL, subject INTEGER NOT NULL,"
    " expected TEXT NOT NULL, verdict TEXT NOT NULL, outcome TEXT NOT NULL, property TEXT,"
    " reason TEXT, key TEXT, states REAL NOT NULL, transitions REAL NOT NULL, depth REAL NOT NULL,"
    " seconds REAL NOT NULL, memory REAL NOT NULL, kept INTEGER NOT NULL,"
    " PRIMARY KEY (run, place)) WITHOUT ROWID;";

/* Notes the first thing that goes wrong. */
static void fail(struct camp_record *r)
{
	if (!r->why)
		r->why = gd_arena_strdup(r->arena, sqlite3_errmsg(r->db));
}

static void run(struct camp_record *r, const char *sql)
{
	if (!r->why && sqlite3_exec(r->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail(r);
}

/* Ends the transaction.  If something went wrong, nothing of it stays. */
static bool finish(struct camp_record *r, const char **why)
{
	run(r, "COMMIT");
	*why = r->why;
	if (r->why)
		sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
	r->why = NULL;
	return !*why;
}

static int bind(sqlite3_stmt *statement, const char *types, va_list values)
{
	int status = SQLITE_OK;

	for (int i = 0; types[i] && status == SQLITE_OK; i++) {
		if (types[i] == 't')
			status = sqlite3_bind_text(statement, i + 1, va_arg(values, const char *),
			    -1, SQLITE_TRANSIENT);
		else if (types[i] == 'n')
			status = sqlite3_bind_int64(statement, i + 1, va_arg(values, long));
		else
			status = sqlite3_bind_double(statement, i + 1, va_arg(values, double));
	}
	return status;
}

/* Does SQL with values for its parameters, in the order of TYPES: `t' a text or NULL, `n' a long, `d' a
 * double.  Returns the first column of its first row; -1: there is none, or something has gone wrong. */
static long execute(struct camp_record *r, const char *sql, const char *types, ...)
{
	sqlite3_stmt *statement = NULL;
	long answer = -1;
	va_list values;
	int status;

	if (r->why)
		return -1;
	va_start(values, types);
	status = sqlite3_prepare_v2(r->db, sql, -1, &statement, NULL);
	if (status == SQLITE_OK)
		status = bind(statement, types, values);
	va_end(values);
	if (status == SQLITE_OK)
		status = sqlite3_step(statement);
	if (status == SQLITE_ROW)
		answer = (long)sqlite3_column_int64(statement, 0);
	else if (status != SQLITE_DONE)
		fail(r);
	sqlite3_finalize(statement);
	return answer;
}

/* ---------------------------------------------------------------------- beginning */
static void drop_run(struct camp_record *r, long number)
{
	execute(r, "DELETE FROM past_row WHERE run = ?1", "n", number);
	execute(r, "DELETE FROM past_file WHERE run = ?1", "n", number);
	execute(r, "DELETE FROM past_run WHERE number = ?1", "n", number);
}

/* Drops the oldest runs, but never the one that has just begun. */
static void trim(struct camp_record *r)
{
	long runs = execute(r, "SELECT count(*) FROM past_run", ""),
	     rows = execute(r, "SELECT count(*) FROM past_row", "");
	bool dropped = false;

	while (!r->why && runs > 1 && (runs > CAMP_PAST_RUNS || rows > CAMP_PAST_ROWS)) {
		long oldest = execute(r, "SELECT min(number) FROM past_run", "");

		rows -= execute(r, "SELECT count(*) FROM past_row WHERE run = ?1", "n", oldest);
		drop_run(r, oldest);
		runs--;
		dropped = true;
	}
	if (dropped)
		run(r, "DELETE FROM past_subject WHERE id NOT IN (SELECT subject FROM past_row)");
}

static void add_file(struct camp_record *r, const char *path)
{
	execute(r, "INSERT OR IGNORE INTO past_file VALUES (?1, ?2)", "nt", r->number, path);
}

static void begin(struct camp_record *r, const struct camp_past_run *past)
{
	run(r, "BEGIN IMMEDIATE");
	run(r, schema);
	execute(r,
	    "INSERT INTO past_run (started, command, selection, settings, gcdsl, machine)"
	    " VALUES (datetime('now'), ?1, ?2, ?3, ?4, ?5)",
	    "ttttt", past->command, past->selection, past->settings, past->gcdsl, past->machine);
	r->number = execute(r, "SELECT last_insert_rowid()", "");
	for (size_t i = 0; i < past->files.count; i++)
		add_file(r, past->files.at[i]);
	trim(r);
}

struct camp_record *camp_record_begin(struct gd_arena *arena, const char *path,
    const struct camp_past_run *past, const char **why)
{
	struct camp_record *r = GD_NEW(arena, struct camp_record);

	*r = (struct camp_record){ .arena = arena, .store = camp_store_open(arena, path, why) };
	*why = NULL;
	if (!r->store)
		return NULL;
	r->db = camp_store_database(r->store);
	begin(r, past);
	if (finish(r, why))
		return r;
	camp_store_close(r->store);
	return NULL;
}

/* ------------------------------------------------------------------------- adding */
static void add_counts(struct camp_record *r, const struct camp_past_counts *c)
{
	execute(r,
	    "UPDATE past_run SET cells = cells + ?1, as_expected = as_expected + ?2,"
	    " differ = differ + ?3, inconclusive = inconclusive + ?4, tool_failed = tool_failed + ?5,"
	    " not_run = not_run + ?6, mutants = mutants + ?7, caught = caught + ?8, kept = kept + ?9"
	    " WHERE number = ?10",
	    "nnnnnnnnnn", (long)c->cells, (long)c->as_expected, (long)c->differ,
	    (long)c->inconclusive, (long)c->tool_failed, (long)c->not_run, (long)c->mutants,
	    (long)c->caught, (long)c->kept, r->number);
}

static long subject_of(struct camp_record *r, const struct camp_past_row *row)
{
	execute(r,
	    "INSERT OR IGNORE INTO past_subject (file, kind, cell, properties)"
	    " VALUES (?1, ?2, ?3, ?4)",
	    "tttt", row->file, row->kind, row->cell, row->properties);
	return execute(r,
	    "SELECT id FROM past_subject WHERE file = ?1 AND kind = ?2 AND cell = ?3"
	    " AND properties = ?4",
	    "tttt", row->file, row->kind, row->cell, row->properties);
}

static void add_row(struct camp_record *r, long place, const struct camp_past_row *row)
{
	execute(r,
	    "INSERT INTO past_row VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
	    " ?14, ?15)",
	    "nnnttttttdddddn", r->number, place, subject_of(r, row), row->expected, row->verdict,
	    row->outcome, row->property, row->reason, row->key, row->states, row->transitions,
	    row->depth, row->seconds, row->memory, (long)row->kept);
}

bool camp_record_add(struct camp_record *r, const char *file, const camp_past_rows *rows,
    const struct camp_past_counts *counts, const char *spin, const char *cc, const char **why)
{
	long place;

	run(r, "BEGIN IMMEDIATE");
	/* other programs may have begun so many runs meanwhile that this one was dropped */
	if (execute(r, "SELECT number FROM past_run WHERE number = ?1", "n", r->number) < 0)
		return finish(r, why);
	place = execute(r, "SELECT count(*) FROM past_row WHERE run = ?1", "n", r->number);
	add_file(r, file);
	add_counts(r, counts);
	execute(r,
	    "UPDATE past_run SET spin = ifnull(?1, spin), cc = ifnull(?2, cc) WHERE number = ?3",
	    "ttn", spin, cc, r->number);
	for (size_t i = 0; i < rows->count; i++)
		add_row(r, place + (long)i, &rows->at[i]);
	return finish(r, why);
}

bool camp_record_end(struct camp_record *r, double seconds, int status, int interrupted_by,
    const char **why)
{
	bool good;

	run(r, "BEGIN IMMEDIATE");
	execute(r,
	    "UPDATE past_run SET seconds = ?1, status = ?2, interrupted_by = ?3 WHERE number = ?4",
	    "dnnn", seconds, (long)status, (long)interrupted_by, r->number);
	good = finish(r, why);
	camp_store_close(r->store);
	return good;
}
