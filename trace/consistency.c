/* consistency.c: a step is done again, operation by operation, and what comes out is compared. */
#include "trace/consistency.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "trace/guard.h"

struct check {
	struct gd_arena *arena;
	const json_t *heading, *step;
	json_t *state; /* so far */
	const char *wrong;
};

static const char *text(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : "";
}

#define WRONG(c, ...)                                                                              \
	do {                                                                                       \
		if (!(c)->wrong)                                                                   \
			(c)->wrong = gd_arena_printf((c)->arena, __VA_ARGS__);                     \
	} while (0)

static const char *mutator_of(const struct check *c)
{
	const char *thread = text(c->step, "thread");

	return strncmp(thread, "mutator ", 8) == 0 ? thread + 8 : NULL;
}

/* -------------------------------------------------------------------- units */
static bool is_at(const json_t *unit, const char *buffer)
{
	return strcmp(text(unit, "buffer"), buffer ? buffer : "") == 0;
}

/* Whether UNIT is NAME: `mark_obj(a)'.  A part that is not known is `?'. */
static bool is_unit(struct gd_arena *arena, const json_t *unit, const char *name)
{
	const char *kind = text(unit, "kind"), *of = text(unit, "unit");

	if (strcmp(gd_arena_printf(arena, "%s(%s)", kind, of), name) == 0)
		return true;
	return (strchr(of, '?') || strchr(name, '?')) && strncmp(kind, name, strlen(kind)) == 0 &&
	    name[strlen(kind)] == '(';
}

static size_t find_unit(const struct check *c, const char *list, const char *name)
{
	const json_t *units = json_object_get(c->state, list), *unit;
	size_t i, found = json_array_size(units);

	json_array_foreach(units, i, unit) if (is_unit(c->arena, unit, name) &&
	    (found == json_array_size(units) || is_at(unit, NULL))) found = i;
	return found;
}

/* Removes it from the list. */
static bool take_unit(struct check *c, const char *list, const char *name)
{
	json_t *units = json_object_get(c->state, list);
	size_t at = find_unit(c, list, name);

	return at < json_array_size(units) && json_array_remove(units, at) == 0;
}

static void add_unit(struct check *c, const char *list, const char *name, const char *buffer)
{
	size_t kind = strcspn(name, "("), length = strlen(name);
	json_t *unit = json_pack("{s:s%, s:s%, s:s?}", "kind", name, kind, "unit",
	    name + kind + (kind < length), kind < length ? length - kind - 2 : 0, "buffer", buffer);

	if (unit)
		json_array_append_new(json_object_get(c->state, list), unit);
}

/* How many units of WHAT, a bucket or a kind, are in the list; in the pool alone if POOL. */
static size_t count_units(const struct check *c, const char *list, const char *what, bool pool)
{
	const json_t *kinds = json_object_get(json_object_get(c->heading, "work"), what), *unit;
	size_t i, j, count = 0;

	json_array_foreach(json_object_get(c->state, list), i, unit)
	{
		const json_t *kind;
		bool is_of = !kinds && strcmp(text(unit, "kind"), what) == 0;

		json_array_foreach(kinds, j, kind) is_of =
		    is_of || strcmp(json_string_value(kind), text(unit, "kind")) == 0;
		count += is_of && (!pool || is_at(unit, NULL));
	}
	return count;
}

/* ------------------------------------------------------------------- guards */
static bool is_on(const struct check *c, const char *of, const char *name)
{
	return json_is_true(json_object_get(json_object_get(c->state, of), name));
}

/* Whether WHAT is an open bucket, or a kind that has one. */
static bool is_open(const struct check *c, const char *what)
{
	const json_t *kinds, *kind;
	const char *bucket;
	size_t i;

	if (is_on(c, "buckets", what))
		return true;
	json_object_foreach((json_t *)json_object_get(c->heading, "work"), bucket, kinds)
	    json_array_foreach(kinds, i, kind) if (strcmp(json_string_value(kind), what) == 0 &&
		is_on(c, "buckets", bucket)) return true;
	return false;
}

static enum guard_answer all_stopped(const struct check *c)
{
	const json_t *mutator;
	const char *name;

	json_object_foreach(json_object_get(c->state, "mutators"), name,
	    mutator) if (strcmp(json_string_value(mutator), "running") == 0) return GUARD_FALSE;
	return GUARD_TRUE;
}

