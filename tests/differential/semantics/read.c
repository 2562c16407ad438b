/* read.c: declarations, from JSON. */
#include "tests/differential/semantics/reader.h"

#include <stdio.h>
#include <string.h>

static const char *name_of(struct sx_spec *spec, const json_t *object)
{
	return gd_arena_strdup(spec->arena, sx_string(object, "name"));
}

#define ARRAY(json, what, array, count)                                                            \
	((array) = GD_NEW_ARRAY(spec->arena, struct what, json_array_size(json) + 1),              \
	    (count) = (unsigned)json_array_size(json))

/* The range of a type of the IR. */
static struct numbers range_of(const json_t *type)
{
	const char *word = sx_string(type, "type");

	if (strcmp(word, "int") == 0)
		return (struct numbers){ true,
			(int)json_integer_value(json_object_get(type, "low")),
			(int)json_integer_value(json_object_get(type, "high")) };
	return (struct numbers){ strcmp(word, "bit") == 0, 0, 1 };
}

static void read_values(struct sx_spec *spec, const json_t *json, struct value **values,
    unsigned *count)
{
	ARRAY(json, value, *values, *count);
	for (unsigned i = 0; i < *count; i++) {
		const json_t *object = json_array_get(json, i);
		struct value *value = &(*values)[i];
		const char *type = sx_string(object, "type");

		value->name = name_of(spec, object);
		value->tags = json_object_get(object, "tags");
		value->is_ref = !strcmp(type, "ref");
		for (size_t k = 0; value->is_ref && k < json_array_size(value->tags); k++)
			sx_ref_tag(spec, json_string_value(json_array_get(value->tags, k)));
		value->is_word = json_is_true(json_object_get(object, "word"));
		value->when = -1;
		value->initial = sx_constant(spec, value, json_object_get(object, "initial"));
		value->range = range_of(object);
		if (value->range.low < -30000 || value->range.high > 30000)
			sx_cannot(spec, "`%s' has too many values", value->name);
	}
}

static void read_overlays(struct sx_spec *spec, const json_t *json)
{
	for (unsigned i = 0; i < spec->meta_count; i++) {
		const json_t *when = json_object_get(json_array_get(json, i), "when");

		for (unsigned k = 0; when && k < spec->meta_count; k++)
			if (!strcmp(spec->metas[k].name, sx_string(when, "metadata")))
				spec->metas[i].when = (int)k;
		if (when)
			spec->metas[i].when_is = sx_constant(spec,
			    &spec->metas[spec->metas[i].when], json_object_get(when, "value"));
	}
}

static void read_groups(struct sx_spec *spec, const json_t *json)
{
	ARRAY(json, group, spec->groups, spec->group_count);
	for (unsigned i = 0; i < spec->group_count; i++) {
		const json_t *object = json_array_get(json, i);

		spec->groups[i].name = name_of(spec, object);
		spec->groups[i].weak = json_is_true(json_object_get(object, "weak"));
	}
}

static void read_policies(struct sx_spec *spec, const json_t *json)
{
	ARRAY(json, policy, spec->policies, spec->policy_count);
	for (unsigned i = 0; i < spec->policy_count; i++) {
		const json_t *object = json_array_get(json, i), *param;
		struct policy *policy = &spec->policies[i];
		size_t tags = json_array_size(json_object_get(object, "tags")), k;
		struct numbers range = range_of(object);

		policy->name = name_of(spec, object);
		policy->low = range.low;
		policy->high = tags ? (int)tags - 1 : range.high;
		json_array_foreach(json_object_get(object, "parameters"), k, param)
		{
			if (strcmp(sx_string(param, "type"), "ref") == 0)
				policy->objects |= UINT32_C(1) << k;
		}
	}
}

