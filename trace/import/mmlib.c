/* mmlib.c: how large the library's arrays are, and what their elements are called. */
#include "trace/import/mmlib.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VARIABLES = 1000 };

static size_t count(struct gd_arena *arena, const json_t *globals, const char *array)
{
	size_t found = 0;

	while (found < 100 * MOST_VARIABLES &&
	    json_object_get(globals, gd_arena_printf(arena, "%s[%zu]", array, found)))
		found++;
	return found;
}

struct mmlib *mmlib_find(struct gd_arena *arena, const json_t *globals)
{
	struct mmlib *mmlib = GD_NEW(arena, struct mmlib);
	size_t cells;

	mmlib->variables = count(arena, globals, "shared_memory");
	mmlib->one_queue = !json_object_get(globals, "lcounter[0]");
	mmlib->counter = mmlib->one_queue ? "counter" : "lcounter";
	cells = count(arena, globals, "buffer");
	if (!mmlib->variables || mmlib->variables > MOST_VARIABLES || !cells ||
	    count(arena, globals, mmlib->counter) != cells)
		return NULL;
	mmlib->names = GD_NEW_ARRAY(arena, const char *, mmlib->variables);
	for (size_t i = 0; i < mmlib->variables; i++)
		mmlib->names[i] = gd_arena_printf(arena, "shared_memory[%zu]", i);
	return mmlib;
}

bool mmlib_has(const char *name)
{
	static const char *const names[] = { "shared_memory", "buffer", "gcounter", "lcounter",
		"counter", "queue", "v", "s" };
	size_t length = strcspn(name, "[");

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
			return true;
	return false;
}

/* ------------------------------------------------------------------ mapping */
struct line {
	char name[64], place[64];
	unsigned long cells;
	bool next;
};

static bool read_line(const char *text, struct line *line)
{
	char at[8], rest[8], place[64];
	int used = 0;

	line->cells = 1;
	if (sscanf(text, " %63[A-Za-z0-9_]%n", line->name, &used) != 1)
		return false;
	text += used;
	if (sscanf(text, " [ %lu ]%n", &line->cells, &used) == 1)
		text += used;
	if (sscanf(text, " %7s %63s%n", at, place, &used) != 2 || strcmp(at, "at") != 0)
		return false;
	text += used;
	line->next = strcmp(place, "next") == 0;
	if (line->next && sscanf(text, " %63s%n", place, &used) != 1)
		return false;
	if (line->next)
		text += used;
	strcpy(line->place, place);
	return sscanf(text, " %7s", rest) != 1 && line->cells <= MOST_VARIABLES;
}

/* The first element after the variable NAME; -1: there is none of this name. */
static long after(const struct mmlib *mmlib, const char *name)
{
	long found = -1;
	size_t length = strlen(name);

	for (size_t i = 0; i < mmlib->variables; i++)
		if (strncmp(mmlib->names[i], name, length) == 0 &&
		    (!mmlib->names[i][length] || mmlib->names[i][length] == '['))
			found = (long)i + 1;
	return found;
}

static bool apply(struct gd_arena *arena, struct mmlib *mmlib, const struct line *line)
{
	char *end;
	long first = line->next ? after(mmlib, line->place) : strtol(line->place, &end, 10);

	if (!line->next && *end)
		return false;
	if (first < 0 || (size_t)first + line->cells > mmlib->variables)
		return false;
	for (unsigned long i = 0; i < line->cells; i++)
		mmlib->names[(size_t)first + i] = line->cells == 1
		    ? gd_arena_strdup(arena, line->name)
		    : gd_arena_printf(arena, "%s[%lu]", line->name, i);
	return true;
}

bool mmlib_name(struct gd_arena *arena, struct mmlib *mmlib, const char *mapping, const char **why)
{
	for (size_t number = 1; *mapping; number++) {
		size_t length = strcspn(mapping, "\n");
		const char *text = gd_arena_strndup(arena, mapping, length);
		struct line line;

		mapping += length + (mapping[length] == '\n');
		if (!text[strspn(text, " \t\r")])
			continue;
		if (!read_line(text, &line) || !apply(arena, mmlib, &line)) {
			*why = gd_arena_printf(arena,
			    "line %zu: `NAME at NUMBER' or `NAME at next NAME' of a shared variable "
			    "is needed",
			    number);
			return false;
		}
	}
	return true;
}
