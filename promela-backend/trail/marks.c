/* marks.c: which stores of a story wait, and the marks of its steps.
 *
 * Besides memory operations, these are accesses of a mutator: a change of one of its roots (a
 * collector reads them), its stop, and the flush of one of its buffers; and of a worker, that it emits a unit or
 * allocates an object, and that its unit ends.  Others see each of them at once, whatever stores wait. */
#include "promela-backend/trail/internal.h"
#include "trace/switches.h"

#include <string.h>

struct marker {
	struct gd_arena *arena;
	struct trail *trail;
	struct marks *marks;
};

static bool begins(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Whose operations a step has: those of `memory of m' are of `mutator m'. */
static const char *owner(struct marker *m, const struct trail_step *step)
{
	static const char memory[] = "memory of ";

	if (begins(step->thread, "memory of worker "))
		return step->thread + strlen(memory);
	if (begins(step->thread, memory))
		return gd_arena_printf(m->arena, "mutator %s", step->thread + strlen(memory));
	return step->thread;
}

static struct marks_access access_of(struct marker *m, const struct trail_step *step,
    const struct trail_effect *effect)
{
	return (struct marks_access){ .thread = owner(m, step),
		.op = effect->op,
		.order = effect->order,
		.location = effect->location,
		.found = effect->found,
		.stored = effect->stored,
		.reads = effect->found != NULL,
		.writes = effect->stored != NULL,
		.where = { effect->where.path, effect->where.line, effect->where.column } };
}

/* Models print no place for a store that reaches memory after it waited. */
static bool has_waited(const struct trail_effect *effect)
{
	return !effect->where.path && effect->stored && !effect->found;
}

/* Any thread may perform what another one holds back: a worker what a mutator does that it has stopped, and a step of
 * another mutator what could have come just before it.  What workers hold back is in memory when a bucket opens, also
 * in a step of the releaser. */
static const struct marks_store *reach(struct marker *m, const struct trail_effect *effect,
    const struct marks_access *access)
{
	return marks_reach(m->marks, effect->holder ? effect->holder : access->thread,
	    access->location, NULL, access->stored);
}

static void mark_access(struct marker *m, struct trail_effect *effect, struct marks_access access)
{
	const struct marks_store *store;

	if (!access.location)
		return; /* a fence */
	store = has_waited(effect) ? reach(m, effect, &access) : NULL;
	if (!store) {
		marks_do(m->marks, &access);
		return;
	}
	effect->store = store->number;
	effect->where = (struct trail_place){ store->access.where.file, store->access.where.line,
		store->access.where.column };
}

static void mark_root(struct marker *m, struct marks_access access)
{
	if (!access.location || !begins(access.thread, "mutator "))
		return;
	access.op = "store";
	marks_do(m->marks, &access);
}

/* A worker whose stores wait does this to SUBJECT, a unit or a new object. */
static void mark_act(struct marker *m, struct marks_access access, const char *op,
    const char *subject)
{
	if (!begins(access.thread, "worker "))
		return;
	access.op = op;
	access.location = subject;
	access.stored = NULL;
	access.writes = true;
	marks_do(m->marks, &access);
}

static void mark_effect(struct marker *m, const struct trail_step *step,
    struct trail_effect *effect)
{
	struct marks_access access = access_of(m, step, effect);

	if (effect->what == TRAIL_ACCESS) {
		mark_access(m, effect, access);
	} else if (effect->what == TRAIL_OTHER && effect->event == TRAIL_EVENT_early) {
		access.op = "load";
		marks_do(m->marks, &access);
		marks_early(m->marks);
	} else if (effect->what == TRAIL_OTHER && effect->event == TRAIL_EVENT_postponed) {
		marks_early(m->marks);
	} else if (effect->what == TRAIL_ROOT || effect->what == TRAIL_ALLOCATE) {
		mark_root(m, access);
		if (effect->what == TRAIL_ALLOCATE)
			mark_act(m, access, "alloc", effect->stored);
	} else if (effect->what == TRAIL_EMIT || effect->what == TRAIL_DONE) {
		mark_act(m, access, effect->what == TRAIL_EMIT ? "emit" : "end", effect->location);
	} else if (effect->what == TRAIL_OTHER && effect->event == TRAIL_EVENT_hold) {
		access.op = "store";
		effect->store = marks_hold(m->marks, &access);
	}
}

/* What the step itself is, for other threads. */
static void mark_action(struct marker *m, const struct trail_step *step)
{
	struct marks_access access = { .thread = step->thread, .writes = true };

	access.op = step->is == TRAIL_DO_stopped ? "stop"
	    : step->is == TRAIL_DO_flush         ? "flush"
						 : NULL;
	access.where =
	    (struct marks_place){ step->where.path, step->where.line, step->where.column };
	if (access.op)
		marks_do(m->marks, &access);
}

static void note_observed(struct marker *m, struct trail_step *step, const char *thread,
    const char *location)
{
	const char *memory = trail_memory(m->arena, m->trail, &step->after, location),
		   *value = marks_observed(m->marks, thread, location);
	struct trail_observed *longer =
	    GD_NEW_ARRAY(m->arena, struct trail_observed, step->observed_count + 1);

	for (size_t i = 0; i < step->observed_count; i++) {
		longer[i] = step->observed[i];
		if (strcmp(longer[i].location, location) == 0 &&
		    strcmp(longer[i].thread, thread) == 0)
			return;
	}
	if (!value || !memory || strcmp(value, memory) == 0)
		return;
	longer[step->observed_count++] = (struct trail_observed){ location, thread, value };
	step->observed = longer;
}

static void mark_step(struct marker *m, struct trail_step *step)
{
	const struct marks_store *const *waiting;

	marks_step(m->marks, step->number);
	for (size_t i = 0; i < step->effect_count; i++)
		mark_effect(m, step, &step->effects[i]);
	mark_action(m, step);
	step->red_count = marks_end(m->marks, &step->red);
	step->waiting_count = marks_waiting(m->marks, &waiting);
	step->waiting = GD_NEW_ARRAY(m->arena, const struct marks_store *, step->waiting_count + 1);
	for (size_t i = 0; i < step->waiting_count; i++) {
		step->waiting[i] = waiting[i];
		note_observed(m, step, waiting[i]->access.thread, waiting[i]->access.location);
	}
}

bool trail_has_fewest(const struct trail *trail)
{
	return trail->switches == 0 ||
	    (trail->fewest >= 0 && (size_t)trail->fewest == trail->switches);
}

bool trail_has_fewest_operations(const struct trail *trail)
{
	return trail->fewest_operations >= 0 &&
	    (size_t)trail->fewest_operations == trail->operations.count &&
	    (size_t)trail->fewest_objects == trail->operations.objects;
}

static size_t count_objects(const struct trail *trail)
{
	size_t count = 0;

	for (size_t i = 0; i < trail->scenario->object_count; i++)
		count += trail->start.live[i];
	return count;
}

void trail_mark(struct gd_arena *arena, struct trail *trail)
{
	struct marker m = { arena, trail, marks_new(arena) };
	struct switches switches = { 0 };

	trail->operations = (struct operations){ .objects = count_objects(trail) };
	for (size_t i = 0; i < trail->step_count; i++) {
		mark_step(&m, &trail->steps[i]);
		switches_step(&switches, trail->steps[i].what,
		    switches_thread_of_model(trail->steps[i].thread));
		operations_step(&trail->operations, trail->steps[i].what, trail->steps[i].subject);
	}
	trail->reorderings = marks_reorderings(m.marks);
	trail->switches = switches.count;
}
