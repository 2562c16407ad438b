/* value.c: what a formula says of one state of a run.
 *
 * It is evaluated again here, on the state that the story shows, so that the story can say which
 * part of the formula is false.  Units that the model does without are not looked at, as in the
 * model. */
#include "promela-backend/trail/internal.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/dump.h"

/* -------------------------------------------------------------------- states */
static long object_named(const struct trail_state *state, const char *name)
{
	for (size_t i = 0; name && i < state->trail->scenario->object_count; i++)
		if (strcmp(trail_object_name(state->arena, state->trail->scenario, (long)i),
			name) == 0)
			return (long)i;
	return -1;
}

static long owner_of(const struct trail *trail, const struct trail_location *location)
{
	return (long)(location->index /
	    (location->meta ? trail->spec->meta_count : trail->scenario->slots_per_object));
}

/* What a mutator holds back is reachable: the object that is stored to, and the one that is stored. */
static void reach_held(const struct trail_state *state, const struct marks_store *store,
    bool *reached)
{
	const struct trail *trail = state->trail;
	const struct trail_location *at = NULL;

	for (size_t i = 0; i < trail->location_count; i++)
		if (strcmp(trail->locations[i].name, store->access.location) == 0)
			at = &trail->locations[i];
	if (at)
		reached[owner_of(trail, at)] = true;
	if (!at || !at->meta || ir_holds_reference(at->meta))
		trail_reach_from(trail, state->heap, object_named(state, store->access.stored),
		    reached);
}

struct trail_state trail_state_at(struct gd_arena *arena, const struct trail *trail,
    const struct trail_step *step)
{
	struct trail_state state = { .arena = arena,
		.trail = trail,
		.heap = step ? &step->after : &trail->start };
	size_t count = trail->scenario->object_count;
	bool *reached;

	state.reachable = state.heap->reachable;
	if (!step || step->waiting_count == 0)
		return state;
	state.reachable = reached = GD_NEW_ARRAY(arena, bool, count + 1);
	memcpy(reached, state.heap->reachable, count * sizeof *reached);
	for (size_t i = 0; i < step->waiting_count; i++)
		reach_held(&state, step->waiting[i], reached);
	return state;
}

/* --------------------------------------------------------------------- units */
static bool counts(const struct trail_unit *unit, const struct ir_kind *kind)
{
	return !unit->left_out && strcmp(unit->kind, kind->name) == 0;
}

/* UNIT NULL: any of the kind. */
static bool is_in(const struct trail_unit *list, size_t count, const struct ir_kind *kind,
    const char *unit)
{
	for (size_t i = 0; i < count; i++)
		if (counts(&list[i], kind) && (!unit || strcmp(list[i].unit, unit) == 0))
			return true;
	return false;
}

static bool is_running(const struct trail_heap *heap, const struct ir_kind *kind)
{
	return is_in(heap->running, heap->running_count, kind, NULL);
}

static bool is_pending(const struct trail_heap *heap, const struct ir_kind *kind)
{
	return is_in(heap->pending, heap->pending_count, kind, NULL);
}

static bool is_in_pool(const struct trail_heap *heap, const struct ir_kind *kind)
{
	for (size_t i = 0; i < heap->pending_count; i++)
		if (counts(&heap->pending[i], kind) && heap->pending[i].buffer == TRAIL_POOL)
			return true;
	return false;
}

/* Whether a unit of KIND stands against EXPR: drained, idle or empty. */
static bool is_left(const struct trail_heap *heap, const struct ir_expr *expr,
    const struct ir_kind *kind)
{
	if (expr->kind == IR_DRAINED)
		return is_pending(heap, kind) || is_running(heap, kind);
	return is_in_pool(heap, kind) || (expr->kind == IR_IDLE && is_running(heap, kind));
}

static bool takes_part(const struct trail_state *state, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = state->trail->spec;

	for (size_t i = 0; i < spec->cycle_count; i++)
		if (state->heap->cycle && strcmp(spec->cycles[i]->name, state->heap->cycle) == 0)
			return ir_takes_part(bucket, spec->cycles[i]);
	return false;
}

/* Whether BUCKET is far enough for EXPR. */
static bool has_opened(const struct trail_state *state, const struct ir_expr *expr,
    const struct ir_bucket *bucket)
{
	if (expr->kind == IR_IDLE)
		return state->heap->open[bucket->index];
	return state->heap->opened[bucket->index] ||
	    (expr->kind == IR_DRAINED && !takes_part(state, bucket));
}

