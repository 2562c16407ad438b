/* emit-layout.c: where things are in the model's memory, and what is there first. */
#include "promela-backend/emit-layout.h"
#include "promela-backend/emit-pool.h"
#include "promela-backend/emit-region.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/reference.h"
#include "promela-backend/emit-code.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/machine.h"

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

/* The client itself sets the metadata of its objects, because it knows which exist. */
static long initial_meta(const struct pml_model *model, size_t meta, size_t object)
{
	return pml_known(model, &model->spec->metas[meta]->type,
	    object < model->scenario->named ? model->scenario->objects[object].metas[meta]
					    : model->spec->metas[meta]->init);
}

static int initial_root(const struct pml_model *model, size_t mutator, size_t root)
{
	int initial = model->scenario->mutators[mutator].roots[root].initial;

	return initial >= 0 ? initial : (int)model->objects;
}

static void put_memory(struct pml_model *model, struct gd_out *out)
{
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
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (ir_holds_reference(model->spec->metas[i]))
			visit(model, (size_t)initial_meta(model, i, object), reached);
}

static void put_reach(struct pml_model *model, struct gd_out *out)
{
	bool *reached = GD_NEW_ARRAY(model->arena, bool, cells(model));

	for (size_t i = 0; i < model->mutators; i++)
		for (size_t j = 0; j < pml_root_count(model, i); j++)
			visit(model, (size_t)initial_root(model, i, j), reached);
	gd_out_puts(out, "#define LIVE_INITIAL { ");
	for (size_t i = 0; i < cells(model); i++)
		gd_out_printf(out, "%s%d", i ? ", " : "", i < model->scenario->named);
	gd_out_puts(out, " }\n#define REACH_INITIAL { ");
	for (size_t i = 0; i < cells(model); i++)
		gd_out_printf(out, "%s%d", i ? ", " : "", reached[i]);
	gd_out_puts(out, " }\n");
	gd_out_line(out, "#define REACH_STORAGE %s",
	    model->request->strategy == PML_LTL ? "" : "hidden");
}

/* -------------------------------------------------------------------- layout */
/* Whether LIST writes or adds numbers that a byte would wrap to a number in range. */
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

static void put_slots_layout(struct pml_model *model, struct gd_out *out)
{
	const char *strong = "";

	for (size_t i = 0; i < model->spec->group_count; i++) {
		const char *name = model->spec->groups[i]->name;

		gd_out_line(out, "#define FIRST_OF_%s(object) SLOT_OF(object, %zu)", name,
		    model->scenario->group_first[i]);
		gd_out_line(out, "#define END_OF_%s(object) SLOT_OF(object, %zu)", name,
		    model->scenario->group_first[i] + model->scenario->group_size[i]);
	}
	for (size_t i = 0; i < model->slots; i++)
		if (!is_strong(model, i))
			strong = gd_arena_printf(model->arena, "%s && (slot) != %zu", strong, i);
	gd_out_line(out, "#define IS_STRONG(slot) (true%s)", strong);
}

/* What the metadata of x_cell refers to: for heap.pml. */
static void put_references(struct pml_model *model, struct gd_out *out)
{
	const struct ir_spec *spec = model->spec;

	if (!pml_has_references(model))
		return;
	gd_out_puts(out, "#define HEAP_MARK_METADATA");
	for (size_t i = 0; i < spec->meta_count; i++)
		if (ir_holds_reference(spec->metas[i]))
			gd_out_printf(out, " ; heap_mark_reference(mem_peek(AT_%s(x_cell)))",
			    spec->metas[i]->name);
	gd_out_puts(out, "\n");
}

/* (m == 0 -> FIRST_ROOT : (m == 1 -> FIRST_ROOT + 2 : …)).  WHICH 1: the same for END_ROOT. */
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

/* Which number an object has, and which location a root: the text below has numbers only. */
static void name_numbers(struct pml_model *model, struct gd_out *out, size_t first_root)
{
	gd_out_puts(out, "// objects:");
	for (size_t i = 0; i < model->objects; i++) {
		const char *name = model->scenario->objects[i].name;

		gd_out_printf(out, " %zu %s,", i, name ? name : "(free at first)");
	}
	gd_out_printf(out, " %zu null; roots:", model->objects);
	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < pml_root_count(model, i); j++)
			gd_out_printf(out, " %zu %s.%s,", first_root++, m->name,
			    j < m->root_count && m->roots[j].name ? m->roots[j].name : "-");
	}
	gd_out_puts(out, " of `mem', which has metadata, then slots, then roots\n");
}

