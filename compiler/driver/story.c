/* story.c: an execution of a model, as `gcdsl trace --json` writes it. */
#include "compiler/driver/story.h"

#include <stdlib.h>
#include <string.h>
#include "compiler/base/out.h"
#include "promela-backend/pml.h"
#include "trace/marks-json.h"

/* ------------------------------------------------------------------------- lines */
static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static bool is_event(const json_t *line, const char *name)
{
	const char *event = text_of(line, "event");

	return event && strcmp(event, name) == 0;
}

static bool read_ends(struct story *s)
{
	size_t count = json_array_size(s->lines);
	const json_t *first = json_array_get(s->lines, 0),
		     *last = json_array_get(s->lines, count - 1);

	s->collector = text_of(first, "collector");
	s->mutant = text_of(first, "mutant");
	s->scenario = text_of(first, "scenario");
	s->options = text_of(first, "options");
	s->memory = text_of(first, "memory");
	s->property = text_of(last, "property");
	s->formula = text_of(last, "formula");
	s->binding = text_of(last, "binding");
	s->why_fails = text_of(last, "why");
	return count > 1 && is_event(first, "trace") && is_event(last, "fail") && s->collector &&
	    s->scenario && s->options && s->memory && s->property && s->why_fails &&
	    json_integer_value(json_object_get(first, "version")) == TRACE_VERSION;
}

static bool read_line(struct story *s, const char *text, const char **why)
{
	json_t *line = json_loads(text, 0, NULL);

	if (json_is_object(line))
		return json_array_append_new(s->lines, line) == 0;
	json_decref(line);
	*why = gd_arena_printf(s->arena, "line %zu is not a line of `gcdsl trace --json'",
	    json_array_size(s->lines) + 1);
	return false;
}

bool story_read(struct story *s, struct gd_arena *arena, FILE *in, const char **why)
{
	char *line = NULL;
	size_t room = 0;
	bool good = true;

	*s = (struct story){ .arena = arena, .lines = json_array() };
	while (good && getline(&line, &room, in) > 0)
		good = read_line(s, line, why);
	free(line);
	if (!good)
		return false;
	if (json_array_size(s->lines) < 3)
		*why = "it has no step";
	else if (!read_ends(s))
		*why =
		    "it is not what `gcdsl trace --json' writes, from the first line to the last";
	else
		return true;
	return false;
}

void story_free(struct story *s)
{
	json_decref(s->lines);
}

bool story_repeats(const struct story *s)
{
	for (size_t i = 0; i < json_array_size(s->lines); i++)
		if (json_is_true(json_object_get(json_array_get(s->lines, i), "repeats")))
			return true;
	return false;
}

/* ------------------------------------------------------------------------- names */
/* Who reads a story. */
struct teller {
	const struct story *story;
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	GD_VEC(struct seen) events;
	struct seen actor;
	const char *why; /* NULL: no mistake yet */
};

static int unknown(struct teller *t, const char *what, const char *name)
{
	if (!t->why)
		t->why = gd_arena_printf(t->arena, "there is no %s `%s' here", what, name);
	return -1;
}

#define FIND(t, list, count, what, name)                                                           \
	do {                                                                                       \
		for (size_t i = 0; i < (count); i++)                                               \
			if (strcmp((list)[i] FIND_NAME, (name)) == 0)                              \
				return (int)i;                                                     \
		return unknown(t, what, name);                                                     \
	} while (0)
#define FIND_NAME ->name
static int find_kind(struct teller *t, const char *name)
{
	FIND(t, t->spec->kinds, t->spec->kind_count, "kind", name);
}

static int find_bucket(struct teller *t, const char *name)
{
	FIND(t, t->spec->buckets, t->spec->bucket_count, "bucket", name);
}

static int find_cycle(struct teller *t, const char *name)
{
	FIND(t, t->spec->cycles, t->spec->cycle_count, "cycle", name);
}

static int find_phase(struct teller *t, const char *name)
{
	FIND(t, t->spec->phases, t->spec->phase_count, "phase", name);
}

static int find_meta(struct teller *t, const char *name)
{
	FIND(t, t->spec->metas, t->spec->meta_count, "metadata", name);
}

static int find_group(struct teller *t, const char *name)
{
	FIND(t, t->spec->groups, t->spec->group_count, "field", name);
}
#undef FIND_NAME
#define FIND_NAME .name
static int find_mutator(struct teller *t, const char *name)
{
	FIND(t, t->scenario->mutators, t->scenario->mutator_count, "mutator", name);
}
#undef FIND_NAME

