/* emit.c: one model: what is put where. */
#include "promela-backend/fold.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The first refusal counts; the others follow from it. */
static struct pml_refusal *refuse(struct pml_model *model, struct gd_loc loc, const char *format,
    va_list args)
{
	char text[512];

	if (model->why)
		return &model->later_refusal;
	vsnprintf(text, sizeof text, format, args);
	model->why = gd_arena_strdup(model->arena, text);
	model->refusal.loc = loc.line ? loc : model->scenario->loc;
	return &model->refusal;
}

void pml_refuse(struct pml_model *model, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	refuse(model, model->scenario->loc, format, args);
	va_end(args);
}

struct pml_refusal *pml_refuse_at(struct pml_model *model, struct gd_loc loc, const char *format,
    ...)
{
	struct pml_refusal *refusal;
	va_list args;

	va_start(args, format);
	refusal = refuse(model, loc, format, args);
	va_end(args);
	return refusal;
}

struct pml_refusal *pml_refuse_limit(struct pml_model *model, struct gd_loc loc,
    enum gd_limit limit)
{
	const struct gd_limit_info *info = gd_limit_info(limit);
	struct pml_refusal *refusal =
	    pml_refuse_at(model, loc, "more than %ld %s", info->most, info->what);

	refusal->help = info->way_out;
	return refusal;
}

/* ------------------------------------------------------- what cannot be modelled */
static void refuse_unbuilt(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	if (spec->cycle_count == 0)
		pml_refuse(model, "the specification has no cycle");
	for (size_t i = 0; i < spec->bucket_count; i++) {
		if (spec->buckets[i]->across_cycles)
			pml_refuse_at(model, spec->buckets[i]->loc,
			    "bucket `%s' is `across cycles', which has no model yet",
			    spec->buckets[i]->name);
	}
	for (size_t i = 0; i < spec->meta_count; i++)
		if (spec->metas[i]->type.kind == IR_REF)
			pml_refuse(model, "metadata `%s' is a reference, which has no model yet",
			    spec->metas[i]->name);
	if (model->request->strategy == PML_LTL &&
	    (model->request->property_count != 1 || !model->request->properties[0]->formula))
		pml_refuse(model, "--strategy ltl is for one property with a formula");
}

/* ------------------------------------------------------------------ setting up */
/* Does anything need to know how often each unit is there? */
static bool needs_holds(const struct pml_model *model, const struct ir_kind *kind)
{
	return pml_look(model, pml_is_pending_of, kind) ||
	    (kind->multiplicity != IR_BAG && pml_number_of(model, IR_UNIT_UNIQUE));
}

static void set_up(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	model->objects = model->scenario->object_count;
	model->mutators = model->scenario->mutator_count;
	model->slots = model->scenario->slots_per_object;
	model->comes_and_goes = ir_comes_and_goes(model->scenario);
	for (size_t i = 0; i < model->mutators; i++)
		model->roots += pml_root_count(model, i);
	model->kinds = GD_NEW_ARRAY(model->arena, struct pml_kernel, spec->kind_count + 1);
	model->fills = GD_NEW_ARRAY(model->arena, struct pml_kernel, spec->bucket_count + 1);
	for (size_t i = 0; i < spec->kind_count; i++)
		model->kinds[i].holds = needs_holds(model, spec->kinds[i]);
	model->reach_used = model->reach_observed = pml_observes_reachable(model);
	refuse_unbuilt(model);
	pml_plan_memory(model);
}

/* ---------------------------------------------------------------- initial state */
static size_t cells(const struct pml_model *model)
{
	return model->objects + 1;
}

static int initial_slot(const struct pml_model *model, size_t object, size_t slot)
{
	const struct ir_cell_object *cell;

	if (object >= model->scenario->named)
		return (int)model->objects;
	cell = &model->scenario->objects[object];
	return cell->slots && cell->slots[slot] >= 0 ? cell->slots[slot] : (int)model->objects;
}

/* The client gives its objects what they begin with itself: it knows which there are. */
static long initial_meta(const struct pml_model *model, size_t meta, size_t object)
{
	return object < model->scenario->named ? model->scenario->objects[object].metas[meta]
					       : model->spec->metas[meta]->init;
}

static int initial_root(const struct pml_model *model, size_t mutator, size_t root)
{
	int initial = model->scenario->mutators[mutator].roots[root].initial;

	return initial >= 0 ? initial : (int)model->objects;
}

