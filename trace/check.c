/* check.c: whether a text is a trace: its lines, in order. */
#include "trace/check.h"

#include <stdarg.h>
#include <string.h>

#include "trace/check-internal.h"

enum { MOST_SHOWN = 20 };

/* ----------------------------------------------------------------------- mistakes */
void events_mistake(struct check *c, const char *code, const char *member, const char *format, ...)
{
	va_list args;

	if (++c->mistakes > MOST_SHOWN)
		return;
	fprintf(c->out, "%s:%zu: %s%s", c->name, c->line, member, *member ? ": " : "");
	va_start(args, format);
	vfprintf(c->out, format, args);
	va_end(args);
	fprintf(c->out, " [%s]\n", code);
}

const char *events_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

bool events_is(const json_t *object, const char *key, const char *text)
{
	const char *value = events_text(object, key);

	return value && strcmp(value, text) == 0;
}

bool events_is_collector(const struct check *c)
{
	return events_is(c->heading, "kind", "collector");
}

const char *events_owner(struct check *c, const json_t *step, const json_t *operation)
{
	static const char memory[] = "memory of ";
	const char *thread = events_text(operation, "thread");

	if (!thread)
		thread = events_text(step, "thread");
	if (strncmp(thread, memory, strlen(memory)) == 0)
		return gd_arena_printf(c->arena, "mutator %s", thread + strlen(memory));
	return thread;
}

/* -------------------------------------------------------------------------- lines */
static void check_step(struct check *c, json_t *line)
{
	if (!events_check_step(c, line)) {
		json_decref(c->state); /* the next step's state does not follow from a wrong one */
		c->state = NULL;
		return;
	}
	events_check_state(c, line);
	events_check_marks(c, line);
	json_decref(c->state);
	c->state = json_incref(line);
}

static void check_first(struct check *c, json_t *line)
{
	if (!events_is(line, "event", "trace"))
		events_mistake(c, "foreign", "event",
		    "the first line of a trace has the event \"trace\"");
	else if (events_check_heading(c, line)) {
		c->state = json_incref(json_object_get(line, "start"));
		events_check_start(c, c->state);
	}
	c->heading = json_incref(line);
}

static void check_last(struct check *c, json_t *line)
{
	events_check_last(c, line);
	c->has_last = true;
}

static void check_line(struct check *c, json_t *line)
{
	if (!json_is_object(line))
		events_mistake(c, "type", "", "an object is needed");
	else if (!c->heading)
		check_first(c, line);
	else if (c->has_last)
		events_mistake(c, "order", "event", "nothing comes after the last line");
	else if (events_is(line, "event", "step"))
		check_step(c, line);
	else if (events_is(line, "event", "fail") || events_is(line, "event", "end"))
		check_last(c, line);
	else
		events_mistake(c, "value", "event", "it is none of step, fail and end");
}

/* false: nothing more can be read. */
static bool read_line(struct check *c, const char *text, size_t length)
{
	json_error_t error;
	json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
	size_t before = c->mistakes;
	bool is_first = !c->heading;

	c->line++;
	if (line)
		check_line(c, line);
	else
		events_mistake(c, "not-json", "", "%s, at column %d", error.text, error.column);
	json_decref(line);
	return !is_first || c->mistakes == before;
}

static void check_end(struct check *c, size_t length)
{
	if (c->line == 0)
		c->line = 1;
	if (length == 0)
		events_mistake(c, "truncated", "", "the file is empty");
	else if (!c->has_last)
		events_mistake(c, "truncated", "",
		    "the trace ends without its last line, \"fail\" or \"end\"");
}

size_t events_check(const char *name, const char *text, size_t length, FILE *out)
{
	struct check c = { .arena = gd_arena_new(), .name = name, .out = out };
	bool goes_on = true;

	c.marks = marks_new(c.arena);
	for (size_t at = 0; goes_on && at < length;) {
		const char *newline = memchr(text + at, '\n', length - at);
		size_t line = newline ? (size_t)(newline - (text + at)) : length - at;

		goes_on = read_line(&c, text + at, line);
		at += line + 1;
	}
	if (goes_on)
		check_end(&c, length);
	if (c.mistakes > MOST_SHOWN)
		fprintf(out, "%s: %zu more mistakes are not shown\n", name,
		    c.mistakes - MOST_SHOWN);
	json_decref(c.state);
	json_decref(c.heading);
	gd_arena_free(c.arena);
	return c.mistakes;
}
