/* store.c: the results' file.
 *
 * It is a cache: losing it costs only time.  So if something is wrong with it, that is reported
 * once, and the campaign goes on without it.  A damaged file is never repaired or deleted without
 * the user's knowledge.  A row has only what does not depend on limits, so `inconclusive' is not
 * kept.  Its `events' are what the verifier printed: for a failure its replay, otherwise which
 * premises were met. */
#include "promela-backend/campaign/store.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "promela-backend/campaign/process.h"

/* How long to wait until another program finishes a statement. */
#define BUSY_SECONDS 20

struct camp_store {
	sqlite3 *db;
	sqlite3_stmt *get, *put, *put_reduced, *put_late, *put_reached, *get_text, *put_text;
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS result ("
    " key TEXT PRIMARY KEY, name TEXT NOT NULL, verdict TEXT NOT NULL, property TEXT,"
    " events TEXT, states REAL NOT NULL, transitions REAL NOT NULL, depth REAL NOT NULL,"
    " seconds REAL NOT NULL, memory REAL NOT NULL, made TEXT NOT NULL"
    ") WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS reduced (key TEXT PRIMARY KEY) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS late (key TEXT PRIMARY KEY, window INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS reached ("
    " key TEXT PRIMARY KEY, flags TEXT NOT NULL"
    ") WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS text ("
    " key TEXT PRIMARY KEY, text TEXT NOT NULL, made TEXT NOT NULL"
    ") WITHOUT ROWID;";
static const char get_result[] =
    "SELECT verdict, property, events, states, transitions, depth, seconds, memory,"
    " EXISTS (SELECT 1 FROM reduced WHERE key = ?1),"
    " (SELECT flags FROM reached WHERE key = ?1),"
    " (SELECT window FROM late WHERE key = ?1) FROM result WHERE key = ?1";
static const char put_result[] = "INSERT OR REPLACE INTO result VALUES"
				 " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, datetime('now'))";
static const char put_reduced[] = "INSERT OR IGNORE INTO reduced VALUES (?1)";
static const char put_late[] = "INSERT OR REPLACE INTO late VALUES (?1, ?2)";
static const char put_reached[] = "INSERT OR REPLACE INTO reached VALUES (?1, ?2)";
static const char get_text[] = "SELECT text FROM text WHERE key = ?1";
static const char put_text[] = "INSERT OR REPLACE INTO text VALUES (?1, ?2, datetime('now'))";

static bool make_folder(struct gd_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash || slash == path)
		return true;
	return gd_make_directories(gd_arena_strndup(arena, path, (size_t)(slash - path)));
}

static bool run(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Whether the answer is "ok".  Any other answer is an error. */
static int answered_ok(void *ok, int columns, char **values, char **names)
{
	(void)names;
	*(bool *)ok = columns == 1 && values[0] && strcmp(values[0], "ok") == 0;
	return 0;
}

static bool prepare_one(sqlite3 *db, const char *sql, sqlite3_stmt **statement)
{
	return sqlite3_prepare_v2(db, sql, -1, statement, NULL) == SQLITE_OK;
}

static bool prepare(struct camp_store *store, const char **why)
{
	bool sound = false;

	sqlite3_busy_timeout(store->db, BUSY_SECONDS * 1000);
	if (sqlite3_exec(store->db, "PRAGMA quick_check(1)", answered_ok, &sound, NULL) ==
		SQLITE_OK &&
	    !sound) {
		*why = "the file is damaged";
		return false;
	}
	return sound && run(store->db, "PRAGMA journal_mode = WAL") &&
	    run(store->db, "PRAGMA synchronous = NORMAL") && run(store->db, schema) &&
	    prepare_one(store->db, get_result, &store->get) &&
	    prepare_one(store->db, put_result, &store->put) &&
	    prepare_one(store->db, put_reduced, &store->put_reduced) &&
	    prepare_one(store->db, put_late, &store->put_late) &&
	    prepare_one(store->db, put_reached, &store->put_reached) &&
	    prepare_one(store->db, get_text, &store->get_text) &&
	    prepare_one(store->db, put_text, &store->put_text);
}

static void forget_statements(struct camp_store *store)
{
	sqlite3_stmt **all[] = { &store->get, &store->put, &store->put_reduced, &store->put_late,
		&store->put_reached, &store->get_text, &store->put_text };

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		sqlite3_finalize(*all[i]);
		*all[i] = NULL;
	}
}

/* Two programs may create the file at once.  SQLite does not wait then: it may report to both that
 * the file is busy. */
static bool prepare_when_free(struct camp_store *store, const char **why)
{
	static const struct timespec pause = { 0, 20 * 1000 * 1000 };
	double limit = camp_now() + BUSY_SECONDS;

	while (!prepare(store, why)) {
		if (*why || sqlite3_errcode(store->db) != SQLITE_BUSY || camp_now() > limit)
			return false;
		forget_statements(store);
		nanosleep(&pause, NULL);
	}
	return true;
}

struct camp_store *camp_store_open(struct gd_arena *arena, const char *path, const char **why)
{
	struct camp_store *store = calloc(1, sizeof *store);

