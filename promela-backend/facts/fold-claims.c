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
 * - A unit that waits before a copy is in the middle of it (Note [Copies]): no unit of the kind begins with one.
 * - A claim of a kind `on m' performs what m has held back, empties m's buffers and holds m.  All of
 *   this can also happen before, in steps of its own, or adds no step when it happens later.  It
 *   also updates m's view of the phases.  No barrier may read a phase that changes in between.
 * - In the plain model this is one step, from a state S to a state S'.  In steps of its own it has
 *   further states between the two.  `always P' may be broken there: then P is broken in the plain
 *   model, too, where the same steps are possible.  Further states may fulfil the P of an
 *   `eventually P', or the C of a `B until C', which is then owed no more.  (What makes A true or B
 *   false there only breaks more.)  So P and C are true between S and S' only if they are true in S
 *   or in S' (tells_flush): all that may change in them may only become true, or only become false.
 *   A flush changes metadata, each to one value, if barriers store nothing else there.  It makes
 *   objects unreachable, and buckets that were idle or empty are so no more.
 *
 * So the same checks fail.  Each run of the folded model is one of the plain model, with the claim
 * right before the first step.  Compared by: tests/differential (models, clients; known/claims*.gc),
 * tests/run/folds.sh. */
#include "promela-backend/facts/fold-claims.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/moving.h"
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

/* ------------------------------------------------------------------- what a claim flushes */
/* How the value of an expression may change while a mutator's stores are performed one by one, and
 * the units of its buffers move to the pool. */
enum change { NO_CHANGE = 0, RISES = 1, FALLS = 2, EITHER = 3 };

static bool stores_other(const struct ir_stmt *stmt, const void *compared)
{
	const struct ir_expr *expr = compared, *value = stmt->args[0];

	return stmt->op == IR_OP_store && stmt->place->kind == IR_PLACE_META &&
	    stmt->place->meta == expr->args[0]->place->meta &&
	    !(value->kind == IR_CONST && value->number == expr->args[1]->number);
}

static bool stores_same(const struct ir_stmt *stmt, const void *compared)
{
	const struct ir_expr *expr = compared, *value = stmt->args[0];

	return stmt->op == IR_OP_store && stmt->place->kind == IR_PLACE_META &&
	    stmt->place->meta == expr->args[0]->place->meta && value->kind == IR_CONST &&
	    value->number == expr->args[1]->number;
}

/* EXPR compares metadata of an object with a number. */
static enum change of_comparison(const struct pml_model *model, const struct ir_expr *expr)
{
	bool same = ir_spec_any(model->spec, IR_OF_BARRIERS, stores_same, expr);
	bool other = ir_spec_any(model->spec, IR_OF_BARRIERS, stores_other, expr);

	if (expr->args[0]->place->meta->is_word) /* the program stores anything there */
		return EITHER;
	if (same && other)
		return EITHER;
	if (!same && !other)
		return NO_CHANGE;
	return same == (expr->kind == IR_EQ) ? RISES : FALLS;
}

static bool is_simple_comparison(const struct ir_expr *expr)
{
	return (expr->kind == IR_EQ || expr->kind == IR_NE) && expr->args[0]->kind == IR_PEEK &&
	    expr->args[0]->place->kind == IR_PLACE_META &&
	    expr->args[0]->place->object->kind == IR_VAR && expr->args[1]->kind == IR_CONST;
}

static bool is_flushed(const struct ir_expr *atom, const void *model)
{
	return pml_looks_past_buffers(atom, NULL) ||
	    (((const struct pml_model *)model)->windows > 0 &&
		(atom->kind == IR_PEEK || atom->kind == IR_REACHABLE));
}

static enum change of_flush(const struct pml_model *model, const struct ir_expr *expr)
{
	unsigned found = NO_CHANGE;

	if (!ir_expr_any(expr, is_flushed, model))
		return NO_CHANGE;
	if (is_simple_comparison(expr))
		return of_comparison(model, expr);
	if (pml_looks_past_buffers(expr, NULL) ||
	    (expr->kind == IR_REACHABLE && expr->args[0]->kind == IR_VAR))
		return FALLS;
	if (ir_family(expr) == IR_FAMILY_QUANTIFIER)
		return of_flush(model, expr->args[0]);
	if (ir_family(expr) != IR_FAMILY_LOGIC)
		return EITHER;
	for (size_t i = 0; i < 2 && expr->args[i]; i++) {
		enum change change = of_flush(model, expr->args[i]);

		if (ir_direction(expr->kind, i) < 0 && (change == RISES || change == FALLS))
			change = change == RISES ? FALLS : RISES;
		found |= change;
	}
	return (enum change)found;
}

/* Whether EXPR is an `eventually' or `until' that can be fulfilled between two flushes, and neither
 * before nor after them. */
static bool tells_flush(const struct ir_expr *expr, const void *model)
{
	return ir_awaits(expr) &&
	    of_flush(model, expr->kind == IR_UNTIL ? expr->args[1] : expr->args[0]) == EITHER;
}

static bool flush_is_told(const struct pml_model *model)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < request->property_count; i++)
		if (ir_expr_any(request->properties[i]->formula, tells_flush, model))
			return true;
	return false;
}

/* Note [Late claims].  That the unit is over when its cycle ends is asserted there. */
bool pml_claims_late(struct pml_model *model, const struct ir_kind *kind)
{
	if (!pml_folds(model, PML_FOLD_CLAIMS))
		return false;
	if (pml_is_unsound(model, PML_FOLD_CLAIMS))
		return true;
	if (ir_has_flag(kind) || pml_copies_first(kind) || pml_look(model, pml_is_empty_of, kind) ||
	    sees_too_late(model, kind) || (kind->on && flush_is_told(model)))
		return false;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->close_when &&
		    !pml_says_drained(kind->buckets[i]->close_when, kind))
			return false;
	return true;
}