/* Reads all names first, so that expressions find them. */
static void read_names(struct sx_spec *spec, const json_t *root)
{
	const json_t *object = json_object_get(root, "object"), *json;

#define NAMES(key, what, array, count)                                                             \
	json = json_object_get(root, key);                                                         \
	ARRAY(json, what, array, count);                                                           \
	for (unsigned i = 0; i < (count); i++)                                                     \
		(array)[i].name = name_of(spec, json_array_get(json, i));
	NAMES("kinds", kind, spec->kinds, spec->kind_count)
	NAMES("buckets", bucket, spec->buckets, spec->bucket_count)
	NAMES("phases", phase, spec->phases, spec->phase_count)
	NAMES("cycles", cycle, spec->cycles, spec->cycle_count)
	NAMES("spaces", space, spec->spaces, spec->space_count)
	sx_read_regions(spec, root);
	read_values(spec, json_object_get(object, "metadata"), &spec->metas, &spec->meta_count);
	sx_read_region_metas(spec, json_object_get(object, "metadata"));
	read_overlays(spec, json_object_get(object, "metadata"));
	read_values(spec, json_object_get(root, "ghosts"), &spec->ghosts, &spec->ghost_count);
	read_groups(spec, json_object_get(object, "slots"));
	read_policies(spec, json_object_get(root, "policies"));
	if (spec->kind_count > 32 || spec->bucket_count > 32 || spec->cycle_count > 8)
		sx_cannot(spec, "too many kinds, buckets or cycles");
	if (spec->cycle_count == 0)
		sx_cannot(spec, "there is no cycle");
}

/* Whether the releaser notices the condition in a step of its own: it asks for work. */
static bool waits_for_work(const struct expr *expr)
{
	if (!expr)
		return false;
	return expr->op == E_DRAINED || expr->op == E_IDLE || expr->op == E_EMPTY ||
	    waits_for_work(expr->args[0]) || waits_for_work(expr->args[1]);
}

static const struct expr *guard(struct sx_spec *spec, const json_t *object, const char *key)
{
	struct code none = { 0 };
	struct scope scope = { .spec = spec, .code = &none };
	const json_t *json = json_object_get(object, key);

	return json ? sx_read_expr(&scope, json) : NULL;
}

static void read_phases(struct sx_spec *spec, const json_t *json)
{
	for (unsigned i = 0; i < spec->phase_count; i++) {
		const json_t *object = json_array_get(json, i);
		struct phase *phase = &spec->phases[i];

		phase->at_handshake = strcmp(sx_string(object, "seen"), "at handshake") == 0;
		phase->only_stopped = json_is_true(json_object_get(object, "only_stopped"));
		phase->from = guard(spec, object, "from");
		phase->to = guard(spec, object, "to");
		phase->is_interval = phase->from || phase->to;
		if (phase->is_interval) {
			phase->begins = sx_reached_at(spec, object, SX_BEGINS);
			phase->ends = sx_reached_at(spec, object, SX_ENDS);
		}
		phase->from_waits = waits_for_work(phase->from);
		phase->to_waits = waits_for_work(phase->to);
	}
}

static uint32_t bits(struct sx_spec *spec, const json_t *names, const char *of)
{
	uint32_t bits = 0;

	for (size_t i = 0; i < json_array_size(names); i++) {
		json_t *one = json_pack("{s:O}", of, json_array_get(names, i));

		bits |= UINT32_C(1) << sx_named(spec, one, of);
		json_decref(one);
	}
	return bits;
}

static void read_buckets(struct sx_spec *spec, const json_t *json)
{
	static const char *const openings[] = { "from the beginning", "when", "whenever" };

	for (unsigned i = 0; i < spec->bucket_count; i++) {
		const json_t *object = json_array_get(json, i);
		struct bucket *bucket = &spec->buckets[i];
		struct scope fill = { .spec = spec, .code = &bucket->fill };

		bucket->kinds = bits(spec, json_object_get(object, "kinds"), "kind");
		bucket->cycles = bits(spec, json_object_get(object, "cycles"), "cycle");
		if (!bucket->cycles)
			bucket->cycles = UINT32_MAX;
		bucket->opening =
		    (enum opening)sx_word(spec, openings, 3, sx_string(object, "opens"));
		bucket->guard = guard(spec, object, "guard");
		bucket->opens = sx_reached_at(spec, object, SX_OPENS);
		bucket->closes = sx_reached_at(spec, object, SX_CLOSES);
		bucket->close_when = guard(spec, object, "close_when");
		sx_read_code(&fill, json_object_get(object, "fill"));
		sx_add_insn(&fill, DO_RETURN, "");
		sx_finish_code(spec, &bucket->fill, 0);
		if (json_is_true(json_object_get(object, "across_cycles")))
			sx_cannot(spec, "bucket `%s' is `across cycles'", bucket->name);
	}
}

