/* emit-assertion.c: macros of what the model asserts of its foldings. */
#include "promela-backend/emit-assertion.h"

/* "(RUNS(m) && (script_at[m] == 1 || …)) || …": whether the next step of a mutator may take a
 * cell. */
static void declare_may_allocate(struct pml_model *model, struct gd_out *out)
{
	const char *text = "false";

	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];
		const char *at = model->scenario->client ? "true" : "false";

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_ALLOCATE)
				at = gd_arena_printf(model->arena, "%s || script_at[%zu] == %zu",
				    at, i, j);
		text = gd_arena_printf(model->arena, "%s || (RUNS(%zu) && (%s))", text, i, at);
	}
	gd_out_line(out, "#define MAY_ALLOCATE (%s)", text);
}

void pml_declare_folds(struct pml_model *model, struct gd_out *out)
{
	if (model->takes_cells_at_once)
		declare_may_allocate(model, out);
}
