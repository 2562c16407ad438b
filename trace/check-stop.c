/* check-stop.c: mutators stop when they are asked to, and go on when all are stopped. */
#include "trace/check-internal.h"

#include <string.h>

struct stop {
	struct check *check;
	const json_t *step;
	json_t *mutators; /* by name: its state, at this point of the step */
};

/* A mutator that runs; NULL: none does. */
static const char *running(const struct stop *s)
{
	const char *name;
	json_t *state;

	json_object_foreach(s->mutators, name,
	    state) if (strcmp(json_string_value(state), "running") == 0) return name;
	return NULL;
}

/* "m" of "mutator m"; NULL: it is another thread. */
static const char *mutator_of(const json_t *step)
{
	static const char prefix[] = "mutator ";
	const char *thread = events_text(step, "thread");

	return strncmp(thread, prefix, strlen(prefix)) == 0 ? thread + strlen(prefix) : NULL;
}

static const char *member(const struct stop *s, size_t operation)
{
	return gd_arena_printf(s->check->arena, "operations[%zu]", operation);
}

/* `stop mutators' of another unit may return after somebody has resumed the mutators. */
static void check_return(const struct stop *s, size_t operation)
{
	struct check *c = s->check;
	const char *name = running(s);

	if (c->returns == 0)
		events_mistake(c, "state", member(s, operation), "nobody waits for the mutators");
	else if (c->asked && name)
		events_mistake(c, "state", member(s, operation), "`%s' is not stopped", name);
	c->returns -= c->returns > 0;
}

static void check_resume(const struct stop *s, size_t operation)
{
	const char *name;
	json_t *state;
	void *next;

	if (!s->check->asked)
		events_mistake(s->check, "state", member(s, operation),
		    "the mutators are not asked to stop");
	else if (running(s))
		events_mistake(s->check, "state", member(s, operation), "`%s' is not stopped",
		    running(s));
	s->check->asked = false;
	json_object_foreach_safe(s->mutators, next, name,
	    state) if (strcmp(json_string_value(state), "stopped") == 0)
	    json_object_set_new(s->mutators, name, json_string("running"));
}

static void check_collect(const struct stop *s, size_t operation)
{
	const char *name = mutator_of(s->step);
	const char *state = name ? events_text(s->mutators, name) : NULL;

	if (state && strcmp(state, "running") != 0)
		events_mistake(s->check, "state", member(s, operation),
		    "`%s' asks for a cycle, and it is not running", name);
}

/* What comes after that is not checked: whoever joins may be stopped at once. */
static void note_moved(const struct stop *s)
{
	const char *name = mutator_of(s->step);
	const char *state = name ? events_text(json_object_get(s->step, "mutators"), name) : NULL;

	if (state)
		json_object_set_new(s->mutators, name, json_string(state));
}

static void check_operation(const struct stop *s, const json_t *operation, size_t number)
{
	const char *op = events_text(operation, "op");

	if (strcmp(op, "stop") == 0) {
		s->check->asked = true;
		s->check->returns++;
	} else if (strcmp(op, "all_stopped") == 0) {
		check_return(s, number);
	} else if (strcmp(op, "resume") == 0) {
		check_resume(s, number);
	} else if (strcmp(op, "collect") == 0) {
		check_collect(s, number);
	} else if (strcmp(op, "joined") == 0 || strcmp(op, "left") == 0) {
		note_moved(s);
	}
}

static void check_stopped(const struct stop *s)
{
	const char *name = mutator_of(s->step);
	const char *state = name ? events_text(s->mutators, name) : NULL;

	if (!state || strcmp(state, "running") != 0)
		events_mistake(s->check, "state", "thread", "no mutator that runs stops");
	else if (!s->check->asked)
		events_mistake(s->check, "state", "thread", "nobody has asked `%s' to stop", name);
	if (state)
		json_object_set_new(s->mutators, name, json_string("stopped"));
}

/* STEP's own mutators; where nothing can have changed them, check-state.c says so. */
static void compare(const struct stop *s)
{
	const char *name;
	json_t *state;

	json_object_foreach(json_object_get(s->step, "mutators"), name, state)
	{
		const json_t *expected = json_object_get(s->mutators, name);

		if (expected && !json_equal(expected, state))
			events_mistake(s->check, "state",
			    gd_arena_printf(s->check->arena, "mutators.%s", name),
			    "after this step it is \"%s\"", json_string_value(expected));
	}
}

void events_check_stop(struct check *c, const json_t *step)
{
	struct stop s = { c, step, json_deep_copy(json_object_get(c->state, "mutators")) };
	const json_t *operation;
	size_t i;

	if (events_is(step, "do", "stopped"))
		check_stopped(&s);
	json_array_foreach(json_object_get(step, "operations"), i, operation)
	    check_operation(&s, operation, i);
	compare(&s);
	json_decref(s.mutators);
}
