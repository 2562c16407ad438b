/* check-state.c: a step's state follows from the state before and from its operations. */
#include "trace/check-internal.h"

#include <string.h>

/* ------------------------------------------------------------------------- memory */
static const char *value_text(struct gd_arena *arena, const json_t *value)
{
	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_integer(value))
		return gd_arena_printf(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	return "null";
}

static bool is_location(const struct check *c, const char *name)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(c->heading, "locations"), i,
	    one) if (strcmp(json_string_value(one), name) == 0) return true;
	return false;
}

static void add_slots(const struct check *c, json_t *all, const char *object, const char *group,
    const json_t *slots)
{
	const json_t *value;
	size_t i;

	json_array_foreach(slots, i, value)
	{
		const char *name = gd_arena_printf(c->arena, "%s.%s[%zu]", object, group, i);

		if (!is_location(c, name)) /* a group that is no array */
			name = gd_arena_printf(c->arena, "%s.%s", object, group);
		json_object_set_new(all, name, json_string(value_text(c->arena, value)));
	}
}

/* `a.mark', `line0.live' */
static void add_metadata(const struct check *c, json_t *all, const json_t *of, const char *name)
{
	const char *key;
	json_t *value;

	json_object_foreach(json_object_get(of, "metadata"), key, value)
	    json_object_set_new(all, gd_arena_printf(c->arena, "%s.%s", name, key),
		json_string(value_text(c->arena, value)));
}

static void add_object(const struct check *c, json_t *all, const json_t *object)
{
	const char *name = events_text(object, "object"), *key;
	json_t *value;

	add_metadata(c, all, object, name);
	json_object_foreach(json_object_get(object, "fields"), key, value)
	    add_slots(c, all, name, key, value);
}

json_t *events_memory(const struct check *c, const json_t *state)
{
	json_t *all = json_object(), *value;
	const json_t *object;
	const char *key;
	size_t i;

	if (!events_is_collector(c)) {
		json_object_update(all, json_object_get(state, "memory"));
		return all;
	}
	json_array_foreach(json_object_get(state, "heap"), i, object) add_object(c, all, object);
	json_array_foreach(json_object_get(state, "regions"), i, object)
	    add_metadata(c, all, object, events_text(object, "region"));
	json_object_foreach(json_object_get(state, "roots"), key, value)
	    json_object_set_new(all, key, json_string(value_text(c->arena, value)));
	return all;
}

/* Both have the same members. */
static void check_keys(struct check *c, const char *part, const json_t *before, const json_t *after)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)before, key, value)
	{
		if (!json_object_get(after, key))
			events_mistake(c, "state", part, "`%s' is not there", key);
	}
	json_object_foreach((json_t *)after, key, value)
	{
		if (!json_object_get(before, key))
			events_mistake(c, "state", part, "`%s' was not there before", key);
	}
}

void events_check_start(struct check *c, const json_t *start)
{
	json_t *memory = events_memory(c, start), *locations = json_object();
	const json_t *name;
	size_t i;

	json_array_foreach(json_object_get(c->heading, "locations"), i, name)
	{
		json_object_set_new(locations, json_string_value(name), json_null());
	}
	if (events_is_collector(c))
		json_object_update(locations, json_object_get(start, "roots"));
	if (json_object_size(memory))
		check_keys(c, "locations", memory, locations);
	json_decref(memory);
	json_decref(locations);
}

/* Whether OPERATION writes to memory in its step. */
static bool writes(const json_t *operation)
{
	return events_text(operation, "location") && events_text(operation, "stored") &&
	    !events_is(operation, "op", "hold") && !events_is(operation, "op", "let") &&
	    !events_is(operation, "op", "ghost") && !events_is(operation, "op", "phase");
}

/* Takes the names that begin with PREFIX out of both. */
static void forget(json_t *a, json_t *b, const char *prefix)
{
	const char *key;
	json_t *value;
	void *next;

	json_object_foreach_safe(a, next, key, value)
	{
		if (strncmp(key, prefix, strlen(prefix)) != 0)
			continue;
		json_object_del(b, key);
		json_object_del(a, key);
	}
}

/* The operations do not say what a new object contains, nor what becomes of an object that is freed. */
static void forget_new(struct check *c, json_t *before, json_t *after, const json_t *operation)
{
	const char *object = events_is(operation, "op", "allocate")
	    ? events_text(operation, "stored")
	    : events_is(operation, "op", "free") ? events_text(operation, "location")
						 : NULL;

	if (object)
		forget(before, after, gd_arena_printf(c->arena, "%s.", object));
}