static long ask_units(const struct trail_state *state, const struct ir_expr *expr)
{
	const struct ir_bucket *bucket = expr->bucket;
	const struct ir_kind *kind = expr->kind_of_work;
	bool opened = false;

	for (size_t i = 0; !bucket && i < kind->bucket_count; i++)
		opened |= has_opened(state, expr, kind->buckets[i]);
	if (!bucket)
		return opened && !is_left(state->heap, expr, kind);
	opened = has_opened(state, expr, bucket);
	for (size_t i = 0; i < bucket->kind_count; i++)
		opened = opened && !is_left(state->heap, expr, bucket->kinds[i]);
	return opened;
}

static const char *location_name(const struct trail_state *state, long location)
{
	return trail_location_name(state->arena, state->trail->spec, state->trail->scenario,
	    location);
}

static const char *shown(const struct trail_state *state, const struct ir_type *type, long value)
{
	if (type->kind == IR_SLOT)
		return location_name(state, value);
	return trail_value_text(state->arena, state->trail->scenario, type,
	    gd_arena_printf(state->arena, "%ld", value));
}

/* "mark_obj(b)" without its kind: "b". */
static const char *unit_text(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	const char *text = "";

	for (size_t i = 0; i < expr->unit_count; i++)
		text = gd_arena_printf(state->arena, "%s%s%s", text, i ? ", " : "",
		    shown(state, &expr->kind_of_work->kernel.vars[i]->type,
			trail_value_in(state, expr->units[i], env)));
	return text;
}

static long ask_pending(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	const char *unit = unit_text(state, expr, env);
	const struct trail_heap *heap = state->heap;

	return is_in(heap->pending, heap->pending_count, expr->kind_of_work, unit) ||
	    is_in(heap->running, heap->running_count, expr->kind_of_work, unit);
}

/* -------------------------------------------------------------------- places */
static long value_of(const struct trail_env *env, const struct ir_var *var)
{
	while (env && env->var != var)
		env = env->up;
	return env ? env->value : -1;
}

static size_t slot_count(const struct trail *trail)
{
	return trail->scenario->object_count * trail->scenario->slots_per_object;
}

static bool is_object(const struct trail_state *state, long value)
{
	return value >= 0 && (size_t)value < state->trail->scenario->object_count;
}

/* The location that PLACE is: -1: in null. */
static long location_of(const struct trail_state *state, const struct ir_place *place,
    const struct trail_env *env)
{
	const struct ir_scenario *scenario = state->trail->scenario;
	long object, index;

	if (place->kind == IR_PLACE_SLOT)
		return value_of(env, place->slot);
	object = trail_value_in(state, place->object, env);
	if (!is_object(state, object))
		return -1;
	if (place->kind == IR_PLACE_META)
		return object * (long)state->trail->spec->meta_count + (long)place->meta->index;
	if (place->kind == IR_PLACE_LIKE)
		return object * (long)scenario->slots_per_object +
		    value_of(env, place->slot) % (long)scenario->slots_per_object;
	index = place->index ? trail_value_in(state, place->index, env) : 0;
	if (index < 0 || (size_t)index >= scenario->group_size[place->group->index])
		return -1;
	return object * (long)scenario->slots_per_object +
	    (long)scenario->group_first[place->group->index] + index;
}

static long peek(const struct trail_state *state, const struct ir_place *place,
    const struct trail_env *env)
{
	long at = location_of(state, place, env);
	size_t slots = slot_count(state->trail);

	if (place->kind == IR_PLACE_META)
		return at < 0 ? place->meta->init : state->heap->meta[at];
	if (at < 0)
		return -1;
	return (size_t)at < slots ? state->heap->slot[at] : state->heap->root[(size_t)at - slots];
}

/* ---------------------------------------------------------------- quantifiers */
static long *numbers(const struct trail_state *state, size_t first, size_t count)
{
	long *list = GD_NEW_ARRAY(state->arena, long, count + 1);

	for (size_t i = 0; i < count; i++)
		list[i] = (long)(first + i);
	return list;
}

static size_t first_root(const struct ir_scenario *scenario, size_t mutator)
{
	size_t first = 0;

	for (size_t i = 0; i < mutator; i++)
		first += scenario->mutators[i].root_count;
	return first;
}

static size_t slots_of(const struct trail_state *state, const struct ir_expr *quantifier,
    long object, const long **elements)
{
	const struct ir_scenario *scenario = state->trail->scenario;
	size_t group = quantifier->group->index;

	if (!is_object(state, object))
		return 0;
	*elements = numbers(state,
	    (size_t)object * scenario->slots_per_object + scenario->group_first[group],
	    scenario->group_size[group]);
	return scenario->group_size[group];
}

