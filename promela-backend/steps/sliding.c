/* sliding.c: the steps of `slide' and `relocate': Notes [Slides] and [Moves] in facts/moving.c. */
#include "compiler/ir/walk.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/op.h"

static const char *shown(struct pml_model *model, const char *cell)
{
	return gd_arena_printf(model->arena, "SHOWN(%s)", cell);
}

/* ------------------------------------------------------------------------ places */
/* Some mutator may run, or some unit but the one that computes places. */
static const char *somebody_may_run(const struct pml_step *step)
{
	struct pml_model *model = step->model;
	const char *text = "!ALL_STOPPED";

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		for (size_t b = 0; b < kernel->kind->bucket_count; b++)
			text = gd_arena_printf(model->arena, "%s || (open_%s && units_%s > %d)",
			    text, kernel->kind->buckets[b]->name, kernel->name,
			    kernel == step->kernel);
	}
	return text;
}

/* The first place in the space of x_cell. */
static void begin_space(struct pml_step *step)
{
	struct pml_model *model = step->model;
	size_t cells = ir_cells_of_space(model->spec, model->scenario);

	if (model->spec->space_count)
		pml_set(step->code, "x_place", "(x_cell %% %zu == 0 -> x_cell : x_place)",
		    cells ? cells : 1);
}

struct checking {
	struct pml_step *step;
	struct pml_value where;
};

static void check_read(const struct ir_expr *expr, void *data)
{
	struct checking *checking = data;

	if (expr->kind == IR_PEEK)
		pml_late_check(checking->step->code, expr->place->meta, "x_cell", checking->where);
}

/* Gives x_cell its place, if it has an object that is selected. */
static void place(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	struct pml_env env = { .var = stmt->dst, .text = "x_cell", .up = &step->env };
	struct checking checking = { step, pml_at(model, stmt->loc) };

	pml_when(step->code, "live[x_cell]");
	pml_late_check(step->code, stmt->place->meta, "x_cell", checking.where);
	ir_expr_each(stmt->args[0], check_read, &checking);
	pml_when(step->code, "%s", pml_expr(model, &env, stmt->args[0]));
	PML_DO(step->code, place, .of = PML_OF_META(stmt->place->meta), .cell = "x_cell",
	    .value = "x_place");
	PML_EVENT(step->code, access, .op = pml_text("store"), .order = pml_text("relaxed"),
	    .at = pml_text(stmt->place->meta->name), .object = pml_number("x_cell"),
	    .stored = pml_number("x_place"), .where = checking.where);
	pml_advance(step->code, "x_place");
	pml_end(step->code);
	pml_end(step->code);
}

void pml_op_slide(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_code *code = step->code;

	pml_misuse_when(code, somebody_may_run(step), "slide", "NIL",
	    pml_at(step->model, stmt->loc));
	pml_set(code, "x_place", "0");
	pml_set(code, "x_cell", "0");
	pml_loop(code);
	pml_case(code, "x_cell < OBJECTS");
	begin_space(step);
	place(step, stmt);
	pml_advance(code, "x_cell");
	pml_else_break(code);
	pml_end(code);
	pml_set(code, "x_cell", "0");
	pml_set(code, "x_place", "0");
}

/* ------------------------------------------------------------------------- moves */
/* A replay shows a move as a new object, what it gets, and the end of the other one. */
static void moved_events(struct pml_code *code, const char *from, const char *to,
    struct pml_value where)
{
	struct pml_model *model = code->model;

	PML_EVENT(code, made, .object = pml_number(shown(model, to)), .where = where);
	if (pml_has_origins(model))
		PML_EVENT(code, copied, .object = pml_number(shown(model, to)),
		    .value = pml_number(shown(model, from)), .where = where);
	pml_copy_events(code, to, where);
	PML_EVENT(code, free, .object = pml_number(shown(model, from)), .where = where);
}

/* Its metadata are those of a new object. */
static void renewed_events(struct pml_code *code, const char *cell, struct pml_value where)
{
	struct pml_model *model = code->model;
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->meta_count; i++) {
		const struct ir_meta *meta = spec->metas[i];

		if (!ir_is_of_objects(meta))
			continue;
		PML_EVENT(code, access, .op = pml_text("store"), .order = pml_text("relaxed"),
		    .at = pml_text(meta->name), .object = pml_number(shown(model, cell)),
		    .stored = pml_number(pml_shown(model, &meta->type,
			gd_arena_printf(model->arena, "mem_peek(AT_%s(%s))", meta->id, cell))),
		    .where = where);
	}
}

/* Checks that nothing which is under way to CELL, or goes on there, gets in the way. */
static void check_cell(struct pml_step *step, const char *cell, const struct ir_stmt *stmt)
{
	struct pml_value where = pml_at(step->model, stmt->loc);

	pml_check_none_late(step, cell, stmt->loc);
	pml_check_payload(step->code, PML_WAY_STORES, cell, where);
	pml_check_copy_late(step->code, cell, where);
}

void pml_op_move(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	struct pml_code *code = step->code;
	const char *from = pml_expr(model, &step->env, stmt->args[0]);
	const char *to = pml_expr(model, &step->env, stmt->args[1]);
	struct pml_value where = pml_at(model, stmt->loc);

	pml_fail_if_freed(code, from, stmt->loc);
	pml_misuse_when(code,
	    gd_arena_printf(model->arena, "!ALL_STOPPED || %s == NIL || (%s != %s && live[%s])", to,
		to, from, to),
	    "move", to, where);
	check_cell(step, from, stmt);
	check_cell(step, to, stmt);
	pml_merge_check(step, NULL, NULL, NULL);
	pml_if(code);
	pml_case(code, "%s == %s", from, to);
	PML_DO(code, renew, .cell = to);
	renewed_events(code, to, where);
	pml_case(code, "else");
	PML_DO(code, move, .from = from, .to = to);
	moved_events(code, from, to, where);
	pml_end(code);
}