/* What a trace does not show: whether a closed bucket has been open in this cycle. */
static enum guard_answer about_units(const struct check *c, const char *name, const char *what)
{
	bool drained = strcmp(name, "drained") == 0, idle = strcmp(name, "idle") == 0;

	if (count_units(c, "pending", what, !drained) ||
	    ((drained || idle) && count_units(c, "running", what, false)))
		return GUARD_FALSE;
	return is_open(c, what) ? GUARD_TRUE : idle ? GUARD_FALSE : GUARD_UNKNOWN;
}

static enum guard_answer atom(const void *state, const char *name, const char *about)
{
	const struct check *c = state;
	const json_t *phase = json_object_get(json_object_get(c->state, "phases"), name);

	if (strcmp(name, "all mutators stopped") == 0)
		return all_stopped(c);
	if (!about)
		return !phase ? GUARD_UNKNOWN : json_is_true(phase) ? GUARD_TRUE : GUARD_FALSE;
	if (strcmp(name, "open") == 0)
		return is_open(c, about) ? GUARD_TRUE : GUARD_FALSE;
	if (strcmp(name, "drained") == 0 || strcmp(name, "idle") == 0 || strcmp(name, "empty") == 0)
		return about_units(c, name, about);
	return GUARD_UNKNOWN;
}

static void change_bucket(struct check *c, const char *bucket, const char *because, bool open)
{
	if (*because && guard_value(because, atom, c) == GUARD_FALSE)
		WRONG(c, "`%s' %s, but `%s' is false", bucket, open ? "opens" : "closes", because);
	if (is_on(c, "buckets", bucket) == open)
		WRONG(c, "`%s' %s, but it is %s already", bucket, open ? "opens" : "closes",
		    open ? "open" : "closed");
	json_object_set_new(json_object_get(c->state, "buckets"), bucket, json_boolean(open));
}

/* --------------------------------------------------------------------- heap */
static json_t *object_named(const json_t *state, const char *name)
{
	json_t *object;
	size_t i;

	json_array_foreach(json_object_get(state, "heap"), i,
	    object) if (strcmp(text(object, "object"), name) == 0) return object;
	return NULL;
}

/* Where the value of LOCATION is: in *IN, at *KEY or, KEY NULL, at *AT. false: it is not shown. */
static bool find_location(struct check *c, const char *location, json_t **in, const char **key,
    size_t *at)
{
	const char *dot = strchr(location, '.'), *bracket;
	json_t *object;

	*in = json_object_get(c->state, "roots");
	*key = location;
	if (json_object_get(*in, location))
		return true;
	if (!dot)
		return false;
	object =
	    object_named(c->state, gd_arena_strndup(c->arena, location, (size_t)(dot - location)));
	*in = json_object_get(object, "metadata");
	*key = dot + 1;
	if (json_object_get(*in, *key))
		return true;
	bracket = strchr(dot, '[');
	*at = 0;
	for (const char *d = bracket ? bracket + 1 : ""; *d >= '0' && *d <= '9' && *at < 100000;
	     d++)
		*at = *at * 10 + (size_t)(*d - '0');
	*in = json_object_get(json_object_get(object, "fields"),
	    bracket ? gd_arena_strndup(c->arena, dot + 1, (size_t)(bracket - dot - 1)) : dot + 1);
	*key = NULL;
	return *at < json_array_size(*in);
}

static const char *value_text(struct gd_arena *arena, const json_t *value)
{
	if (json_is_integer(value))
		return gd_arena_printf(arena, "%lld", (long long)json_integer_value(value));
	return json_is_string(value) ? json_string_value(value) : "null";
}

static json_t *value_of(const json_t *like, const char *value)
{
	char *end;
	long long number = strtoll(value, &end, 10);

	if (json_is_integer(like) && end != value && *end == 0)
		return json_integer(number);
	return strcmp(value, "null") == 0 && !json_is_integer(like) ? json_null()
								    : json_string(value);
}

/* A mutator may find a store of its own that others do not see yet.  What an early load found is checked where the
 * load was issued. */
