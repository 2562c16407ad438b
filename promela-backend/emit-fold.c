/* emit-fold.c: the foldings of a model, as its header names them. */
#include "promela-backend/emit-fold.h"

static void describe(struct pml_model *model, const char *what, const char *names)
{
	if (*names)
		gd_out_line(model->out, " *   %s:%s", what, names);
}

void pml_describe_folds(struct pml_model *model)
{
	const char *claims = "", *sets = "", *private = "", *openings = "", *buffers = "";
	struct gd_arena *arena = model->arena;

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (kernel->claims_late)
			claims = gd_arena_printf(arena, "%s %s", claims, kernel->name);
		if (kernel->merges)
			sets = gd_arena_printf(arena, "%s %s", sets, kernel->name);
		if (kernel->roots_are_private)
		private = gd_arena_printf(arena, "%s %s", private, kernel->name);
		if (kernel->buffered && model->takes_from_buffers)
			buffers = gd_arena_printf(arena, "%s %s", buffers, kernel->name);
	}
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (model->opens_at_once[i])
			openings = gd_arena_printf(arena, "%s %s", openings,
			    model->spec->buckets[i]->name);
	gd_out_line(model->out, " * foldings:%s",
	    *claims || *sets || *private || *openings || *buffers || model->takes_cells_at_once
		? ""
		: " none");
	describe(model, "claimed in their first step", claims);
	describe(model, "equal units are one", sets);
	describe(model, "loads of roots are no steps of their own", private);
	describe(model, "opened in the step that lets them", openings);
	describe(model, "taken from the mutators' buffers directly", buffers);
	describe(model, "the cell is taken in its first step",
	    model->takes_cells_at_once ? " allocated" : "");
}
