/* fold-claims.c: a unit is claimed in its first step. */
#include "promela-backend/facts/fold-claims.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/request.h"

/* LIST begins or ends PHASE. */
static bool changes(const struct ir_stmt *stmt, const void *phase)
{
	return (stmt->op == IR_OP_begin_phase || stmt->op == IR_OP_end_phase) &&
	    stmt->phase == phase;
}

/* GUARD can only become true when units of KIND are over. */
static bool is_late(const struct pml_model *model, const struct ir_expr *guard,
    const struct ir_kind *kind)
{
	if (guard->kind == IR_AND)
		return is_late(model, guard->args[0], kind) || is_late(model, guard->args[1], kind);
	if (guard->kind == IR_OR)
		return is_late(model, guard->args[0], kind) && is_late(model, guard->args[1], kind);
	/* what is of another cycle is drained from the beginning */
	return (guard->kind == IR_IS_OPEN ||
		   (guard->kind == IR_DRAINED && model->spec->cycle_count == 1)) &&
	    guard->bucket && pml_find_over(model, guard->bucket)[kind->index];
}

/* It becomes true in the step that opens the bucket of KIND, before there are units. */
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

/* PHASE may change while a unit of KIND waits or runs. */
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

/* The mutator sees phases as they are when it begins a unit of KIND, and not as they are at the
 * first step: barriers may tell. */
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

/* Nothing can come between a claim and the first step that the claim could not
 * as well come behind: while the unit waits, its bucket stays open.  That it is
 * over when the cycle ends is asserted there. */
bool pml_claims_late(struct pml_model *model, const struct ir_kind *kind)
{
	if (!pml_folds(model, PML_FOLD_CLAIMS))
		return false;
	if (pml_is_unsound(model, PML_FOLD_CLAIMS))
		return true;
	if (ir_has_flag(kind) || pml_look(model, pml_is_empty_of, kind) ||
	    sees_too_late(model, kind))
		return false;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->close_when &&
		    !pml_says_drained(kind->buckets[i]->close_when, kind))
			return false;
	return true;
}