static bool finds_memory(const struct check *c, const json_t *operation)
{
	return (strcmp(text(c->heading, "memory"), "sc") == 0 ||
		   strcmp(text(c->step, "thread"), "worker") == 0) &&
	    strcmp(text(operation, "op"), "receive") != 0;
}

static void access(struct check *c, const json_t *operation)
{
	const json_t *found = json_object_get(operation, "found"),
		     *stored = json_object_get(operation, "stored");
	const char *location = text(operation, "location"), *key, *is;
	const json_t *before;
	json_t *in;
	size_t at = 0;

	if (!find_location(c, location, &in, &key, &at))
		return;
	before = key ? json_object_get(in, key) : json_array_get(in, at);
	is = value_text(c->arena, before);
	if (json_is_string(found) && finds_memory(c, operation) &&
	    strcmp(is, json_string_value(found)) != 0)
		WRONG(c, "%s is %s, but `%s' finds %s there", location, is, text(operation, "op"),
		    json_string_value(found));
	if (!json_is_string(stored))
		return;
	if (key)
		json_object_set_new(in, key, value_of(before, json_string_value(stored)));
	else
		json_array_set_new(in, at, value_of(before, json_string_value(stored)));
}

static void set_root(struct check *c, const char *root, const char *object)
{
	json_object_set_new(json_object_get(c->state, "roots"), root,
	    strcmp(object, "null") == 0 ? json_null() : json_string(object));
}

/* Its first metadata are the specification's, which the trace does not have. */
static void allocate(struct check *c, const json_t *operation)
{
	const char *name = text(operation, "stored");
	json_t *object = object_named(c->state, name), *after = object_named(c->step, name);

	if (!object || !after)
		return;
	if (json_is_true(json_object_get(object, "live")))
		WRONG(c, "%s is allocated, but it is an object already", name);
	json_object_update_new(object, json_deep_copy(after));
	json_object_set_new(object, "live", json_true());
	if (*text(operation, "location"))
		set_root(c, text(operation, "location"), name);
}

static void free_object(struct check *c, const char *name)
{
	json_t *object = object_named(c->state, name), *slots;
	const char *group;
	size_t i;

	if (object && !json_is_true(json_object_get(object, "live")))
		WRONG(c, "%s is freed, but it is no object", name);
	if (!object)
		return;
	json_object_set_new(object, "live", json_false());
	json_object_foreach(json_object_get(object, "fields"), group,
	    slots) for (i = 0; i < json_array_size(slots); i++)
	    json_array_set_new(slots, i, json_null());
}

/* ----------------------------------------------------------------- mutators */
static void set_mutator(struct check *c, const char *name, const char *state)
{
	if (name)
		json_object_set_new(json_object_get(c->state, "mutators"), name,
		    json_string(state));
}

static void resume(struct check *c)
{
	json_t *mutators = json_object_get(c->state, "mutators"), *mutator;
	const char *name;
	void *next;

	json_object_foreach_safe(mutators, next, name,
	    mutator) if (strcmp(json_string_value(mutator), "stopped") == 0)
	    set_mutator(c, name, "running");
}

static bool joins(const struct check *c)
{
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(c->step, "operations"), i,
	    operation) if (strcmp(text(operation, "op"), "joined") == 0) return true;
	return false;
}

static void acts(struct check *c)
{
	const char *name = mutator_of(c);
	const char *state = name ? text(json_object_get(c->state, "mutators"), name) : "running";

	if (strcmp(state, "running") != 0 && !joins(c))
		WRONG(c, "mutator %s acts, but it is %s", name, state);
}

/* -------------------------------------------------------------------- steps */
/* Only in these steps may units leave a mutator's buffer for the pool.  Which ones, the step shows. */
static void leave_buffers(struct check *c)
{
	static const char *const steps[] = { "flush", "stopped", "claim", "run", "script",
		"client" };
	const json_t *pending = json_object_get(c->step, "pending");
	json_t *unit, *after;
	bool may = false;
	size_t i, j;

	for (i = 0; i < sizeof steps / sizeof *steps; i++)
		may |= strcmp(text(c->step, "do"), steps[i]) == 0;
	json_array_foreach(json_object_get(c->state, "pending"), i, unit)
	{
		bool stays = is_at(unit, NULL);

		json_array_foreach(pending, j, after) stays = stays || json_equal(unit, after);
		if (may && !stays)
			json_object_set_new(unit, "buffer", json_null());
	}
}

