/* check-program.c: the heap of a program's trace: it follows from the heap before and the operations. */
#include "trace/check-internal.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/base/memory.h"

bool events_is_program(const struct check *c)
{
	return events_is(c->heading, "source", "program");
}

/* ------------------------------------------------------------- the heap that follows */
/* HEAP: by name.  Each value is as in the trace. */
struct expected {
	struct check *check;
	json_t *heap, *roots, *held;
	const json_t *step;
};

/* The state's own objects, which nobody may change. */
static json_t *by_name(const json_t *state)
{
	json_t *all = json_object(), *object;
	size_t i;

	json_array_foreach(json_object_get(state, "heap"), i, object)
	    json_object_set(all, events_text(object, "object"), object);
	return all;
}

static json_t *copies_by_name(const json_t *state)
{
	json_t *all = by_name(state), *copies = json_deep_copy(all);

	json_decref(all);
	return copies;
}

static json_t *names(const json_t *list)
{
	json_t *all = json_object(), *name;
	size_t i;

	json_array_foreach(list, i, name)
	    json_object_set_new(all, json_string_value(name), json_true());
	return all;
}

static void wrong(struct expected *e, const char *name, const char *what)
{
	events_mistake(e->check, "state", name, "%s", what);
}

/* ------------------------------------------------------------------------- places */
/* A field is an element of an array, everything else a member. */
struct place {
	json_t *in;
	const char *key;
	size_t at; /* if IN is an array */
};

static json_t *value_at(const struct place *place)
{
	return json_is_array(place->in) ? json_array_get(place->in, place->at)
					: json_object_get(place->in, place->key);
}

/* false: LOCATION is in no object, and is no root. */
static bool find_place(struct expected *e, const char *location, struct place *place)
{
	const char *dot = strchr(location, '.'), *bracket = strchr(location, '[');
	json_t *object, *of;

	*place = (struct place){ e->roots, location, 0 };
	if (!dot)
		return false;
	object = json_object_get(e->heap,
	    gd_arena_strndup(e->check->arena, location, (size_t)(dot - location)));
	if (!object)
		return bracket &&
		    json_object_get(json_object_get(e->step, "mutators"),
			gd_arena_strndup(e->check->arena, location, (size_t)(dot - location)));
	place->key = dot + 1;
	place->in = json_object_get(object, "metadata");
	if (!bracket)
		return value_at(place) != NULL;
	of = json_object_get(json_object_get(object, "fields"),
	    gd_arena_strndup(e->check->arena, dot + 1, (size_t)(bracket - dot - 1)));
	*place = (struct place){ of, NULL, strtoul(bracket + 1, NULL, 10) };
	return json_is_array(of);
}

static const char *text_of(struct expected *e, const json_t *value)
{
	if (json_is_integer(value))
		return gd_arena_printf(e->check->arena, "%" JSON_INTEGER_FORMAT,
		    json_integer_value(value));
	return json_is_null(value) ? "null" : json_string_value(value);
}

/* What an operation says was there.  NULL: there was no such place. */
static void check_before(struct expected *e, const char *location, const json_t *value,
    const char *found)
{
	const char *was = value ? text_of(e, value) : NULL;

	if (was && found && strcmp(was, found) != 0)
		wrong(e, location,
		    gd_arena_printf(e->check->arena, "it is %s, but an operation finds %s", was,
			found));
	else if (was && !found)
		wrong(e, location, "it is new in an operation, but it is there already");
	else if (!was && found)
		wrong(e, location, "an operation finds it, but it is not there");
}

/* STORED NULL: the place is no longer there. */
static void set(const struct place *place, const char *stored)
{
	json_t *before = value_at(place), *value = NULL;

	if (stored)
		value = json_is_integer(before)   ? json_integer(strtol(stored, NULL, 10))
		    : strcmp(stored, "null") == 0 ? json_null()
						  : json_string(stored);
	if (!json_is_array(place->in) && !value)
		json_object_del(place->in, place->key);
	else if (!json_is_array(place->in))
		json_object_set_new(place->in, place->key, value);
	else if (!value)
		json_array_remove(place->in, place->at);
	else if (before)
		json_array_set_new(place->in, place->at, value);
	else
		json_array_append_new(place->in, value);
}

