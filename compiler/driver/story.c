/* story.c: an execution of a model, as `gcdsl trace --json` writes it. */
#include "compiler/driver/story.h"

#include <stdlib.h>
#include <string.h>
#include "compiler/base/out.h"
#include "compiler/driver/story-names.h"
#include "compiler/ir/walk.h"
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

bool story_is_followed_under(const char *memory)
{
	return strcmp(memory, ir_memory_name[IR_MEM_SC]) == 0 ||
	    strcmp(memory, ir_memory_name[IR_MEM_TSO]) == 0 ||
	    strcmp(memory, ir_memory_name[IR_MEM_PSO]) == 0;
}

bool story_repeats(const struct story *s)
{
	for (size_t i = 0; i < json_array_size(s->lines); i++)
		if (json_is_true(json_object_get(json_array_get(s->lines, i), "repeats")))
			return true;
	return false;
}

size_t story_steps(const struct story *s)
{
	return json_array_size(s->lines) - 2;
}

/* Who reads a story. */
struct teller {
	const struct story *story;
	struct story_terms in;
	GD_VEC(struct seen) events;
	GD_VEC(uint16_t) step; /* by event: the number of its step */
	struct seen actor;
	bool directed;    /* the story is to direct the program */
	bool *is_claimed; /* by kind: the story has claims of its units */
	int *last_action; /* by mutator; -1: it has done none */
};

/* -------------------------------------------------------------------------- units */
static int16_t find_argument(struct teller *t, const struct ir_type *type, const char *text)
{
	if (strcmp(text, "?") == 0 && !t->in.why)
		t->in.why = "it does not say what each unit is: one has `?' as an argument";
	switch (type->kind) {
	case IR_REF: return (int16_t)story_typed(&t->in, type, text);
	case IR_MUTATOR: return (int16_t)story_mutator(&t->in, text);
	case IR_SLOT: return (int16_t)story_location(&t->in, text);
	case IR_REGION: return (int16_t)story_region(&t->in, type->region, text);
	case IR_BOOL:
	case IR_INT:
	case IR_TAGS: break;
	}
	return (int16_t)story_number(type, text);
}

/* The unit "mark_obj(a)" as an actor. */
static struct seen find_unit(struct teller *t, const char *text)
{
	size_t length = strcspn(text, "(");
	int kind = story_kind(&t->in, gd_arena_strndup(t->in.arena, text, length));
	struct seen actor = { .who = (int16_t)kind };
	const char *at = text + length;

	for (size_t i = 0;
	     kind >= 0 && i < SEEN_ARGUMENTS && i < t->in.spec->kinds[kind]->param_count && *at;
	     i++) {
		at += 1 + (*at == ',');
		length = strcspn(at, ",)");
		actor.argument[i] = find_argument(t, &t->in.spec->kinds[kind]->kernel.vars[i]->type,
		    gd_arena_strndup(t->in.arena, at, length));
		at += length;
	}
	return actor;
}

/* ------------------------------------------------------------------------- events */
static void add(struct teller *t, enum seen_what what, int which, int detail)
{
	struct seen e = t->actor;

	if (what <= SEEN_RESUME || (what >= SEEN_INTERVALS && what <= SEEN_FLUSH))
		e = (struct seen){ .who = SEEN_NOBODY };
	e.what = (uint8_t)what;
	e.which = (int16_t)which;
	e.detail = (int16_t)detail;
	e.found = e.stored = SEEN_NOTHING;
	GD_PUSH(t->in.arena, t->events, e);
}

static void add_access(struct teller *t, enum seen_access how, const json_t *operation)
{
	const char *location = text_of(operation, "location");
	int at =
	    location ? story_location(&t->in, location) : story_unknown(&t->in, "location", "null");
	struct seen *e;

	add(t, SEEN_ACCESS, (int)how, at);
	e = &t->events.at[t->events.count - 1];
	if (at < 0)
		return;
	e->found = story_value(&t->in, at, text_of(operation, "found"));
	e->stored = story_value(&t->in, at, text_of(operation, "stored"));
}

