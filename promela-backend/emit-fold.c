/* emit-fold.c: the foldings of a model, as its header names them. */
#include "promela-backend/emit-fold.h"
#include "promela-backend/facts/fold-sets.h"

static void describe(struct gd_out *out, const char *what, const char *names)
{
	if (*names)
		gd_out_line(out, " *   %s:%s", what, names);
}

void pml_describe_folds(struct pml_model *model, struct gd_out *out)
{
	const char *claims = "", *sets = "", *private = "", *openings = "", *buffers = "",
		   *unread = "";
	struct gd_arena *arena = model->arena;

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (kernel->claims_late)
			claims = gd_arena_printf(arena, "%s %s", claims, kernel->name);
		if (kernel->merges)
			sets = gd_arena_printf(arena, "%s %s", sets, kernel->name);
		if (kernel->roots_are_private)
		private = gd_arena_printf(arena, "%s %s", private, kernel->name);
		if (kernel->by_mutators && model->takes_from_buffers)
			buffers = gd_arena_printf(arena, "%s %s", buffers, kernel->name);
	}
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (model->opens_at_once[i])
			openings = gd_arena_printf(arena, "%s %s", openings,
			    model->spec->buckets[i]->name);
	for (size_t i = 0; i < model->unread.count; i++)
		unread = gd_arena_printf(arena, "%s %s", unread, model->unread.at[i]);
	gd_out_line(out,
	    " * foldings, which make several steps of the collector one step of the model:%s",
	    *claims || *sets || *private || *openings || *buffers || *unread ||
		    model->takes_cells_at_once
		? ""
		: " none");
	describe(out, "a unit is taken from the pool in its first step", claims);
	describe(out, "a unit that would do nothing is left out, and equal units are one", sets);
	describe(out, "all roots of a mutator are loaded in one step", private);
	describe(out, "a bucket opens in the step that fulfils its condition", openings);
	describe(out,
	    model->has_no_buffers ? "a unit of a barrier is in the pool at once"
				  : "a unit is taken from a mutator's buffer directly",
	    buffers);
	describe(out, "a unit may have been left out as soon as one was emitted",
	    model->doubts_early ? gd_arena_printf(arena, " %s", pml_doubted(model)->name) : "");
	describe(out, "no part of the state, because nothing reads it", unread);
	describe(out, "a barrier's first step takes the cell, too",
	    model->takes_cells_at_once ? " allocated" : "");
}
