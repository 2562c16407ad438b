/* read.c: the steps of a replay. */
#include "promela-backend/trail/internal.h"
#include "promela-backend/trail/units.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/dump.h"
#include "compiler/ir/walk.h"
#include "promela-backend/pml.h"

struct reader {
	struct gd_arena *arena;
	struct trail *trail;
	struct trail_heap heap;
	GD_VEC(struct trail_step) steps;
	GD_VEC(struct trail_effect) effects; /* of the last step */
	GD_VEC(struct trail_event) events;
	size_t cycle; /* number of the event at which what repeats begins */
	long mutator; /* whose step the last one is; or -1 */
	bool in_cycle, failed;
	const char *before_hold; /* the thread of the last step before its store was held back */
};

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static const char *unit_text(struct reader *r, const struct trail_event *event)
{
	const char *kind = or_empty(trail_value(event, TRAIL_KEY_kind));

	return gd_arena_printf(r->arena, "%s(%s)", kind,
	    trail_unit_args(r->arena, r->trail->spec, r->trail->scenario, kind,
		trail_value(event, TRAIL_KEY_unit)));
}

/* ------------------------------------------------------------------ effects */
static const struct ir_type reference = { .kind = IR_REF };

static const struct ir_type *type_at(struct reader *r, const struct trail_event *event)
{
	const struct ir_meta *meta =
	    trail_find_meta(r->trail->spec, trail_value(event, TRAIL_KEY_at));

	return meta && trail_number(event, TRAIL_KEY_root, -1) < 0 ? &meta->type : &reference;
}

static const char *root_name(struct reader *r, long root)
{
	if (root >= 0 && (size_t)root < r->trail->root_count)
		return r->trail->root_names[root];
	return "?";
}

/* `a.mark', `a.field[0]', `m.x' */
static const char *location(struct reader *r, const struct trail_event *event)
{
	const char *at = or_empty(trail_value(event, TRAIL_KEY_at));
	const struct ir_group *group = trail_find_group(r->trail->spec, at);
	long root = trail_number(event, TRAIL_KEY_root, -1),
	     slot = trail_number(event, TRAIL_KEY_slot, -1);
	const char *object = trail_owner_name(r->arena, r->trail->scenario,
	    trail_find_meta(r->trail->spec, at), trail_number(event, TRAIL_KEY_object, -1));

	if (root >= 0)
		return root_name(r, root);
	if (slot >= 0 && (!group || group->is_array))
		return gd_arena_printf(r->arena, "%s.%s[%ld]", object, at, slot);
	return *at ? gd_arena_printf(r->arena, "%s.%s", object, at) : NULL;
}

static const char *value(struct reader *r, const struct trail_event *event, enum trail_key key,
    const struct ir_type *type)
{
	const char *text = trail_value(event, key);

	return text ? trail_value_text(r->arena, r->trail->scenario, type, text) : NULL;
}

/* Whether an allocation has just set this root, which its own effect shows already. */
static bool repeats(const struct reader *r, const struct trail_effect *effect)
{
	const struct trail_effect *last =
	    r->effects.count ? &r->effects.at[r->effects.count - 1] : NULL;

	return last && effect->what == TRAIL_ROOT && last->what == TRAIL_ALLOCATE &&
	    last->location && strcmp(last->location, effect->location) == 0;
}

static const char *guard_text(struct reader *r, const struct trail_event *event)
{
	const struct ir_bucket *bucket =
	    trail_find_bucket(r->trail->spec, trail_value(event, TRAIL_KEY_bucket));

	if (bucket && bucket->guard &&
	    (event->step == TRAIL_DO_open || event->is == TRAIL_EVENT_open))
		return ir_expr_text(r->arena, bucket->guard);
	if (bucket && event->step == TRAIL_DO_close && bucket->close_when)
		return ir_expr_text(r->arena, bucket->close_when);
	return NULL;
}

/* A worker whose stores wait has the number of its window, from 1 on; one that has stored nothing, or all of whose
 * stores are in memory, has none. */
static const char *worker(struct reader *r, const struct trail_event *event)
{
	long window = trail_number(event, TRAIL_KEY_window, -1);

	if (window < 0)
		return "worker";
	if (window >= r->trail->windows)
		r->trail->windows = window + 1;
	return gd_arena_printf(r->arena, "worker %ld", window + 1);
}

