/* run.c: one run of a litmus test, step by step, from what its replay printed. */
#include "promela-backend/litmus/run.h"
#include "trace/switches.h"

#include <string.h>

#include "compiler/ir/dump.h"
#include "promela-backend/litmus/sizes.h"

struct runner {
	struct gd_arena *arena;
	const struct ir_litmus *test;
	enum ir_memory model;
	bool has_windows, receives;
	struct marks *marks;
	long steps;
	size_t thread; /* of the step that is being read */
	const char **memory, **registers;
	GD_VEC(struct litmus_operation) operations;
	GD_VEC(struct litmus_step) done;
	/* performed in the step whose line comes next */
	GD_VEC(struct trail_event) performed;
	struct switches switches;
	long fewest;
};

/* ------------------------------------------------------------------- statements */
/* The statement at LINE, COLUMN. */
static const struct ir_litmus_stmt *find(const struct ir_litmus_stmt *stmt,
    const struct trail_place *place)
{
	const struct ir_litmus_stmt *found = NULL;

	for (; stmt && !found; stmt = stmt->next) {
		if (stmt->loc.line == place->line && stmt->loc.column == place->column)
			return stmt;
		found = find(stmt->body, place);
		if (!found)
			found = find(stmt->otherwise, place);
	}
	return found;
}

static const struct ir_litmus_stmt *statement(const struct runner *r,
    const struct trail_event *event)
{
	const struct ir_litmus_stmt *stmt = NULL;

	for (size_t i = 0; i < r->test->thread_count && !stmt; i++)
		stmt = find(r->test->threads[i].body, &event->where);
	return stmt;
}

static const char *statement_text(struct runner *r, const struct trail_event *event)
{
	const struct ir_litmus_stmt *stmt = statement(r, event);

	if (event->is == TRAIL_EVENT_enter)
		return "critical {";
	if (event->is == TRAIL_EVENT_leave)
		return "}";
	return stmt ? ir_litmus_stmt_text(r->arena, stmt) : "";
}

/* --------------------------------------------------------------------- the state */
static const char *thread_name(struct runner *r, size_t thread)
{
	return gd_arena_printf(r->arena, "thread %zu", thread + 1);
}

static size_t find_location(const struct runner *r, const char *name)
{
	size_t i = 0;

	while (i < r->test->location_count && strcmp(r->test->locations[i]->name, name) != 0)
		i++;
	return i;
}

static void write_memory(struct runner *r, const char *location, const char *value)
{
	size_t i = location ? find_location(r, location) : r->test->location_count;

	if (i < r->test->location_count && value)
		r->memory[i] = value;
}

/* What THREAD reads at LOCATION; NULL: not known. */
static const char *seen(const struct runner *r, const char *thread, const char *location)
{
	const char *own = marks_observed(r->marks, thread, location);
	size_t i = find_location(r, location);

	if (r->model == IR_MEM_C11 || i == r->test->location_count)
		return NULL;
	return own ? own : r->memory[i];
}

static void write_register(struct runner *r, const struct ir_litmus_stmt *stmt, const char *value)
{
	for (size_t i = 0; stmt && stmt->dst && value && i < r->test->register_count; i++)
		if (r->test->registers[i] == stmt->dst)
			r->registers[i] = value;
}

/* -------------------------------------------------------------------- operations */
static void add(struct runner *r, struct marks_access access, long store)
{
	GD_PUSH(r->arena, r->operations, ((struct litmus_operation){ access, store }));
}

/* What waited reaches memory, or is answered. */
static void perform(struct runner *r, const struct trail_event *event)
{
	long at = trail_number(event, TRAIL_KEY_at, -1);
	const char *location =
	    at >= 0 && (size_t)at < r->test->location_count ? r->test->locations[at]->name : "?";
	const char *thread = thread_name(r, r->thread),
		   *value = trail_value(event, TRAIL_KEY_value);
	const char *before = seen(r, "memory", location);
	struct marks_access load = { thread, "load", NULL, location, value, NULL, true, false,
		{ 0 } };
	const struct marks_store *store;

	if (event->is == TRAIL_EVENT_answered) {
		marks_answer(r->marks, thread, location, value);
		add(r, load, 0);
		return;
	}
	store = marks_reach(r->marks, thread, location, before, value);
	write_memory(r, location, value);
	if (store) {
		struct marks_access access = store->access;

		access.found = access.reads ? before : NULL;
		access.stored = value;
		add(r, access, store->number);
	}
}