size_t trail_domain(const struct trail_state *state, const struct ir_expr *quantifier,
    const struct trail_env *env, const long **elements)
{
	const struct ir_scenario *scenario = state->trail->scenario;
	size_t count = 0, first = 0;
	long *list;

	switch (quantifier->domain) {
	case IR_DOMAIN_SLOTS:
		return slots_of(state, quantifier, trail_value_in(state, quantifier->args[1], env),
		    elements);
	case IR_DOMAIN_ROOTS:
		first = (size_t)trail_value_in(state, quantifier->args[1], env);
		count = scenario->mutators[first].root_count;
		first = slot_count(state->trail) + first_root(scenario, first);
		break;
	case IR_DOMAIN_OBJECTS: count = scenario->object_count; break;
	case IR_DOMAIN_REGIONS:
		count = ir_regions_of(scenario, quantifier->var->type.region);
		break;
	case IR_DOMAIN_MUTATORS: count = scenario->mutator_count; break;
	case IR_DOMAIN_EXPECTED: count = scenario->expected_count; break;
	case IR_DOMAIN_PAYLOAD:
	case IR_DOMAIN_WORDS: break;
	}
	*elements = list = numbers(state, first, count);
	for (size_t i = 0; quantifier->domain == IR_DOMAIN_EXPECTED && i < count; i++)
		list[i] = scenario->expected[i];
	return count;
}

bool trail_exists(const struct trail_state *state, const struct ir_expr *quantifier, long element)
{
	return quantifier->domain != IR_DOMAIN_OBJECTS || state->heap->existed[element];
}

static long quantify(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	bool all = expr->kind == IR_FORALL;
	const long *elements = NULL;
	size_t count = trail_domain(state, expr, env, &elements);

	for (size_t i = 0; i < count; i++) {
		const struct trail_env inner = { expr->var, elements[i], env };

		if (trail_exists(state, expr, elements[i]) &&
		    (trail_value_in(state, expr->args[0], &inner) != 0) != all)
			return !all;
	}
	return all;
}

/* -------------------------------------------------------------------- values */
static bool all_stopped(const struct trail_state *state)
{
	const struct ir_scenario *scenario = state->trail->scenario;
	bool all = state->heap->stopping;

	for (size_t i = 0; i < scenario->mutator_count; i++)
		all &= trail_mutator_state(scenario, state->heap, i) != TRAIL_RUNNING;
	return all;
}

static long in_cycle(const struct trail_state *state, const struct ir_expr *expr)
{
	return state->heap->cycle &&
	    (!expr->cycle || strcmp(expr->cycle->name, state->heap->cycle) == 0);
}

/* NULL: it is as everybody sees it. */
static const struct trail_view *view_of(const struct trail_state *state,
    const struct ir_phase *phase)
{
	const struct trail_view *view = state->views;

	while (view && strcmp(view->phase, phase->name) != 0)
		view = view->up;
	return view;
}

static long ask_phase(const struct trail_state *state, const struct ir_phase *phase)
{
	const struct trail_view *view = view_of(state, phase);

	return view ? view->on : state->heap->phase[phase->index];
}

static long ask_object(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	long object = trail_value_in(state, expr->args[0], env);

	if (expr->kind == IR_FREED)
		return !is_object(state, object) || !state->heap->live[object];
	return is_object(state, object) && state->reachable[object];
}

static bool have_same_origin(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	long a = trail_value_in(state, expr->args[0], env),
	     b = trail_value_in(state, expr->args[1], env);
	const long *origin = state->heap->origin;

	return a == b || (a >= 0 && b >= 0 && origin[a] >= 0 && origin[a] == origin[b]);
}

static bool is_in_space(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	const struct trail *trail = state->trail;
	size_t cells = ir_cells_of_space(trail->spec, trail->scenario);
	long object = trail_value_in(state, expr->args[0], env);

	return object >= 0 && (size_t)object < trail->scenario->object_count && cells &&
	    (size_t)object / cells == state->heap->space[expr->space->index];
}

/* The number after the last one: there is none. */
static long region_of(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	const struct ir_scenario *scenario = state->trail->scenario;
	const struct ir_type *type = &expr->args[0]->type;
	size_t of = (size_t)trail_value_in(state, expr->args[0], env);
	size_t count = type->kind == IR_REGION ? ir_regions_of(scenario, type->region)
					       : scenario->object_count;

	if (of >= count)
		return (long)ir_regions_of(scenario, expr->region);
	return (long)(type->kind == IR_REGION ? scenario->extents[type->region->index].around
					      : scenario->extents[expr->region->index].first)[of];
}

