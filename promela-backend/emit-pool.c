/* emit-pool.c: declarations and options of units in the pool and in buffers. */
#include "promela-backend/emit-pool.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/place.h"

/* ------------------------------------------------------------- declarations */
void pml_declare_buffers(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel)
{
	if (kernel->merges_by)
		gd_out_line(out,
		    "byte doubt_%s;                  // where a unit may be that was left out (pool.pml)",
		    kernel->name);
	if (!kernel->buffered)
		return;
	gd_out_line(out, "byte waiting_%s;               // in the mutators' buffers",
	    kernel->name);
	gd_out_line(out, "byte buffered_%s[%zu];         // by mutator, then unit", kernel->name,
	    pml_unit_colours(model, kernel) * (model->mutators ? model->mutators : 1));
}

/* Asserts that no unit about the cell's former object is left: for merged units the new object
 * would not be distinguished from it. */
void pml_merge_check_new(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		const char *text = NULL;

		if (!kernel->merges_by)
			continue;
		text = gd_arena_printf(model->arena, "pending_%s[a_object] > 0", kernel->name);
		for (size_t j = 0; kernel->buffered && j < model->mutators; j++)
			text =
			    gd_arena_printf(model->arena, "%s || buffered_%s[%zu + a_object] > 0",
				text, kernel->name, j * pml_unit_colours(model, kernel));
		gd_out_line(out, "WHEN(%s, FAIL(FAILED_FOLD));", text);
	}
}

/* Options that flush each unit of each buffer on its own. */
void pml_flush_options(struct pml_model *model, struct gd_out *out)
{
	if (model->takes_from_buffers)
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		size_t units = pml_unit_colours(model, kernel);

		for (size_t j = 0; kernel->buffered && j < units * model->mutators; j++)
			pml_option(model, out, kernel->kind->loc,
			    gd_arena_printf(model->arena, "buffered_%s[%zu] > 0", kernel->name, j),
			    gd_arena_printf(model->arena, "step_flush_%s(%zu, %zu, %zu)",
				kernel->name, j, j % units, j / units));
	}
}
