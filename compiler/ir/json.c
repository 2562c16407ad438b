/* json.c: the IR for tools.  doc/ir-json.md describes what this writes. */
#include "compiler/ir/json-internal.h"

#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ statements */
static json_t *stmts_json(struct writer *w, const struct ir_stmt *stmt);

static json_t *stmt_json(struct writer *w, const struct ir_stmt *stmt)
{
	json_t *object = json_pack("{s:s,s:s}", "op", ir_op_info[stmt->op].spelling, "text",
	    ir_stmt_text(w->arena, stmt));

	set(object, "at", ir_json_loc(&stmt->loc));
#define IR_STMT_MEMBER(NAME, member, key, what)                                                    \
	if (ir_stmt_has(stmt, IR_STMT_HAS_##NAME))                                                 \
		set(object, key, JSON_##what(w, stmt, member));
#include "compiler/ir/members.def"
	return object;
}

static json_t *stmts_json(struct writer *w, const struct ir_stmt *stmt)
{
	json_t *array = json_array();

	for (; stmt; stmt = stmt->next)
		json_array_append_new(array, stmt_json(w, stmt));
	return array;
}

static json_t *vars_json(const struct ir_kernel *kernel, size_t from, size_t to)
{
	json_t *array = json_array();

	for (size_t i = from; i < to; i++) {
		json_t *var = ir_json_named(kernel->vars[i]->name, &kernel->vars[i]->loc);
		json_t *type = ir_json_type(&kernel->vars[i]->type);

		json_object_update(var, type);
		json_decref(type);
		json_array_append_new(array, var);
	}
	return array;
}

/* ---------------------------------------------------------------- declarations */
static json_t *variable_json(const char *name, const struct gd_loc *loc, const struct ir_type *type,
    long initial)
{
	const struct ir_expr init = { .kind = IR_CONST, .type = *type, .number = initial };
	json_t *object = ir_json_named(name, loc), *members = ir_json_type(type);

	json_object_update(object, members);
	json_decref(members);
	set(object, "initial", ir_json_const(&init));
	return object;
}

/* Of an overlay. */
static json_t *when_json(const struct ir_meta *meta)
{
	struct ir_expr value = { .kind = IR_CONST,
		.type = meta->when->type,
		.number = meta->when_value };

	return json_pack("{s:s,s:o}", "metadata", meta->when->name, "value", ir_json_const(&value));
}

static json_t *objects_json(struct writer *w)
{
	json_t *metas = json_array(), *groups = json_array();

	for (size_t i = 0; i < w->spec->meta_count; i++) {
		const struct ir_meta *meta = w->spec->metas[i];

		json_array_append_new(metas,
		    variable_json(meta->name, &meta->loc, &meta->type, meta->init));
		if (meta->is_word)
			set(json_array_get(metas, i), "word", json_boolean(true));
		if (meta->region)
			set(json_array_get(metas, i), "region", json_string(meta->region->name));
		if (meta->is_in_header)
			set(json_array_get(metas, i), "header", json_boolean(true));
		if (meta->when)
			set(json_array_get(metas, i), "when", when_json(meta));
	}
	for (size_t i = 0; i < w->spec->group_count; i++) {
		const struct ir_group *group = w->spec->groups[i];
		json_t *object = ir_json_named(group->name, &group->loc);

		set(object, "array", json_boolean(group->is_array));
		set(object, "weak", json_boolean(group->strength == IR_WEAK));
		json_array_append_new(groups, object);
	}
	return json_pack("{s:o,s:o}", "metadata", metas, "slots", groups);
}

static json_t *phases_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->phase_count; i++) {
		const struct ir_phase *phase = w->spec->phases[i];
		json_t *object = ir_json_named(phase->name, &phase->loc);

		set(object, "seen",
		    json_string(phase->visible == IR_AT_ONCE ? "at once" : "at handshake"));
		set(object, "only_stopped", json_boolean(ir_only_stopped(w->spec, phase)));
		if (phase->from)
			set(object, "from", ir_json_formula(w, phase->from));
		if (phase->to)
			set(object, "to", ir_json_formula(w, phase->to));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *ghosts_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->ghost_count; i++) {
		const struct ir_ghost *ghost = w->spec->ghosts[i];

		json_array_append_new(array,
		    variable_json(ghost->name, &ghost->loc, &ghost->type, ghost->init));
	}
	return array;
}

static json_t *spaces_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->space_count; i++) {
		const struct ir_space *space = w->spec->spaces[i];
		json_t *object = ir_json_named(space->name, &space->loc);

		set(object, "bump", json_boolean(space->is_bump));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *regions_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->region_count; i++) {
		const struct ir_region *region = w->spec->regions[i];
		json_t *object = ir_json_named(region->name, &region->loc);

		set(object, "bytes", json_integer(region->bytes));
		if (region->inside)
			set(object, "inside", json_string(region->inside->name));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *placing_json(struct writer *w)
{
	const struct ir_placing *placing = w->spec->placing;
	json_t *object = ir_json_named(placing->name, &placing->loc);

	set(object, "var", json_string(placing->var->name));
	set(object, "fits", ir_json_formula(w, placing->fits));
	return object;
}

static json_t *sizes_json(const size_t *sizes, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_integer((json_int_t)sizes[i]));
	return array;
}