long trail_value_in(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	if (ir_is_computed(expr))
		return ir_compute(expr->kind, trail_value_in(state, expr->args[0], env),
		    expr->args[1] ? trail_value_in(state, expr->args[1], env) : 0);
	if (ir_family(expr) == IR_FAMILY_QUANTIFIER)
		return quantify(state, expr, env);
	switch (expr->kind) {
	case IR_CONST: return expr->number;
	case IR_NULL: return -1;
	case IR_VAR: return value_of(env, expr->var);
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY: return ask_units(state, expr);
	case IR_IS_OPEN: return state->heap->open[expr->bucket->index];
	case IR_IN_PHASE: return ask_phase(state, expr->phase);
	case IR_IN_CYCLE: return in_cycle(state, expr);
	case IR_GHOST: return state->heap->ghost[expr->ghost->index];
	case IR_REQUESTED: return state->heap->requested[expr->cycle->index];
	case IR_ALL_STOPPED: return all_stopped(state);
	case IR_PEEK: return peek(state, expr->place, env);
	case IR_FREED:
	case IR_REACHABLE: return ask_object(state, expr, env);
	case IR_PENDING: return ask_pending(state, expr, env);
	case IR_SAME_ORIGIN: return have_same_origin(state, expr, env);
	case IR_REGION_OF: return region_of(state, expr, env);
	case IR_IN_SPACE: return is_in_space(state, expr, env);
	case IR_OBSERVED: /* in litmus tests alone */
#define OPERATOR(name, ...) case IR_##name:
#include "compiler/base/operators.def"
		break;
	}
	return 0; /* a temporal operator: property.c */
}

/* --------------------------------------------------------------------- atoms */
/* "b.mark", "b.field[0]": the place with the values of its variables. */
static const char *place_name(const struct trail_state *state, const struct ir_place *place,
    const struct trail_env *env)
{
	const char *object;

	if (place->kind != IR_PLACE_META)
		return location_name(state, location_of(state, place, env));
	object = trail_owner_name(state->arena, state->trail->scenario, place->meta,
	    trail_value_in(state, place->object, env));
	return gd_arena_printf(state->arena, "%s.%s", object, place->meta->name);
}

static const char *atom_name(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env)
{
	if (expr->kind == IR_PEEK)
		return place_name(state, expr->place, env);
	if (expr->kind == IR_PENDING)
		return gd_arena_printf(state->arena, "pending(%s(%s))", expr->kind_of_work->name,
		    unit_text(state, expr, env));
	if (expr->kind == IR_FREED || expr->kind == IR_REACHABLE)
		return gd_arena_printf(state->arena, "%s(%s)", ir_expr_info[expr->kind].key,
		    shown(state, &expr->args[0]->type, trail_value_in(state, expr->args[0], env)));
	if (expr->kind == IR_IN_PHASE && view_of(state, expr->phase))
		return gd_arena_printf(state->arena, "%s, as the mutator sees it",
		    expr->phase->name);
	return ir_expr_text(state->arena, expr);
}

struct collect {
	const struct trail_state *state;
	const struct trail_env *locals;
	GD_VEC(struct trail_atom) found;
};

static void add_atom(struct collect *c, const struct ir_expr *expr, const struct trail_env *env)
{
	const struct trail_state *state = c->state;
	struct trail_atom atom = { atom_name(state, expr, env),
		shown(state, &expr->type, trail_value_in(state, expr, env)) };

	for (size_t i = 0; i < c->found.count; i++)
		if (strcmp(c->found.at[i].name, atom.name) == 0)
			return;
	GD_PUSH(state->arena, c->found, atom);
}

/* An atom says something only if it is a variable of the kernel. */
static bool is_local(const struct collect *c, const struct ir_expr *expr)
{
	const struct trail_env *env = c->locals;

	while (env && !(expr->kind == IR_VAR && env->var == expr->var))
		env = env->up;
	return env;
}

static void collect(struct collect *c, const struct ir_expr *expr, const struct trail_env *env)
{
	const long *elements = NULL;
	size_t count;

	if (ir_family(expr) == IR_FAMILY_ATOM && !is_local(c, expr))
		return;
	if (ir_family(expr) == IR_FAMILY_QUANTIFIER) {
		count = trail_domain(c->state, expr, env, &elements);
		for (size_t i = 0; i < count; i++)
			if (trail_exists(c->state, expr, elements[i]))
				collect(c, expr->args[0],
				    &(struct trail_env){ expr->var, elements[i], env });
	} else if (ir_operator(expr->kind)) {
		for (size_t i = 0; i < 2 && expr->args[i]; i++)
			collect(c, expr->args[i], env);
	} else {
		add_atom(c, expr, env);
	}
}

struct trail_atoms trail_atoms_of(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env, const struct trail_env *locals)
{
	struct collect c = { .state = state, .locals = locals };

	collect(&c, expr, env);
	return (struct trail_atoms){ c.found.at, c.found.count };
}

const char *trail_env_text(const struct trail_state *state, const struct trail_env *env)
{
	const char *outer = env ? trail_env_text(state, env->up) : NULL;

	if (!env)
		return NULL;
	return gd_arena_printf(state->arena, "%s%s%s = %s", outer ? outer : "", outer ? ", " : "",
	    env->var->name, shown(state, &env->var->type, env->value));
}