	*why = NULL;
	signal(SIGXFSZ, SIG_IGN); /* then a file that may not grow is like a full disk */
	if (!store || !make_folder(arena, path)) {
		*why = strerror(errno);
		free(store);
		return NULL;
	}
	if (sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) ==
		SQLITE_OK &&
	    prepare_when_free(store, why))
		return store;
	if (!*why)
		*why =
		    gd_arena_strdup(arena, store->db ? sqlite3_errmsg(store->db) : "out of memory");
	camp_store_close(store);
	return NULL;
}

void camp_store_close(struct camp_store *store)
{
	if (!store)
		return;
	forget_statements(store);
	sqlite3_close(store->db);
	free(store);
}

sqlite3 *camp_store_database(struct camp_store *store)
{
	return store->db;
}

static const char *text_column(struct gd_arena *arena, sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return text ? gd_arena_strdup(arena, text) : NULL;
}

static bool read_row(struct gd_arena *arena, sqlite3_stmt *row, struct camp_result *result)
{
	const char *verdict = text_column(arena, row, 0);

	memset(result, 0, sizeof *result);
	result->property = text_column(arena, row, 1);
	result->events = text_column(arena, row, 2);
	result->states = sqlite3_column_double(row, 3);
	result->transitions = sqlite3_column_double(row, 4);
	result->depth = sqlite3_column_double(row, 5);
	result->seconds = sqlite3_column_double(row, 6);
	result->memory = sqlite3_column_double(row, 7);
	result->reduced = sqlite3_column_int(row, 8);
	result->reached = text_column(arena, row, 9);
	result->late = (size_t)sqlite3_column_int64(row, 10);
	result->kept = true;
	if (verdict && strcmp(verdict, "holds") == 0 && result->states >= 1) {
		result->verdict = CAMP_HOLDS;
		result->met = result->events;
		result->events = NULL;
	} else if (verdict && strcmp(verdict, "fails") == 0 && result->property && result->events)
		result->verdict = CAMP_FAILS;
	else
		return false;
	return true;
}

bool camp_store_get(struct camp_store *store, struct gd_arena *arena, const char *key,
    struct camp_result *result)
{
	struct camp_result found;
	bool good = false;

	sqlite3_reset(store->get);
	sqlite3_bind_text(store->get, 1, key, -1, SQLITE_TRANSIENT);
	if (sqlite3_step(store->get) == SQLITE_ROW)
		good = read_row(arena, store->get, &found);
	sqlite3_reset(store->get);
	if (good)
		*result = found;
	return good;
}

/* This is stored before the result: a result without it would claim too much. */
static bool put_whether_reduced(struct camp_store *store, const char *key,
    const struct camp_result *result)
{
	bool good;

	if (!result->reduced)
		return true;
	sqlite3_reset(store->put_reduced);
	sqlite3_bind_text(store->put_reduced, 1, key, -1, SQLITE_TRANSIENT);
	good = sqlite3_step(store->put_reduced) == SQLITE_DONE;
	sqlite3_reset(store->put_reduced);
	return good;
}