static bool has_buffers(const struct story *s)
{
	return strcmp(s->memory, ir_memory_name[IR_MEM_SC]) != 0;
}

/* With store buffers a store that the model does in one step is two events of the C, unless it is to a
 * root. */
static void add_store(struct teller *t, const json_t *operation)
{
	bool has_waited = json_is_integer(json_object_get(operation, "store"));
	struct seen *e;

	add_access(t, SEEN_STORE, operation);
	e = &t->events.at[t->events.count - 1];
	if (!has_buffers(t->story) || has_waited || e->detail >= story_roots_from(&t->in))
		return;
	e->which = SEEN_HOLD;
	add_access(t, SEEN_STORE, operation);
}

static bool is_by_actor(const struct teller *t, const struct seen *e)
{
	return e->who == t->actor.who &&
	    memcmp(e->argument, t->actor.argument, sizeof e->argument) == 0;
}

/* A unit does this once. */
static bool is_first_statement(const struct teller *t, const json_t *step)
{
	const struct ir_stmt *first = t->in.spec->kinds[t->actor.who]->kernel.body;
	const json_t *where = json_object_get(step, "where");

	return first && first->op != IR_OP_for &&
	    first->loc.line == json_integer_value(json_object_get(where, "line")) &&
	    first->loc.column == json_integer_value(json_object_get(where, "column"));
}

/* Whether the actor has done something since it began. */
static bool has_gone_on(const struct teller *t)
{
	const struct seen *last = NULL;

	for (size_t i = 0; i < t->events.count; i++)
		if (is_by_actor(t, &t->events.at[i]))
			last = &t->events.at[i];
	return last && last->what != SEEN_UNIT;
}

static bool is_running(const struct teller *t)
{
	int running = 0;

	for (size_t i = 0; i < t->events.count; i++) {
		const struct seen *e = &t->events.at[i];

		if (is_by_actor(t, e))
			running += (e->what == SEEN_UNIT) - (e->what == SEEN_DONE);
	}
	return running > 0;
}

/* The giver's root is read before the own one changes. */
static void add_received(struct teller *t, const json_t *operation)
{
	struct seen load, *at;
	size_t first;

	add_access(t, SEEN_LOAD, operation);
	first = t->events.count - 1;
	load = t->events.at[first];
	for (at = t->events.at; first > 0 && at[first - 1].what == SEEN_ACCESS &&
	     at[first - 1].which != SEEN_LOAD && at[first - 1].who == load.who;
	     first--)
		at[first] = at[first - 1];
	t->events.at[first] = load;
}

static bool is_at(const struct ir_action *action, const json_t *step)
{
	const json_t *where = json_object_get(step, "where");

	return action->loc.line == json_integer_value(json_object_get(where, "line")) &&
	    action->loc.column == json_integer_value(json_object_get(where, "column"));
}

/* What sets a ghost is no step. */
static size_t after_ghosts(const struct ir_mutator *m, size_t action)
{
	while (action < m->action_count && m->actions[action].op == IR_SCRIPT_GHOST)
		action = m->actions[action].next;
	return action;
}

/* The action that comes after the last one, if it is at the place of STEP; or -1. */
static int find_next(const struct ir_mutator *m, int last, const json_t *step)
{
	const struct ir_action *from = last < 0 ? NULL : &m->actions[last];
	size_t next = after_ghosts(m, from ? from->next : 0);

	if (!from || from->op != IR_SCRIPT_CHOOSE)
		return next < m->action_count && is_at(&m->actions[next], step) ? (int)next : -1;
	for (size_t i = 0; i < from->target_count; i++) {
		next = after_ghosts(m, from->targets[i]);
		if (next < m->action_count && is_at(&m->actions[next], step))
			return (int)next;
	}
	return -1;
}

/* The script's action that is at this place.  What an assert reads is at the place of the assert, and a
 * loop has each of its actions more than once. */
