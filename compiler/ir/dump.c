/* dump.c: the IR as pseudo-source, near enough to the language to be read back. */
#include "compiler/ir/dump.h"

struct dumper {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	struct gd_out *out;
};

/* Writes LINE, and after it the line of the specification that it comes from. */
static void put(struct dumper *d, const struct gd_loc *loc, const char *line)
{
	const char *file = "";

	if (!loc || !loc->line) {
		gd_out_line(d->out, "%s", line);
		return;
	}
	if (loc->source && loc->source != d->spec->source) /* the place is in an imported file */
		file = gd_arena_printf(d->arena, "%s:", loc->source->path);
	gd_out_line(d->out, "%-*s // %s%u", 56 - 2 * (int)d->out->indent, line, file, loc->line);
}

#define PUT(d, loc, ...) put((d), (loc), gd_arena_printf((d)->arena, __VA_ARGS__))

static const char *type_text(struct dumper *d, const struct ir_type *type)
{
	const char *text = type->kind == IR_REF ? "ref | {" : "{", *comma = "";

	switch (type->kind) {
	case IR_BOOL: return type->is_bit ? "bit" : "bool";
	case IR_INT: return gd_arena_printf(d->arena, "%ld..%ld", type->low, type->high);
	case IR_REF:
		if (!type->tag_count)
			return "ref";
		break;
	case IR_MUTATOR: return "mutator";
	case IR_SLOT: return "ref*";
	case IR_REGION: return type->region->name;
	case IR_TAGS: break;
	}
	for (size_t i = 0; i < type->tag_count; i++) {
		if (!type->tags[i])
			continue;
		text = gd_arena_printf(d->arena, "%s%s %s", text, comma, type->tags[i]);
		comma = ",";
	}
	return gd_arena_printf(d->arena, "%s }", text);
}

static const char *value_text(struct dumper *d, const struct ir_type *type, long value)
{
	struct ir_expr expr = { .kind = IR_CONST, .type = *type, .number = value };

	return ir_expr_text(d->arena, &expr);
}

/* ------------------------------------------------------------------ statements */
static void dump_stmts(struct dumper *d, const struct ir_stmt *stmt);

static void dump_block(struct dumper *d, const struct ir_stmt *body)
{
	d->out->indent++;
	dump_stmts(d, body);
	d->out->indent--;
}

static void dump_stmts(struct dumper *d, const struct ir_stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		const char *text = ir_stmt_text(d->arena, stmt);

		if (!ir_stmt_has(stmt, IR_STMT_HAS_BODY)) {
			PUT(d, &stmt->loc, "%s;", text);
			continue;
		}
		PUT(d, &stmt->loc, "%s {", text);
		dump_block(d, stmt->body);
		if (stmt->otherwise) {
			gd_out_line(d->out, "} else {");
			dump_block(d, stmt->otherwise);
		}
		gd_out_line(d->out, "}");
	}
}

/* ---------------------------------------------------------------- declarations */
/* Of objects: REGION is NULL. */
static void dump_metadata(struct dumper *d, const struct ir_region *region)
{
	for (size_t i = 0; i < d->spec->meta_count; i++) {
		const struct ir_meta *meta = d->spec->metas[i];

		if (meta->region != region)
			continue;
		if (meta->is_word)
			PUT(d, &meta->loc, "%s : word;", meta->name);
		else if (meta->when)
			PUT(d, &meta->loc, "overlay %s : %s when %s == %s;", meta->name,
			    type_text(d, &meta->type), meta->when->name,
			    value_text(d, &meta->when->type, meta->when_value));
		else
			PUT(d, &meta->loc, "%s%s : %s = %s;", meta->is_in_header ? "header " : "",
			    meta->name, type_text(d, &meta->type),
			    value_text(d, &meta->type, meta->init));
	}
}

static void dump_regions(struct dumper *d)
{
	const struct ir_spec *spec = d->spec;

	for (size_t i = 0; i < spec->region_count; i++) {
		const struct ir_region *region = spec->regions[i];

		gd_out_puts(d->out, "\n");
		PUT(d, &region->loc, "region %s : %ld B%s%s {", region->name, region->bytes,
		    region->inside ? " in " : "", region->inside ? region->inside->name : "");
		d->out->indent++;
		dump_metadata(d, region);
		d->out->indent--;
		gd_out_line(d->out, "}");
	}
	if (!spec->placing)
		return;
	gd_out_puts(d->out, "\n");
	PUT(d, &spec->placing->loc, "space %s : bump over %s %s if %s;", spec->placing->name,
	    spec->placing->var->type.region->name, spec->placing->var->name,
	    ir_expr_text(d->arena, spec->placing->fits));
}

