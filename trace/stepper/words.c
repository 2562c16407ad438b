/* words.c: what a step does, and what happened in it. */
#include "trace/stepper/words.h"

#include <string.h>

struct words {
	const char *name, *before,
	    *after; /* around the subject or the location; AFTER NULL: none of it */
};

const char *step_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

const char *step_value(struct gd_arena *arena, const json_t *value)
{
	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_integer(value))
		return gd_arena_printf(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	return json_is_true(value) ? "true" : json_is_false(value) ? "false" : "null";
}

static const struct words *find(const struct words *words, const char *name)
{
	while (words->name && strcmp(words->name, name) != 0)
		words++;
	return words->name ? words : NULL;
}

static const char *around(struct gd_arena *arena, const struct words *words, const char *name)
{
	if (!words->after)
		return words->before;
	return gd_arena_printf(arena, "%s%s%s", words->before, name, words->after);
}

static const char *because(struct gd_arena *arena, const json_t *event)
{
	const char *guard = step_text(event, "because");

	return *guard ? gd_arena_printf(arena, ", because %s", guard) : "";
}

/* ------------------------------------------------------------------- operations */
static const struct words operations[] = { { "all_stopped", "all are stopped", NULL },
	{ "choose", "", NULL }, { "close", "`", "' closes" },
	{ "collect", "asks for a cycle, and waits", NULL }, { "completed", "", NULL },
	{ "done", "done", NULL }, { "emit", "emits ", "" }, { "free", "", " is freed" },
	{ "full", "finds no room", NULL }, { "joined", "is a mutator from here on", NULL },
	{ "left", "is no mutator any more", NULL }, { "let_go", "", " is held no longer" },
	{ "needless", "", " runs, and does nothing" },
	{ "nothing", "its object is null: nothing", NULL }, { "open", "`", "' opens" },
	{ "pinned", "pins ", "" }, { "received", "takes ", "" },
	{ "resume", "the mutators may go on", NULL }, { "stop", "asks the mutators to stop", NULL },
	{ "swapped", "two spaces exchange their names", NULL },
	{ "unknown", "", " is where no object is" },
	{ "unrecorded", "from here on the heap is not in the trace", NULL },
	{ "waits", "waits for ", "" }, { "yield", "", NULL }, { NULL, NULL, NULL } };

/* What a read, a write, or both did. */
static const char *access_words(struct gd_arena *arena, const json_t *operation)
{
	const char *location = json_string_value(json_object_get(operation, "location"));
	const char *found = json_string_value(json_object_get(operation, "found"));
	const char *stored = json_string_value(json_object_get(operation, "stored"));

	if (!location)
		location = step_text(operation, "op");
	if (found && stored && strcmp(found, stored) == 0)
		return gd_arena_printf(arena, "%s stays %s", location, stored);
	if (found && stored)
		return gd_arena_printf(arena, "%s: %s -> %s", location, found, stored);
	if (found)
		return gd_arena_printf(arena, "%s is %s", location, found);
	return stored ? gd_arena_printf(arena, "%s = %s", location, stored) : location;
}

static const char *allocation(struct gd_arena *arena, const json_t *operation)
{
	if (json_is_string(json_object_get(operation, "location")))
		return gd_arena_printf(arena, "%s, just allocated", access_words(arena, operation));
	return gd_arena_printf(arena, "%s is allocated", step_text(operation, "stored"));
}

/* A program's trace: what was found. */
static const char *change(struct gd_arena *arena, const json_t *operation)
{
	const char *location = step_text(operation, "location");

	if (!json_is_string(json_object_get(operation, "stored")))
		return gd_arena_printf(arena, "%s is there no longer", location);
	if (!json_is_string(json_object_get(operation, "found")))
		return gd_arena_printf(arena, "%s is %s, as found", location,
		    step_text(operation, "stored"));
	return gd_arena_printf(arena, "%s, as found", access_words(arena, operation));
}

const char *step_operation(struct gd_arena *arena, const json_t *operation)
{
	const char *op = step_text(operation, "op"), *location = step_text(operation, "location");
	const struct words *words = find(operations, op);

	if (words)
		return gd_arena_printf(arena, "%s%s", around(arena, words, location),
		    because(arena, operation));
	if (strcmp(op, "allocate") == 0)
		return allocation(arena, operation);
	if (strcmp(op, "changed") == 0)
		return change(arena, operation);
	if (strcmp(op, "phase") == 0)
		return gd_arena_printf(arena, "%s %s", location,
		    strcmp(step_text(operation, "stored"), "1") == 0 ? "begins" : "ends");
	if (strcmp(op, "hold") == 0)
		return gd_arena_printf(arena, "%s is held back", access_words(arena, operation));
	return access_words(arena, operation);
}

const char *step_effects(struct gd_arena *arena, const json_t *step)
{
	const json_t *operation;
	const char *text = "";
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		const char *one = step_operation(arena, operation);

		if (*one)
			text = gd_arena_printf(arena, "%s%s%s", text, *text ? "; " : "", one);
	}
	return text;
}

/* ------------------------------------------------------------------------- steps */
static const struct words steps[] = { { "begin", "cycle ", " begins" }, { "claim", "takes ", "" },
	{ "close", "`", "' closes" }, { "end", "cycle ", " ends" },
	{ "finish", "the run is over", NULL }, { "stuck", "nobody can take a step", NULL },
	{ "stall", "all units that run wait, and no other worker is free", NULL },
	{ "flush", "a ", " goes from the buffer to the pool" },
	{ "go_on", "the mutators go on", NULL }, { "open", "`", "' opens" },
	{ "perform", "what was held back is stored", NULL }, { "phase", "phase ", "" },
	{ "quit", "the mutators begin nothing any more", NULL },
	{ "request", "cycle ", " is asked for" }, { "start", "the state at the start", NULL },
	{ "stopped", "stops", NULL }, { NULL, NULL, NULL } };

/* A mutator of a most general client; the subject is its operation. */
static const struct words client[] = { { "allocate", "allocates", NULL },
	{ "collect", "calls for a collection", NULL }, { "drop", "drops a root", NULL },
	{ "give", "sets a root of the heap's own", NULL }, { "join", "joins", NULL },
	{ "leave", "leaves", NULL }, { "load", "reads a slot", NULL },
	{ "pin", "pins an object", NULL }, { "read_word", "reads a word", NULL },
	{ "receive", "gets a reference from another", NULL }, { "store", "writes a slot", NULL },
	{ "write_word", "writes a word", NULL }, { NULL, NULL, NULL } };

static const char *statement_words(struct gd_arena *arena, const json_t *step)
{
	const char *subject = step_text(step, "subject"), *statement = step_text(step, "statement");

	if (*subject && *statement)
		return gd_arena_printf(arena, "%s: %s", subject, statement);
	return *subject ? subject : *statement ? statement : step_text(step, "do");
}

const char *step_words(struct gd_arena *arena, const json_t *step, long began)
{
	const char *what = step_text(step, "do"), *subject = step_text(step, "subject");
	const struct words *words = find(steps, what);

	if (strcmp(what, "client") == 0)
		words = find(client, subject);
	if (strcmp(what, "perform") == 0 && began)
		return gd_arena_printf(arena, "performs the store of step %ld", began);
	if (!words)
		return gd_arena_strdup(arena, statement_words(arena, step));
	return gd_arena_printf(arena, "%s%s", around(arena, words, subject),
	    strcmp(what, "open") == 0 || strcmp(what, "close") == 0 ? because(arena, step) : "");
}