/* Whether the write waits now. */
static bool waits(const struct runner *r, const struct trail_event *event, const char *op)
{
	return r->has_windows && trail_value(event, TRAIL_KEY_at) &&
	    !trail_value(event, TRAIL_KEY_found) && strcmp(op, "issue") != 0;
}

static struct marks_access access_of(struct runner *r, const struct trail_event *event)
{
	const char *op = trail_value(event, TRAIL_KEY_op);
	struct marks_access access = { .thread = thread_name(r, r->thread),
		.op = op ? op : "?",
		.order = trail_value(event, TRAIL_KEY_order),
		.location = trail_value(event, TRAIL_KEY_at),
		.found = trail_value(event, TRAIL_KEY_found),
		.stored = trail_value(event, TRAIL_KEY_stored),
		.where = { event->where.path, event->where.line, event->where.column } };

	access.reads = strcmp(access.op, "store") != 0 && access.location;
	access.writes =
	    strcmp(access.op, "load") != 0 && strcmp(access.op, "issue") != 0 && access.location;
	return access;
}

static void add_hold(struct runner *r, struct marks_access access)
{
	long store = marks_hold(r->marks, &access);

	access.op = "hold";
	add(r, access, store);
}

/* It is answered later, or at once: by a store of its own thread that waits, or where no load
 * waits. */
static void add_issue(struct runner *r, struct marks_access access)
{
	struct marks_access load = access;
	bool late = ir_memory_info[r->model].late && r->has_windows,
	     at_once = !late || marks_observed(r->marks, access.thread, access.location);

	load.op = "load";
	if (at_once)
		access.found = load.found = seen(r, access.thread, access.location);
	if (late)
		marks_ask(r->marks, &load);
	else
		marks_do(r->marks, &load);
	add(r, access, 0);
}

static void add_access(struct runner *r, const struct trail_event *event)
{
	struct marks_access access = access_of(r, event);

	if (!access.location) {
		add(r, access, 0); /* a fence */
	} else if (waits(r, event, access.op)) {
		add_hold(r, access);
	} else if (strcmp(access.op, "issue") == 0) {
		add_issue(r, access);
	} else if (r->receives && !access.writes) {
		access.op = "receive"; /* it was issued in a step before */
		add(r, access, 0);
	} else {
		marks_do(r->marks, &access);
		add(r, access, 0);
		write_memory(r, access.location, access.stored);
	}
	write_register(r, statement(r, event), access.found);
}

static void add_local(struct runner *r, const struct trail_event *event)
{
	const struct ir_litmus_stmt *stmt = statement(r, event);
	struct marks_access access = access_of(r, event);

	access.op = event->is == TRAIL_EVENT_let ? "let" : "receive";
	if (event->is == TRAIL_EVENT_let) {
		access.stored = trail_value(event, TRAIL_KEY_value);
		access.location = stmt && stmt->dst ? stmt->dst->name : NULL;
	}
	add(r, access, 0);
	write_register(r, stmt, access.stored ? access.stored : access.found);
}

/* ------------------------------------------------------------------------- steps */
static const char **copy(struct runner *r, const char **list, size_t count)
{
	const char **new = GD_NEW_ARRAY(r->arena, const char *, count + 1);

	memcpy(new, list, count * sizeof *list);
	return new;
}

static const char **observed(struct runner *r)
{
	size_t locations = r->test->location_count;
	const char **all =
	    GD_NEW_ARRAY(r->arena, const char *, r->test->thread_count *locations + 1);

	for (size_t i = 0; i < r->test->thread_count; i++)
		for (size_t j = 0; j < locations; j++) {
			const char *value = marks_observed(r->marks, thread_name(r, i),
			    r->test->locations[j]->name);

			if (value && strcmp(value, r->memory[j]) != 0)
				all[i * locations + j] = value;
		}
	return all;
}

/* The state after STEP. */
static void keep_state(struct runner *r, struct litmus_step *step)
{
	const struct marks_store *const *waiting;

	step->waiting_count = marks_waiting(r->marks, &waiting);
	step->waiting = GD_NEW_ARRAY(r->arena, const struct marks_store *, step->waiting_count + 1);
	for (size_t i = 0; i < step->waiting_count; i++)
		step->waiting[i] = waiting[i];
	step->observed = observed(r);
	step->registers = copy(r, r->registers, r->test->register_count);
	if (r->model != IR_MEM_C11)
		step->memory = copy(r, r->memory, r->test->location_count);
}

