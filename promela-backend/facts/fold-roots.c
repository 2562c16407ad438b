/* fold-roots.c: the root of a new object is set in the last step of `allocated'.
 *
 * Note [New roots]: left out is the state before the root is set.  In the plain model that is a step
 * of its own, R, after the last step L.  Take a run with steps X of others between the two: L X … X
 * R.  Suppose that no step X and no check can tell whether R has been taken.  Then L R X … X is a
 * run with the same states, as far as these can see, and the folded model has it.  This does not
 * depend on what L did, or on when a store of L that is held back reaches memory.  It depends only
 * on what can read the root.  These read or write `mem' at a root:
 *
 * - a loop over roots, and a unit with a slot as a parameter (`ref*'), whatever they do there: in
 *   kernels, barriers and fills.  A handshake loops over its own mutator's roots, at a yield point;
 *   a unit of `private' fails (FAILED_FOLD) when mutators are not stopped.  Neither meets a
 *   mutator that is in the middle of an allocation;
 * - a quantifier over roots, wherever a formula can stand (pml_look looks at all of these);
 * - `reachable': the operation holds the object, so the object is reachable before and after R.
 *   Only what the root held before could make a difference, unless it is null.  A client drops it
 *   when it takes the cell.  In a script the check below finds out.  Ghosts and asserts evaluate it
 *   in the middle of steps, so this argument does not cover them;
 * - `receive' copies a root of another mutator, at any time.  A client receives nothing that is
 *   null, and the root is null until R; a script does;
 * - the mutator itself: R is its next step.  A `give' of others writes to roots of the heap's own;
 * - `free' and `allocate' of others write to slots and metadata, not to roots.
 *
 * Compared by: tests/differential (models, clients; known/private-root*.gc, private-re*.gc). */
#include "promela-backend/facts/fold-roots.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/request.h"

/* ------------------------------------------------------------------- who looks at roots */
/* Whether STMT may read roots of a mutator that is in the middle of an allocation, which is not
 * ON. */
static bool loops_over_roots(const struct ir_stmt *stmt, const void *on)
{
	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_ROOTS &&
	    !(on && ir_is_var(stmt->args[0], on));
}

static bool has_slot(const struct ir_kind *kind)
{
	for (size_t i = 0; i < kind->param_count; i++)
		if (kind->kernel.vars[i]->type.kind == IR_SLOT)
			return true;
	return false;
}

static bool code_looks(const struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->kind_count; i++)
		if (has_slot(spec->kinds[i]) ||
		    (!model->kinds[i].roots_are_private &&
			ir_list_any(spec->kinds[i]->kernel.body, loops_over_roots,
			    spec->kinds[i]->on)))
			return true;
	return ir_spec_any(spec, IR_OF_BARRIERS | IR_OF_FILLS, loops_over_roots, NULL);
}

static bool names_roots(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return (atom->kind == IR_FORALL || atom->kind == IR_EXISTS) &&
	    atom->domain == IR_DOMAIN_ROOTS;
}

/* -------------------------------------------------------- what the root held, in scripts */
/* Whether ROOT of M may hold an object when action AT begins.  A script only goes forward, so one
 * pass is enough. */
static bool may_hold(struct pml_model *model, const struct ir_mutator *m, int root, size_t at)
{
	bool *holds = GD_NEW_ARRAY(model->arena, bool, m->action_count + 1);

	holds[0] = m->roots[root].initial >= 0;
	for (size_t i = 0; i < at; i++) {
		const struct ir_action *action = &m->actions[i];
		bool then = action->dst == root ? action->op != IR_SCRIPT_DROP : holds[i];

		for (size_t j = 0; j < action->target_count; j++)
			holds[action->targets[j]] |= then;
		holds[action->next] |= then;
	}
	return holds[at];
}

/* Whether an allocation of some script replaces an object. */
static bool replaces(struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_ALLOCATE &&
			    may_hold(model, m, m->actions[j].dst, j))
				return true;
	}
	return false;
}

static bool scripts_receive(const struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++)
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			if (model->scenario->mutators[i].actions[j].op == IR_SCRIPT_RECEIVE)
				return true;
	return false;
}

bool pml_roots_are_seen(struct pml_model *model)
{
	unsigned reach = pml_look(model, pml_is_reachable, NULL);

	return !pml_folds(model, PML_FOLD_PRIVATE) || model->request->strategy == PML_LTL ||
	    code_looks(model) || pml_look(model, names_roots, NULL) || reach & IN_OBSERVER ||
	    (reach && replaces(model)) || scripts_receive(model);
}
