/* counterexample-files.c: keeps a run: its paragraph, its trace, its page, and its place in the report. */
#include "compiler/driver/counterexample.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "compiler/driver/report-page.h"
#include "trace/paragraph.h"
#include "trace/view.h"

enum { LONGEST_NAME = 200 };

static unsigned long long hash(const char *text)
{
	unsigned long long value = 14695981039346656037u; /* FNV-1a */

	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * 1099511628211u;
	return value;
}

/* NAME with `-' for what a shell, a file system or an address could take for something else. */
static const char *safe(struct gd_arena *arena, const char *name)
{
	const char *whole = name;
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_.=";
	char *copy = gd_arena_strdup(arena, name), *to = copy;

	for (; *name; name++) {
		char c = strchr(plain, *name) ? *name : '-';

		if (to == copy && strchr("-.", c))
			c = '_';
		if (c != '-' || to[-1] != '-')
			*to++ = c;
	}
	*to = '\0';
	if (strlen(copy) > LONGEST_NAME)
		return gd_arena_printf(arena, "%.*s-%016llx", LONGEST_NAME, copy, hash(whole));
	return copy;
}

/* What is being kept. */
struct kept {
	const struct verify_arguments *arguments;
	struct gd_arena *arena; /* of the counterexample */
	const char *file, *cell;
	struct counterexample *c;
};

/* Names of cells are unique in a file.  Two files can have the same name in different folders. */
static const char *file_name(const struct kept *k)
{
	plan_words *used = k->arguments->trace_names;
	struct gd_arena *arena = k->arguments->arena;
	const char *name = safe(arena,
		       gd_arena_printf(arena, "%s-%s", driver_base_name(arena, k->file), k->cell)),
		   *unique = name;
	unsigned count = 1;

	for (size_t i = 0; i < used->count; i++)
		if (strcasecmp(used->at[i], unique) == 0) {
			unique = gd_arena_printf(arena, "%s-%u", name, ++count);
			i = (size_t)-1;
		}
	GD_PUSH(arena, *used, unique);
	return gd_arena_printf(k->arena, "%s/%s", k->arguments->traces, unique);
}

static const char *write_file(const struct kept *k, const char *path, const char *text,
    size_t length)
{
	if (gd_write_file(path, text, length))
		return path;
	k->c->why = gd_arena_printf(k->arena, "cannot write %s: %s", path, strerror(errno));
	driver_error(NULL, "%s", k->c->why);
	return NULL;
}

static void write_files(const struct kept *k)
{
	const char *path = file_name(k), *why;
	struct view_trace trace = { path, k->c->events, k->c->length, true };
	struct gd_out page;

	k->c->trace =
	    write_file(k, gd_arena_printf(k->arena, "%s.jsonl", path), k->c->events, k->c->length);
	trace.name = gd_arena_printf(k->arena, "%s.jsonl", strrchr(path, '/') + 1);
	gd_out_init(&page, 0);
	if (!view_page(k->arena, &trace, 1, &page, NULL, &why))
		k->c->why = why;
	else
		k->c->page = write_file(k, gd_arena_printf(k->arena, "%s.html", path), page.text,
		    page.length);
	gd_out_free(&page);
}

static void explain(const struct kept *k)
{
	json_t *lines = paragraph_lines(k->c->events, k->c->length);
	const json_t *last = json_array_get(lines, json_array_size(lines) - 1);
	const char *property = json_string_value(json_object_get(last, "property")),
		   *command =
		       json_string_value(json_object_get(json_array_get(lines, 0), "command"));

	k->c->explanation = paragraph_text(k->arena, lines);
	k->c->property = property ? gd_arena_strdup(k->arena, property) : NULL;
	k->c->command = command ? gd_arena_strdup(k->arena, command) : NULL;
	json_decref(lines);
}

void counterexample_keep(const struct verify_arguments *a, struct gd_arena *arena, const char *file,
    const char *cell, struct counterexample *c)
{
	const struct kept k = { a, arena, file, cell, c };

	explain(&k);
	if (a->traces)
		write_files(&k);
	if (a->report)
		c->run = report_page_add_run(a, cell, c);
}