/* The thread from whose window the store comes. */
static const char *holder(struct reader *r, const struct trail_event *event)
{
	long mutator = trail_number(event, TRAIL_KEY_mutator, -1);

	if (trail_value(event, TRAIL_KEY_window))
		return worker(r, event);
	if (mutator < 0 || (size_t)mutator >= r->trail->scenario->mutator_count)
		return NULL;
	return gd_arena_printf(r->arena, "mutator %s",
	    trail_mutator_name(r->trail->scenario, mutator));
}

static void fill_access(struct reader *r, const struct trail_event *event,
    struct trail_effect *effect)
{
	effect->what = TRAIL_ACCESS;
	effect->op = or_empty(trail_value(event, TRAIL_KEY_op));
	effect->order = trail_value(event, TRAIL_KEY_order);
	effect->location = location(r, event);
	effect->holder = holder(r, event);
	effect->found = value(r, event, TRAIL_KEY_found, type_at(r, event));
	effect->stored = value(r, event, TRAIL_KEY_stored, type_at(r, event));
}

/* In JSON they have the names that they have in litmus tests, but for a load that is late and not done. */
static void fill_reordered(struct reader *r, const struct trail_event *event,
    struct trail_effect *effect)
{
	fill_access(r, event, effect);
	effect->what = TRAIL_OTHER;
	effect->op = event->is == TRAIL_EVENT_early ? "issue"
	    : event->is == TRAIL_EVENT_taken        ? "receive"
						    : "postponed";
}

static void fill_ghost(struct reader *r, const struct trail_event *event,
    struct trail_effect *effect)
{
	const struct ir_ghost *ghost =
	    trail_find_ghost(r->trail->spec, trail_value(event, TRAIL_KEY_ghost));

	effect->location = trail_value(event, TRAIL_KEY_ghost);
	effect->stored = ghost ? value(r, event, TRAIL_KEY_value, &ghost->type)
			       : trail_value(event, TRAIL_KEY_value);
}

/* In JSON an answer is what was found.  false: the event is none. */
static bool fill_answer(struct reader *r, const struct trail_event *event,
    struct trail_effect *effect)
{
	const struct ir_policy *policy =
	    trail_find_policy(r->trail->spec, trail_value(event, TRAIL_KEY_policy));

	if (event->is != TRAIL_EVENT_answer)
		return false;
	effect->location = trail_value(event, TRAIL_KEY_policy);
	effect->found = policy ? value(r, event, TRAIL_KEY_value, &policy->type)
			       : trail_value(event, TRAIL_KEY_value);
	return true;
}

static void fill_other(const struct trail_event *event, struct trail_effect *effect)
{
	bool of_spaces = event->is == TRAIL_EVENT_swapped;

	effect->location = trail_value(event, of_spaces ? TRAIL_KEY_space : TRAIL_KEY_phase);
	effect->stored = trail_value(event, of_spaces ? TRAIL_KEY_other : TRAIL_KEY_on);
}

static void fill_allocation(struct reader *r, const struct trail_event *event,
    struct trail_effect *effect)
{
	long object = trail_number(event, TRAIL_KEY_object, -1);

	effect->what = TRAIL_ALLOCATE;
	if (trail_value(event, TRAIL_KEY_root))
		effect->location = root_name(r, trail_number(event, TRAIL_KEY_root, -1));
	effect->stored = trail_object_name(r->arena, r->trail->scenario, object);
	effect->lies = trail_lines_text(r->arena, r->trail, object);
}

/* A worker's store waits: from here on it has a window. */
static void note_window(struct reader *r, const struct trail_event *event)
{
	if (r->steps.count && trail_value(event, TRAIL_KEY_window)) {
		r->before_hold = r->steps.at[r->steps.count - 1].thread;
		r->steps.at[r->steps.count - 1].thread = worker(r, event);
	}
}

/* A store that is performed in the step that held it back has not waited. */
static void join_hold(struct reader *r, struct trail_effect *effect)
{
	const struct trail_effect *held =
	    r->effects.count ? &r->effects.at[r->effects.count - 1] : NULL;

	if (!held || held->what != TRAIL_OTHER || held->event != TRAIL_EVENT_hold ||
	    !effect->holder ||
	    strcmp(effect->holder, r->steps.at[r->steps.count - 1].thread) != 0 ||
	    strcmp(held->location, effect->location) != 0)
		return;
	effect->where = held->where;
	effect->holder = NULL;
	r->steps.at[r->steps.count - 1].thread = r->before_hold;
	r->effects.count--;
}

