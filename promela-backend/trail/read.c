/* read.c: the steps of a replay. */
#include "promela-backend/trail/internal.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/dump.h"
#include "promela-backend/pml.h"

struct reader {
	struct gd_arena *arena;
	struct trail *trail;
	struct trail_heap heap;
	GD_VEC(struct trail_step) steps;
	GD_VEC(struct trail_effect) effects; /* of the last step */
	bool in_cycle, failed;
};

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static const char *unit_text(struct reader *r, const struct trail_event *event)
{
	const char *kind = or_empty(trail_value(event, "kind"));

	return gd_arena_printf(r->arena, "%s(%s)", kind,
	    trail_unit_args(r->arena, r->trail->spec, r->trail->scenario, kind,
		trail_value(event, "unit")));
}

/* ------------------------------------------------------------------ effects */
static const struct ir_type reference = { .kind = IR_REF };

static const struct ir_type *type_at(struct reader *r, const struct trail_event *event)
{
	const struct ir_meta *meta = trail_find_meta(r->trail->spec, trail_value(event, "at"));

	return meta && trail_number(event, "root", -1) < 0 ? &meta->type : &reference;
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
	const char *at = or_empty(trail_value(event, "at"));
	const struct ir_group *group = trail_find_group(r->trail->spec, at);
	long root = trail_number(event, "root", -1), slot = trail_number(event, "slot", -1);
	const char *object =
	    trail_object_name(r->arena, r->trail->scenario, trail_number(event, "object", -1));

	if (root >= 0)
		return root_name(r, root);
	if (slot >= 0 && (!group || group->is_array))
		return gd_arena_printf(r->arena, "%s.%s[%ld]", object, at, slot);
	return *at ? gd_arena_printf(r->arena, "%s.%s", object, at) : NULL;
}

static const char *value(struct reader *r, const struct trail_event *event, const char *key,
    const struct ir_type *type)
{
	const char *text = trail_value(event, key);

	return text ? trail_value_text(r->arena, r->trail->scenario, type, text) : NULL;
}

/* A root that an allocation has just set changes: told already. */
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
	    trail_find_bucket(r->trail->spec, trail_value(event, "bucket"));
	const char *what = or_empty(trail_value(event, "do"));

	if (bucket && bucket->guard && (strcmp(what, "open") == 0 || trail_is(event, "open")))
		return ir_expr_text(r->arena, bucket->guard);
	if (bucket && strcmp(what, "close") == 0 && bucket->close_when)
		return ir_expr_text(r->arena, bucket->close_when);
	return NULL;
}

static void add_effect(struct reader *r, const struct trail_event *event)
{
	struct trail_effect effect = { .what = TRAIL_OTHER,
		.op = event->name,
		.where = event->where };
	const char *object =
	    trail_object_name(r->arena, r->trail->scenario, trail_number(event, "object", -1));

	if (trail_is(event, "needless")) /* the model's business, not the collector's */
		return;
	if (trail_is(event, "access")) {
		effect.what = TRAIL_ACCESS;
		effect.op = or_empty(trail_value(event, "op"));
		effect.order = trail_value(event, "order");
		effect.location = location(r, event);
		effect.found = value(r, event, "found", type_at(r, event));
		effect.stored = value(r, event, "stored", type_at(r, event));
	} else if (trail_is(event, "hold")) {
		effect.location = location(r, event);
		effect.stored = value(r, event, "value", type_at(r, event));
	} else if (trail_is(event, "emit") || trail_is(event, "done")) {
		effect.what = trail_is(event, "emit") ? TRAIL_EMIT : TRAIL_DONE;
		effect.location = unit_text(r, event);
	} else if (trail_is(event, "open")) {
		effect.what = TRAIL_OPEN;
		effect.location = trail_value(event, "bucket");
		effect.because = guard_text(r, event);
	} else if (trail_is(event, "close")) {
		effect.location = trail_value(event, "bucket");
	} else if (trail_is(event, "free")) {
		effect.what = TRAIL_FREE;
		effect.location = object;
	} else if (trail_is(event, "allocate")) {
		effect.what = TRAIL_ALLOCATE;
		if (trail_value(event, "root"))
			effect.location = root_name(r, trail_number(event, "root", -1));
		effect.stored = object;
	} else if (trail_is(event, "received")) {
		effect.location = root_name(r, trail_number(event, "root", -1));
	} else if (trail_is(event, "root")) {
		effect.what = TRAIL_ROOT;
		effect.location = root_name(r, trail_number(event, "root", -1));
		effect.stored = value(r, event, "value", &reference);
	} else {
		bool ghost = trail_is(event, "ghost");

		effect.location = trail_value(event, ghost ? "ghost" : "phase");
		effect.stored = trail_value(event, ghost ? "value" : "on");
	}
	if (!repeats(r, &effect))
		GD_PUSH(r->arena, r->effects, effect);
}

/* -------------------------------------------------------------------- steps */
static const char *thread(struct reader *r, const struct trail_event *event)
{
	const char *name = trail_value(event, "thread");

	if (name && strcmp(name, "memory") == 0)
		return gd_arena_printf(r->arena, "memory of %s",
		    trail_mutator_name(r->trail->scenario, trail_number(event, "mutator", -1)));
	if (name && strcmp(name, "mutator") == 0)
		return gd_arena_printf(r->arena, "mutator %s",
		    trail_mutator_name(r->trail->scenario, trail_number(event, "mutator", -1)));
	return name ? name : "?";
}