static void dump_objects(struct dumper *d)
{
	const struct ir_spec *spec = d->spec;

	gd_out_line(d->out, "\nobject {");
	d->out->indent++;
	dump_metadata(d, NULL);
	for (size_t i = 0; i < spec->group_count; i++) {
		const struct ir_group *group = spec->groups[i];

		PUT(d, &group->loc, "%s : %sref%s;", group->name,
		    group->strength == IR_WEAK ? "weak " : "", group->is_array ? "[]" : "");
	}
	d->out->indent--;
	gd_out_line(d->out, "}");
}

static void dump_phases(struct dumper *d)
{
	for (size_t i = 0; i < d->spec->phase_count; i++) {
		const struct ir_phase *phase = d->spec->phases[i];
		const char *interval = phase->how == IR_INTERVAL
		    ? gd_arena_printf(d->arena, " from %s to %s",
			  ir_expr_text(d->arena, phase->from), ir_expr_text(d->arena, phase->to))
		    : "";

		if (!i)
			gd_out_puts(d->out, "\n");
		PUT(d, &phase->loc, "phase %s at %s%s;", phase->name,
		    phase->visible == IR_AT_ONCE ? "once" : "handshake", interval);
	}
}

static void dump_spaces(struct dumper *d)
{
	for (size_t i = 0; i < d->spec->space_count; i++) {
		const struct ir_space *space = d->spec->spaces[i];

		if (!i)
			gd_out_puts(d->out, "\n");
		PUT(d, &space->loc, "space %s : %s;", space->name,
		    space->is_bump ? "bump" : "list");
	}
}

static void dump_ghosts(struct dumper *d)
{
	for (size_t i = 0; i < d->spec->ghost_count; i++) {
		const struct ir_ghost *ghost = d->spec->ghosts[i];

		if (!i)
			gd_out_puts(d->out, "\n");
		PUT(d, &ghost->loc, "ghost %s : %s = %s;", ghost->name, type_text(d, &ghost->type),
		    value_text(d, &ghost->type, ghost->init));
	}
}

static const char *params_text(struct dumper *d, const struct ir_kernel *kernel, size_t count);

static void dump_policies(struct dumper *d)
{
	for (size_t i = 0; i < d->spec->policy_count; i++) {
		const struct ir_policy *policy = d->spec->policies[i];

		if (!i)
			gd_out_puts(d->out, "\n");
		PUT(d, &policy->loc, "policy %s(%s) -> %s;", policy->name,
		    params_text(d, &policy->params, policy->params.var_count),
		    type_text(d, &policy->type));
	}
}

static const char *params_text(struct dumper *d, const struct ir_kernel *kernel, size_t count)
{
	const char *params = "";

	for (size_t i = 0; i < count; i++)
		params = gd_arena_printf(d->arena, "%s%s%s : %s", params, i ? ", " : "",
		    kernel->vars[i]->name, type_text(d, &kernel->vars[i]->type));
	return params;
}