/* -1: null */
static int find_object(struct teller *t, const char *name)
{
	if (strcmp(name, "null") == 0)
		return -1;
	for (size_t i = 0; i < t->scenario->named; i++)
		if (strcmp(t->scenario->objects[i].name, name) == 0)
			return (int)i;
	if (strncmp(name, "new", 3) == 0 && atoi(name + 3) > 0 &&
	    t->scenario->named + (size_t)atoi(name + 3) <= t->scenario->object_count)
		return (int)t->scenario->named + atoi(name + 3) - 1;
	return unknown(t, "object", name);
}

/* ---------------------------------------------------------------------- locations */
static int slots_from(const struct teller *t)
{
	return (int)(t->scenario->object_count * t->spec->meta_count);
}

static int roots_from(const struct teller *t)
{
	return slots_from(t) + (int)(t->scenario->object_count * t->scenario->slots_per_object);
}

/* "m.x", which begins like `a.mark'; -1: it is no root */
static int find_root(struct teller *t, const char *owner, const char *name)
{
	int number = roots_from(t);

	for (size_t i = 0; i < t->scenario->mutator_count; i++) {
		const struct ir_mutator *m = &t->scenario->mutators[i];

		for (size_t j = 0; j < m->root_count; j++, number++)
			if (strcmp(m->name, owner) == 0 && strcmp(m->roots[j].name, name) == 0)
				return number;
	}
	return -1;
}

static int find_location(struct teller *t, const char *text)
{
	size_t dot = strcspn(text, "."), length;
	const char *owner = gd_arena_strndup(t->arena, text, dot), *member, *index;
	int object, root;

	if (!text[dot])
		return unknown(t, "location", text);
	member = text + dot + 1;
	length = strcspn(member, "[");
	index = member + length;
	root = find_root(t, owner, member);
	if (root >= 0)
		return root;
	object = find_object(t, owner);
	member = gd_arena_strndup(t->arena, member, length);
	if (!*index)
		return object * (int)t->spec->meta_count + find_meta(t, member);
	return slots_from(t) + object * (int)t->scenario->slots_per_object +
	    (int)t->scenario->group_first[find_group(t, member) < 0 ? 0 : find_group(t, member)] +
	    atoi(index + 1);
}

static int find_number(const struct ir_type *type, const char *text)
{
	for (size_t i = 0; i < type->tag_count; i++)
		if (strcmp(type->tags[i], text) == 0)
			return (int)i;
	return strcmp(text, "true") == 0 ? 1 : atoi(text);
}

static int16_t find_value(struct teller *t, int location, const char *text)
{
	if (!text)
		return SEEN_NOTHING;
	if (location >= slots_from(t))
		return (int16_t)find_object(t, text);
	return (int16_t)find_number(&t->spec->metas[(size_t)location % t->spec->meta_count]->type,
	    text);
}

/* -------------------------------------------------------------------------- units */
static int16_t find_argument(struct teller *t, const struct ir_type *type, const char *text)
{
	switch (type->kind) {
	case IR_REF: return (int16_t)find_object(t, text);
	case IR_MUTATOR: return (int16_t)find_mutator(t, text);
	case IR_SLOT: return (int16_t)find_location(t, text);
	case IR_BOOL:
	case IR_INT:
	case IR_TAGS: break;
	}
	return (int16_t)find_number(type, text);
}

/* The unit "mark_obj(a)" as an actor. */
static struct seen find_unit(struct teller *t, const char *text)
{
	size_t length = strcspn(text, "(");
	int kind = find_kind(t, gd_arena_strndup(t->arena, text, length));
	struct seen actor = { .who = (int16_t)kind };
	const char *at = text + length;

	for (size_t i = 0;
	     kind >= 0 && i < SEEN_ARGUMENTS && i < t->spec->kinds[kind]->param_count && *at; i++) {
		at += 1 + (*at == ',');
		length = strcspn(at, ",)");
		actor.argument[i] = find_argument(t, &t->spec->kinds[kind]->kernel.vars[i]->type,
		    gd_arena_strndup(t->arena, at, length));
		at += length;
	}
	return actor;
}

/* ------------------------------------------------------------------------- events */
static void add(struct teller *t, enum seen_what what, int which, int detail)
{
	struct seen e = t->actor;

	if (what <= SEEN_RESUME)
		e = (struct seen){ .who = SEEN_NOBODY };
	e.what = (uint8_t)what;
	e.which = (int16_t)which;
	e.detail = (int16_t)detail;
	e.found = e.stored = SEEN_NOTHING;
	GD_PUSH(t->arena, t->events, e);
}