static void put_memory(struct pml_model *model)
{
	struct gd_out *out = model->out;
	const char *comma = "";

	gd_out_puts(out, "#define MEM_INITIAL { ");
	for (size_t i = 0; i < model->spec->meta_count; i++)
		for (size_t j = 0; j < cells(model); j++, comma = ", ")
			gd_out_printf(out, "%s%ld", comma, initial_meta(model, i, j));
	for (size_t i = 0; i < cells(model); i++)
		for (size_t j = 0; j < model->slots; j++, comma = ", ")
			gd_out_printf(out, "%s%d", comma, initial_slot(model, i, j));
	for (size_t i = 0; i < model->mutators; i++)
		for (size_t j = 0; j < pml_root_count(model, i); j++, comma = ", ")
			gd_out_printf(out, "%s%d", comma, initial_root(model, i, j));
	gd_out_puts(out, " }\n");
}

static bool is_strong(const struct pml_model *model, size_t slot)
{
	for (size_t i = 0; i < model->spec->group_count; i++) {
		size_t first = model->scenario->group_first[i];

		if (slot >= first && slot < first + model->scenario->group_size[i])
			return model->spec->groups[i]->strength == IR_STRONG;
	}
	return true;
}

static void visit(const struct pml_model *model, size_t object, bool *reached)
{
	if (object >= model->objects || reached[object])
		return;
	reached[object] = true;
	for (size_t i = 0; i < model->slots; i++)
		if (is_strong(model, i))
			visit(model, (size_t)initial_slot(model, object, i), reached);
}

static void put_reach(struct pml_model *model)
{
	bool *reached = GD_NEW_ARRAY(model->arena, bool, cells(model));

	for (size_t i = 0; i < model->mutators; i++)
		for (size_t j = 0; j < pml_root_count(model, i); j++)
			visit(model, (size_t)initial_root(model, i, j), reached);
	gd_out_puts(model->out, "#define LIVE_INITIAL { ");
	for (size_t i = 0; i < cells(model); i++)
		gd_out_printf(model->out, "%s%d", i ? ", " : "", i < model->scenario->named);
	gd_out_puts(model->out, " }\n#define REACH_INITIAL { ");
	for (size_t i = 0; i < cells(model); i++)
		gd_out_printf(model->out, "%s%d", i ? ", " : "", reached[i]);
	gd_out_puts(model->out, " }\n");
	gd_out_line(model->out, "#define REACH_STORAGE %s",
	    model->request->strategy == PML_LTL ? "" : "hidden");
}

/* -------------------------------------------------------------------- layout */
/* LIST writes or adds such numbers that a byte may hold one in range instead. */
static bool wraps(const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		for (size_t i = 0; list->place && i < 2 && list->args[i]; i++) {
			struct ir_range range = ir_range_of(&list->args[i]->type);

			if (range.low < -128 || range.high > 128)
				return true;
		}
		if (wraps(list->body) || wraps(list->otherwise))
			return true;
	}
	return false;
}

static bool may_wrap(const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		if (wraps(spec->kinds[i]->kernel.body))
			return true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && wraps(spec->barriers[i]->kernel.body))
			return true;
	return false;
}

static const char *memory_type(const struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->meta_count; i++) {
		const struct ir_type *type = &model->spec->metas[i]->type;

		if (type->kind == IR_INT && (type->low < 0 || type->high > 127))
			return "int";
	}
	return may_wrap(model->spec) ? "int" : "byte";
}

static void put_slots_layout(struct pml_model *model)
{
	const char *strong = "";

	for (size_t i = 0; i < model->spec->group_count; i++) {
		const char *name = model->spec->groups[i]->name;

		gd_out_line(model->out, "#define FIRST_OF_%s(object) SLOT_OF(object, %zu)", name,
		    model->scenario->group_first[i]);
		gd_out_line(model->out, "#define END_OF_%s(object) SLOT_OF(object, %zu)", name,
		    model->scenario->group_first[i] + model->scenario->group_size[i]);
	}
	for (size_t i = 0; i < model->slots; i++)
		if (!is_strong(model, i))
			strong = gd_arena_printf(model->arena, "%s && (slot) != %zu", strong, i);
	gd_out_line(model->out, "#define IS_STRONG(slot) (true%s)", strong);
}

/* (m == 0 -> FIRST_ROOT : (m == 1 -> FIRST_ROOT + 2 : …)); WHICH 1: the end. */
static const char *root_bound(struct pml_model *model, size_t which)
{
	const char *text = "FIRST_ROOT";

	for (size_t i = model->mutators; i-- > 0;) {
		size_t at = pml_first_root(model, i) + (which ? pml_root_count(model, i) : 0);

		text = i + 1 == model->mutators
		    ? gd_arena_printf(model->arena, "FIRST_ROOT + %zu", at)
		    : gd_arena_printf(model->arena, "((m) == %zu -> FIRST_ROOT + %zu : %s)", i, at,
			  text);
	}
	return text;
}

