/* fold-cells.c: the cell of a new object is taken in the first step of `allocated'. */
#include "promela-backend/facts/fold-cells.h"
#include "promela-backend/facts/fold-openings.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/request.h"

/* Nobody frees while a unit of KERNEL runs, and nobody else lets mutators go on: from where it has
 * stopped them the objects that there are stay, and when a loop over them looks is all the same. */
bool pml_frees_apart(const struct pml_model *model, const struct pml_kernel *kernel)
{
	const struct ir_spec *spec = model->spec;

	if (!pml_folds(model, PML_FOLD_CELLS) || !kernel->kind ||
	    ir_has(kernel->ir->body, IR_OP_free))
		return false;
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_stmt *body = spec->kinds[i]->kernel.body;

		if ((ir_has(body, IR_OP_free) || ir_has(body, IR_OP_resume)) &&
		    pml_may_run_beside(model, spec->kinds[i], kernel->kind))
			return false;
	}
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && ir_has(spec->barriers[i]->kernel.body, IR_OP_free))
			return false;
	return true;
}

/* A ghost of a script belongs to the first step of the allocation before it; when both steps are
 * one it would be set behind what is checked between them. */
static bool ghost_follows(const struct ir_scenario *scenario)
{
	for (size_t i = 0; i < scenario->mutator_count; i++) {
		const struct ir_mutator *m = &scenario->mutators[i];

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_ALLOCATE &&
			    m->actions[j].next < m->action_count &&
			    m->actions[m->actions[j].next].op == IR_SCRIPT_GHOST)
				return true;
	}
	return false;
}

/* Who sees a new cell before its mutator goes on?  A loop over all objects (of which
 * it is asserted that nobody is about to allocate) and who looks at roots. */
bool pml_takes_cells_at_once(const struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	bool stop = false, lists = false;

	if (!pml_folds(model, PML_FOLD_CELLS) || model->request->strategy == PML_LTL ||
	    !spec->barriers[IR_ALLOCATED] || !pml_some_run(model, IR_ALLOCATED) ||
	    spec->barriers[IR_ALLOCATED]->kernel.var_count > 1)
		return false;
	if (pml_is_unsound(model, PML_FOLD_CELLS))
		return true;
	if (model->roots_are_seen || ghost_follows(model->scenario) ||
	    pml_look(model, pml_sees_objects, NULL) & IN_OBSERVER)
		return false;
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_kind *kind = spec->kinds[i];

		stop |= ir_has(kind->kernel.body, IR_OP_stop);
		lists |= pml_lists_objects(kind->kernel.body);
	}
	for (size_t i = 0; i < spec->bucket_count; i++)
		lists |= pml_lists_objects(spec->buckets[i]->fill.body);
	return stop || !lists;
}