static void check_memory(struct check *c, const json_t *step)
{
	json_t *expected = events_memory(c, c->state), *memory = events_memory(c, step), *value;
	const json_t *operation;
	const char *key;
	size_t i;

	check_keys(c, "memory", expected, memory);
	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		forget_new(c, expected, memory, operation);
		if (writes(operation) &&
		    json_object_get(expected, events_text(operation, "location")))
			json_object_set(expected, events_text(operation, "location"),
			    json_object_get(operation, "stored"));
	}
	json_object_foreach(expected, key,
	    value) if (!events_is(memory, key, json_string_value(value)) &&
	    !events_is(expected, key, "?")) events_mistake(c, "state", key,
	    "after the operations of this step it is %s", json_string_value(value));
	json_decref(expected);
	json_decref(memory);
}

/* --------------------------------------------------------------- other parts of it */
static bool has_operation(const json_t *step, const char *op, const char *key, const char *text)
{
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i,
	    operation) if (events_is(operation, "op", op) &&
	    (!key || events_is(operation, key, text))) return true;
	return false;
}

static bool does(const json_t *step, const char *what, const char *subject)
{
	return events_is(step, "do", what) && (!subject || events_is(step, "subject", subject));
}

static bool may_switch_bucket(const json_t *step, const char *name, bool on)
{
	if (on)
		return does(step, "open", name) || has_operation(step, "open", "location", name);
	return does(step, "close", name) || has_operation(step, "close", "location", name) ||
	    does(step, "begin", NULL) || does(step, "end", NULL);
}

static bool may_switch_phase(const json_t *step, const char *name, bool on)
{
	(void)on;
	return has_operation(step, "phase", "location", name);
}

static bool may_change_mutator(const json_t *step)
{
	return does(step, "stopped", NULL) || has_operation(step, "resume", NULL, NULL) ||
	    has_operation(step, "joined", NULL, NULL) || has_operation(step, "left", NULL, NULL);
}

/* Each that differs from before has a reason in the step. */
static void check_switches(struct check *c, const json_t *step, const char *part,
    bool (*may)(const json_t *step, const char *name, bool on))
{
	const json_t *before = json_object_get(c->state, part);
	const char *key;
	json_t *value;

	check_keys(c, part, before, json_object_get(step, part));
	json_object_foreach(json_object_get(step, part), key, value)
	{
		if (!json_equal(value, json_object_get(before, key)) &&
		    !may(step, key, json_is_true(value)))
			events_mistake(c, "state", gd_arena_printf(c->arena, "%s.%s", part, key),
			    "nothing in this step changes it");
	}
}

static void check_mutators(struct check *c, const json_t *step)
{
	if (!json_equal(json_object_get(step, "mutators"), json_object_get(c->state, "mutators")) &&
	    !may_change_mutator(step))
		events_mistake(c, "state", "mutators", "nothing in this step changes them");
}

static void check_objects(struct check *c, const json_t *step)
{
	const json_t *object;
	size_t i;

	json_array_foreach(json_object_get(step, "heap"), i, object)
	{
		const char *name = events_text(object, "object");
		const json_t *before = events_object(c->state, name);
		bool live = json_is_true(json_object_get(object, "live"));

		if (!before)
			events_mistake(c, "state", "heap", "`%s' was not there before", name);
		else if (live != json_is_true(json_object_get(before, "live")) &&
		    !(live ? has_operation(step, "allocate", "stored", name)
			   : has_operation(step, "free", "location", name)))
			events_mistake(c, "state", gd_arena_printf(c->arena, "heap[%zu].live", i),
			    "nothing in this step changes it");
	}
}

/* Whether the names in the list contain NAME. */
static bool has_name(const json_t *list, const char *name)
{
	const json_t *one;
	size_t i;

	json_array_foreach(list, i, one) if (strcmp(json_string_value(one), name) == 0) return true;
	return false;
}

/* A kernel holds nothing that it allocates. */
static bool is_by_worker(const json_t *step)
{
	return strncmp(events_text(step, "thread"), "mutator ", strlen("mutator ")) != 0;
}

