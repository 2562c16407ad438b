/* fold-doubts.c: a unit counts as left out as soon as one was emitted.
 *
 * Note [Early doubts]: left out of doubt_K is whether a no-op really was left out (fold-sets.c).  From
 * the first emit of a unit on, one counts as left out, until a step acts on `drained' of the kind or
 * its bucket.  So doubt_K is 0 or 2, a kernel that asks has both answers all that time, and a no-op
 * that it finds needs no step of its own.  Each run of the model that knows is one of this model:
 * before the first emit none is left out there either, and what doubt_K forbids (values 3 and 4) is
 * that somebody goes on who waits until there are no units.  So if nothing fails here, nothing fails
 * there, and what no run reaches here, none reaches there.
 *
 * But this model has more runs.  So each failure counts as that of a folding, and the model is made
 * again without this one; and what a run reaches may not be reached (coverage.c).  A run that goes on
 * for ever is no failure that could be taken back in this way, so nothing may ask for the end of runs.
 * Neither is the failure of a formula.  With a guide or bounds, FAIL means something else (emit-guide.c,
 * emit-bound.c).  Where the ends of runs are printed, all of them must be runs of the collector.  Only
 * models in canonical form have this; others are small.  Compared by: tests/run/reductions.sh,
 * tests/differential (clients, doubts; known/doubts.gc). */
#include "promela-backend/facts/fold-doubts.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/request.h"

static bool has_bounds(const struct pml_request *request)
{
	return request->counts_reorderings || request->counts_switches ||
	    request->counts_operations || request->cuts_asserts;
}

bool pml_doubts_early(const struct pml_model *model)
{
	const struct pml_request *request = model->request;

	if (!pml_folds(model, PML_FOLD_DOUBTS) || !pml_doubted(model) || !request->canonical ||
	    request->guide || has_bounds(request) || request->strategy != PML_SAFETY)
		return false;
	return pml_is_unsound(model, PML_FOLD_DOUBTS) ||
	    (!pml_is_owed(request) && !request->outcomes);
}