static void add_effect(struct reader *r, const struct trail_event *event)
{
	struct trail_effect effect = { .what = TRAIL_OTHER,
		.event = event->is,
		.op = event->name,
		.where = event->where };
	const char *object = trail_object_name(r->arena, r->trail->scenario,
	    trail_number(event, TRAIL_KEY_object, -1));

	if (event->is == TRAIL_EVENT_needless || event->is == TRAIL_EVENT_left_out ||
	    event->is == TRAIL_EVENT_copied)
		return; /* concern only the model, not the collector: add_needless() */
	if (event->is == TRAIL_EVENT_variable || event->is == TRAIL_EVENT_view)
		return; /* only of a failure: asserted.c */
	if (event->is == TRAIL_EVENT_access) {
		fill_access(r, event, &effect);
		join_hold(r, &effect);
	} else if (event->is == TRAIL_EVENT_early || event->is == TRAIL_EVENT_taken ||
	    event->is == TRAIL_EVENT_postponed) {
		fill_reordered(r, event, &effect);
	} else if (event->is == TRAIL_EVENT_hold || event->is == TRAIL_EVENT_waits) {
		note_window(r, event);
		effect.location = location(r, event);
		effect.stored = value(r, event, TRAIL_KEY_value, type_at(r, event));
	} else if (event->is == TRAIL_EVENT_emit || event->is == TRAIL_EVENT_done) {
		effect.what = event->is == TRAIL_EVENT_emit ? TRAIL_EMIT : TRAIL_DONE;
		effect.location = unit_text(r, event);
	} else if (event->is == TRAIL_EVENT_open) {
		effect.what = TRAIL_OPEN;
		effect.location = trail_value(event, TRAIL_KEY_bucket);
		effect.because = guard_text(r, event);
	} else if (event->is == TRAIL_EVENT_close) {
		effect.location = trail_value(event, TRAIL_KEY_bucket);
	} else if (event->is == TRAIL_EVENT_free) {
		effect.what = TRAIL_FREE;
		effect.location = object;
	} else if (event->is == TRAIL_EVENT_allocate || event->is == TRAIL_EVENT_made) {
		fill_allocation(r, event, &effect);
	} else if (event->is == TRAIL_EVENT_received || event->is == TRAIL_EVENT_pinned) {
		effect.location = root_name(r, trail_number(event, TRAIL_KEY_root, -1));
	} else if (event->is == TRAIL_EVENT_root) {
		effect.what = TRAIL_ROOT;
		effect.location = root_name(r, trail_number(event, TRAIL_KEY_root, -1));
		effect.stored = value(r, event, TRAIL_KEY_value, &reference);
	} else if (event->is == TRAIL_EVENT_ghost) {
		fill_ghost(r, event, &effect);
	} else if (!fill_answer(r, event, &effect)) {
		fill_other(event, &effect);
	}
	if (!repeats(r, &effect))
		GD_PUSH(r->arena, r->effects, effect);
}

/* Units that the model does without are run as soon as they can. */
static void add_needless(struct reader *r)
{
	struct trail_unit unit;

	while (r->steps.count && trail_run_needless(r->trail, &r->heap, &unit)) {
		struct trail_step *last = &r->steps.at[r->steps.count - 1];
		struct trail_effect effect = { .what = TRAIL_OTHER,
			.event = TRAIL_EVENT_needless,
			.op = "needless",
			.location = gd_arena_printf(r->arena, "%s(%s)", unit.kind, unit.unit) };

		if (strchr(last->subject, '?') && r->effects.count == 0)
			last->subject = effect.location; /* the model did not know which */
		GD_PUSH(r->arena, r->effects, effect);
	}
}

/* -------------------------------------------------------------------- steps */
static const char *thread(struct reader *r, const struct trail_event *event)
{
	const char *name = trail_value(event, TRAIL_KEY_thread);

	if (name && strcmp(name, "memory") == 0 && trail_value(event, TRAIL_KEY_window))
		return gd_arena_printf(r->arena, "memory of %s", worker(r, event));
	if (name && strcmp(name, "memory") == 0)
		return gd_arena_printf(r->arena, "memory of %s",
		    trail_mutator_name(r->trail->scenario,
			trail_number(event, TRAIL_KEY_mutator, -1)));
	if (name && strcmp(name, "mutator") == 0)
		return gd_arena_printf(r->arena, "mutator %s",
		    trail_mutator_name(r->trail->scenario,
			trail_number(event, TRAIL_KEY_mutator, -1)));
	if (name && strcmp(name, "worker") == 0)
		return worker(r, event);
	return name ? name : "?";
}

