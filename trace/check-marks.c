/* check-marks.c: what is said of stores that wait follows from the operations. */
#include "trace/check-internal.h"

#include <string.h>

/* -------------------------------------------------------------------- operations */
static bool is_op(const json_t *operation, const char *op)
{
	return events_is(operation, "op", op);
}

static const json_t *find_store(const json_t *list, json_int_t number)
{
	const json_t *one;
	size_t i;

	json_array_foreach(list, i,
	    one) if (json_integer_value(json_object_get(one, "store")) == number) return one;
	return NULL;
}

static const char *keep(struct check *c, const char *text)
{
	return text ? gd_arena_strdup(c->arena, text) : NULL;
}

static struct marks_access access_of(struct check *c, const json_t *step, const json_t *operation)
{
	struct marks_access access = { .thread = keep(c, events_owner(c, step, operation)),
		.op = keep(c, events_text(operation, "op")),
		.location = keep(c, events_text(operation, "location")),
		.found = keep(c, events_text(operation, "found")),
		.stored = keep(c, events_text(operation, "stored")) };

	access.reads = access.found != NULL;
	access.writes = access.stored != NULL;
	return access;
}

static void hold(struct check *c, const json_t *step, const char *path, struct marks_access access,
    json_int_t number)
{
	const json_t *waiting = find_store(json_object_get(step, "waiting"), number);
	long expected;

	access.op = waiting ? keep(c, events_text(waiting, "op"))
	    : access.stored ? "store"
			    : "swap";
	access.reads = strcmp(access.op, "store") != 0;
	access.writes = true;
	expected = marks_hold(c->marks, &access);
	if (number != expected)
		events_mistake(c, "store", path, "it begins store %ld", expected);
}

static const struct marks_store *waiting_store(const struct check *c, json_int_t number)
{
	const struct marks_store *const *stores;
	size_t count = marks_waiting(c->marks, &stores);

	for (size_t i = 0; i < count; i++)
		if (stores[i]->number == number)
			return stores[i];
	return NULL;
}

/* It brings a store that waited into memory.  The store may be of another thread. */
static void reach(struct check *c, const char *path, const struct marks_access *access,
    json_int_t number)
{
	const struct marks_store *named = waiting_store(c, number), *store;

	store = marks_reach(c->marks, named ? named->access.thread : access->thread,
	    access->location, access->found, access->stored);
	if (!store)
		events_mistake(c, "store", path, "no store to `%s' waits", access->location);
	else if (store->number != number)
		events_mistake(c, "store", path, "the oldest store to `%s' that waits is %ld",
		    access->location, store->number);
	else if (!store->access.reads && store->access.stored && access->stored &&
	    strcmp(store->access.stored, access->stored) != 0)
		events_mistake(c, "store", path, "store %ld is `%s = %s'", store->number,
		    access->location, store->access.stored);
}

static void load(struct check *c, const json_t *operation, struct marks_access access)
{
	access.reads = true;
	if (is_op(operation, "issue")) {
		access.op = "load";
		if (!access.found)
			marks_ask(c->marks, &access);
		else
			marks_do(c->marks, &access);
		if (events_is_collector(c))
			marks_early(c->marks);
	} else if (!json_is_null(json_object_get(operation, "where")) ||
	    !marks_answer(c->marks, access.thread, access.location, access.found)) {
		marks_do(c->marks, &access);
	}
}

static void change_root(struct check *c, struct marks_access access)
{
	if (!access.location || strncmp(access.thread, "mutator ", strlen("mutator ")) != 0)
		return;
	access.op = "store";
	access.reads = false;
	marks_do(c->marks, &access);
}

/* A worker whose stores wait does this to SUBJECT, a unit or a new object. */
static void act(struct check *c, struct marks_access access, const char *op, const char *subject)
{
	if (!subject || !events_is_collector(c) || !events_is_worker(access.thread))
		return;
	access.op = op;
	access.location = subject;
	access.stored = NULL;
	access.reads = false;
	access.writes = true;
	marks_do(c->marks, &access);
}

static bool is_memory_operation(const json_t *operation)
{
	return events_text(operation, "order") && events_text(operation, "location");
}

static void check_operation(struct check *c, const json_t *step, const json_t *operation,
    const char *path)
{
	struct marks_access access = access_of(c, step, operation);
	json_t *store = json_object_get(operation, "store");
	json_int_t number = json_integer_value(store);

	if (is_op(operation, "hold") && access.location)
		hold(c, step, path, access, number);
	else if (json_is_integer(store) && access.location)
		reach(c, path, &access, number);
	else if (is_op(operation, "postponed"))
		marks_early(c->marks);
	else if (is_op(operation, "issue") || is_op(operation, "load"))
		access.location ? load(c, operation, access) : (void)0;
	else if (is_op(operation, "allocate") && events_is_worker(access.thread))
		act(c, access, "alloc", access.stored);
	else if (is_op(operation, "root") || is_op(operation, "allocate"))
		change_root(c, access);
	else if (is_op(operation, "emit") || is_op(operation, "done"))
		act(c, access, is_op(operation, "emit") ? "emit" : "end", access.location);
	else if (is_memory_operation(operation) && !is_op(operation, "receive"))
		marks_do(c->marks, &access);
}