static void change(struct expected *e, const json_t *operation, bool by_recorder)
{
	const char *location = events_text(operation, "location"),
		   *found = events_text(operation, "found"),
		   *stored = events_text(operation, "stored");
	struct place place;

	if (!location || (!stored && !by_recorder && !found))
		return;
	if (!find_place(e, location, &place)) {
		wrong(e, location, "an operation is about it, but it is not there");
		return;
	}
	if (by_recorder || found)
		check_before(e, location, value_at(&place), found);
	if (stored || by_recorder)
		set(&place, stored);
}

/* ------------------------------------------------------------------------ objects */
/* Names are numbers, in the order of allocation: no cell gets a name again. */
static void check_name(struct expected *e, const char *name)
{
	long number = strtol(name + (*name == 'o'), NULL, 10);

	if (number <= e->check->last_object)
		wrong(e, name, "it is new, but its name is not the next one");
	e->check->last_object = number;
}

static void allocate(struct expected *e, const char *name)
{
	const json_t *after = events_object(e->step, name);
	json_t *object;

	if (json_object_get(e->heap, name))
		wrong(e, name, "it is allocated, but there is such an object already");
	if (!after) {
		wrong(e, name, "it is allocated, and is not in the heap after this step");
		return;
	}
	/* its first metadata are not in the operations */
	object = json_pack("{s:s, s:b, s:b, s:O, s:{s:[]}}", "object", name, "live", 1, "reachable",
	    1, "metadata", json_object_get(after, "metadata"), "fields", "field");
	json_object_set_new(e->heap, name, object);
	/* a kernel holds nothing that it allocates */
	if (strncmp(events_text(e->step, "thread"), "mutator ", strlen("mutator ")) == 0)
		json_object_set_new(e->held, name, json_true());
}

/* The trace has found a reference to where no object is, and calls it NAME. */
static void add_unknown(struct expected *e, const char *name)
{
	const json_t *after = events_object(e->step, name);

	if (json_object_get(e->heap, name))
		wrong(e, name, "it is unknown, but there is such an object already");
	if (after)
		json_object_set_new(e->heap, name,
		    json_pack("{s:s, s:b, s:b, s:O, s:{s:[]}}", "object", name, "live", 0,
			"reachable", 1, "metadata", json_object_get(after, "metadata"), "fields",
			"field"));
}

static void free_object(struct expected *e, const char *name)
{
	json_t *object = json_object_get(e->heap, name);

	if (!object || !json_is_true(json_object_get(object, "live")))
		wrong(e, name, "it is freed, but it is no object");
	if (!object)
		return;
	json_object_set_new(object, "live", json_false());
	json_object_set_new(object, "fields", json_pack("{s:[]}", "field"));
	json_object_del(e->held, name);
}

static void let_go(struct expected *e, const char *name)
{
	if (!json_object_get(e->held, name))
		wrong(e, name, "it is let go, but it was not held");
	json_object_del(e->held, name);
}

/* From now on the heap is not in the trace. */
static void forget(struct expected *e)
{
	e->check->no_heap = true;
	json_object_clear(e->heap);
	json_object_clear(e->roots);
	json_object_clear(e->held);
}