static const char *subject(struct reader *r, const struct trail_event *event)
{
	if (trail_value(event, TRAIL_KEY_kind) && !trail_value(event, TRAIL_KEY_unit))
		return trail_value(event, TRAIL_KEY_kind);
	if (trail_value(event, TRAIL_KEY_kind))
		return unit_text(r, event);
	if (trail_value(event, TRAIL_KEY_bucket))
		return trail_value(event, TRAIL_KEY_bucket);
	if (trail_value(event, TRAIL_KEY_barrier))
		return trail_value(event, TRAIL_KEY_barrier);
	if (trail_value(event, TRAIL_KEY_phase))
		return trail_value(event, TRAIL_KEY_phase);
	if (trail_value(event, TRAIL_KEY_op))
		return trail_value(event, TRAIL_KEY_op);
	return or_empty(trail_value(event, TRAIL_KEY_cycle));
}

/* The last step is complete: keeps its effects, and the state after it. */
static void close_step(struct reader *r)
{
	struct trail_step *step;

	if (r->steps.count == 0)
		return;
	step = &r->steps.at[r->steps.count - 1];
	step->effects = r->effects.at;
	step->effect_count = r->effects.count;
	trail_state_copy(r->arena, r->trail, &r->heap, &step->after);
	memset(&r->effects, 0, sizeof r->effects);
}

static void open_step(struct reader *r, const struct trail_event *event)
{
	struct trail_step step = { .number = (long)r->steps.count + 1, .where = event->where };

	r->mutator = strcmp(or_empty(trail_value(event, TRAIL_KEY_thread)), "mutator") == 0
	    ? trail_number(event, TRAIL_KEY_mutator, -1)
	    : -1;
	step.is = event->step;
	step.what = or_empty(trail_value(event, TRAIL_KEY_do));
	step.thread = thread(r, event);
	step.subject = subject(r, event);
	step.because = guard_text(r, event);
	step.in_cycle = r->in_cycle;
	step.statement = "";
	if (step.is == TRAIL_DO_run || step.is == TRAIL_DO_script || step.is == TRAIL_DO_operation)
		step.statement = trail_statement(r->arena, r->trail->spec, &event->where);
	GD_PUSH(r->arena, r->steps, step);
}

/* ------------------------------------------------------------------ failure */
static const char *binding_text(struct reader *r, const struct ir_property *property,
    const char *binding)
{
	const struct ir_expr *binder = property ? ir_outermost_quantifier(property->formula) : NULL;

	if (!binder || !binder->var || !binding || strcmp(binding, "-") == 0)
		return NULL;
	return gd_arena_printf(r->arena, "%s = %s", binder->var->name,
	    trail_value_text(r->arena, r->trail->scenario, &binder->var->type, binding));
}

static const char *builtin_text(enum ir_builtin_property builtin, bool in_cycle)
{
	switch (builtin) {
	case IR_NO_FREED_ACCESS: return "something that is not an object is read, written or freed";
	case IR_UNIT_UNIQUE:
		return "a unit that is promised to be there at most once is there twice";
	case IR_NO_STRANDED: return "a unit is left when the cycle ends";
	case IR_CYCLE_ENDS:
		return in_cycle ? "this can go on for ever"
				: "nobody can take a step, and the run is not over";
	case IR_FAITHFUL: return "a mutator finds something else than without a collector";
	case IR_BUILTIN_NONE: break;
	}
	return NULL;
}

static bool is_assert(const char *property)
{
	return strncmp(property, PML_ASSERT_PREFIX, strlen(PML_ASSERT_PREFIX)) == 0;
}