/* The same. */
static bool put_whether_late(struct camp_store *store, const char *key,
    const struct camp_result *result)
{
	bool good;

	if (!result->late)
		return true;
	sqlite3_reset(store->put_late);
	sqlite3_bind_text(store->put_late, 1, key, -1, SQLITE_TRANSIENT);
	sqlite3_bind_int64(store->put_late, 2, (sqlite3_int64)result->late);
	good = sqlite3_step(store->put_late) == SQLITE_DONE;
	sqlite3_reset(store->put_late);
	return good;
}

/* The same: without this row, a result does not say what it has reached. */
static bool put_what_was_reached(struct camp_store *store, const char *key,
    const struct camp_result *result)
{
	bool good;

	if (!result->reached)
		return true;
	sqlite3_reset(store->put_reached);
	sqlite3_bind_text(store->put_reached, 1, key, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(store->put_reached, 2, result->reached, -1, SQLITE_TRANSIENT);
	good = sqlite3_step(store->put_reached) == SQLITE_DONE;
	sqlite3_reset(store->put_reached);
	return good;
}

bool camp_store_put(struct camp_store *store, const char *key, const char *name,
    const struct camp_result *result, const char **why)
{
	sqlite3_stmt *put = store->put;
	int status;

	if (result->verdict != CAMP_HOLDS && result->verdict != CAMP_FAILS)
		return true;
	if (!put_whether_reduced(store, key, result) || !put_whether_late(store, key, result) ||
	    !put_what_was_reached(store, key, result)) {
		*why = sqlite3_errmsg(store->db);
		return false;
	}
	sqlite3_reset(put);
	sqlite3_bind_text(put, 1, key, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(put, 2, name, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(put, 3, camp_verdict_name[result->verdict], -1, SQLITE_STATIC);
	sqlite3_bind_text(put, 4, result->property, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(put, 5, result->verdict == CAMP_HOLDS ? result->met : result->events, -1,
	    SQLITE_TRANSIENT);
	sqlite3_bind_double(put, 6, result->states);
	sqlite3_bind_double(put, 7, result->transitions);
	sqlite3_bind_double(put, 8, result->depth);
	sqlite3_bind_double(put, 9, result->seconds);
	sqlite3_bind_double(put, 10, result->memory);
	status = sqlite3_step(put);
	*why = sqlite3_errmsg(store->db);
	sqlite3_reset(put);
	return status == SQLITE_DONE;
}

const char *camp_store_get_text(struct camp_store *store, struct gd_arena *arena, const char *key)
{
	sqlite3_stmt *get = store->get_text;
	const char *text = NULL;

	sqlite3_reset(get);
	sqlite3_bind_text(get, 1, key, -1, SQLITE_TRANSIENT);
	if (sqlite3_step(get) == SQLITE_ROW)
		text = text_column(arena, get, 0);
	sqlite3_reset(get);
	return text;
}

bool camp_store_put_text(struct camp_store *store, const char *key, const char *text,
    const char **why)
{
	sqlite3_stmt *put = store->put_text;
	int status;

	sqlite3_reset(put);
	sqlite3_bind_text(put, 1, key, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(put, 2, text, -1, SQLITE_TRANSIENT);
	status = sqlite3_step(put);
	*why = sqlite3_errmsg(store->db);
	sqlite3_reset(put);
	return status == SQLITE_DONE;
}

/* NAME in the folder for what may be made again.  NULL: there is no home directory. */
static const char *in_cache(struct gd_arena *arena, const char *name)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && cache[0] == '/')
		return gd_arena_printf(arena, "%s/gcdsl/%s", cache, name);
	if (home && home[0] == '/')
		return gd_arena_printf(arena, "%s/.cache/gcdsl/%s", home, name);
	return NULL;
}

const char *camp_default_results(struct gd_arena *arena)
{
	return in_cache(arena, "results.sqlite");
}

const char *camp_default_verifiers(struct gd_arena *arena)
{
	return in_cache(arena, "verifiers");
}