static void put_layout(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	struct gd_out *out = model->out;
	size_t slots = spec->meta_count * cells(model);
	size_t roots = slots + cells(model) * model->slots;

	gd_out_line(out, "#define OBJECTS %zu", model->objects);
	gd_out_line(out, "#define SLOTS_PER_OBJECT %zu", model->slots);
	gd_out_line(out, "#define MUTATORS %zu", model->mutators ? model->mutators : 1);
	gd_out_line(out, "#define COLLECTOR MUTATORS");
	for (size_t i = 0; i < spec->meta_count; i++)
		gd_out_line(out, "#define AT_%s(object) (%zu + (object))", spec->metas[i]->name,
		    i * cells(model));
	gd_out_line(out, "#define FIRST_SLOT %zu", slots);
	gd_out_line(out, "#define FIRST_ROOT %zu", roots);
	gd_out_line(out, "#define END_ROOT %zu", roots + model->roots);
	gd_out_line(out, "#define LOCATIONS %zu", roots + model->roots);
	gd_out_line(out, "#define FIRST_ROOT_OF(m) (%s)", root_bound(model, 0));
	gd_out_line(out, "#define END_ROOT_OF(m) (%s)", root_bound(model, 1));
	put_slots_layout(model);
	gd_out_line(out, "#define MEM_TYPE %s", memory_type(model));
	put_memory(model);
	put_reach(model);
}

static void put_all_stopped(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->mutators; i++)
		text = gd_arena_printf(model->arena,
		    model->comes_and_goes ? "%s%s(is_stopped[%zu] || !THERE(%zu))"
					  : "%s%sis_stopped[%zu]",
		    text,
		    i                           ? " && "
			: model->comes_and_goes ? "stop_requested && "
						: "",
		    i, i);
	gd_out_line(model->out, "#define ALL_STOPPED (%s)", *text ? text : "stop_requested");
}

static void put_cells(struct pml_model *model)
{
	struct gd_out *out = model->out;

	gd_out_line(out, "hidden byte x_object;\n");
	if (model->tells_held)
		gd_out_line(out,
		    "byte held[OBJECTS + 1] = LIVE_INITIAL; // it holds an object, or has\n");
	if (model->tells_freed)
		gd_out_line(out, "hidden byte x_freed; // some run has freed an object\n");
	gd_out_line(out, "inline free_cell(a_object) {");
	out->indent++;
	gd_out_line(out, "heap_clear_slots(a_object);"); /* nothing is reachable through it */
	if (model->tells_freed)
		gd_out_line(out, "x_freed = 1;");
	gd_out_line(out, "live[a_object] = 0");
	out->indent--;
	gd_out_line(out, "}\n");
	gd_out_line(out, "inline allocate_cell(a_object) {");
	out->indent++;
	pml_merge_check_new(model);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		gd_out_line(out, "mem_poke(AT_%s(a_object), %ld);", model->spec->metas[i]->name,
		    model->spec->metas[i]->init);
	gd_out_line(out, "heap_clear_slots(a_object);");
	if (model->tells_held)
		gd_out_line(out, "held[a_object] = 1;");
	gd_out_line(out, "live[a_object] = 1");
	out->indent--;
	gd_out_line(out, "}\n");
}

/* ------------------------------------------------------------- header comment */
static const char *join(struct pml_model *model, const char *const *flags)
{
	const char *text = "";

	for (; *flags; flags++)
		text = gd_arena_printf(model->arena, "%s %s", text, *flags);
	return text;
}

static void put_header(struct pml_model *model)
{
	const struct pml_request *request = model->request;
	struct gd_arena *arena = model->arena;
	struct gd_out *out = model->out;

	gd_out_line(out, "/* Made by gcdsl from %s: do not edit.",
	    gd_harmless(arena,
		model->spec->source ? model->spec->source->path : model->spec->name));
	gd_out_line(out, " *");
	gd_out_line(out, " * collector %s%s%s, options: %s", model->spec->name,
	    model->spec->mutant ? ", mutant " : "", model->spec->mutant ? model->spec->mutant : "",
	    *model->spec->options_text ? model->spec->options_text : "none");
	gd_out_line(out, " * scenario %s, memory %s, workers %s", model->scenario->name,
	    model->any_memory ? "any (nothing is late)"
		: model->windows || request->memory == IR_MEM_SC
		? ir_memory_name[request->memory]
		: "other than sc (no mutator stores)",
	    request->workers->text);
	gd_out_line(out, " * properties, by the number that pan prints in failed_property!=N:");
	for (size_t i = 0; i < request->property_count; i++)
		gd_out_line(out, " *   %zu %s", i + 1, request->properties[i]->name);
	pml_describe_folds(model);
	gd_out_line(out, " * By hand, with its support files beside it:");
	gd_out_line(out, " *   spin -a %s", model->file);
	gd_out_line(out, " *   cc%s -o pan pan.c && ./pan%s",
	    join(model, pml_cc_flags(arena, request)), join(model, pml_pan_flags(arena, request)));
	gd_out_line(out, " *   %s%s     (replays an error as lines that begin with @) */",
	    request->canonical ? "./pan -n -r" : "spin -t -T ",
	    request->canonical ? "" : model->file);
	gd_out_line(out, "%s", "");
}