static void read_params(struct scope *scope, const json_t *params)
{
	for (size_t i = 0; i < json_array_size(params); i++) {
		const json_t *param = json_array_get(params, i);

		unsigned var =
		    sx_variable(scope, sx_string(param, "name"), sx_string(param, "type"));

		scope->code->range[var] = range_of(param);
		scope->code->region[var] = sx_named(scope->spec, param, "region") + 1;
	}
}

/* This comes before any kernel is read, because an emit needs to know the buckets of its kind. */
static void read_kind(struct sx_spec *spec, struct kind *kind, const json_t *object)
{
	static const char *const multiplicities[] = { "once", "set", "bag" };
	struct scope scope = { .spec = spec, .code = &kind->code };
	const json_t *params = json_object_get(object, "unit");

	kind->multiplicity =
	    (enum multiplicity)sx_word(spec, multiplicities, 3, sx_string(object, "multiplicity"));
	kind->at_most = (unsigned)json_integer_value(json_object_get(object, "at_most"));
	kind->buckets = bits(spec, json_object_get(object, "buckets"), "bucket");
	kind->params = (unsigned)json_array_size(params);
	read_params(&scope, params);
	read_params(&scope, json_object_get(object, "locals"));
	kind->on =
	    *sx_string(object, "on") ? (int)sx_variable(&scope, sx_string(object, "on"), "") : -1;
}

/* The unit's parameters are always live: other units may have its key, and its mutator waits for
 * its end. */
static void read_kernel(struct sx_spec *spec, struct kind *kind, const json_t *object)
{
	struct scope scope = { .spec = spec, .code = &kind->code, .writes_rounds = true };
	struct expr *on = GD_NEW(spec->arena, struct expr);
	struct insn *done;

	*on = (struct expr){ .op = E_VAR, .index = (unsigned)kind->on };
	sx_read_code(&scope, json_object_get(object, "kernel"));
	done = sx_add_insn(&scope, DO_DONE, "");
	if (kind->on >= 0)
		done->args[0] = on;
	sx_finish_code(spec, &kind->code,
	    kind->multiplicity == SET ? (UINT64_C(1) << kind->params) - 1 : 0);
}

static void read_kinds(struct sx_spec *spec, const json_t *json)
{
	for (unsigned i = 0; i < spec->kind_count; i++)
		read_kind(spec, &spec->kinds[i], json_array_get(json, i));
	for (unsigned i = 0; i < spec->kind_count; i++)
		read_kernel(spec, &spec->kinds[i], json_array_get(json, i));
}

/* ---------------------------------------------------------------------- barriers */
static const json_t *barrier_named(const json_t *barriers, const char *name)
{
	for (size_t i = 0; i < json_array_size(barriers); i++)
		if (strcmp(sx_string(json_array_get(barriers, i), "name"), name) == 0)
			return json_array_get(barriers, i);
	return NULL;
}

/* The parameters of a barrier are the first variables of the operation, whatever their names. */
/* Returns the variable with the barrier's result; -1: it has none. */
static int read_barrier(struct sx_spec *spec, const json_t *barrier)
{
	struct code *code = &spec->operations;
	struct scope scope = { .spec = spec, .code = code, .first = code->var_count };
	const json_t *params = json_object_get(barrier, "parameters");
	unsigned first = code->var_count;

	if (!barrier)
		return -1;
	read_params(&scope, params);
	for (unsigned i = 0; i < json_array_size(params); i++) {
		struct expr *passed = GD_NEW(spec->arena, struct expr);
		struct insn *let = sx_add_insn(&scope, DO_LET, "");

		*passed = (struct expr){ .op = E_VAR, .index = i < 3 ? i : OLD };
		let->dst = (int)(first + i);
		let->args[0] = passed;
	}
	read_params(&scope, json_object_get(barrier, "locals"));
	sx_read_code(&scope, json_object_get(barrier, "kernel"));
	return *sx_string(barrier, "result")
	    ? (int)sx_variable(&scope, sx_string(barrier, "result"), "")
	    : -1;
}