static const char *formula_text(const struct reader *r, const char *property)
{
	if (is_assert(property))
		return "an assertion of a kernel does not hold";
	if (strcmp(property, PML_USE_PREFIX "stop") == 0)
		return "`stop mutators' runs while mutators are stopped already";
	if (strcmp(property, PML_USE_PREFIX "resume") == 0)
		return "`resume mutators' runs while not all mutators are stopped";
	if (strcmp(property, PML_USE_PREFIX "phase") == 0)
		return "a phase that may change only while all mutators are stopped changes while some run";
	if (strcmp(property, PML_USE_PREFIX "slot") == 0)
		return "the object has no slot of this number";
	if (strcmp(property, PML_USE_PREFIX "room") == 0)
		return "there is no room for a new object, and the kernel does not test for null";
	if (strcmp(property, PML_USE_PREFIX "spaces") == 0)
		return "spaces are exchanged while a mutator runs, or a unit exists that looks at them";
	if (strcmp(property, PML_USE_PREFIX "slide") == 0)
		return "places are computed while a mutator or another unit may run";
	if (strcmp(property, PML_USE_PREFIX "move") == 0)
		return "the place is null or another object is there, or a mutator runs";
	if (strcmp(property, PML_USE_PREFIX "copy") == 0)
		return "this gets in the way of a copy that goes on";
	if (strcmp(property, PML_USE_PREFIX "overlay") == 0)
		return "what is loaded is no overlay, or null is stored over the object";
	if (strcmp(property, PML_USE_PREFIX "overlaid") == 0)
		return "a reference lies over the object, so it has no slots, words and shape any more";
	if (strcmp(property, PML_USE_PREFIX "itself") == 0)
		return "an object is copied to itself";
	if (strcmp(property, PML_USE_PREFIX "result") == 0)
		return "the barrier's result is not the object, and no copy of it";
	if (strcmp(property, PML_OUTCOME) == 0)
		return "the run ends like this";
	if (strcmp(property, TRAIL_GUIDED) == 0)
		return "up to here the run does what the C has done";
	if (strcmp(property, TRAIL_LIMIT) == 0)
		return "the model meets a limit of its own here, and what follows is not known";
	if (r->in_cycle)
		return "it never comes true in this run";
	if (r->steps.count && r->steps.at[r->steps.count - 1].is == TRAIL_DO_stuck)
		return "nobody can take a step, and it has not come true";
	if (r->steps.count && r->steps.at[r->steps.count - 1].is == TRAIL_DO_finish)
		return "the run is over, and it has not come true";
	return "it does not hold here";
}

static void describe_failure(struct reader *r, const char *property,
    const struct trail_event *event)
{
	struct trail_failure *failure = &r->trail->failure;
	const struct ir_property *found = trail_find_property(r->trail->spec, property);

	failure->property = property;
	if (event) {
		failure->where = event->where;
		failure->binding = binding_text(r, found, trail_value(event, TRAIL_KEY_binding));
	}
	if (found && found->formula)
		failure->formula = trail_text_of(r->arena, &found->formula->loc);
	if (found && found->formula && !failure->formula)
		failure->formula = ir_expr_text(r->arena, found->formula);
	failure->why = found ? builtin_text(found->builtin, r->in_cycle) : NULL;
	if (!failure->why)
		failure->why = formula_text(r, property);
}

/* Opens the step, after that of a flush if the unit is in a buffer still. */
static void begin_step(struct reader *r, const struct trail_events *all, size_t now)
{
	struct trail_event flush;

	close_step(r);
	if (trail_units_flush(r->arena, r->trail, &r->heap, all, now, &flush)) {
		open_step(r, &flush);
		close_step(r);
	}
	open_step(r, &all->at[now]);
}

/* A program ends at an assertion that fails, but the model finishes the step. */
static bool is_over(const struct reader *r)
{
	return r->failed && pml_is_assert(r->trail->failure.property);
}

static bool is_faithful(const struct reader *r, const char *property)
{
	const struct ir_property *found = trail_find_property(r->trail->spec, property);

	return found && found->builtin == IR_FAITHFUL;
}

static void describe_unfaithful(struct reader *r, size_t now)
{
	const char *why = trail_unfaithful(r->arena, r->trail, r->events.at, now);

	if (why)
		r->trail->failure.why = why;
}