static void add_access(struct teller *t, enum seen_access how, const json_t *operation)
{
	const char *location = text_of(operation, "location");
	int at = location ? find_location(t, location) : unknown(t, "location", "null");
	struct seen *e;

	add(t, SEEN_ACCESS, (int)how, at);
	e = &t->events.at[t->events.count - 1];
	if (at < 0)
		return;
	e->found = find_value(t, at, text_of(operation, "found"));
	e->stored = find_value(t, at, text_of(operation, "stored"));
}

static bool is_running(const struct teller *t)
{
	int running = 0;

	for (size_t i = 0; i < t->events.count; i++) {
		const struct seen *e = &t->events.at[i];

		if (e->who == t->actor.who &&
		    memcmp(e->argument, t->actor.argument, sizeof e->argument) == 0)
			running += (e->what == SEEN_UNIT) - (e->what == SEEN_DONE);
	}
	return running > 0;
}

/* The giver's root is read before the own one changes. */
static void add_received(struct teller *t, const json_t *operation)
{
	struct seen *last;

	add_access(t, SEEN_LOAD, operation);
	last = &t->events.at[t->events.count - 1];
	if (t->events.count > 1 && last[-1].what == SEEN_ACCESS && last[-1].who == last->who) {
		struct seen stored = last[-1];

		last[-1] = *last;
		*last = stored;
	}
}

/* The script's action that is at this place. */
static int find_action(const struct teller *t, size_t mutator, const json_t *step)
{
	const struct ir_mutator *m = &t->scenario->mutators[mutator];
	const json_t *where = json_object_get(step, "where");
	json_int_t line = json_integer_value(json_object_get(where, "line"));
	json_int_t column = json_integer_value(json_object_get(where, "column"));

	for (size_t i = 0; i < m->action_count; i++)
		if (m->actions[i].loc.line == line && m->actions[i].loc.column == column)
			return (int)i;
	return -1;
}

static void add_request(struct teller *t, const json_t *step, const char *location)
{
	const struct ir_cycle *cycle = NULL;

	if (t->actor.who < 0 && !location) {
		int action = find_action(t, (size_t)(-1 - t->actor.who), step);

		if (action >= 0)
			cycle = t->scenario->mutators[-1 - t->actor.who].actions[action].cycle;
	}
	if (location)
		add(t, SEEN_REQUEST, find_cycle(t, location), 0);
	else if (cycle)
		add(t, SEEN_REQUEST, (int)cycle->index, 0);
}

/* With its root, unless a barrier comes before that is set. */
static void add_allocation(struct teller *t, const json_t *operation)
{
	const char *stored = text_of(operation, "stored");

	add(t, SEEN_ALLOCATE, stored ? find_object(t, stored) : -1, 0);
	if (text_of(operation, "location"))
		add_access(t, SEEN_STORE, operation);
}

/* Intervals are not in the guide (agree/driver/guide.c). */
static void add_phase(struct teller *t, const char *location, const char *stored)
{
	int phase = find_phase(t, location);

	if (phase >= 0 && !t->spec->phases[phase]->from)
		add(t, SEEN_PHASE, phase, strcmp(stored, "1") == 0);
}

/* An operation that is no access to memory. */
static void add_other(struct teller *t, const json_t *step, const json_t *operation)
{
	const char *op = text_of(operation, "op"), *location = text_of(operation, "location"),
		   *stored = text_of(operation, "stored");

	if (strcmp(op, "done") == 0)
		add(t, SEEN_DONE, 0, 0);
	else if (strcmp(op, "open") == 0)
		add(t, SEEN_OPEN, find_bucket(t, location), 0);
	else if (strcmp(op, "close") == 0)
		add(t, SEEN_CLOSE, find_bucket(t, location), 0);
	else if (strcmp(op, "free") == 0)
		add(t, SEEN_FREE, find_object(t, location), 0);
	else if (strcmp(op, "allocate") == 0)
		add_allocation(t, operation);
	else if (strcmp(op, "root") == 0)
		add_access(t, SEEN_STORE, operation);
	else if (strcmp(op, "received") == 0)
		add_received(t, operation);
	else if (strcmp(op, "phase") == 0)
		add_phase(t, location, stored);
	else if (strcmp(op, "all_stopped") == 0)
		add(t, SEEN_STOPPED, 0, 0);
	else if (strcmp(op, "resume") == 0)
		add(t, SEEN_RESUME, 0, 0);
	else if (strcmp(op, "collect") == 0)
		add_request(t, step, location);
}

