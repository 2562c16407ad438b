/* check.c: whether a text is a trace: its lines, in order. */
#include "trace/check.h"

#include <stdlib.h>
#include <string.h>

#include "trace/check-internal.h"
#include "trace/consistency.h"

/* -------------------------------------------------------------------------- lines */
static size_t count_live(const json_t *state)
{
	const json_t *object;
	size_t i, count = 0;

	json_array_foreach(json_object_get(state, "heap"), i, object) count +=
	    json_is_true(json_object_get(object, "live"));
	return count;
}

/* Guards, units and reachable objects, where nothing else is wrong with the step. */
static void check_consistency(struct check *c, const json_t *step, size_t mistakes)
{
	const char *why = events_is_collector(c) && c->mistakes == mistakes
	    ? consistency_step(c->arena, c->heading, c->state, step)
	    : NULL;

	if (why)
		events_mistake(c, "state", "", "%s", why);
}

static const char *thread_that_switches(struct check *c, const json_t *step)
{
	const char *thread = gd_arena_strdup(c->arena, events_text(step, "thread"));

	return events_is_program(c) ? thread : switches_thread_of_model(thread);
}

static void check_step(struct check *c, json_t *line)
{
	size_t before = c->mistakes;

	if (!events_check_step(c, line)) {
		json_decref(c->state); /* the next step's state does not follow from a wrong one */
		c->state = NULL;
		return;
	}
	if (c->only_schema)
		return;
	switches_step(&c->switches, events_text(line, "do"), thread_that_switches(c, line));
	operations_step(&c->operations, events_text(line, "do"), events_text(line, "subject"));
	if (!events_is(c->heading, "kind", "model"))
		events_check_operations(c, line);
	events_check_state(c, line);
	if (events_is_collector(c))
		events_check_heap(c, line, "");
	else if (events_is(c->heading, "kind", "litmus") && c->state)
		events_check_found(c, line);
	check_consistency(c, line, before);
	events_check_marks(c, line);
	if (events_is_collector(c))
		events_check_property(c, line);
	json_decref(c->state);
	c->state = json_incref(line);
}

static void check_first(struct check *c, json_t *line)
{
	if (!events_is(line, "event", "trace"))
		events_mistake(c, "foreign", "event",
		    "the first line of a trace has the event \"trace\"");
	else if (events_check_heading(c, line) && !c->only_schema) {
		c->state = json_incref(json_object_get(line, "start"));
		events_check_start(c, c->state);
		c->no_heap = !json_object_get(c->state, "held");
		c->operations.objects = count_live(c->state);
		events_check_roles(c, line);
		if (events_is_collector(c)) {
			events_check_heap(c, c->state, "start.");
			events_check_property(c, c->state);
		}
	}
	c->heading = json_incref(line);
}

static void check_failure(struct check *c, const json_t *line)
{
	const char *why = consistency_failure(c->arena, c->step ? c->state : NULL, line);

	if (why)
		events_mistake(c, "state", "", "%s", why);
	events_check_broken(c, line);
}

static void check_last(struct check *c, json_t *line)
{
	if (events_check_last(c, line) && events_is_collector(c) &&
	    events_is(line, "event", "fail") && c->state)
		check_failure(c, line);
	else if (!c->only_schema && events_is(c->heading, "kind", "litmus") && c->state)
		events_check_outcome(c, line);
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

static size_t check_all(const char *name, const char *text, size_t length, FILE *out,
    bool only_schema)
{
	struct check c = { .arena = gd_arena_new(),
		.name = name,
		.out = out,
		.only_schema = only_schema };
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
	if (c.mistakes > EVENTS_MOST_SHOWN)
		fprintf(out, "%s: %zu more mistakes are not shown\n", name,
		    c.mistakes - EVENTS_MOST_SHOWN);
	json_decref(c.state);
	json_decref(c.heading);
	gd_arena_free(c.arena);
	return c.mistakes;
}

size_t events_check(const char *name, const char *text, size_t length, FILE *out)
{
	return check_all(name, text, length, out, false);
}

size_t events_check_schema(const char *name, const char *text, size_t length, FILE *out)
{
	return check_all(name, text, length, out, true);
}

/* ------------------------------------------------------------------------ showing */
static void warn(const char *name, const char *trace, size_t trace_length)
{
	char *text = NULL;
	size_t length, mistakes;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return;
	mistakes = events_check(name, trace, trace_length, out);
	fclose(out);
	free(text);
	if (mistakes)
		fprintf(stderr,
		    "gcdsl: warning: %s does not follow from its operations in %zu places; "
		    "`gcdsl events' names them\n",
		    name, mistakes);
}

bool events_can_be_shown(const char *name, const char *text, size_t length)
{
	if (events_check_schema(name, text, length, stderr))
		return false;
	warn(name, text, length);
	return true;
}
