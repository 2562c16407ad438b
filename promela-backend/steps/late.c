/* late.c: stores that may still be on their way. */
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/pml.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/step.h"
#include "promela-backend/steps/window.h"

/* A step of a mutator that is no access can be seen, too: a stop, an emit, a change of a root.  So
 * each step overtakes what waits as it begins.  That a step performs some of it first makes no
 * difference: runs in which options do so just before have one reordering less and the same effect.
 * Nor does it if a step only stores: there are runs in which it is taken later. */
const char *pml_overtakes(struct pml_model *model, const char *who)
{
	return pml_counts_held(model)
	    ? gd_arena_printf(model->arena, "mem_count(%s, MEM_WINDOW); ", who)
	    : NULL;
}

static void all_in_memory(struct pml_code *code, const char *who)
{
	if (code->model->windows)
		PML_DO(code, fence, .of.by_mutator = true, .who = who, .order = "MEM_SEQ_CST");
}

/* What the mutator that runs a handshake itself orders by an operation of its own.  It orders nothing if a worker runs
 * the unit while the mutator is stopped; then a stop that releases nothing leaves its stores where they are. */
static void all_in_memory_of_runner(struct pml_code *code, const char *who)
{
	const struct pml_model *model = code->model;

	if (!model->stops_differ && !model->no_stop_releases) {
		all_in_memory(code, who);
	} else if (model->windows) {
		pml_if(code);
		pml_case(code, "!is_stopped(%s)", who);
		all_in_memory(code, who);
		pml_else_skip(code);
		pml_end(code);
	}
}

/* The mutator takes the unit by a read-modify-write of this order. */
void pml_order_handshake(struct pml_code *code, const char *who, enum ir_order order)
{
	if (ir_releases(order))
		all_in_memory(code, who);
	else if (ir_memory_info[code->model->request->memory].in_order)
		all_in_memory_of_runner(code, who);
}

void pml_order_fence(struct pml_step *step, enum ir_order order)
{
	const struct ir_var *on = step->kernel->kind ? step->kernel->kind->on : NULL;

	if (on && pml_fence_is_full(step->model->request->memory, order))
		all_in_memory_of_runner(step->code, step->kernel->var_name[on->index]);
}

void pml_order_leaving(struct pml_code *code, const char *who)
{
	all_in_memory(code, who);
}

void pml_order_stop(struct pml_code *code, const char *who)
{
	if (!code->model->windows || code->model->no_stop_releases)
		return;
	if (!code->model->stops_differ) {
		all_in_memory(code, who);
		return;
	}
	pml_if(code);
	pml_case(code, "stop_releases");
	all_in_memory(code, who);
	pml_else_skip(code);
	pml_end(code);
}

void pml_note_late(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct pml_node *node = pml_node_of(step->kernel, stmt);

	if (!node || !node->late)
		return;
	PML_DO(step->code, store_is_late, .of = PML_OF_META(stmt->place->meta),
	    .cell = pml_expr(step->model, &step->env, stmt->place->object));
	pml_merge_check_late(step, stmt->place->meta);
}

void pml_late_check(struct pml_code *code, const struct ir_meta *meta, const char *cell,
    struct pml_value where)
{
	const struct pml_node *store = code->model->late[meta->index];

	if (!store)
		return;
	pml_when(code, "late_%s[%s]", meta->id, cell);
	PML_EVENT(code, fail, .property = pml_text("store-late"), .binding = pml_text("-"),
	    .store = pml_at(code->model, store->stmt->loc), .where = where);
	pml_fail(code, "FAILED_LATE");
	pml_end(code);
}

void pml_check_late(struct pml_step *step, const struct ir_stmt *stmt)
{
	if (stmt->place->kind == IR_PLACE_META)
		pml_late_check(step->code, stmt->place->meta,
		    pml_expr(step->model, &step->env, stmt->place->object),
		    pml_at(step->model, stmt->loc));
}

/* A store that is still late when the cell is used again would change the next object there. */
void pml_check_none_late(struct pml_step *step, const char *cell, struct gd_loc loc)
{
	for (size_t i = 0; i < step->model->spec->meta_count; i++)
		if (!step->model->spec->metas[i]->region)
			pml_late_check(step->code, step->model->spec->metas[i], cell,
			    pml_at(step->model, loc));
}

static void none_is_late(struct pml_code *code, const struct ir_meta *meta)
{
	pml_set(code, "x_cell", "0");
	pml_loop(code);
	pml_flat(code);
	pml_case(code, "x_cell < OBJECTS");
	PML_DO(code, none_is_late, .of = PML_OF_META(meta), .cell = "x_cell");
	pml_advance(code, "x_cell");
	pml_else_break(code);
	pml_end(code);
	pml_set(code, "x_cell", "0");
}

void pml_none_late(struct pml_code *code, const char *cell)
{
	const struct ir_spec *spec = code->model->spec;

	pml_no_copy_late(code, cell);
	for (size_t i = 0; i < spec->meta_count; i++) {
		if (!code->model->late[i] || (cell && spec->metas[i]->region))
			continue;
		if (cell)
			PML_DO(code, none_is_late, .of = PML_OF_META(spec->metas[i]), .cell = cell);
		else
			none_is_late(code, spec->metas[i]);
	}
}

/* "busy_K == 0 && (units_K == 0 || !open_B) && …": no worker runs a unit or can run one. */
static const char *workers_rest(struct pml_model *model)
{
	const char *text = "true";

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct ir_kind *kind = model->spec->kinds[i];

		if (kind->bucket_count)
			text = gd_arena_printf(model->arena,
			    "%s && busy_%s == 0 && (units_%s == 0 || "
			    "!open_%s)",
			    text, kind->name, kind->name, kind->buckets[0]->name);
	}
	return text;
}

/* In the code the last worker to park opens buckets.  In the model a bucket may open while units
 * run or could run; in the code these come before the opening. */
void pml_order_opening(struct pml_code *code, const struct ir_expr *guard)
{
	struct pml_model *model = code->model;
	bool any = model->late_copy != NULL;

	for (size_t i = 0; i < model->spec->meta_count; i++)
		any |= model->late[i] != NULL;
	if (model->late_workers)
		pml_rest_at_opening(code, guard, workers_rest(model));
	if (!any)
		return;
	pml_if(code);
	pml_case(code, "%s", workers_rest(model));
	pml_none_late(code, NULL);
	pml_else_skip(code);
	pml_end(code);
}
