/* emit-reach.c: reachable in the middle of a step. */
#include "promela-backend/emit-reach.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/operation.h"
#include "promela-backend/step.h"

void pml_declare_reach_now(struct pml_model *model)
{
	size_t most = 1;

	if (!pml_keeps_variables(model))
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].ir->var_count > most)
			most = model->kinds[i].ir->var_count;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->operations[i].ir && model->operations[i].ir->var_count > most)
			most = model->operations[i].ir->var_count;
	gd_out_line(model->out, "hidden int x_kept[%zu];", most);
	gd_out_line(model->out,
	    "hidden byte x_held_at;            // op_at, op_colour of x_who, "
	    "when its step began");
	gd_out_line(model->out, "hidden short x_held_colour;");
}

void pml_note_held(struct pml_step *step)
{
	if (!pml_keeps_variables(step->model))
		return;
	gd_out_line(step->out, "x_held_at = op_at[x_who];");
	gd_out_line(step->out, "x_held_colour = op_colour[x_who];");
}

static void hold_again(struct pml_step *step, const char *at, const char *colour)
{
	if (!step->kernel->barrier)
		return;
	gd_out_line(step->out, "op_at[x_who] = %s;", at);
	gd_out_line(step->out, "op_colour[x_who] = %s;", colour);
}

void pml_reach_now(struct pml_step *step, const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = step->kernel;
	size_t kept = pml_keeps_variables(step->model) ? kernel->ir->var_count : 0;

	if (!pml_asks_reachable(expr))
		return;
	for (size_t i = 0; i < kept; i++)
		gd_out_line(step->out, "x_kept[%zu] = %s;", i, kernel->var_name[i]);
	hold_again(step, "x_held_at", "x_held_colour");
	gd_out_line(step->out, "heap_reach();");
	hold_again(step, "0", "0");
	for (size_t i = 0; i < kept; i++)
		gd_out_line(step->out, "%s = x_kept[%zu];", kernel->var_name[i], i);
}
