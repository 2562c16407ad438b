/* emit-fold.c: which foldings are sound here.
 *
 * doc/model.md gives the argument for each.  What cannot be read off the
 * specification is asserted in the model: when such an assertion fails, the
 * model says nothing (PML_FAILED_FOLD) and is made again without the folding. */
#include "promela-backend/fold.h"

#include <string.h>

bool pml_folds(const struct pml_model *model, enum pml_fold fold)
{
	return !(model->request->no_fold >> fold & 1);
}

bool pml_is_unsound(const struct pml_model *model, enum pml_fold fold)
{
	return model->request->unsound >> fold & 1;
}

/* ------------------------------------------------------------------ buffers */
static bool takes_from_buffers(struct pml_model *model)
{
	unsigned seen = pml_look(model, pml_looks_past_buffers, NULL);

	if (!pml_folds(model, PML_FOLD_BUFFERS))
		return false;
	return pml_is_unsound(model, PML_FOLD_BUFFERS) || !(seen & ~(unsigned)IN_GUARD);
}

/* --------------------------------------------------------------- all of them */
void pml_plan_folds(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	model->opens_at_once = GD_NEW_ARRAY(model->arena, bool, spec->bucket_count + 1);
	for (size_t i = 0; i < spec->bucket_count; i++)
		model->opens_at_once[i] = pml_opens_at_once(model, spec->buckets[i]);
	for (size_t i = 0; i < spec->kind_count; i++) {
		struct pml_kernel *kernel = &model->kinds[i];

		kernel->claims_late = pml_claims_late(model, kernel->kind);
		kernel->merges = pml_merges(model, kernel);
		pml_plan_private(model, kernel);
	}
	model->takes_from_buffers = takes_from_buffers(model);
	model->roots_are_seen = pml_roots_are_seen(model);
	model->takes_cells_at_once = pml_takes_cells_at_once(model);
}

/* --------------------------------------------------------- for the model's reader */
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
