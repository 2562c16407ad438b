/* emit-reach.c: reachable in the middle of a step. */
#include "promela-backend/emit-reach.h"
#include "promela-backend/facts/operation.h"

void pml_declare_reach_now(struct pml_model *model, struct gd_out *out)
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
	gd_out_line(out, "hidden int x_kept[%zu];", most);
	gd_out_line(out,
	    "hidden byte x_held_at;            // op_at, op_values of x_who, "
	    "when its step began");
	gd_out_line(out, "hidden short x_held_values;");
}