static void add_operation(struct teller *t, const json_t *step, const json_t *operation)
{
	const char *op = text_of(operation, "op"), *found = text_of(operation, "found"),
		   *stored = text_of(operation, "stored");
	bool is_memory = text_of(operation, "order") && text_of(operation, "location");

	if (!op)
		t->why = "an operation has no name";
	else if (is_memory && found)
		add_access(t, stored ? SEEN_MODIFY : SEEN_LOAD, operation);
	else if (is_memory && stored)
		add_access(t, SEEN_STORE, operation);
	else
		add_other(t, step, operation);
}

/* C gives a new object its metadata when a mutator gets free cells. */
static bool is_done_early(const json_t *step)
{
	return strcmp(text_of(step, "do"), "operation") == 0 &&
	    strcmp(text_of(step, "subject"), "allocated") == 0;
}

static void begin_step(struct teller *t, const json_t *step)
{
	const char *what = text_of(step, "do"), *subject = text_of(step, "subject"),
		   *thread = text_of(step, "thread");

	t->actor = (struct seen){ .who = SEEN_NOBODY };
	if (strncmp(thread, "mutator ", 8) == 0)
		t->actor.who = (int16_t)(-1 - find_mutator(t, thread + 8));
	if (strcmp(what, "claim") == 0 || strcmp(what, "run") == 0) {
		/* In C a unit begins with its first statement. */
		t->actor = find_unit(t, subject);
		if (strcmp(what, "run") == 0 && !is_running(t))
			add(t, SEEN_UNIT, 0, 0);
	} else if (strcmp(what, "open") == 0) {
		add(t, SEEN_OPEN, find_bucket(t, subject), 0);
	} else if (strcmp(what, "close") == 0) {
		add(t, SEEN_CLOSE, find_bucket(t, subject), 0);
	} else if (strcmp(what, "begin") == 0) {
		add(t, SEEN_BEGIN, find_cycle(t, subject), 0);
	} else if (strcmp(what, "end") == 0) {
		add(t, SEEN_END, find_cycle(t, subject), 0);
	} else if (strcmp(what, "request") == 0) {
		add(t, SEEN_REQUEST, find_cycle(t, subject), 0);
	} else if (strcmp(what, "script") == 0 && t->actor.who < 0) {
		int action = find_action(t, (size_t)(-1 - t->actor.who), step);

		if (action < 0)
			t->why = "a script has another action here";
		add(t, SEEN_ACTION, 0, action);
	}
}

/* Then an access of the last step has no location that C could have. */
static bool is_access_wrong(const struct story *s)
{
	return strcmp(s->property, "no_freed_access") == 0;
}

/* A wrong stop, resume or phase stops the program before it happens. */
static bool is_use_wrong(const struct story *s)
{
	return strncmp(s->property, "use:", strlen("use:")) == 0;
}

static json_int_t number_at(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(json_object_get(object, "where"), key));
}

/* Whether the operation, of the last step, comes after the assert that fails, at which C stops.  In a
 * loop it may have come before, too: then the C may do it as well. */
static bool is_after_assert(const struct story *s, const json_t *operation)
{
	const json_t *fail = json_array_get(s->lines, json_array_size(s->lines) - 1);
	json_int_t line = number_at(operation, "line"), of = number_at(fail, "line");
	const char *op = text_of(operation, "op");

	if (strncmp(s->property, PML_ASSERT_PREFIX, strlen(PML_ASSERT_PREFIX)) != 0)
		return false;
	return (op && strcmp(op, "done") == 0) || line > of ||
	    (line == of && number_at(operation, "column") > number_at(fail, "column"));
}

static void tell_step(struct teller *t, const json_t *step, bool is_last)
{
	const json_t *operations = json_object_get(step, "operations");

	if (!text_of(step, "do") || !text_of(step, "subject") || !text_of(step, "thread")) {
		t->why = "a step is not what `gcdsl trace --json' writes";
		return;
	}
	begin_step(t, step);
	if (is_done_early(step) ||
	    (is_last && (is_access_wrong(t->story) || is_use_wrong(t->story))))
		return;
	for (size_t i = 0; !t->why && i < json_array_size(operations); i++)
		if (!is_last || !is_after_assert(t->story, json_array_get(operations, i)))
			add_operation(t, step, json_array_get(operations, i));
}

/* ---------------------------------------------------------------------- the guide */
static enum guide_until until(const struct story *s)
{
	const json_t *last = json_array_get(s->lines, json_array_size(s->lines) - 2);
	const char *what = text_of(last, "do");

