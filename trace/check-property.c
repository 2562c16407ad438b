/* check-property.c: how the property stands, and which part of it is false, can be so. */
#include "trace/check-internal.h"

#include <string.h>

#include "trace/guard.h"

/* --------------------------------------------------------------------- from step to step */
static bool stands(const json_t *property, const char *state)
{
	return events_is(property, "state", state);
}

static json_int_t since(const json_t *of)
{
	return json_integer_value(json_object_get(of, "since"));
}

/* The same wait in the state before. */
static const json_t *find_wait(const json_t *property, const json_t *wait)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(property, "waits"), i,
	    one) if (json_equal(json_object_get(one, "for"), json_object_get(wait, "for")) &&
	    json_equal(json_object_get(one, "binding"),
		json_object_get(wait, "binding"))) return one;
	return NULL;
}

static void check_waits(struct check *c, const json_t *property, const json_t *before)
{
	const json_t *wait;
	size_t i;

	json_array_foreach(json_object_get(property, "waits"), i, wait)
	{
		const json_t *old = find_wait(before, wait);
		json_int_t expected = old ? since(old) : c->step;

		if (since(wait) != expected)
			events_mistake(c, "property",
			    gd_arena_printf(c->arena, "property.waits[%zu].since", i),
			    "it waits since step %" JSON_INTEGER_FORMAT, expected);
	}
	if (!stands(property, "broken") &&
	    stands(property, "waiting") !=
		(json_array_size(json_object_get(property, "waits")) > 0))
		events_mistake(c, "property", "property.state",
		    "the property is waiting where something is in `waits', and only there");
}

/* BEFORE NULL: PROPERTY is that of the start. */
static void check_change(struct check *c, const json_t *property, const json_t *before)
{
	bool changes = !before || !events_is(before, "state", events_text(property, "state"));
	json_int_t expected = changes ? c->step : since(before);

	if (before && changes && stands(before, "broken"))
		events_mistake(c, "property", "property.state", "it was broken before");
	if (since(property) != expected)
		events_mistake(c, "property", "property.since",
		    "it stands so since step %" JSON_INTEGER_FORMAT, expected);
	check_waits(c, property, before);
}

void events_check_property(struct check *c, const json_t *state)
{
	const json_t *property = json_object_get(state, "property"),
		     *before = state == c->state ? NULL : json_object_get(c->state, "property");

	if (state != c->state && c->state && json_is_null(before) != json_is_null(property))
		events_mistake(c, "property", "property", "it is known in all states, or in none");
	else if (!json_is_null(property))
		check_change(c, property, json_is_object(before) ? before : NULL);
}

/* ------------------------------------------------------------------------ the false part */
struct part {
	struct check *check;
	const char *binding; /* "o = b, s = b.field[0]" */
};

static enum guard_answer answer(bool is_true)
{
	return is_true ? GUARD_TRUE : GUARD_FALSE;
}

/* What is held back is reachable, too. */
static enum guard_answer is_reachable(const struct check *c, const json_t *object)
{
	bool reachable = json_is_true(json_object_get(object, "reachable"));

	return !reachable && json_array_size(json_object_get(c->state, "waiting"))
	    ? GUARD_UNKNOWN
	    : answer(reachable);
}

static enum guard_answer about_object(const struct check *c, const char *name, const char *of)
{
	const json_t *object = events_object(c->state, of), *mark;

	if (!object)
		return GUARD_UNKNOWN;
	if (strcmp(name, "freed") == 0)
		return answer(!json_is_true(json_object_get(object, "live")));
	if (strcmp(name, "reachable") == 0)
		return is_reachable(c, object);
	mark = json_object_get(json_object_get(object, "metadata"), "mark");
	return strcmp(name, "marked") == 0 && json_is_integer(mark)
	    ? answer(json_integer_value(mark) == 1)
	    : GUARD_UNKNOWN;
}

static enum guard_answer about_switch(const json_t *switches, const char *name)
{
	const json_t *one = json_object_get(switches, name);

