/* fold-openings.c: a bucket opens in the step that makes its guard true.
 *
 * Note [Openings at once]: left out are the states in which the guard of a bucket is true and the
 * bucket has not opened.  Take a run of the plain model, and move the opening to the step that makes
 * the guard true.
 *
 * - The opening is possible there.  The guard stays true until it happens (pml_guard_stays), because
 *   it is a conjunction of `drained' whose kinds are over.
 * - The fill emits the same units: it reads no state, and the objects that it lists are the same
 *   (fill_stays).  That mutators which could allocate are stopped at the opening is asserted.
 * - The steps in between do the same.  Only claims of the bucket's units, and guards that wait for
 *   the bucket, can notice that it is open; they become possible earlier, and can still come as late
 *   as before.  Its units are pending earlier: `pending' is excluded, and a guard that waits until
 *   they are drained also waits for the bucket to open.
 *
 * - An opening settles the intervals, and one at once does not: no interval may have been waiting for
 *   that (openings_may_settle).
 *
 * Each run of the folded model is one of the plain model, in which the releaser is quick.  Compared
 * by: tests/differential (models, clients; known/openings*.gc), tests/run/folds.sh. */
#include "promela-backend/facts/fold-openings.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"

bool pml_allocates(const struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++)
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			if (model->scenario->mutators[i].actions[j].op == IR_SCRIPT_ALLOCATE)
				return true;
	return model->scenario->client != NULL;
}

/* Whether units of KIND may exist before BUCKET opens: they are not over by then, and do not wait
 * for it. */
static bool is_beside(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_bucket *bucket)
{
	return !pml_find_over(model, bucket)[kind->index] &&
	    !pml_begins_behind(model, kind, bucket);
}

static bool lists(const struct ir_stmt *stmt, const void *domain)
{
	return stmt->op == IR_OP_for && stmt->domain == *(const enum ir_domain *)domain;
}

static bool list_lists(const struct ir_stmt *list, enum ir_domain domain)
{
	return ir_list_any(list, lists, &domain);
}

bool pml_lists_objects(const struct ir_stmt *list)
{
	return list_lists(list, IR_DOMAIN_OBJECTS);
}

/* Whether the fill of BUCKET would do the same later: it reads no state, and it lists the same
 * objects.  Mutators that could allocate are stopped when the guard becomes true (asserted).  No
 * kernel resumes them, or frees or allocates an object, before the bucket has opened. */
static bool fill_stays(const struct pml_model *model, const struct ir_bucket *bucket)
{
	if (ir_list_any_expr(bucket->fill.body, pml_is_shared, NULL) ||
	    (model->comes_and_goes && list_lists(bucket->fill.body, IR_DOMAIN_MUTATORS)))
		return false;
	if (!pml_lists_objects(bucket->fill.body))
		return true;
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct ir_kind *kind = model->spec->kinds[i];

		if ((ir_frees(kind->kernel.body) || ir_has(kind->kernel.body, IR_OP_alloc) ||
			(pml_allocates(model) && ir_has(kind->kernel.body, IR_OP_resume))) &&
		    is_beside(model, kind, bucket))
			return false;
	}
	return true;
}

/* Whether each step that changes the atom also settles the intervals. */
static bool is_settled(const struct ir_expr *atom)
{
	if (atom->kind == IR_IS_OPEN)
		return atom->bucket->opening != IR_WHENEVER;
	return atom->kind == IR_IN_CYCLE || ir_family(atom) != IR_FAMILY_STATE;
}

static bool is_late_atom(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return !is_settled(atom);
}

/* Whether the opening of a bucket may be what begins or ends an interval: its condition became true
 * in a step that does not settle intervals, and does not wait for work. */
static bool openings_may_settle(const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->phase_count; i++) {
		const struct ir_expr *conditions[] = { spec->phases[i]->from, spec->phases[i]->to };

		for (size_t k = 0; k < 2; k++)
			if (spec->phases[i]->how == IR_INTERVAL && conditions[k] &&
			    !pml_waits_for_work(conditions[k]) &&
			    ir_expr_any(conditions[k], is_late_atom, NULL))
				return true;
	}
	return false;
}

bool pml_opens_at_once(struct pml_model *model, const struct ir_bucket *bucket)
{
	unsigned seen;

	if (!pml_folds(model, PML_FOLD_OPENINGS) || bucket->opening != IR_WHEN ||
	    !ir_is_plain(bucket) || bucket->cycle_count || model->spec->cycle_count != 1 ||
	    model->request->until == bucket || model->request->strategy == PML_LTL ||
	    !pml_only_says_drained(bucket->guard))
		return false;
	if (pml_is_unsound(model, PML_FOLD_OPENINGS))
		return true;
	for (size_t i = 0; i < bucket->kind_count; i++)
		if (pml_look(model, pml_is_pending_of, bucket->kinds[i]))
			return false;
	seen = pml_look(model, pml_sees_open, bucket);
	if (seen & (IN_GUARD_NEGATED | IN_PHASE | IN_PROPERTY | IN_KERNEL | IN_OBSERVER) ||
	    pml_look(model, pml_sees_open_directly, bucket))
		return false;
	return !openings_may_settle(model->spec) && pml_guard_stays(model, bucket) &&
	    fill_stays(model, bucket);
}