/* The access to the object in the variable RESULT. */
static void add_access(struct scope *scope, int result, bool loads)
{
	struct insn *access = sx_add_insn(scope, DO_ACCESS, "the program's own access");
	struct expr *object = GD_NEW(scope->spec->arena, struct expr);

	*object = (struct expr){ .op = E_VAR, .index = (unsigned)result };
	access->args[0] = object;
	access->index = loads;
}

/* The operation is the barrier alone, which begins at the instruction returned. */
static unsigned read_alone(struct scope *scope, const json_t *barrier)
{
	unsigned first = scope->spec->operations.count;

	read_barrier(scope->spec, barrier);
	sx_add_insn(scope, DO_RETURN, "");
	return first;
}

void sx_read_operations(struct sx_spec *spec, const json_t *barriers)
{
	static const char *const names[] = { "(object)", "(slot)", "(value)", "(access)",
		"(number or target)", "(old)" };
	static const char *const types[] = { "ref", "slot", "ref", "int", "int", "ref" };
	const json_t *before = barrier_named(barriers, "before_store");
	const json_t *after = barrier_named(barriers, "after_store");
	const json_t *allocated = barrier_named(barriers, "allocated");
	const json_t *received = barrier_named(barriers, "received");
	const json_t *loads = barrier_named(barriers, "before_load");
	struct scope scope = { .spec = spec, .code = &spec->operations };
	unsigned access;
	int result;

	spec->redirects_loads = loads != NULL;
	spec->redirects_stores = *sx_string(before, "result");
	spec->has_identities |= spec->redirects_loads || spec->redirects_stores;
	spec->exchanges = *sx_string(after, "exchange");
	for (size_t i = 0; i < (spec->exchanges                                          ? 6
				       : spec->redirects_loads || spec->redirects_stores ? 5
											 : 3);
	     i++)
		sx_variable(&scope, names[i], types[i]);
	spec->stores_in_steps = before || after;
	spec->allocates_in_steps = allocated != NULL;
	spec->receives_in_steps = received != NULL;
	result = read_barrier(spec, before);
	if (result >= 0)
		add_access(&scope, result, false);
	else
		sx_add_insn(&scope, DO_ACT, "the program's own store")->dst =
		    spec->exchanges ? OLD : -1;
	access = spec->operations.count - 1;
	read_barrier(spec, after);
	spec->operations.at[access].target = spec->operations.count;
	sx_add_insn(&scope, DO_RETURN, "");
	spec->first_of_allocate = spec->operations.count;
	read_barrier(spec, allocated);
	sx_add_insn(&scope, DO_ROOT, "the new object gets its root");
	sx_add_insn(&scope, DO_RETURN, "");
	spec->first_of_receive = read_alone(&scope, received);
	spec->pins = barrier_named(barriers, "pinned") != NULL;
	spec->first_of_pin = read_alone(&scope, barrier_named(barriers, "pinned"));
	spec->first_of_load = spec->operations.count;
	result = read_barrier(spec, loads);
	if (result >= 0)
		add_access(&scope, result, true);
	spec->operations.at[spec->operations.count - 1].target = spec->operations.count;
	sx_add_insn(&scope, DO_RETURN, "");
	sx_finish_code(spec, &spec->operations, 0);
}

/* -------------------------------------------------------------------- everything */
static void read_properties(struct sx_spec *spec, const json_t *json)
{
	ARRAY(json, property, spec->properties, spec->property_count);
	for (unsigned i = 0; i < spec->property_count; i++) {
		spec->properties[i].name = name_of(spec, json_array_get(json, i));
		spec->properties[i].formula = guard(spec, json_array_get(json, i), "formula");
		if (strcmp(spec->properties[i].name, "faithful") == 0)
			spec->has_identities = spec->asks_faithful = true;
	}
}