	return one ? answer(json_is_true(one)) : GUARD_UNKNOWN;
}

/* The value of the variable NAME; or NAME. */
static const char *value_of(const struct part *part, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = part->binding; at && *at;) {
		const char *end = at + strcspn(at, ",");

		if (strncmp(at, name, length) == 0 && strncmp(at + length, " = ", 3) == 0)
			return gd_arena_strndup(part->check->arena, at + length + 3,
			    (size_t)(end - at) - length - 3);
		at = end + strspn(end, ", ");
	}
	return name;
}

static enum guard_answer atom(const void *of, const char *name, const char *about)
{
	const struct part *part = of;
	const struct check *c = part->check;

	if (!about)
		return about_switch(json_object_get(c->state, "phases"), name);
	if (strcmp(name, "open") == 0)
		return about_switch(json_object_get(c->state, "buckets"), about);
	return about_object(c, name, value_of(part, about));
}

/* "reachable(b)", "marking": with names of objects, so that no variable is in it. */
static void check_atom(struct check *c, const char *path, const char *name, const char *value)
{
	const struct part part = { c, NULL };
	json_t *memory = events_memory(c, c->state);
	const char *is = events_text(memory, name);
	enum guard_answer found = guard_value(name, atom, &part);

	if (!is && found != GUARD_UNKNOWN)
		is = found == GUARD_TRUE ? "true" : "false";
	if (is && strcmp(is, value) != 0)
		events_mistake(c, "broken", gd_arena_printf(c->arena, "%s.%s", path, name),
		    "in this state it is %s", is);
	json_decref(memory);
}

static void check_atoms(struct check *c, const char *path, const json_t *values)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)values, name, value)
	    check_atom(c, path, name, json_string_value(value));
}

static void check_truth(struct check *c, const char *path, const json_t *line, const char *text,
    enum guard_answer wrong)
{
	const struct part part = { c, events_text(line, "binding") };

	if (guard_value(text, atom, &part) == wrong)
		events_mistake(c, "broken", path, "`%s' is %s in this state", text,
		    wrong == GUARD_TRUE ? "true" : "false");
}

static void check_given(struct check *c, const json_t *broken)
{
	const json_t *given;
	size_t i;

	json_array_foreach(json_object_get(broken, "given"), i, given)
	{
		const char *path = gd_arena_printf(c->arena, "broken.given[%zu]", i);

		if (since(given) > c->step)
			events_mistake(c, "broken", gd_arena_printf(c->arena, "%s.since", path),
			    "there is no such step before");
		if (json_is_integer(json_object_get(given, "since")))
			continue;
		check_atoms(c, gd_arena_printf(c->arena, "%s.values", path),
		    json_object_get(given, "values"));
		check_truth(c, path, broken, events_text(given, "text"), GUARD_FALSE);
	}
}

/* Only the last state is still known here. */
static void check_part(struct check *c, const json_t *broken)
{
	json_int_t step = json_integer_value(json_object_get(broken, "step"));

	if (step > c->step || since(broken) > step)
		events_mistake(c, "broken", "broken.step", "there is no such step before");
	if (step != c->step)
		return;
	check_atoms(c, "broken.values", json_object_get(broken, "values"));
	check_truth(c, "broken.text", broken, events_text(broken, "text"), GUARD_TRUE);
	if (json_is_null(json_object_get(broken, "since")))
		check_given(c, broken);
}

void events_check_broken(struct check *c, const json_t *line)
{
	const json_t *broken = json_object_get(line, "broken"),
		     *property = json_object_get(c->state, "property");

	if (json_is_object(property) && !stands(property, "broken"))
		events_mistake(c, "property", "property",
		    "it fails, and in the last state it is not broken");
	if (json_is_object(broken) && !json_is_object(property))
		events_mistake(c, "broken", "broken", "how the property stands is not known");
	else if (json_is_object(broken) && c->state)
		check_part(c, broken);
}
