/* folds.c: which foldings are sound here.
 *
 * A note at the head of each fold-*.c has the argument, and doc/model.md lists them.  Conditions that
 * the specification alone does not decide are asserted in the model (steps/assertion.c).  When such
 * an assertion fails, the model shows nothing (PML_FAILED_FOLD), and is made again without the
 * folding.
 *
 * Note [Direct buffers]: left out are the steps that move a unit from its mutator's buffer to the
 * pool; a worker takes it from the buffer.  In a run of the plain model, move each such step to the
 * claim of the unit.  The steps in between then find the unit in the buffer and not in the pool.
 * Only `idle' and `empty' distinguish the two, and they may only be waited for, in guards without
 * negation: such a guard is true at least as often as before.  Conversely, a run of the folded model
 * is one of the plain model in which the unit moves right before its claim.  Compared by:
 * tests/differential (models, clients; known/buffers*.gc).
 *
 * Note [No buffers]: where nobody asks for `idle' or `empty' at all, the two are the same, and the unit is in
 * the pool as soon as its barrier emits it.  In a run of the plain model, move each step from buffer to
 * pool to the emit.  The steps in between find the unit in the pool: their guards count it in both, and
 * those that claim it may, but need not run.  Conversely, the steps of this model are those of the plain one in which
 * the unit moves right after its emit.  Outside of a cycle a no-op is kept, as it is in a buffer.  Compared by: the same
 * (known/buffers-waits.gc). */
#include "promela-backend/facts/folds.h"
#include "promela-backend/facts/await.h"
#include "promela-backend/facts/fold-cells.h"
#include "promela-backend/facts/fold-claims.h"
#include "promela-backend/facts/fold-openings.h"
#include "promela-backend/facts/fold-private.h"
#include "promela-backend/facts/fold-roots.h"
#include "promela-backend/facts/fold-doubts.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/request.h"

static void plan_buffers(struct pml_model *model)
{
	unsigned seen = pml_look(model, pml_looks_past_buffers, NULL);
	bool unsound = pml_is_unsound(model, PML_FOLD_BUFFERS);
	bool is_waited_for = !(seen & ~(unsigned)IN_GUARD);

	if (!pml_folds(model, PML_FOLD_BUFFERS))
		return;
	model->has_no_buffers = !seen || (unsound && is_waited_for);
	model->takes_from_buffers = is_waited_for || unsound;
}

void pml_plan_folds(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	model->opens_at_once = GD_NEW_ARRAY(model->arena, bool, spec->bucket_count + 1);
	for (size_t i = 0; i < spec->bucket_count; i++)
		model->opens_at_once[i] = !model->late_workers && !model->slides &&
		    pml_opens_at_once(model, spec->buckets[i]);
	for (size_t i = 0; i < spec->kind_count; i++) {
		struct pml_kernel *kernel = &model->kinds[i];

		/* the first step of a unit with early or late loads need not be its first access */
		kernel->claims_late = !kernel->early.count && !kernel->late_loads.count &&
		    !pml_waits_first(kernel->ir) && !model->late_workers &&
		    pml_claims_late(model, kernel->kind);
		/* no unit is left out: see Note [Slides] */
		kernel->merges =
		    !model->late_workers && !model->slides && pml_merges(model, kernel);
		pml_plan_private(model, kernel);
	}
	model->doubts_early = pml_doubts_early(model);
	plan_buffers(model);
	model->roots_are_seen = pml_roots_are_seen(model);
	model->takes_cells_at_once = !model->late_workers &&
	    !model->operations[IR_ALLOCATED].early.count &&
	    !model->operations[IR_ALLOCATED].late_loads.count && pml_takes_cells_at_once(model);
}