/* What a step of a mutator is for others. */
static void check_action(struct check *c, const json_t *step)
{
	struct marks_access access = { .thread = keep(c, events_text(step, "thread")),
		.writes = true };

	access.op = events_is(step, "do", "stopped") ? "stop"
	    : events_is(step, "do", "flush")         ? "flush"
						     : NULL;
	if (access.op && events_is_collector(c))
		marks_do(c->marks, &access);
}

/* ------------------------------------------------------------------------ results */
static bool is_same(const json_t *value, const char *text)
{
	return text ? json_is_string(value) && strcmp(json_string_value(value), text) == 0
		    : json_is_null(value);
}

static bool is_waiting(const json_t *entry, const struct marks_store *store)
{
	return json_integer_value(json_object_get(entry, "store")) == store->number &&
	    json_integer_value(json_object_get(entry, "began")) == store->began &&
	    events_is(entry, "thread", store->access.thread) &&
	    events_is(entry, "location", store->access.location) &&
	    is_same(json_object_get(entry, "value"), store->access.stored);
}

static void check_waiting(struct check *c, const json_t *step)
{
	const json_t *waiting = json_object_get(step, "waiting");
	const struct marks_store *const *stores;
	size_t count = marks_waiting(c->marks, &stores);

	if (json_array_size(waiting) != count) {
		events_mistake(c, "waiting", "waiting", "%zu stores wait after this step", count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (!is_waiting(json_array_get(waiting, i), stores[i]))
			events_mistake(c, "waiting", gd_arena_printf(c->arena, "waiting[%zu]", i),
			    "here waits store %ld of step %ld, `%s = %s' of %s", stores[i]->number,
			    stores[i]->began, stores[i]->access.location,
			    stores[i]->access.stored ? stores[i]->access.stored : "?",
			    stores[i]->access.thread);
}

static bool is_mark(const json_t *entry, const struct marks_red *red)
{
	return json_integer_value(json_object_get(entry, "store")) == red->store->number &&
	    events_text(entry, "rule")[0] == red->rule && events_is(entry, "thread", red->thread) &&
	    events_is(entry, "op", red->op) &&
	    is_same(json_object_get(entry, "location"), red->location);
}

static void check_red(struct check *c, const json_t *step)
{
	const json_t *list = json_object_get(step, "red");
	const struct marks_red *red;
	size_t count = marks_end(c->marks, &red);

	if (json_array_size(list) != count) {
		events_mistake(c, "red", "red", "the step has %zu marks", count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (!is_mark(json_array_get(list, i), &red[i]))
			events_mistake(c, "red", gd_arena_printf(c->arena, "red[%zu]", i),
			    "this mark is by rule %c on store %ld, for the %s of %s by %s",
			    red[i].rule, red[i].store->number, red[i].op,
			    red[i].location ? red[i].location : "no location", red[i].thread);
}

/* What threads read that is not in memory: {location: {thread: value}}. */
static json_t *observed(struct check *c, const json_t *step)
{
	json_t *all = json_object(), *memory = events_memory(c, step);
	const struct marks_store *const *stores;
	size_t count = marks_waiting(c->marks, &stores);

	for (size_t i = 0; i < count; i++) {
		const char *thread = stores[i]->access.thread, *at = stores[i]->access.location,
			   *value = marks_observed(c->marks, thread, at);
		json_t *threads = json_object_get(all, at);

		if (!value || !json_object_get(memory, at) || events_is(memory, at, value))
			continue;
		if (!threads)
			json_object_set_new(all, at, threads = json_object());
		json_object_set_new(threads, thread, json_string(value));
	}
	json_decref(memory);
	return all;
}

void events_check_marks(struct check *c, json_t *step)
{
	const json_t *operations = json_object_get(step, "operations"), *operation;
	json_t *expected;
	size_t i;

	marks_step(c->marks, (long)json_integer_value(json_object_get(step, "step")));
	json_array_foreach(operations, i, operation) check_operation(c, step, operation,
	    gd_arena_printf(c->arena, "operations[%zu].store", i));
	check_action(c, step);
	check_red(c, step);
	check_waiting(c, step);
	expected = observed(c, step);
	if (!json_equal(expected, json_object_get(step, "observed")))
		events_mistake(c, "observed", "observed",
		    "it does not follow from the stores that wait");
	json_decref(expected);
}
