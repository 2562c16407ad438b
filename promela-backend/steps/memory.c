/* memory.c: stores that wait in windows of mutators, and the steps that perform them. */
#include "promela-backend/steps/memory.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/failure.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/facts/region.h"
#include "promela-backend/facts/request.h"

/* `:: AT is in this part of the cells ->`, for each part: what its locations are
 * called, and what they hold. */
struct part {
	const char *name;
	size_t first, count;
	const struct ir_meta *meta; /* NULL: they are slots */
	struct pml_value mutator, window;
};

static void performed_part(struct pml_code *code, const struct part *part)
{
	struct gd_arena *arena = code->model->arena;
	const char *slot = "(a_at - FIRST_SLOT) % SLOTS_PER_OBJECT";
	struct pml_value op = pml_text("store"), order = pml_text("relaxed");

	if (part->meta) {
		pml_case(code, "a_at >= %zu && a_at < %zu", part->first, part->first + part->count);
		PML_EVENT(code, access, .op = op, .order = order, .at = pml_text(part->name),
		    .object = pml_number(gd_arena_printf(arena, "a_at - %zu", part->first)),
		    .mutator = part->mutator,
		    .stored = pml_number(pml_shown(code->model, &part->meta->type, "a_value")),
		    .window = part->window);
	} else {
		pml_case(code, "a_at >= FIRST_SLOT && a_at < FIRST_ROOT && %s >= %zu && %s < %zu",
		    slot, part->first, slot, part->first + part->count);
		PML_EVENT(code, access, .op = op, .order = order, .at = pml_text(part->name),
		    .slot = pml_number(gd_arena_printf(arena, "%s - %zu", slot, part->first)),
		    .object = pml_number("OWNER_OF(a_at)"), .mutator = part->mutator,
		    .stored = pml_number("SHOWN(a_value)"), .window = part->window);
	}
	pml_last(code);
}

/* A store that is performed late may undo what a merged kind relies on.  And a worker's late store
 * to the same location may come even later. */
static void check_performed(struct pml_code *code)
{
	struct pml_model *model = code->model;
	struct pml_step step = { .model = model, .code = code };
	size_t cells = model->objects + 1;

	for (size_t i = 0; i < model->spec->meta_count; i++) {
		pml_if(code);
		pml_case(code, "a_at >= %zu && a_at < %zu", i * cells, (i + 1) * cells);
		pml_merge_check(&step, model->spec->metas[i], "mem_peek(a_at)", NULL);
		pml_late_check(code, model->spec->metas[i],
		    gd_arena_printf(model->arena, "a_at - %zu", i * cells), pml_text("-"));
		pml_skip(code);
		pml_last(code);
		pml_else_skip(code);
		pml_end(code);
	}
}

/* What a replay shows of a store that reaches memory, from the window of MUTATOR or the WINDOW of a worker. */
static void performed_from(struct pml_code *code, struct pml_value mutator, struct pml_value window)
{
	struct pml_model *model = code->model;
	const struct ir_spec *spec = model->spec;
	size_t cells = model->objects + 1;

	pml_if(code);
	for (size_t i = 0; i < spec->meta_count; i++)
		performed_part(code,
		    &(struct part){ spec->metas[i]->name, i * cells, cells, spec->metas[i], mutator,
			window });
	for (size_t i = 0; i < spec->group_count; i++)
		performed_part(code,
		    &(struct part){ spec->groups[i]->name, model->scenario->group_first[i],
			model->scenario->group_size[i], NULL, mutator, window });
	if (window.format) {
		pml_case(code, "IS_ROOT(a_at)");
		PML_EVENT(code, access, .op = pml_text("store"), .order = pml_text("relaxed"),
		    .at = pml_text("root"), .root = pml_number("a_at - FIRST_ROOT"),
		    .stored = pml_number("SHOWN(a_value)"), .window = window);
		pml_last(code);
	}
	pml_else_skip(code);
	pml_end(code);
}

static void performed_events(struct pml_code *code)
{
	struct pml_value none = { NULL, NULL };

	if (!code->model->late_workers) {
		performed_from(code, pml_number("a_who"), none);
		return;
	}
	pml_if(code);
	pml_case(code, "a_who >= MEM_FIRST_WORKER");
	performed_from(code, none, pml_number("a_who - MEM_FIRST_WORKER"));
	pml_last(code);
	pml_case(code, "else");
	performed_from(code, pml_number("a_who"), none);
	pml_last(code);
	pml_end(code);
}

/* … and what is wrong with one that hits a cell which is free by now. */
static void performed(struct pml_model *model, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);
	struct pml_inline part = { .head = "performed(a_who, a_at, a_value)",
		.note = "",
		.code = code };

	performed_events(code);
	pml_breach_when(code, IR_NO_FREED_ACCESS,
	    gd_arena_printf(model->arena, "%s%s!live[CELL_AT(a_at)]",
		pml_outside_regions(model, "a_at"),
		model->late_workers ? "!IS_ROOT(a_at) && " : ""),
	    PML_LINE(model, fail, .property = pml_text("no_freed_access"),
		.binding = pml_number("SHOWN(CELL_AT(a_at))")));
	if (pml_guards_payload(model)) /* words are the last metadata */
		pml_check_payload(code, PML_WAY_STORES,
		    gd_arena_printf(model->arena,
			"(a_at >= FIRST_SLOT - %zu && !IS_ROOT(a_at) -> CELL_AT(a_at) : NIL)",
			model->spec->word_count * (model->objects + 1)),
		    pml_text("-"));
	check_performed(code);
	GD_PUSH(model->arena, *inlines, part);
}

void pml_performed_inlines(struct pml_model *model, pml_inlines *inlines)
{
	if (pml_has_windows(model))
		performed(model, inlines);
}

static void perform_of_worker(struct pml_model *model, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, perform, .thread = pml_text("memory"), .window = pml_number("a_window"));
	pml_set(code, "x_slot", "MEM_HELD_AT(MEM_FIRST_WORKER + a_window, a_entry)");
	PML_DO(code, perform, .of.by_mutator = true, .who = "MEM_FIRST_WORKER + a_window",
	    .entry = "a_entry");
	pml_put_step(inlines, code, "step_perform_of_worker(a_window, a_entry)");
}

void pml_memory_steps(struct pml_model *model, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	if (model->late_workers)
		perform_of_worker(model, inlines);
	if (!model->windows)
		return;
	PML_STEP(code, perform, .thread = pml_text("memory"), .mutator = pml_number("a_who"));
	pml_set(code, "x_slot", "MEM_HELD_AT(a_who, a_entry)");
	PML_DO(code, perform, .of.by_mutator = true, .who = "a_who", .entry = "a_entry");
	pml_put_step(inlines, code, "step_perform(a_who, a_entry)");
}
