/* fold-claims.c: a unit is claimed in its first step.
 *
 * Note [Late claims]: left out are the states in which a unit is claimed and has not taken its first
 * step.  Take a run of the plain model, and move each claim to the first step of its unit.
 *
 * - The claim is possible there: the bucket is still open, because it closes only when the kind is
 *   drained or when the cycle ends, and the end of a cycle asserts that no unit is unfinished.
 *   Fewer units run than before, so no limit of workers or of `at most' prevents the claim.
 * - The steps in between do the same: only `empty' distinguishes pending units from running ones,
 *   and no `empty' is about the kind.
 * - A claim of a kind `on m' performs what m has held back, empties m's buffers and holds m.  All of
 *   this can also happen before, in steps of its own, or adds no step when it happens later.  (One
 *   by one: so no `eventually' or `until' may follow what it changes, tells_flush.)  It
 *   also updates m's view of the phases.  No barrier may read a phase that changes in between.
 *
 * So the same checks fail.  Each run of the folded model is one of the plain model, with the claim
 * right before the first step.  Compared by: tests/differential (models, clients; known/claims*.gc),
 * tests/run/folds.sh. */
#include "promela-backend/facts/fold-claims.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/request.h"

/* Whether STMT begins or ends PHASE. */
static bool changes(const struct ir_stmt *stmt, const void *phase)
{
	return (stmt->op == IR_OP_begin_phase || stmt->op == IR_OP_end_phase) &&
	    stmt->phase == phase;
}

/* Whether GUARD can become true only when units of KIND are over. */
static bool is_late(const struct pml_model *model, const struct ir_expr *guard,
    const struct ir_kind *kind)
{
	if (guard->kind == IR_AND)
		return is_late(model, guard->args[0], kind) || is_late(model, guard->args[1], kind);
	if (guard->kind == IR_OR)
		return is_late(model, guard->args[0], kind) && is_late(model, guard->args[1], kind);
	/* with several cycles, a bucket of another cycle is drained from the beginning */
	return (guard->kind == IR_IS_OPEN ||
		   (guard->kind == IR_DRAINED && model->spec->cycle_count == 1)) &&
	    guard->bucket && pml_find_over(model, guard->bucket)[kind->index];
}

/* Whether GUARD becomes true in the step that opens the bucket of KIND, before there are units. */
static bool is_early(const struct ir_expr *guard, const struct ir_kind *kind)
{
	return guard->kind == IR_IS_OPEN && kind->bucket_count == 1 &&
	    guard->bucket == kind->buckets[0] && guard->bucket->opening != IR_WHENEVER &&
	    ir_is_plain(guard->bucket);
}

static bool is_apart(const struct pml_model *model, const struct ir_expr *guard,
    const struct ir_kind *kind)
{
	return !guard || is_early(guard, kind) || is_late(model, guard, kind);
}

/* Whether PHASE may change while a unit of KIND waits or runs. */
static bool may_change_beside(const struct pml_model *model, const struct ir_phase *phase,
    const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	if (phase->how == IR_INTERVAL)
		return !is_apart(model, phase->from, kind) || !is_apart(model, phase->to, kind);
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (ir_list_any(spec->buckets[i]->fill.body, changes, phase) &&
		    !pml_find_over(model, spec->buckets[i])[kind->index])
			return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (ir_list_any(spec->kinds[i]->kernel.body, changes, phase) &&
		    !pml_is_over_before(model, spec->kinds[i], kind) &&
		    !pml_is_over_before(model, kind, spec->kinds[i]))
			return true;
	return false;
}

static bool is_in_phase(const struct ir_expr *atom, const void *phase)
{
	return atom->kind == IR_IN_PHASE && atom->phase == phase;
}

/* Whether a barrier could notice that the mutator sees the phases of the unit's first step, and not
 * those of its claim. */
static bool sees_too_late(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	if (!kind->on)
		return false;
	for (size_t i = 0; i < spec->phase_count; i++) {
		const struct ir_phase *phase = spec->phases[i];
		bool is_read = false;

		for (size_t j = 0; j < IR_BARRIER_COUNT; j++)
			is_read |= spec->barriers[j] &&
			    pml_look_list(spec->barriers[j]->kernel.body, is_in_phase, phase);
		if (is_read && phase->visible == IR_AT_HANDSHAKE &&
		    may_change_beside(model, phase, kind))
			return true;
	}
	return false;
}

static bool tells_flush(const struct ir_expr *atom, const void *unused)
{
	return pml_looks_past_buffers(atom, unused) || pml_sees_objects(atom, unused);
}

/* Note [Late claims].  That the unit is over when its cycle ends is asserted there. */
bool pml_claims_late(struct pml_model *model, const struct ir_kind *kind)
{
	if (!pml_folds(model, PML_FOLD_CLAIMS))
		return false;
	if (pml_is_unsound(model, PML_FOLD_CLAIMS))
		return true;
	if (ir_has_flag(kind) || pml_look(model, pml_is_empty_of, kind) ||
	    sees_too_late(model, kind) || (kind->on && pml_is_followed(model, tells_flush)))
		return false;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->close_when &&
		    !pml_says_drained(kind->buckets[i]->close_when, kind))
			return false;
	return true;
}