static void read_placing(struct sx_spec *spec, const json_t *json)
{
	static struct code none; /* guards and formulas have no variables of their own */
	struct scope scope = { .spec = spec, .code = &none };

	none = (struct code){ 0 };
	if (!json)
		return;
	spec->fits_of = sx_variable(&scope, sx_string(json, "var"), "region");
	for (unsigned i = 0; i < spec->region_count;
	     i++) /* the smallest has one around it, or is alone */
		if (spec->regions[i].around || spec->region_count == 1)
			none.region[spec->fits_of] = (int)(spec->fits_sort = i) + 1;
	spec->fits = sx_read_expr(&scope, json_object_get(json, "fits"));
}

static void read_all(struct sx_spec *spec, const json_t *root, const char *scenario)
{
	const json_t *scenarios = json_object_get(root, "scenarios"), *chosen = NULL;

	for (size_t i = 0; i < json_array_size(scenarios) && !chosen; i++)
		if (!scenario || !strcmp(sx_string(json_array_get(scenarios, i), "name"), scenario))
			chosen = json_array_get(scenarios, i);
	read_names(spec, root);
	if (!chosen)
		sx_cannot(spec, "no scenario is called `%s'", scenario ? scenario : "");
	if (spec->why)
		return;
	sx_read_scenario(spec, chosen);
	sx_read_extents(spec, json_object_get(chosen, "regions"));
	read_placing(spec, json_object_get(root, "placing"));
	read_phases(spec, json_object_get(root, "phases"));
	for (unsigned i = 0; i < spec->cycle_count; i++) {
		const json_t *cycle = json_array_get(json_object_get(root, "cycles"), i);

		spec->cycles[i].begins = sx_reached_at(spec, cycle, SX_BEGINS);
		spec->cycles[i].ends = sx_reached_at(spec, cycle, SX_ENDS);
		spec->cycles[i].from = guard(spec, cycle, "from");
		spec->cycles[i].to = guard(spec, cycle, "to");
	}
	read_kinds(spec, json_object_get(root, "kinds"));
	read_buckets(spec, json_object_get(root, "buckets"));
	sx_find_exact(spec);
	sx_read_operations(spec, json_object_get(root, "barriers"));
	read_properties(spec, json_object_get(root, "properties"));
}

/* Lays out the part of a state that does not depend on the number of mutators. */
static void lay_out(struct sx_spec *spec)
{
	unsigned at = 0, vars = PARAMS;

#define PUT(where, cells) ((where) = at, at += (cells))
	PUT(spec->at_live, spec->object_count);
	PUT(spec->at_meta, spec->object_count * spec->meta_count);
	PUT(spec->at_regions, spec->region_cells); /* behind metadata: sx_location */
	PUT(spec->at_slots, spec->object_count * spec->slots);
	PUT(spec->at_roots, spec->root_count);
	PUT(spec->at_numbers, spec->number_count);
	PUT(spec->at_requested, spec->cycle_count);
	PUT(spec->at_running, 1);
	PUT(spec->at_buckets, spec->bucket_count);
	PUT(spec->at_phases, spec->phase_count);
	PUT(spec->at_ghosts, spec->ghost_count);
	PUT(spec->at_held, spec->object_count);
	PUT(spec->at_spaces, spec->space_count);
	PUT(spec->at_taken, spec->fits ? TAKERS * spec->regions[spec->fits_sort].count : 0);
	PUT(spec->at_stop, 1);
	PUT(spec->at_asked, 1);
	sx_lay_out_identities(spec, &at);
	spec->at_mutators = at;
	for (unsigned i = 0; i < spec->kind_count; i++)
		if (spec->kinds[i].code.var_count > vars)
			vars = spec->kinds[i].code.var_count;
	spec->unit_cells = U_VARS + vars;
	spec->op_vars = spec->operations.var_count;
}

struct sx_spec *sx_read(struct gd_arena *arena, const char *text, size_t length,
    const char *scenario, const char **why)
{
	struct sx_spec *spec = GD_NEW(arena, struct sx_spec);
	json_error_t error;
	json_t *root = json_loadb(text, length, 0, &error);

	spec->arena = arena;
	if (!root)
		sx_cannot(spec, "no JSON: %s", error.text);
	else
		read_all(spec, root, scenario);
	json_decref(root);
	if (!spec->why)
		lay_out(spec);
	*why = spec->why;
	return spec->why ? NULL : spec;
}