	if (strcmp(s->property, PML_OUTCOME) == 0 || (what && strcmp(what, "finish") == 0))
		return GUIDE_END;
	if (story_repeats(s))
		return GUIDE_LAST;
	if (pml_is_assert(s->property) || is_access_wrong(s) ||
	    strcmp(s->property, "cycle_ends") == 0)
		return GUIDE_FAIL;
	return GUIDE_LAST;
}

const struct guide *story_guide(const struct story *s, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char **why)
{
	struct teller t = { s, s->arena, spec, scenario, .actor = { .who = SEEN_NOBODY } };
	struct guide *guide = GD_NEW(s->arena, struct guide);
	size_t count = json_array_size(s->lines);

	for (size_t i = 1; i + 1 < count && !t.why; i++) {
		tell_step(&t, json_array_get(s->lines, i), i + 2 == count);
		if (t.why)
			*why = gd_arena_printf(s->arena, "line %zu: %s", i + 1, t.why);
	}
	if (!t.why && t.events.count == 0)
		t.why = *why = "nothing in it can be seen in C";
	if (!t.why && t.events.count > WAY_EVENTS)
		t.why = *why = gd_arena_printf(s->arena, "it has more than %d events", WAY_EVENTS);
	*guide = (struct guide){ t.events.at, (unsigned)t.events.count, until(s) };
	return t.why ? NULL : guide;
}

/* ------------------------------------------------------------------------ the end */
static void put_object(struct teller *t, struct gd_out *out, const json_t *object, bool is_new)
{
	const char *before = "", *name = text_of(object, "object");
	const json_t *metadata = json_object_get(object, "metadata"),
		     *fields = json_object_get(object, "fields");

	gd_out_printf(out, " %s%s", name, is_new ? "*:" : ":");
	if (!json_is_true(json_object_get(object, "live"))) {
		gd_out_printf(out, "-");
		return;
	}
	for (size_t i = 0; i < t->spec->meta_count; i++, before = ",") {
		const json_t *value = json_object_get(metadata, t->spec->metas[i]->name);

		gd_out_printf(out, "%s%s=%d", before, t->spec->metas[i]->name,
		    json_is_string(value)
			? find_number(&t->spec->metas[i]->type, json_string_value(value))
			: (int)json_integer_value(value));
	}
	for (size_t g = 0, n = 0; g < t->spec->group_count; g++) {
		const json_t *slots = json_object_get(fields, t->spec->groups[g]->name);

		for (size_t i = 0; i < json_array_size(slots); i++, before = ",") {
			const char *to = json_string_value(json_array_get(slots, i));

			gd_out_printf(out, "%s%zu=%d", before, n++, to ? find_object(t, to) : -1);
		}
	}
}

static void put_roots(struct teller *t, struct gd_out *out, const json_t *roots)
{
	const char *before = " roots=";

	for (size_t i = 0; i < t->scenario->mutator_count; i++)
		for (size_t j = 0; j < t->scenario->mutators[i].root_count; j++, before = ",") {
			const char *name = gd_arena_printf(t->arena, "%s.%s",
			    t->scenario->mutators[i].name, t->scenario->mutators[i].roots[j].name);
			const char *to = json_string_value(json_object_get(roots, name));

			gd_out_printf(out, "%s%d", before, to ? find_object(t, to) : -1);
		}
}

static bool is_allocated(const struct guide *guide, size_t object)
{
	for (unsigned i = 0; i < guide->count; i++)
		if (guide->at[i].what == SEEN_ALLOCATE && guide->at[i].which == (int)object)
			return true;
	return false;
}

const char *story_end(const struct story *s, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct guide *guide)
{
	struct teller t = { s, s->arena, spec, scenario, .actor = { .who = SEEN_NOBODY } };
	const json_t *last = json_array_get(s->lines, json_array_size(s->lines) - 2);
	const json_t *heap = json_object_get(last, "heap");
	struct gd_out out;
	const char *text;

	gd_out_init(&out, 0);
	gd_out_printf(&out, "end");
	for (size_t i = 0; i < json_array_size(heap); i++)
		put_object(&t, &out, json_array_get(heap, i), is_allocated(guide, i));
	put_roots(&t, &out, json_object_get(last, "roots"));
	for (size_t i = 0; i < spec->phase_count; i++)
		gd_out_printf(&out, " %s=%d", spec->phases[i]->name,
		    json_is_true(
			json_object_get(json_object_get(last, "phases"), spec->phases[i]->name)));
	text = gd_arena_strndup(s->arena, out.text, out.length);
	gd_out_free(&out);
	return text;
}