static const char *kind_of(struct gd_arena *arena, const char *name)
{
	return gd_arena_strndup(arena, name, strcspn(name, "("));
}

/* Whether the step takes the unit, or says in an operation that it does nothing. */
static bool takes(const struct check *c, const char *name, bool may_run)
{
	const json_t *first = json_array_get(json_object_get(c->step, "operations"), 0);

	if (strcmp(text(first, "op"), "needless") == 0 &&
	    strcmp(text(first, "location"), name) == 0)
		return false;
	return !may_run ||
	    find_unit(c, "running", name) == json_array_size(json_object_get(c->state, "running"));
}

/* A worker takes units from the pool alone: a flush brings them there. */
static void leave_pool(struct check *c, const char *name, bool may_run)
{
	const json_t *units = json_object_get(c->state, "pending");
	const json_t *unit = json_array_get(units, find_unit(c, "pending", name));

	if (unit && takes(c, name, may_run) && !is_at(unit, NULL))
		WRONG(c, "%s is run, but it is in the buffer of %s", name, text(unit, "buffer"));
}

/* A worker takes the unit, unless it is running it already. */
static void run(struct check *c, const char *name, bool may_run)
{
	if (!takes(c, name, may_run))
		return;
	if (!take_unit(c, "pending", name))
		WRONG(c, "%s is run, but it was not pending", name);
	if (!is_open(c, kind_of(c->arena, name)))
		WRONG(c, "%s is run, but no bucket of its kind is open", name);
	add_unit(c, "running", name, NULL);
}

static void close_all(struct check *c)
{
	json_t *buckets = json_object_get(c->state, "buckets"), *open;
	const char *name;
	void *next;

	json_object_foreach_safe(buckets, next, name, open)
	    json_object_set_new(buckets, name, json_false());
}

static void begin_step(struct check *c)
{
	const char *is = text(c->step, "do"), *subject = text(c->step, "subject");

	bool runs = strcmp(is, "run") == 0, takes = runs || strcmp(is, "claim") == 0;

	acts(c);
	if (takes)
		leave_pool(c, subject, runs);
	leave_buffers(c);
	if (takes)
		run(c, subject, runs);
	else if (strcmp(is, "open") == 0 || strcmp(is, "close") == 0)
		change_bucket(c, subject, text(c->step, "because"), strcmp(is, "open") == 0);
	else if (strcmp(is, "end") == 0)
		close_all(c);
	else if (strcmp(is, "stopped") == 0)
		set_mutator(c, mutator_of(c), "stopped");
}

static void needless(struct check *c, const char *name)
{
	if (!take_unit(c, "pending", name))
		WRONG(c, "%s is run, but it was not pending", name);
	if (!is_open(c, kind_of(c->arena, name)))
		WRONG(c, "%s is run, but no bucket of its kind is open", name);
}

static void do_operation(struct check *c, const json_t *operation)
{
	const char *op = text(operation, "op"), *location = text(operation, "location");

	if (strcmp(op, "emit") == 0)
		add_unit(c, "pending", location, mutator_of(c));
	else if (strcmp(op, "done") == 0 && !take_unit(c, "running", location))
		WRONG(c, "%s is done, but it was not running", location);
	else if (strcmp(op, "needless") == 0)
		needless(c, location);
	else if (strcmp(op, "open") == 0 || strcmp(op, "close") == 0)
		change_bucket(c, location, text(operation, "because"), strcmp(op, "open") == 0);
	else if (strcmp(op, "phase") == 0)
		json_object_set_new(json_object_get(c->state, "phases"), location,
		    json_boolean(strcmp(text(operation, "stored"), "1") == 0));
	else if (strcmp(op, "free") == 0)
		free_object(c, location);
	else if (strcmp(op, "allocate") == 0)
		allocate(c, operation);
	else if (strcmp(op, "root") == 0)
		set_root(c, location, text(operation, "stored"));
	else if (strcmp(op, "resume") == 0)
		resume(c);
	else if (strcmp(op, "joined") == 0 || strcmp(op, "left") == 0)
		set_mutator(c, mutator_of(c), strcmp(op, "left") == 0 ? "away" : "running");
	else if (strcmp(op, "hold") != 0 && strcmp(op, "ghost") != 0 && strcmp(op, "waits") != 0 &&
	    strcmp(op, "answer") != 0)
		access(c, operation);
}

