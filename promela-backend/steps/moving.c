/* moving.c: the steps of `alloc' and `copy': Notes [Room] and [Copies] in facts/moving.c. */
#include "promela-backend/steps/copied.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/op.h"

static const char *shown(struct pml_model *model, const char *cell)
{
	return gd_arena_printf(model->arena, "SHOWN(%s)", cell);
}

/* ------------------------------------------------------------------- new objects */
void pml_op_alloc(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	struct pml_code *code = step->code;
	struct pml_value where = pml_at(model, stmt->loc);
	const char *like = pml_expr(model, &step->env, stmt->args[0]);
	bool tested = ir_handles_no_room(step->kernel->ir->body, stmt);

	pml_fail_if_freed(code, like, stmt->loc);
	pml_check_overlaid(code, like, where); /* it has no shape any more */
	if (!tested)
		pml_misuse_when(code, "x_taken == NIL", "room", like, where);
	pml_if(code);
	pml_case(code, "x_taken != NIL");
	if (ir_has_holes(model->spec))
		PML_DO(code, worker_takes_hole, .cell = "x_taken");
	PML_DO(code, allocate, .cell = "x_taken");
	pml_none_late(code, "x_taken");
	PML_EVENT(code, made, .object = pml_number("x_taken"), .where = where);
	pml_case(code, "else");
	PML_EVENT(code, full, .where = where);
	pml_end(code);
	/* the variable has no value for null where the run has failed */
	pml_set(code, step->kernel->var_name[stmt->dst->index],
	    tested ? "x_taken" : "(x_taken == NIL -> 0 : x_taken)");
}

/* ------------------------------------------------------------------------- spaces */
/* Mutators may run, or there is a unit that looks at spaces, other than the one that exchanges them. */
static const char *may_be_looked_at(struct pml_step *step)
{
	struct pml_model *model = step->model;
	const char *text = "!ALL_STOPPED";

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (!kernel->ir->body || !ir_looks_at_spaces(model->spec, kernel->ir->body))
			continue;
		text = gd_arena_printf(model->arena, "%s || units_%s > %d", text, kernel->name,
		    kernel == step->kernel);
		if (kernel->buffered)
			text = gd_arena_printf(model->arena, "%s || waiting_%s > 0", text,
			    kernel->name);
	}
	return text;
}

void pml_op_swap_spaces(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	struct pml_code *code = step->code;
	struct pml_value where = pml_at(model, stmt->loc);

	pml_when(code, "%s", may_be_looked_at(step));
	PML_EVENT(code, fail, .property = pml_text(PML_USE_PREFIX "spaces"),
	    .binding = pml_text("-"), .where = where);
	pml_fail(code, "FAILED_ASSERT");
	pml_end(code);
	PML_DO(code, swap_spaces,
	    .first = gd_arena_printf(model->arena, "space_%s", stmt->space->name),
	    .second = gd_arena_printf(model->arena, "space_%s", stmt->other_space->name));
	PML_EVENT(code, swapped, .space = pml_text(stmt->space->name),
	    .other = pml_text(stmt->other_space->name), .where = where);
}

/* ------------------------------------------------------------------------- copies */
/* A replay shows a copy as what it stores. */
void pml_copy_events(struct pml_code *code, const char *to, struct pml_value where)
{
	struct pml_model *model = code->model;

	for (size_t i = 0; i < model->spec->group_count; i++)
		for (size_t slot = 0; slot < model->scenario->group_size[i]; slot++)
			PML_EVENT(code, access, .op = pml_text("store"),
			    .order = pml_text("relaxed"),
			    .at = pml_text(model->spec->groups[i]->name),
			    .slot = pml_count(model, slot), .object = pml_number(shown(model, to)),
			    .stored = pml_number(
				gd_arena_printf(model->arena, "SHOWN(mem_peek(SLOT_OF(%s, %zu)))",
				    to, model->scenario->group_first[i] + slot)),
			    .where = where);
	for (size_t i = 0; i < model->spec->word_count; i++)
		PML_EVENT(code, access, .op = pml_text("store"), .order = pml_text("relaxed"),
		    .at = pml_text(pml_word(model, i)->name),
		    .object = pml_number(shown(model, to)),
		    .stored = pml_number(gd_arena_printf(model->arena, "mem_peek(AT_%s(%s))",
			pml_word(model, i)->id, to)),
		    .where = where);
}

void pml_op_copy(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	struct pml_code *code = step->code;
	const char *from = pml_expr(model, &step->env, stmt->args[0]);
	const char *to = pml_expr(model, &step->env, stmt->args[1]);
	const struct pml_node *node = pml_node_of(step->kernel, stmt);

	PML_DO(code, end_copy, .from = from, .to = to);
	pml_fail_if_freed(code, from, stmt->loc);
	pml_fail_if_freed(code, to, stmt->loc);
	PML_DO(code, copy_slots, .from = from, .to = to);
	for (size_t i = 0; i < model->spec->word_count; i++)
		PML_DO(code, copy_word, .of = PML_OF_META(pml_word(model, i)), .from = from,
		    .to = to);
	if (pml_has_origins(model)) {
		PML_DO(code, copy_origin, .from = from, .to = to);
		PML_EVENT(code, copied, .object = pml_number(shown(model, to)),
		    .value = pml_number(shown(model, from)), .where = pml_at(model, stmt->loc));
	}
	pml_copy_events(code, to, pml_at(model, stmt->loc));
	if (node && node->late)
		PML_DO(code, copy_is_late, .cell = to);
}
