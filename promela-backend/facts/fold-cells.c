/* fold-cells.c: the cell of a new object is taken in the first step of `allocated'.
 *
 * Note [New cells]: left out is the state after a mutator has taken a cell and before the first
 * access of its barrier.  In the plain model that are two steps: T takes the cell, A is the access.
 * Take a run T X … X A, and move T to A.  The steps X do the same, unless one of them can see the
 * new object.  Only these can:
 *
 * - a loop over all objects: the model asserts, where such a loop looks for its next object, that no
 *   mutator is about to take a cell (pml_check_no_new_cell);
 * - a reader of the roots of a mutator that runs: excluded (roots_are_seen, Note [New roots]);
 * - a unit about the object that was in the cell before: that breaks `no_freed_access', which is
 *   requested or asserted (pml_is_relied_on);
 * - ghosts and asserts about objects, and a ghost of a script after the allocation: excluded.
 *
 * Properties are checked in the middle of the joined step, for the state that is left out.  But the
 * states after X … X are others when T comes later, so no `eventually' or `until' may follow what T
 * changes (tells_new).
 *
 * Note [Stable objects]: a loop over all objects that only emits joins the access before it, where
 * its kernel has stopped the mutators itself and no unit that frees or resumes can run at the same
 * time (pml_frees_apart).  Then the same objects exist at both times, so the loop emits the same.
 * No property may ask for units: it would not see the state between the access and the emits.
 *
 * Compared by: tests/differential (models, clients; known/cells*.gc, known/lists*.gc). */
#include "promela-backend/facts/fold-cells.h"
#include "promela-backend/facts/fold-openings.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/request.h"

/* Note [Stable objects].  Whether no object is freed while a unit of KERNEL runs, and no other unit
 * resumes the mutators.  So after KERNEL has stopped them the same objects exist until it resumes. */
bool pml_frees_apart(const struct pml_model *model, const struct pml_kernel *kernel)
{
	const struct ir_spec *spec = model->spec;

	if (!pml_folds(model, PML_FOLD_CELLS) || !kernel->kind || pml_units_are_told(model) ||
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

/* A ghost of a script belongs to the first step of the allocation before it.  In the joined step it
 * would be set after the checks in the middle. */
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

/* Whether the atom may change when a cell is taken. */
static bool tells_new(const struct ir_expr *atom, const void *unused)
{
	return pml_sees_objects(atom, unused) ||
	    (ir_family(atom) == IR_FAMILY_QUANTIFIER && atom->domain == IR_DOMAIN_OBJECTS);
}

/* Note [New cells].  If no kernel stops the mutators, a loop over all objects would always meet some
 * that may allocate, so the assertion would fail at once. */
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
	if (pml_is_followed(model, tells_new) || model->roots_are_seen ||
	    ghost_follows(model->scenario) || pml_look(model, pml_sees_objects, NULL) & IN_OBSERVER)
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
