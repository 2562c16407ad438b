/* reach.c: reachable in the middle of a step. */
#include "promela-backend/steps/reach.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/operation.h"

void pml_note_held(struct pml_step *step)
{
	if (!pml_keeps_variables(step->model))
		return;
	pml_set(step->code, "x_held_at", "op_at[x_who]");
	pml_set(step->code, "x_held_values", "op_values[x_who]");
}

static void hold_again(struct pml_step *step, const char *at, const char *colour)
{
	if (!step->kernel->barrier)
		return;
	PML_DO(step->code, show_place, .place = at);
	PML_DO(step->code, show_colour, .colour = colour);
}

static const char *kept(struct pml_step *step, size_t index)
{
	return gd_arena_printf(step->model->arena, "x_kept[%zu]", index);
}

void pml_reach_now(struct pml_step *step, const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = step->kernel;
	size_t count = pml_keeps_variables(step->model) ? kernel->ir->var_count : 0;

	if (!pml_asks_reachable(expr))
		return;
	for (size_t i = 0; i < count; i++)
		pml_set(step->code, kept(step, i), "%s", kernel->var_name[i]);
	hold_again(step, "x_held_at", "x_held_values");
	pml_reach(step->code);
	hold_again(step, "0", "0");
	for (size_t i = 0; i < count; i++)
		pml_set(step->code, kernel->var_name[i], "%s", kept(step, i));
}