/* " at most 2 on m relaxed" */
static const char *units_text(struct dumper *d, const struct ir_kind *kind)
{
	const char *text = "";

#define KIND_FLAG(name, words)                                                                     \
	if (kind->name)                                                                            \
		text = gd_arena_printf(d->arena, "%s " words, text);
#define KIND_NUMBER(name, words, one, label)                                                       \
	if (kind->name == 1)                                                                       \
		text = gd_arena_printf(d->arena, "%s " one, text);                                 \
	else if (kind->name)                                                                       \
		text = gd_arena_printf(d->arena, "%s " words " %ld", text, kind->name);
#define KIND_MUTATOR(member, words)                                                                \
	if (kind->member)                                                                          \
		text = gd_arena_printf(d->arena, "%s " words " %s %s", text, kind->member->name,   \
		    ir_order_name[kind->member##_order]);
#include "compiler/base/kinds.def"
	return text;
}

static void dump_kind(struct dumper *d, const struct ir_kind *kind)
{
	gd_out_puts(d->out, "\n");
	PUT(d, &kind->loc, "work %s(%s) %s%s {", kind->name,
	    params_text(d, &kind->kernel, kind->param_count),
	    ir_multiplicity_name[kind->multiplicity], units_text(d, kind));
	dump_block(d, kind->kernel.body);
	gd_out_line(d->out, "}");
}

static void dump_barriers(struct dumper *d)
{
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		const struct ir_barrier *barrier = d->spec->barriers[i];
		const char *params = "";

		if (!barrier)
			continue;
		for (size_t k = 0; k < barrier->param_count; k++)
			params = gd_arena_printf(d->arena, "%s%s%s", params, k ? ", " : "",
			    barrier->kernel.vars[k]->name);
		gd_out_puts(d->out, "\n");
		PUT(d, &barrier->loc, "barrier %s(%s)%s {", ir_barrier_name[i], params,
		    barrier->result ? gd_arena_printf(d->arena, " -> %s", barrier->result->name)
			: barrier->old
			? gd_arena_printf(d->arena, " %s", ir_order_name[barrier->order])
			: "");
		dump_block(d, barrier->kernel.body);
		gd_out_line(d->out, "}");
	}
}

static void dump_cycles(struct dumper *d)
{
	gd_out_puts(d->out, "\n");
	for (size_t i = 0; i < d->spec->cycle_count; i++) {
		const struct ir_cycle *cycle = d->spec->cycles[i];

		PUT(d, &cycle->loc, "cycle %s from %s to %s;", cycle->name,
		    ir_expr_text(d->arena, cycle->from), ir_expr_text(d->arena, cycle->to));
	}
}

static void dump_bucket(struct dumper *d, const struct ir_bucket *bucket)
{
	const char *text = "";

	for (size_t i = 0; i < bucket->kind_count; i++)
		text = gd_arena_printf(d->arena, "%s%s%s", text, i ? ", " : "",
		    bucket->kinds[i]->name);
	text = gd_arena_printf(d->arena, "bucket %s { %s }", bucket->name, text);
	for (size_t i = 0; i < bucket->cycle_count; i++)
		text = gd_arena_printf(d->arena, "%s%s%s", text, i ? ", " : " in ",
		    bucket->cycles[i]->name);
#define BUCKET_FLAG(name, words)                                                                   \
	if (bucket->name)                                                                          \
		text = gd_arena_printf(d->arena, "%s " words, text);
#define BUCKET_NUMBER(name, words)                                                                 \
	if (bucket->name)                                                                          \
		text = gd_arena_printf(d->arena, "%s " words " %ld", text, bucket->name);
#include "compiler/base/buckets.def"
	if (bucket->guard)
		text = gd_arena_printf(d->arena, "%s open %s %s", text,
		    bucket->opening == IR_WHENEVER ? "whenever" : "when",
		    ir_expr_text(d->arena, bucket->guard));
#define BUCKET_GUARD(name, words, function)                                                        \
	if (bucket->name)                                                                          \
		text = gd_arena_printf(d->arena, "%s " words " %s", text,                          \
		    ir_expr_text(d->arena, bucket->name));
#include "compiler/base/buckets.def"
	if (!bucket->fill.body) {
		PUT(d, &bucket->loc, "%s;", text);
		return;
	}
	PUT(d, &bucket->loc, "%s fill {", text);
	dump_block(d, bucket->fill.body);
	gd_out_line(d->out, "}");
}

static void dump_properties(struct dumper *d)
{
	gd_out_puts(d->out, "\n");
	for (size_t i = 0; i < d->spec->property_count; i++) {
		const struct ir_property *property = d->spec->properties[i];

		if (property->builtin)
			gd_out_line(d->out, "// built in: %s", property->name);
		else
			PUT(d, &property->loc, "property %s = %s;", property->name,
			    ir_expr_text(d->arena, property->formula));
	}
}

/* ------------------------------------------------------------------- scenarios */
static const char *object_name(const struct ir_scenario *scenario, int object)
{
	return object < 0 ? "null" : scenario->objects[object].name;
}

static void dump_object_slots(struct dumper *d, const struct ir_scenario *scenario, size_t object)
{
	const struct ir_cell_object *cell = &scenario->objects[object];

	for (size_t g = 0; g < d->spec->group_count; g++) {
		const struct ir_group *group = d->spec->groups[g];
		const int *slots = cell->slots + scenario->group_first[g];
		const char *text = "";
		size_t last = scenario->group_size[g];

		while (last && slots[last - 1] < 0)
			last--;
		if (!last)
			continue;
		for (size_t i = 0; i < last; i++)
			text = gd_arena_printf(d->arena, "%s%s%s", text, i ? ", " : "",
			    object_name(scenario, slots[i]));
		gd_out_line(d->out, group->is_array ? "%s.%s = { %s };" : "%s.%s = %s;", cell->name,
		    group->name, text);
	}
}

static void dump_object_metas(struct dumper *d, const struct ir_scenario *scenario,
    const struct ir_cell_object *cell, const char *name, const bool *any)
{
	for (size_t i = 0; i < d->spec->meta_count; i++) {
		const struct ir_meta *meta = d->spec->metas[i];

		if (any && any[i])
			gd_out_line(d->out, "%s.%s = any;", name, meta->name);
		else if (cell->metas[i] != meta->init)
			gd_out_line(d->out, "%s.%s = %s;", name, meta->name,
			    ir_holds_reference(meta) && cell->metas[i] >= 0
				? object_name(scenario, (int)cell->metas[i])
				: value_text(d, &meta->type, cell->metas[i]));
	}
}

static const char *field_text(struct dumper *d, const struct ir_mutator *mutator,
    const struct ir_action *action)
{
	const char *object = mutator->roots[action->object].name;

	return action->group->is_array
	    ? gd_arena_printf(d->arena, "%s.%s[%ld]", object, action->group->name, action->slot)
	    : gd_arena_printf(d->arena, "%s.%s", object, action->group->name);
}

static const char *choice_text(struct dumper *d, const struct ir_action *action)
{
	const char *text = "choose";

	for (size_t i = 0; i < action->target_count; i++)
		text = gd_arena_printf(d->arena, "%s%s step %zu", text, i ? " or" : "",
		    action->targets[i]);
	return text;
}

static const char *action_text(struct dumper *d, const struct ir_scenario *scenario,
    const struct ir_mutator *mutator, const struct ir_action *action)
{
	const char *dst = action->dst < 0 || action->word ? "" : mutator->roots[action->dst].name;

	switch (action->op) {
	case IR_SCRIPT_READ:
		return gd_arena_printf(d->arena, "let %s = read(%s)", dst,
		    field_text(d, mutator, action));
	case IR_SCRIPT_WRITE:
		return gd_arena_printf(d->arena, "write(%s, %s)", field_text(d, mutator, action),
		    action->source < 0 ? "null" : mutator->roots[action->source].name);
	case IR_SCRIPT_ALLOCATE: return gd_arena_printf(d->arena, "let %s = allocate()", dst);
	case IR_SCRIPT_DROP: return gd_arena_printf(d->arena, "drop %s", dst);
	case IR_SCRIPT_PIN:
		return gd_arena_printf(d->arena, "pin(%s)", mutator->roots[action->source].name);
	case IR_SCRIPT_COLLECT: return gd_arena_printf(d->arena, "collect %s", action->cycle->name);
	case IR_SCRIPT_YIELD: return "yield";
	case IR_SCRIPT_CHOOSE: return choice_text(d, action);
	case IR_SCRIPT_GHOST:
		return gd_arena_printf(d->arena, "ghost %s = %s", action->ghost->name,
		    ir_expr_text(d->arena, action->value));
	case IR_SCRIPT_RECEIVE:
		return gd_arena_printf(d->arena, "let %s = receive(%s.%s)", dst,
		    scenario->mutators[action->giver].name,
		    scenario->mutators[action->giver].roots[action->source].name);
	case IR_SCRIPT_JOIN: return "join";
	case IR_SCRIPT_LEAVE: return "leave";
	case IR_SCRIPT_READ_WORD:
		return gd_arena_printf(d->arena, "let %s = read(%s.%s)",
		    mutator->numbers[action->dst].name, mutator->roots[action->object].name,
		    action->word->name);
	case IR_SCRIPT_WRITE_WORD:
		return gd_arena_printf(d->arena, "write(%s.%s, %s)",
		    mutator->roots[action->object].name, action->word->name,
		    ir_expr_text(d->arena, action->value));
	case IR_SCRIPT_ASSERT:
		return gd_arena_printf(d->arena, "assert %s%s%s", action->name ? action->name : "",
		    action->name ? ": " : "", ir_expr_text(d->arena, action->value));
	}
	return "";
}

/* If a script has choices, its steps have numbers, and each names its successor unless that is the
 * next step. */
static void dump_script(struct dumper *d, const struct ir_scenario *scenario,
    const struct ir_mutator *mutator)
{
	bool chooses = false;

	for (size_t i = 0; i < mutator->action_count; i++)
		chooses |= mutator->actions[i].op == IR_SCRIPT_CHOOSE;
	for (size_t i = 0; i < mutator->action_count; i++) {
		const struct ir_action *action = &mutator->actions[i];
		const char *text = action_text(d, scenario, mutator, action);

		if (chooses)
			text = gd_arena_printf(d->arena, "%zu: %s", i, text);
		if (chooses && action->op != IR_SCRIPT_CHOOSE && action->next != i + 1)
			text = gd_arena_printf(d->arena, "%s, then step %zu", text, action->next);
		PUT(d, &action->loc, "%s;", text);
	}
}

static void dump_mutator(struct dumper *d, const struct ir_scenario *scenario,
    const struct ir_mutator *mutator)
{
	const char *stack = "";

	for (size_t i = 0; i < mutator->root_count; i++)
		if (mutator->roots[i].initial >= 0)
			stack = gd_arena_printf(d->arena, "%s%s%s", stack, *stack ? ", " : "",
			    object_name(scenario, mutator->roots[i].initial));
	if (*stack)
		stack = gd_arena_printf(d->arena, " (stack = { %s })", stack);
	if (!mutator->action_count) {
		PUT(d, &mutator->loc, "mutator %s%s;", mutator->name, stack);
		return;
	}
	PUT(d, &mutator->loc, "mutator %s%s {", mutator->name, stack);
	d->out->indent++;
	dump_script(d, scenario, mutator);
	d->out->indent--;
	gd_out_line(d->out, "}");
}

static void dump_names(struct dumper *d, const struct ir_scenario *scenario, const char *before,
    const int *objects, size_t count, const char *after)
{
	gd_out_puts(d->out, before);
	for (size_t i = 0; i < count; i++)
		gd_out_printf(d->out, "%s%s", i ? ", " : "",
		    object_name(scenario, objects ? objects[i] : (int)i));
	gd_out_line(d->out, "%s", after);
}

/* " with receive, join". */
static const char *client_extras(struct dumper *d, const struct ir_scenario *scenario)
{
	const struct {
		bool has;
		const char *name;
	} extras[] = { { scenario->client->receives, "receive" },
		{ scenario->mutators[0].joins, "join" }, { scenario->mutators[0].leaves, "leave" },
		{ scenario->client->collects, "collect" } };
	const char *text = "";

	for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
		if (extras[i].has)
			text = gd_arena_printf(d->arena, "%s%s %s", text, *text ? "," : " with",
			    extras[i].name);
	return text;
}

static void dump_client(struct dumper *d, const struct ir_scenario *scenario)
{
	const struct ir_client *client = scenario->client;
	const char *steps =
	    client->steps < 0 ? "" : gd_arena_printf(d->arena, " %ld", client->steps);
	size_t slots = 1;

	for (size_t g = 0; g < d->spec->group_count; g++)
		if (d->spec->groups[g]->is_array)
			slots = scenario->group_size[g];
	gd_out_line(d->out, "objects %zu slots %zu;", ir_cells_of_space(d->spec, scenario), slots);
	if (scenario->object_count)
		dump_object_metas(d, scenario, &scenario->objects[0], "object", client->any_meta);
	PUT(d, &client->loc, "mutators %zu roots %zu any%s steps%s;",
	    scenario->mutator_count - (client->globals > 0), scenario->mutators[0].root_count,
	    steps, client_extras(d, scenario));
	if (client->globals)
		gd_out_line(d->out, "globals %zu;", client->globals);
}

static void dump_requests(struct dumper *d, const struct ir_scenario *scenario)
{
	const char *text = gd_arena_printf(d->arena, "cycles %ld", scenario->cycles);

	if (scenario->collects) {
		gd_out_line(d->out, "// the scripts ask for %ld cycle(s) at most",
		    scenario->cycles);
		return;
	}
	for (size_t i = 0; i < scenario->of_cycle_count; i++)
		text = gd_arena_printf(d->arena, "%s%s%s", text, i ? ", " : " of ",
		    scenario->of_cycles[i]->name);
	gd_out_line(d->out, "%s;", text);
}

static void dump_scenario(struct dumper *d, const struct ir_scenario *scenario)
{
	size_t cells = ir_cells_of_space(d->spec, scenario);

	gd_out_puts(d->out, "\n");
	PUT(d, &scenario->loc, "scenario %s {", scenario->name);
	d->out->indent++;
	if (scenario->named)
		dump_names(d, scenario, "objects ", NULL, scenario->named, ";");
	if (cells > scenario->named && !scenario->client)
		gd_out_line(d->out, "// and %zu cell(s) that only allocation uses",
		    cells - scenario->named);
	for (size_t i = 0; i < scenario->named; i++) {
		dump_object_slots(d, scenario, i);
		dump_object_metas(d, scenario, &scenario->objects[i], scenario->objects[i].name,
		    NULL);
	}
	if (scenario->client)
		dump_client(d, scenario);
	for (size_t i = 0; i < scenario->mutator_count && !scenario->client; i++)
		dump_mutator(d, scenario, &scenario->mutators[i]);
	dump_requests(d, scenario);
	if (scenario->has_expected && scenario->expected_count)
		dump_names(d, scenario, "expected { ", scenario->expected, scenario->expected_count,
		    " };");
	d->out->indent--;
	gd_out_line(d->out, "}");
}

static const char *producer_text(struct dumper *d, const struct ir_edge *edge)
{
	if (edge->producer)
		return edge->producer->name;
	if (edge->barrier)
		return gd_arena_printf(d->arena, "barrier %s",
		    ir_barrier_name[edge->barrier->when]);
	return gd_arena_printf(d->arena, "fill of %s", edge->bucket->name);
}

static void dump_edges(struct dumper *d)
{
	gd_out_line(d->out, "\n// who generates what");
	for (size_t i = 0; i < d->spec->edge_count; i++) {
		const struct ir_edge *edge = &d->spec->edges[i];

		PUT(d, &edge->loc, "//   %s -> %s", producer_text(d, edge), edge->product->name);
	}
}

static void dump_collector(struct dumper *d)
{
	const struct ir_spec *spec = d->spec;

	dump_objects(d);
	dump_regions(d);
	dump_spaces(d);
	dump_phases(d);
	dump_ghosts(d);
	dump_policies(d);
	for (size_t i = 0; i < spec->kind_count; i++)
		dump_kind(d, spec->kinds[i]);
	dump_cycles(d);
	gd_out_puts(d->out, "\n");
	for (size_t i = 0; i < spec->bucket_count; i++)
		dump_bucket(d, spec->buckets[i]);
	dump_barriers(d);
	dump_edges(d);
	dump_properties(d);
	for (size_t i = 0; i < spec->scenario_count; i++)
		dump_scenario(d, spec->scenarios[i]);
}

void ir_dump_text(const struct ir_spec *spec, struct gd_out *out)
{
	struct dumper d = { gd_arena_new(), spec, out };

	out->indent_width = 2;
	gd_out_line(out, "// what %s means: options bound, functions inlined, every memory",
	    spec->source ? spec->source->path : spec->name);
	gd_out_line(out, "// operation a step of its own.  Behind each line: where it comes from.");
	if (spec->mutant)
		gd_out_line(out, "// mutant: %s", spec->mutant);
	if (spec->has_collector)
		gd_out_line(out, "collector %s;", spec->name);
	for (size_t i = 0; i < spec->option_count; i++)
		gd_out_line(out, "// option %s = %s", spec->options[i].name,
		    spec->options[i].value);
	if (spec->has_collector)
		dump_collector(&d);
	ir_dump_litmus(d.arena, spec, out);
	gd_arena_free(d.arena);
}
