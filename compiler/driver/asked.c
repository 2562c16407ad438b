/* asked.c: whether a run has what --only and --heap ask for.  Without this a name that is mistyped
 * shows a run without steps. */
#include "compiler/driver/asked.h"

#include <string.h>

#include "compiler/driver/driver.h"
#include "trace/paragraph.h"

bool asked_for_something(const struct style *style)
{
	return style->threads.count || style->objects.count || style->heap != STYLE_NO_HEAP;
}

/* ------------------------------------------------------------------ what a trace has */
void asked_add(struct gd_arena *arena, style_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->at[i], name) == 0)
			return;
	if (*name)
		GD_PUSH(arena, *names, gd_arena_strdup(arena, name));
}

static void add_member(struct gd_arena *arena, style_names *names, const json_t *object,
    const char *key)
{
	const char *name = json_string_value(json_object_get(object, key));

	if (name)
		asked_add(arena, names, name);
}

static void add_keys(struct gd_arena *arena, style_names *names, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value) asked_add(arena, names, key);
}

static void add_heading(struct gd_arena *arena, struct asked_of *of, const json_t *heading)
{
	const json_t *start = json_object_get(heading, "start"), *one;
	size_t i;

	json_array_foreach(json_object_get(heading, "threads"), i, one)
	    add_member(arena, &of->threads, one, "name");
	json_array_foreach(json_object_get(start, "heap"), i, one)
	    add_member(arena, &of->names, one, "object");
	add_keys(arena, &of->names, json_object_get(start, "roots"));
	json_array_foreach(json_object_get(heading, "locations"), i, one)
	    asked_add(arena, &of->names, json_string_value(one));
	add_keys(arena, &of->names, json_object_get(start, "buckets"));
	add_keys(arena, &of->names, json_object_get(start, "phases"));
}

static void add_step(struct gd_arena *arena, struct asked_of *of, const json_t *step)
{
	const json_t *operation;
	size_t i;

	add_member(arena, &of->threads, step, "thread");
	add_member(arena, &of->names, step, "subject");
	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		add_member(arena, &of->names, operation, "location");
		add_member(arena, &of->names, operation, "found");
		add_member(arena, &of->names, operation, "stored");
	}
	if (json_object_get(step, "heap"))
		of->last = (long)json_integer_value(json_object_get(step, "step"));
}

struct asked_of asked_of_trace(struct gd_arena *arena, const json_t *lines)
{
	struct asked_of of = { .last = 0 };
	const json_t *line;
	size_t i;

	add_heading(arena, &of, json_array_get(lines, 0));
	json_array_foreach(lines, i, line)
	{
		const char *event = json_string_value(json_object_get(line, "event"));

		if (event && strcmp(event, "step") == 0)
			add_step(arena, &of, line);
	}
	return of;
}

/* ---------------------------------------------------------------------- what is asked */
static bool is_one(const char *asked, const style_names *names,
    bool (*shows)(const struct style *style, const char *name), bool of_thread)
{
	const char *list[] = { asked };
	style_names one = { .at = list, .count = 1, .room = 1 };
	struct style style = { .heap = STYLE_NO_HEAP };

	*(of_thread ? &style.threads : &style.objects) = one;
	for (size_t i = 0; i < names->count; i++)
		if (shows(&style, names->at[i]))
			return true;
	return false;
}

enum { MOST_NAMES = 12 };

/* "did you mean `m'?", "there are a, b, … and 20 more". */
static const char *suggest(struct gd_arena *arena, const char *asked, const style_names *names)
{
	const char *near = gd_did_you_mean(asked, names->at, names->count), *list = "";

	if (near)
		return gd_arena_printf(arena, "did you mean `%s`?", near);
	for (size_t i = 0; i < names->count && i < MOST_NAMES; i++)
		list = gd_arena_printf(arena, "%s%s%s", list, i ? ", " : "it has ", names->at[i]);
	return names->count <= MOST_NAMES
	    ? list
	    : gd_arena_printf(arena, "%s and %zu more", list, names->count - MOST_NAMES);
}

static bool are_there(struct gd_arena *arena, const style_names *asked, const style_names *names,
    bool of_thread)
{
	for (size_t i = 0; i < asked->count; i++) {
		if (is_one(asked->at[i], names, of_thread ? style_shows_thread : style_is_about,
			of_thread))
			continue;
		driver_error(suggest(arena, asked->at[i], names),
		    of_thread ? "--only: the run has no thread `%s`"
			      : "--only: the run has no object or location `%s`",
		    asked->at[i]);
		return false;
	}
	return true;
}

bool asked_is_there(struct gd_arena *arena, const struct style *style, const struct asked_of *of)
{
	if (!are_there(arena, &style->threads, &of->threads, true) ||
	    !are_there(arena, &style->objects, &of->names, false))
		return false;
	if (style->heap != STYLE_NO_HEAP && of->last == 0) {
		driver_error("leave out --heap", "--heap: this run has no heap");
		return false;
	}
	if (style->heap <= of->last)
		return true;
	driver_error(gd_arena_printf(arena, "its steps have the numbers 1 to %ld", of->last),
	    "--heap: the run has no step %ld", style->heap);
	return false;
}

bool asked_is_in(struct gd_arena *arena, const struct style *style, const char *text, size_t length)
{
	struct asked_of of;
	json_t *lines;
	bool is_there;

	if (!style || !asked_for_something(style))
		return true;
	lines = paragraph_lines(text, length);
	of = asked_of_trace(arena, lines);
	is_there = asked_is_there(arena, style, &of);
	json_decref(lines);
	return is_there;
}