static const char *subject(struct reader *r, const struct trail_event *event)
{
	if (trail_value(event, "kind") && !trail_value(event, "unit"))
		return trail_value(event, "kind");
	if (trail_value(event, "kind"))
		return unit_text(r, event);
	if (trail_value(event, "bucket"))
		return trail_value(event, "bucket");
	if (trail_value(event, "barrier"))
		return trail_value(event, "barrier");
	if (trail_value(event, "phase"))
		return trail_value(event, "phase");
	if (trail_value(event, "op"))
		return trail_value(event, "op");
	return or_empty(trail_value(event, "cycle"));
}

/* The last step has all its lines: its effects and the state after it. */
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

	close_step(r);
	step.what = or_empty(trail_value(event, "do"));
	step.thread = thread(r, event);
	step.subject = subject(r, event);
	step.because = guard_text(r, event);
	step.in_cycle = r->in_cycle;
	step.statement = "";
	if (strcmp(step.what, "run") == 0 || strcmp(step.what, "script") == 0 ||
	    strcmp(step.what, "operation") == 0)
		step.statement = trail_statement(r->arena, r->trail->spec, &event->where);
	GD_PUSH(r->arena, r->steps, step);
}

/* ------------------------------------------------------------------ failure */
/* The variable of the outermost quantifier. */
static const struct ir_expr *outermost(const struct ir_expr *formula)
{
	const struct ir_expr *found = NULL;

	if (!formula || formula->kind == IR_FORALL || formula->kind == IR_EXISTS)
		return formula;
	for (int i = 0; i < 2 && !found; i++)
		found = outermost(formula->args[i]);
	return found;
}

static const char *binding_text(struct reader *r, const struct ir_property *property,
    const char *binding)
{
	const struct ir_expr *binder = property ? outermost(property->formula) : NULL;

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
	case IR_BUILTIN_NONE: break;
	}
	return NULL;
}

static const char *formula_text(const struct reader *r, const char *property)
{
	if (strncmp(property, PML_ASSERT_PREFIX, strlen(PML_ASSERT_PREFIX)) == 0)
		return "an assertion of a kernel does not hold";
	if (strcmp(property, PML_USE_PREFIX "stop") == 0)
		return "mutators are stopped that have been stopped already";
	if (strcmp(property, PML_USE_PREFIX "resume") == 0)
		return "mutators are resumed that are not all stopped";
	if (strcmp(property, PML_USE_PREFIX "phase") == 0)
		return "a phase that is changed only while all mutators are stopped is changed while some run";
	if (strcmp(property, TRAIL_LIMIT) == 0)
		return "here the model is at a limit of its own, and knows nothing further";
	if (r->in_cycle)
		return "it never comes true in this run";
	if (r->steps.count && strcmp(r->steps.at[r->steps.count - 1].what, "finish") == 0)
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
		failure->binding = binding_text(r, found, trail_value(event, "binding"));
	}
	if (found && found->formula)
		failure->formula = trail_text_of(r->arena, &found->formula->loc);
	if (found && found->formula && !failure->formula)
		failure->formula = ir_expr_text(r->arena, found->formula);
	failure->why = found ? builtin_text(found->builtin, r->in_cycle) : NULL;
	if (!failure->why)
		failure->why = formula_text(r, property);
}

static void read_event(struct reader *r, const struct trail_event *event, const char *property)
{
	if (trail_is(event, "step"))
		open_step(r, event);
	if (trail_is(event, "fail") && trail_value(event, "property") &&
	    (strcmp(trail_value(event, "property"), property) == 0 ||
		strcmp(property, TRAIL_LIMIT) == 0)) {
		describe_failure(r, property, event);
		r->failed = true;
	} else if (!trail_is(event, "step") && !trail_is(event, "model") &&
	    !trail_is(event, "fail") && r->steps.count) {
		add_effect(r, event);
	}
	trail_state_apply(r->arena, r->trail, &r->heap, event);
	if (r->steps.count == 0 && trail_is(event, "left"))
		trail_state_apply(r->arena, r->trail, &r->trail->start, event);
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

struct trail *trail_read(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *property, const char *output, const char **why)
{
	struct reader r = { .arena = arena, .trail = GD_NEW(arena, struct trail) };
	struct trail_names *names =
	    trail_names_new(arena, spec, scenario, output, &r.trail->scenario);
	struct trail_event event;

	r.trail->spec = spec;
	name_roots(&r);
	trail_state_init(arena, r.trail, &r.heap);
	trail_state_init(arena, r.trail, &r.trail->start);
	while (*output) {
		if (strncmp(output + strspn(output, " \t"), "<<<<<START OF CYCLE", 19) == 0)
			r.in_cycle = true;
		if (trail_read_line(arena, &output, &event) && trail_rename(names, &event))
			read_event(&r, &event, property);
	}
	close_step(&r);
	if (!r.failed)
		describe_failure(&r, property, NULL);
	r.trail->steps = r.steps.at;
	r.trail->step_count = r.steps.count;
	/* a property may be broken before anybody takes a step */
	*why = r.steps.count || r.failed ? NULL : "the replay printed no steps";
	return *why ? NULL : r.trail;
}
