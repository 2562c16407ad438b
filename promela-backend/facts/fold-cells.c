/* fold-cells.c: the cell of a new object is taken in the first step of `allocated'.
 *
 * Note [New cells]: left out is the state after a mutator has taken a cell and before the first
 * access of its barrier.  In the plain model that are two steps: T takes the cell, A is the access.
 * Take a run T X ... X A, and move T to A.  The steps X do the same, unless one of them can see what
 * T changes: the new object, and ghosts that the barrier sets before A.  Only these can:
 *
 * - a loop over all objects: the model asserts, where such a loop looks for its next object, that no
 *   mutator is about to take a cell (pml_check_no_new_cell);
 * - a reader of the roots of a mutator that runs: excluded (roots_are_seen, Note [New roots]);
 * - a kernel that allocates, because it takes a cell, too: excluded;
 * - a unit about the object that was in the cell before: that breaks `no_freed_access', which is
 *   requested or asserted (pml_is_relied_on);
 * - ghosts and asserts about objects, and a ghost of a script after the allocation: excluded;
 * - ghosts and asserts elsewhere that read or set a ghost of T: excluded (ghosts_are_shared).
 *
 * So for each state S of the run after T and before A, the folded model has a run X ... X T that ends
 * in S, in the middle of its joined step T A.  Properties are checked there.  If two mutators have
 * each taken a cell in S, the folded model has that state with one of the two cells taken, for each
 * of them.  A formula must not need both: if several mutators may allocate, it speaks of one object
 * at a time (one-object.c), and T sets no ghost.  (T of a client also drops a root, so less is
 * reachable.  For the other objects a step that only drops it does the same.)  That is enough for
 * `always P'.
 *
 * `eventually P' and `A implies (B until C)' follow states.  The states after X ... X are others when
 * T comes later: what is said about the cell is still said about the object before.
 *
 * - P says nothing that T changes.  Then T changes nothing for P, at any time.
 * - A, B and C are about one object o: `forall o' is one formula for each cell.  T changes nothing
 *   for the formulas of the other cells.  For that of its own cell the model asserts, after the
 *   check in the middle of T A, that nothing is owed (pml_check_nothing_owed).  Suppose that this
 *   never fails, and take the first S in a run T X ... X A of the plain model in which the formula
 *   is owed or broken.  If S comes directly after T, the check in the middle finds the same.  If
 *   not, nothing was owed before S, so in S A is true and C is not.  This depends on S only, and the
 *   folded model has a run X ... X T that ends in S.  There the formula is owed or broken, too.  So
 *   there is no such S.  After T A nothing is owed in both models.
 * - What T of a client drops may matter to every cell: such a formula does not ask what is reachable.
 *
 * An object that a scenario expects is one of those that exist at first.  If its cell is taken, it was
 * freed.  The model asserts that this does not happen, where a formula as above asks for it
 * (pml_expects_cells).
 *
 * Note [Stable objects]: a loop over all objects that only emits joins the access before it, where
 * its kernel has stopped the mutators itself and no unit that frees, allocates or resumes can run at the same
 * time (pml_frees_apart).  Then the same objects exist at both times, so the loop emits the same.
 * No property may ask for units: it would not see the state between the access and the emits.
 *
 * Compared by: tests/differential (models, clients; known/cells*.gc, known/lists*.gc). */
#include "promela-backend/facts/fold-cells.h"
#include "promela-backend/facts/fold-openings.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/one-object.h"
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"

/* Note [Stable objects].  Whether no object is freed while a unit of KERNEL runs, and no other unit
 * resumes the mutators.  So after KERNEL has stopped them the same objects exist until it resumes. */
bool pml_frees_apart(const struct pml_model *model, const struct pml_kernel *kernel)
{
	const struct ir_spec *spec = model->spec;

	if (!pml_folds(model, PML_FOLD_CELLS) || !kernel->kind || pml_units_are_told(model) ||
	    ir_frees(kernel->ir->body) || ir_has(kernel->ir->body, IR_OP_alloc))
		return false;
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_stmt *body = spec->kinds[i]->kernel.body;

		if ((ir_frees(body) || ir_has(body, IR_OP_alloc) || ir_has(body, IR_OP_resume)) &&
		    pml_may_run_beside(model, spec->kinds[i], kernel->kind))
			return false;
	}
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && ir_frees(spec->barriers[i]->kernel.body))
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

/* ------------------------------------------------------ ghosts that are set with the cell */
static bool is_read(const struct pml_kernel *barrier, const struct ir_expr *expr)
{
	return expr && pml_expr_is_shared(barrier, expr);
}

/* Collects ghosts that LIST may set before its first access.  Returns whether each way through LIST
 * has an access, or an emit. */
static bool find_early(const struct pml_kernel *barrier, const struct ir_stmt *list, bool *ghosts)
{
	for (; list; list = list->next) {
		bool body, otherwise;

		if (list->op == IR_OP_ghost) {
			ghosts[list->ghost->index] = true;
			continue;
		}
		if ((list->op != IR_OP_let && list->op != IR_OP_if && list->op != IR_OP_for &&
			list->op != IR_OP_assert) ||
		    is_read(barrier, list->args[0]))
			return true;
		body = find_early(barrier, list->body, ghosts);
		otherwise = find_early(barrier, list->otherwise, ghosts);
		if (list->op == IR_OP_if && body && otherwise)
			return true;
	}
	return false;
}