static int find_action(const struct teller *t, size_t mutator, const json_t *step)
{
	const struct ir_mutator *m = &t->in.scenario->mutators[mutator];
	int next = find_next(m, t->last_action[mutator], step);

	for (size_t i = 0; next < 0 && i < m->action_count; i++)
		if (is_at(&m->actions[i], step))
			next = (int)i;
	return next;
}

/* ------------------------------------------ what only a story that directs has */
static void add_needless(struct teller *t, const json_t *operation)
{
	struct seen actor = t->actor;

	t->actor = find_unit(t, text_of(operation, "location"));
	add(t, SEEN_NEEDLESS, 0, 0);
	t->actor = actor;
}

/* An operation that C does without an event, unless something before it in the step has one. */
static void add_first(struct teller *t, const json_t *operation)
{
	const char *op = text_of(operation, "op");
	bool is_first = t->step.count == t->events.count;

	if (strcmp(op, "needless") == 0)
		add_needless(t, operation);
	else if (is_first && t->actor.who != SEEN_NOBODY && strcmp(op, "emit") == 0)
		add(t, SEEN_EMIT, 0, 0);
	else if (is_first && strcmp(op, "stop") == 0)
		add(t, SEEN_ASK, 0, 0);
}

static bool is_look_at(const struct ir_stmt *stmt, const void *of)
{
	const json_t *where = json_object_get(of, "where");

	return stmt->loc.line == json_integer_value(json_object_get(where, "line")) &&
	    stmt->loc.column == json_integer_value(json_object_get(where, "column")) &&
	    ir_stmt_any_expr(stmt, ir_is_state, NULL);
}

/* A step in which a unit only looks. */
static void add_look(struct teller *t, const json_t *step)
{
	if (t->actor.who >= 0 && json_array_size(json_object_get(step, "operations")) == 0 &&
	    t->step.count == t->events.count &&
	    ir_list_any(t->in.spec->kinds[t->actor.who]->kernel.body, is_look_at, step))
		add(t, SEEN_LOOK, 0, 0);
}

/* Steps of the runtime that C takes without an event. */
static void begin_directed_step(struct teller *t, const json_t *step)
{
	const char *what = text_of(step, "do");

	if (strcmp(what, "stopped") == 0)
		add(t, SEEN_STOP, -1 - t->actor.who, 0);
	else if (strcmp(what, "flush") == 0)
		add(t, SEEN_FLUSH, -1 - t->actor.who, 0);
	else if (strcmp(what, "phase") == 0)
		add(t, SEEN_INTERVALS, story_phase(&t->in, text_of(step, "subject")), 0);
	else
		add_look(t, step);
}

static void add_request(struct teller *t, const json_t *step, const char *location)
{
	const struct ir_cycle *cycle = NULL;

	if (t->actor.who < 0 && !location) {
		int action = t->last_action[-1 - t->actor.who];

		if (action >= 0 &&
		    is_at(&t->in.scenario->mutators[-1 - t->actor.who].actions[action], step))
			cycle = t->in.scenario->mutators[-1 - t->actor.who].actions[action].cycle;
	}
	if (location)
		add(t, SEEN_REQUEST, story_cycle(&t->in, location), 0);
	else if (cycle)
		add(t, SEEN_REQUEST, (int)cycle->index, 0);
}

/* With its root, unless a barrier comes before that is set. */
static void add_allocation(struct teller *t, const json_t *operation)
{
	const char *stored = text_of(operation, "stored");

	add(t, SEEN_ALLOCATE, stored ? story_object(&t->in, stored) : -1, 0);
	if (text_of(operation, "location"))
		add_store(t, operation);
}

/* Intervals are not in the guide (agree/driver/guide.c). */
static void add_phase(struct teller *t, const char *location, const char *stored)
{
	int phase = story_phase(&t->in, location);

	if (phase >= 0 && !t->in.spec->phases[phase]->from)
		add(t, SEEN_PHASE, phase, strcmp(stored, "1") == 0);
}