/* Where the regions of a scenario are, by their names. */
static json_t *extents_json(struct writer *w, const struct ir_scenario *scenario)
{
	json_t *object = json_object();

	for (size_t i = 0; i < w->spec->region_count; i++) {
		const struct ir_extent *extent = &scenario->extents[i];
		json_t *of = json_pack("{s:i}", "count", (int)extent->count);

		set(of, "first", sizes_json(extent->first, scenario->object_count));
		set(of, "last", sizes_json(extent->last, scenario->object_count));
		if (extent->around)
			set(of, "around", sizes_json(extent->around, extent->count));
		set(object, w->spec->regions[i]->name, of);
	}
	return object;
}

static json_t *policies_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->policy_count; i++) {
		const struct ir_policy *policy = w->spec->policies[i];
		json_t *object = ir_json_named(policy->name, &policy->loc);
		json_t *type = ir_json_type(&policy->type);

		json_object_update(object, type);
		json_decref(type);
		set(object, "parameters", vars_json(&policy->params, 0, policy->params.var_count));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *cycles_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->cycle_count; i++) {
		const struct ir_cycle *cycle = w->spec->cycles[i];
		json_t *object = ir_json_named(cycle->name, &cycle->loc);

		set(object, "from", ir_json_formula(w, cycle->from));
		set(object, "to", ir_json_formula(w, cycle->to));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *kinds_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->kind_count; i++) {
		const struct ir_kind *kind = w->spec->kinds[i];
		json_t *object = ir_json_named(kind->name, &kind->loc), *buckets = json_array();

		for (size_t j = 0; j < kind->bucket_count; j++)
			json_array_append_new(buckets, json_string(kind->buckets[j]->name));
		set(object, "multiplicity", json_string(ir_multiplicity_name[kind->multiplicity]));
#define KIND_FLAG(name, text) set(object, #name, json_boolean(kind->name));
#define KIND_NUMBER(name, text, one, label)                                                        \
	if (kind->name)                                                                            \
		set(object, #name, json_integer(kind->name));
#include "compiler/base/kinds.def"
		set(object, "buckets", buckets);
#define KIND_MUTATOR(member, text)                                                                 \
	if (kind->member) {                                                                        \
		set(object, #member, json_string(kind->member->name));                             \
		set(object, #member "_order", json_string(ir_order_name[kind->member##_order]));   \
	}
#include "compiler/base/kinds.def"
		set(object, "unit", vars_json(&kind->kernel, 0, kind->param_count));
		set(object, "locals",
		    vars_json(&kind->kernel, kind->param_count, kind->kernel.var_count));
		set(object, "kernel", stmts_json(w, kind->kernel.body));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *barriers_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		const struct ir_barrier *barrier = w->spec->barriers[i];
		json_t *object;

		if (!barrier)
			continue;
		object = ir_json_named(ir_barrier_name[i], &barrier->loc);
		set(object, "parameters", vars_json(&barrier->kernel, 0, barrier->param_count));
		set(object, "locals",
		    vars_json(&barrier->kernel, barrier->param_count, barrier->kernel.var_count));
		if (barrier->result)
			set(object, "result", json_string(barrier->result->name));
		if (barrier->old)
			set(object, "exchange", json_string(ir_order_name[barrier->order]));
		set(object, "kernel", stmts_json(w, barrier->kernel.body));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *bucket_json(struct writer *w, const struct ir_bucket *bucket)
{
	static const char *const openings[] = { [IR_FROM_START] = "from the beginning",
		[IR_WHEN] = "when",
		[IR_WHENEVER] = "whenever" };
	json_t *object = ir_json_named(bucket->name, &bucket->loc), *kinds = json_array();
	json_t *cycles = json_array();

	for (size_t j = 0; j < bucket->kind_count; j++)
		json_array_append_new(kinds, json_string(bucket->kinds[j]->name));
	for (size_t j = 0; j < bucket->cycle_count; j++)
		json_array_append_new(cycles, json_string(bucket->cycles[j]->name));
	set(object, "kinds", kinds);
	set(object, "cycles", cycles);
#define BUCKET_FLAG(name, text) set(object, #name, json_boolean(bucket->name));
#define BUCKET_NUMBER(name, text)                                                                  \
	if (bucket->name)                                                                          \
		set(object, #name, json_integer(bucket->name));
#include "compiler/base/buckets.def"
	set(object, "opens", json_string(openings[bucket->opening]));
	if (bucket->guard)
		set(object, "guard", ir_json_formula(w, bucket->guard));
#define BUCKET_GUARD(name, text, function)                                                         \
	if (bucket->name)                                                                          \
		set(object, #name, ir_json_formula(w, bucket->name));
#include "compiler/base/buckets.def"
	set(object, "fill", stmts_json(w, bucket->fill.body));
	return object;
}

static json_t *buckets_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->bucket_count; i++)
		json_array_append_new(array, bucket_json(w, w->spec->buckets[i]));
	return array;
}

static json_t *producer_json(const struct ir_edge *edge)
{
	if (edge->producer)
		return json_pack("{s:s}", "kind", edge->producer->name);
	if (edge->barrier)
		return json_pack("{s:s}", "barrier", ir_barrier_name[edge->barrier->when]);
	return json_pack("{s:s}", "fill", edge->bucket->name);
}

static json_t *edges_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->edge_count; i++) {
		const struct ir_edge *edge = &w->spec->edges[i];
		json_t *object = producer_json(edge);

		set(object, "generates", json_string(edge->product->name));
		set(object, "at", ir_json_loc(&edge->loc));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *properties_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->property_count; i++) {
		const struct ir_property *property = w->spec->properties[i];
		json_t *object = ir_json_named(property->name, &property->loc);

		set(object, "built_in", json_boolean(property->builtin != IR_BUILTIN_NONE));
		if (property->formula)
			set(object, "formula", ir_json_formula(w, property->formula));
		json_array_append_new(array, object);
	}
	return array;
}

/* ------------------------------------------------------------------- scenarios */
static json_t *number_or_null(int number)
{
	return number < 0 ? json_null() : json_integer(number);
}

/* The metadata of an object that exists at the start, by name. */
static json_t *first_metas_json(struct writer *w, const struct ir_cell_object *cell)
{
	json_t *object = json_object();

	for (size_t i = 0; i < w->spec->meta_count; i++) {
		if (w->spec->metas[i]->region)
			continue;
		const struct ir_expr value = { .kind = IR_CONST,
			.type = w->spec->metas[i]->type,
			.number = cell->metas[i] };

		set(object, w->spec->metas[i]->name, ir_json_const(&value));
	}
	return object;
}

/* The slots by the names of their groups.  These may be any names, so they are in an object of
 * their own. */
static json_t *slots_json(struct writer *w, const struct ir_scenario *scenario,
    const struct ir_cell_object *cell)
{
	json_t *object = json_object();

	for (size_t g = 0; g < w->spec->group_count; g++) {
		json_t *slots = json_array();

		for (size_t k = 0; k < scenario->group_size[g]; k++)
			json_array_append_new(slots,
			    number_or_null(cell->slots[scenario->group_first[g] + k]));
		set(object, w->spec->groups[g]->name, slots);
	}
	return object;
}

static json_t *cells_json(struct writer *w, const struct ir_scenario *scenario)
{
	json_t *array = json_array();

	for (size_t i = 0; i < scenario->object_count; i++) {
		const struct ir_cell_object *cell = &scenario->objects[i];
		json_t *object = json_pack("{s:s?,s:b}", "name", cell->name, "allocated",
		    (int)(i < scenario->named));

		set(object, "slots", slots_json(w, scenario, cell));
		if (i < scenario->named)
			set(object, "metadata", first_metas_json(w, cell));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *targets_json(const struct ir_action *action)
{
	json_t *array = json_array();

	for (size_t i = 0; i < action->target_count; i++)
		json_array_append_new(array, json_integer((json_int_t)action->targets[i]));
	return array;
}

static json_t *forgotten_json(const struct ir_action *action)
{
	json_t *array = json_array();

	for (size_t i = 0; i < action->forgotten_count; i++)
		json_array_append_new(array, json_string(action->forgotten[i]->name));
	return array;
}

/* What an action does with data words, or asserts. */
static void put_words(struct writer *w, const struct ir_action *action, json_t *object)
{
	if (action->word) {
		set(object, "object", json_integer(action->object));
		set(object, "word", json_string(action->word->name));
	}
	if (action->value && !action->ghost)
		set(object, "value", ir_json_expr(w, action->value));
	if (action->op == IR_SCRIPT_ASSERT)
		set(object, "name", action->name ? json_string(action->name) : json_null());
	if (action->forgotten_count)
		set(object, "forgets", forgotten_json(action));
}

static json_t *action_json(struct writer *w, const struct ir_action *action)
{
	static const char *const names[] = { [IR_SCRIPT_READ] = "read",
		[IR_SCRIPT_WRITE] = "write",
		[IR_SCRIPT_ALLOCATE] = "allocate",
		[IR_SCRIPT_DROP] = "drop",
		[IR_SCRIPT_PIN] = "pin",
		[IR_SCRIPT_COLLECT] = "collect",
		[IR_SCRIPT_YIELD] = "yield",
		[IR_SCRIPT_CHOOSE] = "choose",
		[IR_SCRIPT_GHOST] = "ghost",
		[IR_SCRIPT_RECEIVE] = "receive",
		[IR_SCRIPT_JOIN] = "join",
		[IR_SCRIPT_LEAVE] = "leave",
		[IR_SCRIPT_READ_WORD] = "read_word",
		[IR_SCRIPT_WRITE_WORD] = "write_word",
		[IR_SCRIPT_ASSERT] = "assert" };
	json_t *object = json_pack("{s:s}", "do", names[action->op]);

	if (action->dst >= 0)
		set(object, "to", json_integer(action->dst));
	if (action->group) {
		set(object, "object", json_integer(action->object));
		set(object, "group", json_string(action->group->name));
		set(object, "slot", json_integer(action->slot));
	}
	put_words(w, action, object);
	if (action->op == IR_SCRIPT_WRITE || action->op == IR_SCRIPT_PIN)
		set(object, "value", number_or_null(action->source));
	if (action->op == IR_SCRIPT_RECEIVE) {
		set(object, "giver", json_integer((json_int_t)action->giver));
		set(object, "value", json_integer(action->source));
	}
	if (action->cycle)
		set(object, "cycle", json_string(action->cycle->name));
	if (action->ghost) {
		set(object, "ghost", json_string(action->ghost->name));
		set(object, "value", ir_json_expr(w, action->value));
	}
	if (action->op == IR_SCRIPT_CHOOSE)
		set(object, "targets", targets_json(action));
	else
		set(object, "next", json_integer((json_int_t)action->next));
	set(object, "at", ir_json_loc(&action->loc));
	return object;
}

static json_t *numbers_json(const struct ir_mutator *mutator)
{
	json_t *array = json_array();

	for (size_t i = 0; i < mutator->number_count; i++)
		json_array_append_new(array, json_string(mutator->numbers[i].name));
	return array;
}

static json_t *mutators_json(struct writer *w, const struct ir_scenario *scenario)
{
	json_t *array = json_array();

	for (size_t i = 0; i < scenario->mutator_count; i++) {
		const struct ir_mutator *mutator = &scenario->mutators[i];
		json_t *object = ir_json_named(mutator->name, &mutator->loc);
		json_t *roots = json_array(), *script = json_array();

		for (size_t k = 0; k < mutator->root_count; k++)
			json_array_append_new(roots,
			    json_pack("{s:s,s:o}", "name", mutator->roots[k].name, "initial",
				number_or_null(mutator->roots[k].initial)));
		for (size_t k = 0; k < mutator->action_count; k++)
			json_array_append_new(script, action_json(w, &mutator->actions[k]));
		set(object, "roots", roots);
		if (mutator->number_count)
			set(object, "numbers", numbers_json(mutator));
		set(object, "script", script);
		if (mutator->joins || mutator->leaves)
			set(object, "stays", json_boolean(false));
		if (mutator->of_heap)
			set(object, "of_heap", json_boolean(true));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *word_values_json(const struct ir_client *client)
{
	json_t *array = json_array();

	for (size_t i = 0; i < client->word_value_count; i++)
		json_array_append_new(array, json_integer(client->word_values[i]));
	return array;
}

static json_t *client_json(struct writer *w, const struct ir_scenario *scenario)
{
	const struct ir_client *client = scenario->client;
	json_t *object = json_object(), *any = json_array();

	for (size_t i = 0; i < w->spec->meta_count; i++)
		if (client->any_meta[i])
			json_array_append_new(any, json_string(w->spec->metas[i]->name));
	set(object, "any", any);
	if (scenario->object_count)
		set(object, "metadata", first_metas_json(w, &scenario->objects[0]));
	set(object, "steps", client->steps < 0 ? json_null() : json_integer(client->steps));
	set(object, "receives", json_boolean(client->receives));
	set(object, "collects", json_boolean(client->collects));
	set(object, "globals", json_integer((json_int_t)client->globals));
	if (client->word_value_count)
		set(object, "word_values", word_values_json(client));
	set(object, "at", ir_json_loc(&client->loc));
	return object;
}

static json_t *of_cycles_json(const struct ir_scenario *scenario)
{
	json_t *array = json_array();

	for (size_t i = 0; i < scenario->of_cycle_count; i++)
		json_array_append_new(array, json_string(scenario->of_cycles[i]->name));
	return array;
}

static json_t *scenarios_json(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->scenario_count; i++) {
		const struct ir_scenario *scenario = w->spec->scenarios[i];
		json_t *object = ir_json_named(scenario->name, &scenario->loc),
		       *expected = json_array();

		for (size_t k = 0; k < scenario->expected_count; k++)
			json_array_append_new(expected, json_integer(scenario->expected[k]));
		set(object, "objects", cells_json(w, scenario));
		if (scenario->extents)
			set(object, "regions", extents_json(w, scenario));
		set(object, "mutators", mutators_json(w, scenario));
		if (scenario->client)
			set(object, "client", client_json(w, scenario));
		set(object, "cycles", json_integer(scenario->cycles));
		set(object, "of_cycles", of_cycles_json(scenario));
		set(object, "asked_by",
		    json_string(scenario->collects ? "scripts" : "environment"));
		set(object, "expected", expected);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *options_json(struct writer *w)
{
	json_t *object = json_object();

	for (size_t i = 0; i < w->spec->option_count; i++)
		set(object, w->spec->options[i].name, json_string(w->spec->options[i].value));
	return object;
}

static void collector_json(struct writer *w, json_t *root)
{
	set(root, "object", objects_json(w));
	set(root, "phases", phases_json(w));
	if (w->spec->space_count)
		set(root, "spaces", spaces_json(w));
	if (w->spec->region_count)
		set(root, "regions", regions_json(w));
	if (w->spec->placing)
		set(root, "placing", placing_json(w));
	set(root, "ghosts", ghosts_json(w));
	if (w->spec->policy_count)
		set(root, "policies", policies_json(w));
	set(root, "kinds", kinds_json(w));
	set(root, "buckets", buckets_json(w));
	set(root, "cycles", cycles_json(w));
	set(root, "barriers", barriers_json(w));
	set(root, "edges", edges_json(w));
	set(root, "properties", properties_json(w));
	set(root, "scenarios", scenarios_json(w));
}

void ir_dump_json(const struct ir_spec *spec, struct gd_out *out)
{
	struct writer w = { gd_arena_new(), spec };
	json_t *root = json_pack("{s:i,s:s?,s:s?,s:o,s:s?}", "version", 2, "collector",
	    spec->has_collector ? spec->name : NULL, "file",
	    spec->source ? spec->source->path : NULL, "options", options_json(&w), "mutant",
	    spec->mutant);
	char *text;

	if (spec->has_collector)
		collector_json(&w, root);
	if (spec->litmus_count)
		set(root, "litmus", ir_json_litmus(&w));
	text = json_dumps(root, JSON_INDENT(1));
	if (!text) {
		fputs("gcdsl: error: the IR cannot be written as JSON\n", stderr);
		exit(4);
	}
	gd_out_puts(out, text);
	gd_out_puts(out, "\n");
	free(text);
	json_decref(root);
	gd_arena_free(w.arena);
}