static void begin_step(struct runner *r, const struct trail_event *event)
{
	r->thread = (size_t)trail_number(event, TRAIL_KEY_thread, 0);
	memset(&r->operations, 0, sizeof r->operations);
	marks_step(r->marks, ++r->steps);
	for (size_t i = 0; i < r->performed.count; i++)
		perform(r, &r->performed.at[i]);
	r->performed.count = 0;
}

static void end_step(struct runner *r, const struct trail_event *event)
{
	struct litmus_step step = { .number = r->steps,
		.what = event->name,
		.thread = r->thread,
		.name = thread_name(r, r->thread),
		.statement = "",
		.where = { event->where.path, event->where.line, event->where.column },
		.operations = r->operations.at,
		.operation_count = r->operations.count };

	if (event->is == TRAIL_EVENT_perform)
		step.name = "memory";
	else
		step.statement = statement_text(r, event);
	step.red_count = marks_end(r->marks, &step.red);
	keep_state(r, &step);
	switches_step(&r->switches, step.what, step.name);
	GD_PUSH(r->arena, r->done, step);
}

/* A step of the memory: the line after it says what it performs. */
static void read_perform(struct runner *r, const struct trail_event *event, const char **events)
{
	struct trail_event next;

	begin_step(r, event);
	if (trail_read_line(r->arena, events, &next))
		perform(r, &next);
	end_step(r, event);
}

static void read_event(struct runner *r, const struct trail_event *event, const char **events)
{
	if (event->is == TRAIL_EVENT_switches) {
		r->fewest = trail_number(event, TRAIL_KEY_number, -1);
	} else if (event->is == TRAIL_EVENT_performed || event->is == TRAIL_EVENT_answered) {
		GD_PUSH(r->arena, r->performed, *event);
	} else if (event->is == TRAIL_EVENT_perform) {
		read_perform(r, event, events);
	} else if (event->is == TRAIL_EVENT_access || event->is == TRAIL_EVENT_let ||
	    event->is == TRAIL_EVENT_receive || event->is == TRAIL_EVENT_enter ||
	    event->is == TRAIL_EVENT_leave) {
		begin_step(r, event);
		if (event->is == TRAIL_EVENT_access)
			add_access(r, event);
		else if (event->is == TRAIL_EVENT_let || event->is == TRAIL_EVENT_receive)
			add_local(r, event);
		end_step(r, event);
	}
}

static void prepare(struct runner *r)
{
	struct litmus_sizes sizes = { 0 };

	r->marks = marks_new(r->arena);
	r->has_windows = ir_memory_info[r->model].has_windows &&
	    litmus_size(r->test, r->model, &sizes) && sizes.window > 0;
	r->receives = litmus_receives(r->test, r->model);
	r->registers = GD_NEW_ARRAY(r->arena, const char *, r->test->register_count + 1);
	r->memory = GD_NEW_ARRAY(r->arena, const char *, r->test->location_count + 1);
	for (size_t i = 0; i < r->test->location_count; i++)
		r->memory[i] = gd_arena_printf(r->arena, "%ld", r->test->locations[i]->init);
}

const struct litmus_run *litmus_run(struct gd_arena *arena, const struct ir_litmus *test,
    enum ir_memory memory, const struct litmus_outcome *outcome)
{
	struct runner r = { .arena = arena, .test = test, .model = memory, .fewest = -1 };
	struct litmus_run *run = GD_NEW(arena, struct litmus_run);
	const char *events = outcome->events;

	run->test = test;
	prepare(&r);
	keep_state(&r, &run->start);
	while (*events) {
		struct trail_event event;

		if (trail_read_line(arena, &events, &event))
			read_event(&r, &event, &events);
	}
	run->steps = r.done.at;
	run->step_count = r.done.count;
	run->reorderings = marks_reorderings(r.marks);
	run->switches = r.switches.count;
	run->fewest = r.fewest;
	return run;
}

bool litmus_has_fewest(const struct litmus_run *run)
{
	return run->switches == 0 || (run->fewest >= 0 && (size_t)run->fewest == run->switches);
}