static void add_answer(struct teller *t, const char *name, const char *answer)
{
	for (size_t i = 0; i < t->in.spec->policy_count; i++)
		if (strcmp(t->in.spec->policies[i]->name, name) == 0)
			add(t, SEEN_ANSWER, (int)i,
			    (int)story_number(&t->in.spec->policies[i]->type, answer));
}

/* An operation that is no access to memory. */
static void add_other(struct teller *t, const json_t *step, const json_t *operation)
{
	const char *op = text_of(operation, "op"), *location = text_of(operation, "location"),
		   *stored = text_of(operation, "stored");

	if (strcmp(op, "done") == 0)
		add(t, SEEN_DONE, 0, 0);
	else if (strcmp(op, "open") == 0)
		add(t, SEEN_OPEN, story_bucket(&t->in, location), 0);
	else if (strcmp(op, "close") == 0)
		add(t, SEEN_CLOSE, story_bucket(&t->in, location), 0);
	else if (strcmp(op, "free") == 0)
		add(t, SEEN_FREE, story_object(&t->in, location), 0);
	else if (strcmp(op, "allocate") == 0)
		add_allocation(t, operation);
	else if (strcmp(op, "full") == 0)
		add(t, SEEN_FULL, 0, 0);
	else if (strcmp(op, "answer") == 0)
		add_answer(t, location, text_of(operation, "found"));
	else if (strcmp(op, "root") == 0)
		add_store(t, operation);
	else if (strcmp(op, "hold") == 0)
		add_access(t, SEEN_HOLD, operation);
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

	if (op && t->directed)
		add_first(t, operation);
	if (!op)
		t->in.why = "an operation has no name";
	else if (is_memory && found)
		add_access(t, stored ? SEEN_MODIFY : SEEN_LOAD, operation);
	else if (is_memory && stored)
		add_store(t, operation);
	else
		add_other(t, step, operation);
}

bool story_is_early(const json_t *step)
{
	return strcmp(text_of(step, "do"), "operation") == 0 &&
	    strcmp(text_of(step, "subject"), "allocated") == 0;
}

/* What of such a step the C does in its turn. */
static bool is_in_turn(const json_t *operation)
{
	const char *op = text_of(operation, "op");

	return op && strcmp(op, "root") == 0;
}

/* Two equal units of a bag may run.  If the story has its claims, they say when. */
static bool begins_again(const struct teller *t, const json_t *step)
{
	return t->actor.who >= 0 && !t->is_claimed[t->actor.who] &&
	    t->in.spec->kinds[t->actor.who]->multiplicity == IR_BAG &&
	    is_first_statement(t, step) && has_gone_on(t);
}

/* In C a unit begins with its first statement; if the story directs the C, when it is claimed. */
static bool begins(const struct teller *t, const json_t *step)
{
	if (strcmp(text_of(step, "do"), "run") == 0)
		return !is_running(t) || begins_again(t, step);
	if (t->actor.who >= 0)
		t->is_claimed[t->actor.who] = true;
	return t->directed;
}