void pml_put_layout(struct pml_model *model, struct gd_out *out)
{
	const struct ir_spec *spec = model->spec;
	size_t slots = spec->meta_count * cells(model);
	size_t roots = slots + cells(model) * model->slots;

	name_numbers(model, out, roots);
	gd_out_line(out, "#define OBJECTS %zu", model->objects);
	gd_out_line(out, "#define SLOTS_PER_OBJECT %zu", model->slots);
	gd_out_line(out, "#define MUTATORS %zu", model->mutators ? model->mutators : 1);
	gd_out_line(out, "#define COLLECTOR MUTATORS");
	for (size_t i = 0; i < spec->meta_count; i++)
		gd_out_line(out, "#define AT_%s(object) (%zu + (object))", spec->metas[i]->id,
		    i * cells(model));
	gd_out_line(out, "#define FIRST_SLOT %zu", slots);
	gd_out_line(out, "#define FIRST_ROOT %zu", roots);
	gd_out_line(out, "#define END_ROOT %zu", roots + model->roots);
	gd_out_line(out, "#define LOCATIONS %zu", roots + model->roots);
	gd_out_line(out, "#define FIRST_ROOT_OF(m) (%s)", root_bound(model, 0));
	gd_out_line(out, "#define END_ROOT_OF(m) (%s)", root_bound(model, 1));
	put_slots_layout(model, out);
	put_references(model, out);
	gd_out_line(out, "#define MEM_TYPE %s", memory_type(model));
	put_memory(model, out);
	put_reach(model, out);
}

void pml_put_all_stopped(struct pml_model *model, struct gd_out *out)
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
	gd_out_line(out, "#define ALL_STOPPED (%s)", *text ? text : "stop_requested");
}