/* An object is held from its allocation, if that sets no root, until a root is set to it. */
static bool is_held_after(const json_t *step, const char *name, bool held)
{
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		if (!events_is(operation, "stored", name))
			continue;
		if (events_is(operation, "op", "allocate"))
			held = !events_text(operation, "location") && !is_by_worker(step);
		else if (events_is(operation, "op", "root"))
			held = false;
	}
	return held;
}

/* Traces of earlier releases do not say what is held. */
static void check_held(struct check *c, const json_t *step)
{
	const json_t *before = json_object_get(c->state, "held"),
		     *now = json_object_get(step, "held"), *object;
	size_t i;

	if (!before || !now)
		return;
	json_array_foreach(json_object_get(step, "heap"), i, object)
	{
		const char *name = events_text(object, "object");
		bool held = is_held_after(step, name, has_name(before, name));

		if (held != has_name(now, name))
			events_mistake(c, "state", "held", "`%s' is %sheld after this step", name,
			    held ? "" : "not ");
	}
}

static void check_roots(struct check *c, const json_t *step)
{
	const char *key;
	json_t *value;

	json_object_foreach(json_object_get(step, "roots"), key, value)
	{
		const json_t *object =
		    json_is_string(value) ? events_object(step, json_string_value(value)) : NULL;

		if (json_is_string(value) && !object)
			events_mistake(c, "state", gd_arena_printf(c->arena, "roots.%s", key),
			    "there is no object `%s'", json_string_value(value));
		else if (object && !json_is_true(json_object_get(object, "reachable")))
			events_mistake(c, "state", gd_arena_printf(c->arena, "roots.%s", key),
			    "`%s' is not reachable", json_string_value(value));
	}
}

/* A register changes to what an operation of its thread finds or stores. */
static bool sets(struct check *c, const json_t *step, const char *thread, const char *value)
{
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i,
	    operation) if (strcmp(events_owner(c, step, operation), thread) == 0 &&
	    (events_is(operation, "found", value) ||
		events_is(operation, "stored", value))) return true;
	return false;
}

static void check_registers(struct check *c, const json_t *step)
{
	const json_t *before = json_object_get(c->state, "registers");
	const char *thread, *key;
	json_t *registers, *value;

	check_keys(c, "registers", before, json_object_get(step, "registers"));
	json_object_foreach(json_object_get(step, "registers"), thread,
	    registers) json_object_foreach(registers, key,
	    value) if (!json_equal(value, json_object_get(json_object_get(before, thread), key)) &&
	    !sets(c, step, thread, json_string_value(value)))
	    events_mistake(c, "state", gd_arena_printf(c->arena, "registers.%s.%s", thread, key),
		"nothing in this step sets it to %s", json_string_value(value));
}

/* --------------------------------------------------------------------------- steps */
static bool is_thread(const struct check *c, const char *name)
{
	const json_t *thread;
	size_t i;

	json_array_foreach(json_object_get(c->heading, "threads"), i,
	    thread) if (events_is(thread, "name", name)) return true;
	return false;
}

static void check_number(struct check *c, const json_t *step)
{
	json_int_t number = json_integer_value(json_object_get(step, "step"));

	c->step++;
	if (number != c->step)
		events_mistake(c, "order", "step", "it is step %" JSON_INTEGER_FORMAT, c->step);
	if (!is_thread(c, events_text(step, "thread")))
		events_mistake(c, "value", "thread", "the heading has no thread `%s'",
		    events_text(step, "thread"));
}

/* It never goes back. */
static void check_time(struct check *c, const json_t *step)
{
	json_int_t time = json_integer_value(json_object_get(step, "time"));

	if (time < c->time)
		events_mistake(c, "order", "time", "it is less than %" JSON_INTEGER_FORMAT,
		    c->time);
	c->time = time;
}

void events_check_state(struct check *c, json_t *step)
{
	check_number(c, step);
	check_time(c, step);
	if (events_is_collector(c))
		check_roots(c, step);
	if (!c->state)
		return;
	if (events_is_program(c))
		events_check_program(c, step);
	else
		check_memory(c, step);
	if (!events_is_collector(c)) {
		check_registers(c, step);
		return;
	}
	check_switches(c, step, "buckets", may_switch_bucket);
	check_switches(c, step, "phases", may_switch_phase);
	check_mutators(c, step);
	events_check_stop(c, step);
	if (events_is_program(c))
		return;
	check_objects(c, step);
	check_held(c, step);
	events_check_same_regions(c, step);
}