/* ----------------------------------------------------------------- the model */
/* Behind the last action is a place, too. */
static bool has_long_script(const struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++)
		if (model->scenario->mutators[i].action_count > UINT8_MAX)
			return true;
	return false;
}

static void put_globals(struct pml_model *model)
{
	struct gd_out *out = model->out;

	put_layout(model);
	put_all_stopped(model);
	gd_out_line(out, "#define SCRIPT_TYPE %s", has_long_script(model) ? "short" : "byte");
	pml_declare_presence(model);
	pml_declare_operations(model);
	if (model->handshakes)
		gd_out_line(out, "byte handshakes[MUTATORS];");
	gd_out_line(out, "#define HANDSHAKES(m) %s", model->handshakes ? "handshakes[m]" : "false");
	pml_declare_folds(model);
	gd_out_line(out, "#include \"pool.pml\"");
	pml_declare_memory(model);
	gd_out_line(out, "#include \"heap.pml\"");
	gd_out_line(out, "#include \"stop.pml\"");
	pml_line_back(model);
	pml_declare_outcomes(model);
	gd_out_line(out, "bool finished;");
	if (!model->scenario->collects)
		gd_out_line(out,
		    "byte asked;                     // cycles that the environment asked for");
	gd_out_line(out, "short pick;                     // the colour that an option chose");
	gd_out_line(out, "// locals of kernels, within one step");
	for (size_t i = 0; i < model->scratch.count; i++)
		gd_out_line(out, "hidden int %s;", model->scratch.at[i]);
	pml_declare_reach_now(model);
	put_cells(model);
}

static void put_cut(struct pml_model *model)
{
	const struct pml_request *request = model->request;
	const char *failed = request->outcomes ? "failed || " : "";

	if (request->until)
		gd_out_line(model->out, "#define CUT (%sopen_%s && DRAINED_%s)", failed,
		    request->until->name, request->until->name);
	else if (request->until_phase)
		gd_out_line(model->out, "#define CUT (%sended_%s)", failed,
		    request->until_phase->name);
	else if (request->outcomes)
		gd_out_line(model->out, "#define CUT failed");
}

static void put_model(struct pml_model *model)
{
	put_header(model);
	put_globals(model);
	pml_declare_releaser(model);
	for (size_t i = 0; i < model->spec->kind_count; i++)
		pml_declare_kind(model, &model->kinds[i]);
	put_cut(model);
	pml_emit_operations_reach(model);
	pml_emit_memory(model);
	pml_emit_premises(model);
	pml_emit_checks(model);
	pml_emit_pool(model);
	pml_emit_phases(model);
	pml_emit_presence(model);
	pml_emit_openings(model);
	pml_memory_steps(model);
	pml_emit_kinds(model);
	pml_emit_operations(model);
	pml_emit_releaser(model);
	pml_emit_mutators(model);
	pml_emit_canonical(model);
	pml_emit_processes(model);
	if (model->request->strategy == PML_LTL)
		pml_emit_ltl(model);
}

bool pml_emit(struct gd_arena *arena, const struct pml_request *request, struct gd_out *out,
    const char **why)
{
	struct gd_out text;
	struct pml_model model = { .arena = arena,
		.request = request,
		.spec = request->spec,
		.scenario = request->scenario,
		.out = &text,
		.file = request->file ? request->file : "model.pml" };

	gd_out_init(&text, 0);
	model.file = gd_harmless(arena, model.file);
	set_up(&model);
	if (!model.why)
		pml_plan(&model);
	if (!model.why)
		pml_check_workers_stores(&model);
	pml_plan_held(&model);
	if (!model.why)
		pml_plan_properties(&model);
	if (!model.why)
		pml_plan_premises(&model);
	for (size_t i = 0; i < model.spec->kind_count && !model.why; i++)
		pml_generate_steps(&model, &model.kinds[i]);
	for (size_t i = 0; i < IR_BARRIER_COUNT && !model.why; i++)
		if (model.operations[i].ir)
			pml_generate_steps(&model, &model.operations[i]);
	if (!model.why)
		put_model(&model);
	if (!model.why)
		gd_out_raw(out, text.text, text.length);
	gd_out_free(&text);
	*why = model.why;
	if (model.why && request->refusal)
		*request->refusal = model.refusal;
	return !model.why;
}