static void put_copy_slots(struct gd_out *out)
{
	static const char *const lines[] = {
		"inline heap_copy_slots(a_from, a_to) {",
		"\tx_slot = 0;",
		"\tdo",
		"\t:: x_slot < SLOTS_PER_OBJECT ->",
		"\t\tmem_poke(SLOT_OF(a_to, x_slot), mem_peek(SLOT_OF(a_from, x_slot))); x_slot++",
		"\t:: else -> break",
		"\tod;",
		"\tx_slot = 0",
		"}\n",
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		gd_out_line(out, "%s", lines[i]);
}

static void put_copies(struct pml_model *model, struct gd_out *out)
{
	static const char *const lines[] = {
		"byte copying[OBJECTS + 1];      // so many copies read its slots; COPIED_TO: one writes them",
		"#define COPIED_TO 255",
		("#define BEGIN_COPY(from, to) copying[from] = ((from) == NIL -> 0 : copying[from] + 1); "
		 "copying[to] = ((to) == NIL -> 0 : COPIED_TO)"),
		"#define END_COPY(from, to) copying[from] = ((from) == NIL -> 0 : copying[from] - 1); copying[to] = 0",
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		gd_out_line(out, "%s", lines[i]);
	if (model->late_copy)
		gd_out_line(out,
		    "byte late_copy[OBJECTS + 1];    // what was copied there may be on its way\n");
}

/* Which part of the heap has which name: Note [Spaces]. */
static void put_spaces(struct pml_model *model, struct gd_out *out)
{
	const struct ir_spec *spec = model->spec;
	size_t cells = ir_cells_of_space(spec, model->scenario);

	if (!spec->space_count)
		return;
	gd_out_line(out, "#define IN_SPACE(object, space) ((object) / %zu == (space))",
	    cells ? cells : 1);
	for (size_t i = 0; i < spec->space_count; i++)
		gd_out_line(out,
		    model->swaps_spaces ? "byte space_%s = %zu;" : "#define space_%s %zu",
		    spec->spaces[i]->name, i);
}

/* What `alloc' and `copy' need. */
static void put_moving(struct pml_model *model, struct gd_out *out)
{
	if (model->allocs)
		gd_out_line(out,
		    "hidden byte x_taken; // the cell for the object of an `alloc', or NIL\n");
	if (model->copies || model->moves)
		put_copy_slots(out);
	if (model->copies)
		put_copies(model, out);
	if (model->slides)
		gd_out_line(out, "hidden byte x_place; // the next place of a `slide'\n");
	if (ir_kernels_have(model->spec, IR_OP_ask))
		gd_out_line(out, "hidden short x_answer; // what a policy has answered\n");
}

/* What `relocate' does: Note [Moves] in facts/moving.c. */
static void put_moves(struct pml_model *model, struct gd_out *out)
{
	const struct ir_spec *spec = model->spec;

	if (!model->moves)
		return;
	gd_out_line(out, "inline move_cell(a_from, a_to) {");
	out->indent++;
	gd_out_line(out, "allocate_cell(a_to);");
	gd_out_line(out, "heap_copy_slots(a_from, a_to);");
	for (size_t i = 0; i < spec->word_count; i++)
		gd_out_line(out, "mem_poke(AT_%s(a_to), mem_peek(AT_%s(a_from)));",
		    pml_word(model, i)->id, pml_word(model, i)->id);
	if (pml_has_origins(model))
		gd_out_line(out, "origin_move(a_from, a_to);");
	if (model->request->marks_new)
		gd_out_line(out, "is_new[a_to] = is_new[a_from];");
	gd_out_line(out, "free_cell(a_from)");
	out->indent--;
	gd_out_line(out, "}\n");
	gd_out_line(out, "inline renew_cell(a_object) {");
	out->indent++;
	for (size_t i = 0; i < spec->meta_count; i++)
		if (ir_is_of_objects(spec->metas[i]))
			gd_out_line(out, "mem_poke(AT_%s(a_object), %ld);", spec->metas[i]->id,
			    pml_known(model, &spec->metas[i]->type, spec->metas[i]->init));
	gd_out_line(out, "skip");
	out->indent--;
	gd_out_line(out, "}\n");
}

void pml_put_cells(struct pml_model *model, struct gd_out *out)
{
	struct pml_code *code = pml_code_new(model);

	gd_out_line(out, "hidden byte x_object;\n");
	put_spaces(model, out);
	pml_put_regions(model, out);
	put_moving(model, out);
	if (model->tells_held)
		gd_out_line(out,
		    "byte held[OBJECTS + 1] = LIVE_INITIAL; // it holds an object, or has\n");
	if (model->tells_freed)
		gd_out_line(out, "hidden byte x_freed; // some run has freed an object\n");
	if (model->request->marks_new)
		gd_out_line(out,
		    "bool is_new[OBJECTS + 1];       // a script has allocated the object\n");
	gd_out_line(out, "inline free_cell(a_object) {");
	out->indent++;
	if (model->request->marks_new)
		gd_out_line(out, "is_new[a_object] = 0;");
	gd_out_line(out, "heap_clear_slots(a_object);"); /* nothing is reachable through it */
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (ir_holds_reference(model->spec->metas[i]))
			gd_out_line(out, "mem_poke(AT_%s(a_object), NIL);",
			    model->spec->metas[i]->id);
	if (pml_has_origins(model))
		gd_out_line(out, "origin_end(a_object);");
	else if (pml_is_faithful(model))
		gd_out_line(out, "meant_lose(a_object);");
	for (size_t i = 0; i < model->spec->word_count; i++)
		gd_out_line(out, "mem_poke(AT_%s(a_object), 0);", pml_word(model, i)->id);
	if (model->tells_freed)
		gd_out_line(out, "x_freed = 1;");
	gd_out_line(out, "live[a_object] = 0");
	out->indent--;
	gd_out_line(out, "}\n");
	gd_out_line(out, "inline allocate_cell(a_object) {");
	out->indent++;
	pml_merge_check_new(model, out);
	pml_pass(code, PML_RULE_allocate, &(struct pml_it){ 0 });
	pml_put_code(code, out);
	if (model->tells_held)
		gd_out_line(out, "held[a_object] = 1;");
	if (model->request->marks_new)
		gd_out_line(out, "is_new[a_object] = 1;");
	gd_out_line(out, "live[a_object] = 1");
	out->indent--;
	gd_out_line(out, "}\n");
	put_moves(model, out);
}