static void read_event(struct reader *r, size_t now, const char *property)
{
	struct trail_event *event = &r->events.at[now];
	const struct trail_events all = { r->trail->spec, r->events.at, r->events.count };

	event->value[TRAIL_KEY_unit] = trail_which_unit(r->arena, &r->heap, &all, now);
	r->in_cycle = now >= r->cycle;
	if (event->is == TRAIL_EVENT_switches)
		r->trail->fewest = trail_number(event, TRAIL_KEY_number, -1);
	if (event->is == TRAIL_EVENT_operations) {
		r->trail->fewest_operations = trail_number(event, TRAIL_KEY_number, -1);
		r->trail->fewest_objects = trail_number(event, TRAIL_KEY_objects, -1);
	}
	if (is_over(r))
		return;
	if (event->is == TRAIL_EVENT_step)
		begin_step(r, &all, now);
	if (event->is == TRAIL_EVENT_fail && trail_value(event, TRAIL_KEY_property) &&
	    (strcmp(trail_value(event, TRAIL_KEY_property), property) == 0 ||
		strcmp(property, TRAIL_LIMIT) == 0)) {
		describe_failure(r, property, event);
		if (is_faithful(r, property))
			describe_unfaithful(r, now);
		if (is_assert(property))
			r->trail->failure.asserted =
			    trail_find_assert(r->arena, r->trail, event, now);
		r->failed = true;
	} else if (event->is != TRAIL_EVENT_step && event->is != TRAIL_EVENT_model &&
	    event->is != TRAIL_EVENT_fail && r->steps.count) {
		add_effect(r, event);
	}
	trail_state_apply(r->trail, &r->heap, event);
	trail_units_apply(r->arena, r->trail, &r->heap, &all, now, r->mutator);
	add_needless(r);
	if (r->steps.count == 0 && event->is == TRAIL_EVENT_left)
		trail_state_apply(r->trail, &r->trail->start, event);
}

/* The names in the scenario's order: "m.a", "m.x", "n.b". */
static void name_roots(struct reader *r)
{
	const struct ir_scenario *scenario = r->trail->scenario;
	GD_VEC(const char *) names = { 0 };

	for (size_t i = 0; i < scenario->mutator_count; i++)
		for (size_t j = 0; j < scenario->mutators[i].root_count; j++)
			GD_PUSH(r->arena, names,
			    gd_arena_printf(r->arena, "%s.%s", scenario->mutators[i].name,
				scenario->mutators[i].roots[j].name));
	r->trail->root_names = names.at;
	r->trail->root_count = names.count;
}

/* The events in OUTPUT. false: one is of another model, and *why says so. */
static bool read_output(struct reader *r, struct trail_names *names, const char *output,
    const char **why)
{
	struct trail_event event;

	r->cycle = (size_t)-1;
	while (*output) {
		if (strncmp(output + strspn(output, " \t"), "<<<<<START OF CYCLE", 19) == 0)
			r->cycle = r->events.count;
		if (!trail_read_line(r->arena, &output, &event))
			continue;
		if (event.unknown) {
			*why = gd_arena_printf(r->arena,
			    "the replay printed `%s', which no event has", event.unknown);
			return false;
		}
		event.where.path = trail_path(r->arena, r->trail->spec, event.where.path);
		if (trail_rename(names, &event))
			GD_PUSH(r->arena, r->events, event);
	}
	return true;
}

struct trail *trail_read(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *property, const char *output, const char **why)
{
	struct reader r = { .arena = arena, .trail = GD_NEW(arena, struct trail), .mutator = -1 };
	struct trail_names *names =
	    trail_names_new(arena, spec, scenario, output, &r.trail->scenario);

	r.trail->spec = spec;
	r.trail->fewest = r.trail->fewest_operations = r.trail->fewest_objects = -1;
	name_roots(&r);
	if (!read_output(&r, names, output, why))
		return NULL;
	trail_state_init(arena, r.trail, &r.heap);
	trail_state_init(arena, r.trail, &r.trail->start);
	for (size_t i = 0; i < r.events.count; i++)
		read_event(&r, i, property);
	r.in_cycle = r.cycle != (size_t)-1;
	close_step(&r);
	if (!r.failed)
		describe_failure(&r, property, NULL);
	r.trail->steps = r.steps.at;
	r.trail->step_count = r.steps.count;
	trail_name_locations(arena, r.trail);
	trail_mark(arena, r.trail);
	trail_follow_property(arena, r.trail);
	/* a property may be broken before the first step; nothing is printed then of one checked as LTL */
	*why = r.steps.count || r.failed || r.trail->failure.formula
	    ? NULL
	    : "the replay printed no steps";
	return *why ? NULL : r.trail;
}