/* ------------------------------------------------------------------ compare */
static void compare_units(struct check *c, const char *list)
{
	json_t *ours = json_object_get(c->state, list), *unit;
	const json_t *theirs = json_object_get(c->step, list);
	size_t i, j;

	json_array_foreach(theirs, i, unit)
	{
		const json_t *other;
		size_t found = json_array_size(ours);

		json_array_foreach(ours, j, other) if (json_equal(unit, other)) found = j;
		if (found == json_array_size(ours))
			WRONG(c, "%s(%s) is %s%s%s, and nothing says why", text(unit, "kind"),
			    text(unit, "unit"), list,
			    *text(unit, "buffer") ? " in a buffer of " : "", text(unit, "buffer"));
		else
			json_array_remove(ours, found);
	}
	json_array_foreach(ours, i, unit)
	    WRONG(c, "%s(%s) is not %s any more, and nothing says why", text(unit, "kind"),
		text(unit, "unit"), list);
}

static void compare_members(struct check *c, const char *of)
{
	const json_t *theirs = json_object_get(c->step, of), *value;
	const char *name;

	json_object_foreach((json_t *)theirs, name,
	    value) if (!json_equal(value, json_object_get(json_object_get(c->state, of), name)))
	    WRONG(c, "%s of %s changes, and nothing says why", of, name);
}

static void compare_heap(struct check *c)
{
	static const char *const members[] = { "live", "metadata", "fields" };
	const json_t *theirs;
	size_t i, j;

	json_array_foreach(json_object_get(c->step, "heap"), i, theirs)
	{
		const json_t *ours = object_named(c->state, text(theirs, "object"));
		bool freed = ours && !json_is_true(json_object_get(ours, "live"));

		for (j = 0; j < sizeof members / sizeof *members && !(freed && j); j++)
			if (!json_equal(json_object_get(theirs, members[j]),
				json_object_get(ours, members[j])))
				WRONG(c, "%s of %s changes, and nothing says why", members[j],
				    text(theirs, "object"));
	}
}

/* Without a state before the first step: nothing is open, and nothing waits. */
static json_t *first_state(const json_t *step)
{
	json_t *state = json_deep_copy(step), *value;
	const char *name;
	void *next;

	json_array_clear(json_object_get(state, "pending"));
	json_array_clear(json_object_get(state, "running"));
	json_object_foreach_safe(json_object_get(state, "buckets"), next, name, value)
	    json_object_set_new(json_object_get(state, "buckets"), name, json_false());
	return state;
}

const char *consistency_step(struct gd_arena *arena, const json_t *heading, const json_t *before,
    const json_t *step)
{
	struct check c = { .arena = arena, .heading = heading, .step = step };
	const json_t *operation;
	size_t i;

	if (!before) {
		c.state = first_state(step);
		compare_units(&c, "running");
		json_decref(c.state);
		return c.wrong;
	}
	c.state = json_deep_copy(before);
	begin_step(&c);
	json_array_foreach(json_object_get(step, "operations"), i, operation)
	    do_operation(&c, operation);
	compare_units(&c, "pending");
	compare_units(&c, "running");
	compare_members(&c, "buckets");
	compare_members(&c, "phases");
	compare_members(&c, "mutators");
	if (strcmp(text(heading, "source"), "program") != 0) {
		compare_members(&c, "roots"); /* else events_check_program does this */
		compare_heap(&c);
	}
	json_decref(c.state);
	return c.wrong;
}

/* ------------------------------------------------------------------ failure */
const char *consistency_failure(struct gd_arena *arena, const json_t *last, const json_t *failure)
{
	const char *binding = text(failure, "binding"), *equals = strstr(binding, " = ");
	const char *name = equals ? equals + 3 : "";

	if (!last || !*name || strcmp(name, "null") == 0 || object_named(last, name) ||
	    json_object_get(json_object_get(last, "mutators"), name) ||
	    json_object_get(json_object_get(last, "roots"), name) || strchr(name, '.') ||
	    (*name >= '0' && *name <= '9') || *name == '-')
		return NULL;
	return gd_arena_printf(arena, "the property fails for %s, which no state has", name);
}
