/* copied.c: what gets in the way of a copy: Note [Copies] in facts/moving.c; copies that may be late: Note
 * [Late copies] in facts/memory.c; and copies part by part: Note [Origins]. */
#include "promela-backend/steps/copied.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/failure.h"

void pml_misuse_when(struct pml_code *code, const char *condition, const char *name,
    const char *cell, struct pml_value where)
{
	pml_when(code, "%s", condition);
	PML_EVENT(code, fail,
	    .property = pml_text(gd_arena_printf(code->model->arena, PML_USE_PREFIX "%s", name)),
	    .binding = pml_number(gd_arena_printf(code->model->arena, "SHOWN(%s)", cell)),
	    .where = where);
	pml_fail(code, "FAILED_ASSERT");
	pml_end(code);
}

void pml_wait_for_copy(struct pml_code *code, const struct pml_env *env, const struct ir_stmt *stmt)
{
	struct pml_model *model = code->model;
	struct pml_value where = pml_at(model, stmt->loc);
	const char *from, *to;

	if (stmt->op != IR_OP_copy)
		return;
	from = pml_expr(model, env, stmt->args[0]);
	to = pml_expr(model, env, stmt->args[1]);
	pml_misuse_when(code, gd_arena_printf(model->arena, "%s == %s && %s != NIL", from, to, to),
	    "itself", to, where);
	pml_check_payload(code, PML_WAY_LOADS, from, where);
	pml_check_payload(code, PML_WAY_STORES, to, where);
	PML_DO(code, begin_copy, .from = from, .to = to);
}

bool pml_guards_payload(const struct pml_model *model)
{
	return model->copies || ir_overlay(model->spec);
}

void pml_check_overlaid(struct pml_code *code, const char *cell, struct pml_value where)
{
	const struct ir_meta *overlay = ir_overlay(code->model->spec);

	if (overlay)
		pml_misuse_when(code,
		    gd_arena_printf(code->model->arena, "%s != NIL && mem_peek(AT_%s(%s)) != NIL",
			cell, overlay->id, cell),
		    "overlaid", cell, where);
}

void pml_check_payload(struct pml_code *code, enum pml_way way, const char *cell,
    struct pml_value where)
{
	pml_check_overlaid(code, cell, where);
	pml_check_copied(code, way, cell, where);
}

void pml_check_overlay(struct pml_step *step, const struct ir_stmt *stmt, const char *value)
{
	struct pml_model *model = step->model;
	const struct ir_meta *overlay = stmt->place->meta;
	struct pml_value where = pml_at(model, stmt->loc);
	const char *cell, *told = "";

	if (!overlay || !overlay->when)
		return;
	cell = pml_expr(model, &step->env, stmt->place->object);
	if (ir_op_info[stmt->op].effect == IR_EFFECT_LOAD)
		told = gd_arena_printf(model->arena, " || mem_peek(AT_%s(%s)) != %ld",
		    overlay->when->id, cell, overlay->when_value);
	else
		pml_check_copied(step->code, PML_WAY_STORES, cell, where);
	pml_misuse_when(step->code, gd_arena_printf(model->arena, "%s == NIL%s", value, told),
	    "overlay", cell, where);
}

void pml_check_copied(struct pml_code *code, enum pml_way way, const char *cell,
    struct pml_value where)
{
	if (!code->model->copies)
		return;
	pml_misuse_when(code,
	    gd_arena_printf(code->model->arena,
		way == PML_WAY_LOADS ? "copying[%s] == COPIED_TO" : "copying[%s] != 0", cell),
	    "copy", cell, where);
}

/* -------------------------------------------------------------------- late copies */
void pml_check_copy_late(struct pml_code *code, const char *cell, struct pml_value where)
{
	const struct pml_node *copy = code->model->late_copy;

	if (!copy)
		return;
	pml_when(code, "late_copy[%s]", cell);
	PML_EVENT(code, fail, .property = pml_text("store-late"), .binding = pml_text("-"),
	    .store = pml_at(code->model, copy->stmt->loc), .where = where);
	pml_fail(code, "FAILED_LATE");
	pml_end(code);
}

void pml_no_copy_late(struct pml_code *code, const char *cell)
{
	if (!code->model->late_copy)
		return;
	if (cell) {
		PML_DO(code, no_copy_is_late, .cell = cell);
		return;
	}
	for (size_t i = 0; i < code->model->objects; i++)
		PML_DO(code, no_copy_is_late,
		    .cell = gd_arena_printf(code->model->arena, "%zu", i));
}

/* ----------------------------------------------------------- copies part by part */
void pml_fill_copy(struct pml_step *step, const struct ir_stmt *stmt, const char *found)
{
	struct pml_model *model = step->model;
	struct pml_code *code = step->code;
	const char *from, *to, *stored = "";

	if (!stmt->place->from || !pml_has_origins(model))
		return;
	from = pml_expr(model, &step->env, stmt->place->from);
	to = pml_expr(model, &step->env, stmt->place->object);
	if (found)
		stored = gd_arena_printf(model->arena, " && %s == %s", found,
		    pml_expr(model, &step->env, stmt->args[0]));
	pml_when(code, "live[%s] && live[%s] && ORIGIN(%s) != ORIGIN(%s)%s", from, to, to, from,
	    stored);
	PML_DO(code, fill_copy, .from = from, .to = to);
	PML_EVENT(code, copied,
	    .object = pml_number(gd_arena_printf(model->arena, "SHOWN(%s)", to)),
	    .value = pml_number(gd_arena_printf(model->arena, "SHOWN(%s)", from)),
	    .where = pml_at(model, stmt->loc));
	pml_end(code);
}