/* Whether EXPR reads anything but variables and GHOSTS. */
static bool reads_other(const struct ir_expr *expr, const void *ghosts)
{
	if (expr->kind == IR_GHOST)
		return !((const bool *)ghosts)[expr->ghost->index];
	return ir_family(expr) == IR_FAMILY_STATE || ir_family(expr) == IR_FAMILY_OBSERVER;
}

static bool sets_by_other(const struct ir_stmt *stmt, const void *ghosts)
{
	return stmt->op == IR_OP_ghost && ((const bool *)ghosts)[stmt->ghost->index] &&
	    ir_expr_any(stmt->args[0], reads_other, ghosts);
}

static bool is_one_of(const struct ir_expr *atom, const void *ghosts)
{
	return atom->kind == IR_GHOST && ((const bool *)ghosts)[atom->ghost->index];
}

static bool touches(const struct ir_stmt *stmt, const void *ghosts)
{
	return (stmt->op == IR_OP_ghost && ((const bool *)ghosts)[stmt->ghost->index]) ||
	    ir_stmt_any_expr(stmt, is_one_of, ghosts);
}

static bool scripts_touch(const struct pml_model *model, const bool *ghosts)
{
	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_GHOST &&
			    ghosts[m->actions[j].ghost->index])
				return true;
	}
	return pml_look_scripts(model, is_one_of, ghosts);
}

/* Whether others than the barrier `allocated' read or set GHOSTS, or the barrier gives them values
 * that others may change. */
static bool ghosts_are_shared(const struct pml_model *model, const bool *ghosts)
{
	const struct ir_spec *spec = model->spec;

	if (ir_spec_any(spec, IR_OF_KINDS | IR_OF_FILLS, touches, ghosts) ||
	    scripts_touch(model, ghosts))
		return true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] &&
		    ir_list_any(spec->barriers[i]->kernel.body,
			i == IR_ALLOCATED ? sets_by_other : touches, ghosts))
			return true;
	return false;
}

/* ------------------------------------------------------------------- what formulas can tell */
static bool may_allocate(const struct pml_model *model, const struct ir_mutator *mutator)
{
	for (size_t i = 0; i < mutator->action_count; i++)
		if (mutator->actions[i].op == IR_SCRIPT_ALLOCATE)
			return true;
	return model->scenario->client && !mutator->of_heap;
}

static bool several_allocate(const struct pml_model *model)
{
	size_t count = 0;

	for (size_t i = 0; i < model->mutators; i++)
		count += may_allocate(model, &model->scenario->mutators[i]);
	return count > 1;
}

/* Whether FORMULA must speak of one object at a time. */
static bool is_limited(const struct pml_model *model, const struct ir_expr *formula)
{
	return formula && (pml_awaits(formula) || several_allocate(model));
}

bool pml_expects_cells(const struct pml_model *model)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < request->property_count; i++)
		if (is_limited(model, request->properties[i]->formula) &&
		    pml_is_of_expected(request->properties[i]->formula))
			return model->scenario->expected_count > 0;
	return false;
}

/* Whether some formula can tell that a cell is taken later. */
static bool formulas_tell(const struct pml_model *model, const bool *ghosts)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < request->property_count; i++) {
		const struct ir_expr *formula = request->properties[i]->formula;
		struct pml_taking taking = { ghosts,
			model->scenario->client && formula && pml_awaits(formula) };

		if (is_limited(model, formula) && !pml_is_of_one_object(&taking, formula))
			return true;
	}
	return false;
}

static bool sets_any(const struct pml_model *model, const bool *ghosts)
{
	for (size_t i = 0; i < model->spec->ghost_count; i++)
		if (ghosts[i])
			return true;
	return false;
}

static bool is_told(struct pml_model *model)
{
	bool *ghosts = GD_NEW_ARRAY(model->arena, bool, model->spec->ghost_count + 1);
	struct pml_kernel barrier = { .barrier = model->spec->barriers[IR_ALLOCATED] };

	find_early(&barrier, barrier.barrier->kernel.body, ghosts);
	return (sets_any(model, ghosts) &&
		   (several_allocate(model) || ghosts_are_shared(model, ghosts))) ||
	    formulas_tell(model, ghosts);
}

/* Note [New cells].  If no kernel stops the mutators, a loop over all objects would always meet some
 * that may allocate, so the assertion would fail at once. */
bool pml_takes_cells_at_once(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	bool stop = false, lists = false;

	if (!pml_folds(model, PML_FOLD_CELLS) || model->request->strategy == PML_LTL ||
	    !spec->barriers[IR_ALLOCATED] || spec->barriers[IR_ALLOCATED]->kernel.var_count > 1)
		return false;
	if (pml_is_unsound(model, PML_FOLD_CELLS))
		return true;
	if (model->allocs || model->roots_are_seen || ghost_follows(model->scenario) ||
	    is_told(model) || pml_look(model, pml_sees_objects, NULL) & IN_OBSERVER)
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
