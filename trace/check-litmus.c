/* check-litmus.c: what threads of a litmus test find, and its outcome, follow from memory. */
#include "trace/check-internal.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------- loads */
/* Whether a load finds its own thread's youngest store that waits, or else what memory has. */
static bool is_at_once(const struct check *c)
{
	static const char *const models[] = { "sc", "tso", "pso" };

	for (size_t i = 0; i < sizeof models / sizeof *models; i++)
		if (events_is(c->heading, "memory", models[i]))
			return true;
	return false;
}

/* What OPERATION must find. */
static const char *expected(struct check *c, const json_t *step, const json_t *operation,
    const json_t *memory, const json_t *observed)
{
	const char *location = events_text(operation, "location");
	const char *own =
	    events_text(json_object_get(observed, location), events_owner(c, step, operation));

	return own ? own : events_text(memory, location);
}

static void check_found(struct check *c, const json_t *step, const json_t *operation,
    const char *wanted, size_t number)
{
	const char *found = events_text(operation, "found");

	if (found && wanted && strcmp(found, wanted) != 0)
		events_mistake(c, "state",
		    gd_arena_printf(c->arena, "operations[%zu].found", number),
		    "%s finds %s in `%s'", events_owner(c, step, operation), wanted,
		    events_text(operation, "location"));
}

void events_check_found(struct check *c, const json_t *step)
{
	json_t *memory = json_deep_copy(json_object_get(c->state, "memory")),
	       *observed = json_deep_copy(json_object_get(c->state, "observed"));
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		const char *location = events_text(operation, "location");

		if (!location || !is_at_once(c))
			continue;
		check_found(c, step, operation, expected(c, step, operation, memory, observed), i);
		if (!events_text(operation, "stored") || events_is(operation, "op", "hold") ||
		    !json_object_get(memory, location))
			continue;
		json_object_set(memory, location, json_object_get(operation, "stored"));
		json_object_del(observed, location);
	}
	json_decref(memory);
	json_decref(observed);
}

/* ------------------------------------------------------------------------ outcome */
/* The value of the location or the register NAME, as text; NULL: it has none, or threads differ. */
static const char *last_value(const json_t *state, const char *name, size_t *count)
{
	const char *value = events_text(json_object_get(state, "memory"), name), *thread;
	json_t *registers;

	*count = value != NULL;
	json_object_foreach(json_object_get(state, "registers"), thread, registers)
	{
		if (!events_text(registers, name))
			continue;
		value = events_text(registers, name);
		++*count;
	}
	return value;
}

/* A register that was never set counts as 0; if MAY_BE_0, so does one that was set. */
static void check_value(struct check *c, const char *name, json_int_t value, bool may_be_0)
{
	size_t count;
	const char *text = last_value(c->state, name, &count);
	char *end = NULL;
	long last = text ? strtol(text, &end, 10) : 0;

	if (count > 1 || (value == 0 && (!text || may_be_0)) || (text && (end == text || *end)))
		return;
	if (!text)
		events_mistake(c, "state", gd_arena_printf(c->arena, "outcome.%s", name),
		    "the last state has no value of `%s', so it is 0", name);
	else if (value != last)
		events_mistake(c, "state", gd_arena_printf(c->arena, "outcome.%s", name),
		    "in the last state it is %ld", last);
}

/* Without memory, nothing is known of a name that no thread has a value of. */
static bool is_register(const json_t *state, const char *name)
{
	size_t count;

	return last_value(state, name, &count);
}

void events_check_outcome(struct check *c, const json_t *line)
{
	bool has_memory = json_object_size(json_object_get(c->state, "memory")) > 0;
	bool overlap =
	    json_integer_value(json_object_get(json_object_get(line, "outcome"), "overlap")) != 0;
	const char *name;
	json_t *value;

	json_object_foreach(json_object_get(line, "outcome"), name,
	    value) if (strcmp(name, "overlap") != 0 && (has_memory || is_register(c->state, name)))
	    check_value(c, name, json_integer_value(value), overlap);
}