static void do_operation(struct expected *e, const json_t *operation)
{
	const char *op = events_text(operation, "op"),
		   *location = events_text(operation, "location"),
		   *stored = events_text(operation, "stored");

	if (strcmp(op, "allocate") == 0 && stored)
		check_name(e, stored);
	else if (strcmp(op, "unknown") == 0 && location)
		check_name(e, location);
	if (strcmp(op, "unrecorded") == 0)
		forget(e);
	else if (e->check->no_heap)
		return;
	else if (strcmp(op, "allocate") == 0 && stored)
		allocate(e, stored);
	else if (strcmp(op, "unknown") == 0 && location)
		add_unknown(e, location);
	else if (strcmp(op, "free") == 0 && location)
		free_object(e, location);
	else if (strcmp(op, "let_go") == 0 && location)
		let_go(e, location);
	else if (strcmp(op, "changed") == 0)
		change(e, operation, true);
	else if (gd_operation_named(op))
		change(e, operation, false);
}

/* ------------------------------------------------------------------------ compare */
static void compare_object(struct expected *e, const char *name, const json_t *expected,
    const json_t *is)
{
	static const char *const members[] = { "live", "metadata", "fields" };
	bool freed = !json_is_true(json_object_get(expected, "live"));

	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		if (!json_equal(json_object_get(expected, members[i]),
			json_object_get(is, members[i])))
			wrong(e, gd_arena_printf(e->check->arena, "%s.%s", name, members[i]),
			    freed && i == 1 ? "the object is freed, and this changes"
					    : "it changes, and no operation says so");
}

/* Objects that are freed may be missing, if nothing refers to them any more: what refers to an object
 * that is missing is reported by itself. */
static void compare_heap(struct expected *e)
{
	json_t *now = by_name(e->step), *object;
	const char *name;

	json_object_foreach(e->heap, name, object)
	{
		const json_t *is = json_object_get(now, name);

		if (is)
			compare_object(e, name, object, is);
		else if (json_is_true(json_object_get(object, "live")))
			wrong(e, name, "it is not in the heap any more, and nothing frees it");
	}
	json_object_foreach(now, name, object)
	{
		if (!json_object_get(e->heap, name))
			wrong(e, name, "it is in the heap, and nothing allocates it");
	}
	json_decref(now);
}

static void compare(struct expected *e, const char *part, json_t *expected, json_t *is)
{
	const char *key;
	json_t *value;

	json_object_foreach(expected, key, value)
	{
		if (!json_equal(value, json_object_get(is, key)))
			wrong(e, gd_arena_printf(e->check->arena, "%s.%s", part, key),
			    "it changes, and no operation says so");
	}
	json_object_foreach(is, key, value)
	{
		if (!json_object_get(expected, key))
			wrong(e, gd_arena_printf(e->check->arena, "%s.%s", part, key),
			    "it is new, and no operation says so");
	}
}

/* Each field of an object refers to one that is there. (check_roots does this for roots.) */
static void check_references(struct check *c, const json_t *step)
{
	const json_t *heap = json_object_get(step, "heap"), *object, *slot;
	json_t *fields;
	const char *key;
	size_t i, j;

	json_array_foreach(heap, i, object) json_object_foreach(json_object_get(object, "fields"),
	    key, fields) json_array_foreach(fields, j, slot) if (json_is_string(slot) &&
	    !events_object(step, json_string_value(slot))) events_mistake(c, "state",
	    gd_arena_printf(c->arena, "heap[%zu].fields.%s[%zu]", i, key, j),
	    "there is no object `%s'", json_string_value(slot));
}

void events_check_program(struct check *c, const json_t *step)
{
	struct expected e = { c, copies_by_name(c->state), NULL, NULL, step };
	json_t *held = names(json_object_get(step, "held"));
	const json_t *operation;
	size_t i;

	e.roots = json_deep_copy(json_object_get(c->state, "roots"));
	e.held = names(json_object_get(c->state, "held"));
	json_array_foreach(json_object_get(step, "operations"), i, operation)
	    do_operation(&e, operation);
	compare_heap(&e);
	compare(&e, "roots", e.roots, json_object_get(step, "roots"));
	compare(&e, "held", e.held, held);
	check_references(c, step);
	json_decref(held);
	json_decref(e.heap);
	json_decref(e.roots);
	json_decref(e.held);
}