static void begin_step(struct teller *t, const json_t *step)
{
	const char *what = text_of(step, "do"), *subject = text_of(step, "subject"),
		   *thread = text_of(step, "thread");

	t->actor = (struct seen){ .who = SEEN_NOBODY };
	if (strncmp(thread, "mutator ", 8) == 0)
		t->actor.who = (int16_t)(-1 - story_mutator(&t->in, thread + 8));
	if (strncmp(thread, "memory of ", 10) == 0)
		t->actor.who = (int16_t)(-1 - story_mutator(&t->in, thread + 10));
	if (strcmp(what, "claim") == 0 || strcmp(what, "run") == 0) {
		t->actor = find_unit(t, subject);
		if (begins(t, step))
			add(t, SEEN_UNIT, 0, 0);
	} else if (strcmp(what, "open") == 0) {
		add(t, SEEN_OPEN, story_bucket(&t->in, subject), 0);
	} else if (strcmp(what, "close") == 0) {
		add(t, SEEN_CLOSE, story_bucket(&t->in, subject), 0);
	} else if (strcmp(what, "begin") == 0) {
		add(t, SEEN_BEGIN, story_cycle(&t->in, subject), 0);
	} else if (strcmp(what, "end") == 0) {
		add(t, SEEN_END, story_cycle(&t->in, subject), 0);
	} else if (strcmp(what, "request") == 0) {
		add(t, SEEN_REQUEST, story_cycle(&t->in, subject), 0);
	} else if (strcmp(what, "script") == 0 && t->actor.who < 0) {
		int action = find_action(t, (size_t)(-1 - t->actor.who), step);

		if (action < 0)
			t->in.why = "a script has another action here";
		t->last_action[-1 - t->actor.who] = action;
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

bool story_stops_midway(const struct story *s)
{
	return is_access_wrong(s) || is_use_wrong(s) ||
	    strncmp(s->property, PML_ASSERT_PREFIX, strlen(PML_ASSERT_PREFIX)) == 0;
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
		t->in.why = "a step is not what `gcdsl trace --json' writes";
		return;
	}
	begin_step(t, step);
	if (t->directed)
		begin_directed_step(t, step);
	if (is_last && (is_access_wrong(t->story) || is_use_wrong(t->story)))
		return;
	for (size_t i = 0; !t->in.why && i < json_array_size(operations); i++) {
		const json_t *operation = json_array_get(operations, i);

		if ((!is_last || !is_after_assert(t->story, operation)) &&
		    (t->directed || !story_is_early(step) || is_in_turn(operation)))
			add_operation(t, step, operation);
	}
}

/* ---------------------------------------------------------------------- the guide */
static enum guide_until until(const struct story *s)
{
	const json_t *last = json_array_get(s->lines, json_array_size(s->lines) - 2);
	const char *what = text_of(last, "do");

	if (strcmp(s->property, PML_OUTCOME) == 0 ||
	    (what && (strcmp(what, "finish") == 0 || strcmp(what, "stuck") == 0)))
		return GUIDE_END;
	if (story_repeats(s))
		return GUIDE_LAST;
	if (pml_is_assert(s->property) || is_access_wrong(s) ||
	    strcmp(s->property, "cycle_ends") == 0)
		return GUIDE_FAIL;
	return GUIDE_LAST;
}

struct guide *story_guide(const struct story *s, const struct ir_spec *spec,
    const struct ir_scenario *scenario, bool directed, const char **why)
{
	struct teller t = { s, { s->arena, spec, scenario, NULL }, .actor = { .who = SEEN_NOBODY },
		.directed = directed,
		.is_claimed = GD_NEW_ARRAY(s->arena, bool, spec->kind_count + 1),
		.last_action = GD_NEW_ARRAY(s->arena, int, scenario->mutator_count + 1) };
	struct guide *guide = GD_NEW(s->arena, struct guide);
	size_t count = json_array_size(s->lines);

	memset(t.last_action, -1, scenario->mutator_count * sizeof *t.last_action);
	for (size_t i = 1; i + 1 < count && !t.in.why; i++) {
		tell_step(&t, json_array_get(s->lines, i), i + 2 == count);
		while (t.step.count < t.events.count)
			GD_PUSH(s->arena, t.step, (uint16_t)i);
		if (t.in.why)
			*why = gd_arena_printf(s->arena, "line %zu: %s", i + 1, t.in.why);
	}
	if (!t.in.why && t.events.count == 0)
		t.in.why = *why = "nothing in it can be seen in C";
	if (!t.in.why && t.events.count > WAY_EVENTS)
		t.in.why = *why =
		    gd_arena_printf(s->arena, "it has more than %d events", WAY_EVENTS);
	*guide = (struct guide){ t.events.at, (unsigned)t.events.count, until(s), has_buffers(s),
		directed, t.step.at, 0, NULL, 0 };
	return t.in.why ? NULL : guide;
}

/* ------------------------------------------------------------------------ the end */
/* Metadata of an object (REGION: NULL), or of a region. */
static const char *put_metadata(struct teller *t, struct gd_out *out, const json_t *of,
    const struct ir_region *region)
{
	const struct ir_spec *spec = t->in.spec;
	const char *before = "";

	for (size_t i = 0; i < spec->meta_count; i++) {
		const struct ir_meta *meta = spec->metas[i];
		const json_t *value = json_object_get(json_object_get(of, "metadata"), meta->name);

		if (meta->region != region)
			continue;
		gd_out_printf(out, "%s%s=%d", before, meta->name,
		    json_is_null(value) ? IR_NO_OBJECT
			: json_is_string(value)
			? story_typed(&t->in, &meta->type, json_string_value(value))
			: (int)json_integer_value(value));
		before = ",";
	}
	return before;
}

static void put_object(struct teller *t, struct gd_out *out, const json_t *object, bool is_new)
{
	const char *before, *name = text_of(object, "object");
	const json_t *fields = json_object_get(object, "fields");

	gd_out_printf(out, " %s%s", name, is_new ? "*:" : ":");
	if (!json_is_true(json_object_get(object, "live"))) {
		gd_out_printf(out, "-");
		return;
	}
	before = put_metadata(t, out, object, NULL);
	for (size_t g = 0, n = 0; g < t->in.spec->group_count; g++) {
		const json_t *slots = json_object_get(fields, t->in.spec->groups[g]->name);

		for (size_t i = 0; i < json_array_size(slots); i++, before = ",") {
			const char *to = json_string_value(json_array_get(slots, i));

			gd_out_printf(out, "%s%zu=%d", before, n++,
			    to ? story_object(&t->in, to) : -1);
		}
	}
}

static void put_regions(struct teller *t, struct gd_out *out, const json_t *regions)
{
	const json_t *one;
	size_t i;

	for (size_t r = 0; r < t->in.spec->region_count; r++)
		json_array_foreach(regions, i, one)
		{
			const struct ir_region *region = t->in.spec->regions[r];

			if (strcmp(text_of(one, "sort"), region->name) != 0)
				continue;
			gd_out_printf(out, " %s:", text_of(one, "region"));
			put_metadata(t, out, one, region);
		}
}

static void put_roots(struct teller *t, struct gd_out *out, const json_t *roots)
{
	const char *before = " roots=";

	for (size_t i = 0; i < t->in.scenario->mutator_count; i++)
		for (size_t j = 0; j < t->in.scenario->mutators[i].root_count; j++, before = ",") {
			const char *name =
			    gd_arena_printf(t->in.arena, "%s.%s", t->in.scenario->mutators[i].name,
				t->in.scenario->mutators[i].roots[j].name);
			const char *to = json_string_value(json_object_get(roots, name));

			gd_out_printf(out, "%s%d", before, to ? story_object(&t->in, to) : -1);
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
	struct teller t = { s, { s->arena, spec, scenario, NULL },
		.actor = { .who = SEEN_NOBODY } };
	const json_t *last = json_array_get(s->lines, json_array_size(s->lines) - 2);
	const json_t *heap = json_object_get(last, "heap");
	struct gd_out out;
	const char *text;

	gd_out_init(&out, 0);
	gd_out_printf(&out, "end");
	for (size_t i = 0; i < json_array_size(heap); i++)
		put_object(&t, &out, json_array_get(heap, i), is_allocated(guide, i));
	put_regions(&t, &out, json_object_get(last, "regions"));
	put_roots(&t, &out, json_object_get(last, "roots"));
	for (size_t i = 0; i < spec->phase_count; i++)
		gd_out_printf(&out, " %s=%d", spec->phases[i]->name,
		    json_is_true(
			json_object_get(json_object_get(last, "phases"), spec->phases[i]->name)));
	text = gd_arena_strndup(s->arena, out.text, out.length);
	gd_out_free(&out);
	return text;
}
