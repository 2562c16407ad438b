/* late.c: windows of workers.
 *
 * Note [Late stores]: a worker's store may reach memory later, as a mutator's.  Workers are no processes in the
 * model, so a window belongs to none.  A unit whose store may be late takes a free window, and its colour
 * remembers which (pml_kernel.window).  The window has the same rules as those of mutators
 * (memory-buffers.pml).  A worker whose stores are all in memory needs none.  So a run in which at most so
 * many workers hold back stores at a time, and each of them at most so many, is a run of the model.  What is
 * left out is the rest; the row says so.
 *
 * - A unit that ends leaves what waits in its window.  The window is then that of a worker without a unit.
 *   The worker goes on with it when it takes another unit that it has at hand: of a kind that it has run, as
 *   that unit may be in the same packet, or of one that such a kind emits, as it may be in a packet of the
 *   worker's own.  All others it takes under a lock, and all its stores are in memory then.
 * - What a unit emits is in a packet of its worker.  Until the stores before the emit are in memory, only
 *   that worker takes it: `kept'.  (Who takes the packet from the pool has the lock that its emitter had.)
 * - Where the worker has a lock of the runtime, everything that it has stored is in memory: stops, phases,
 *   requests, conditions that wait for other workers, the end of a unit of an exact bucket or of a handshake.
 *   `free' releases, and so do `slide' and `relocate' (Note [Moves]).
 * - A bucket opens, and a cycle begins or ends, when all workers are parked, which they are under that
 *   lock.  As the model opens buckets earlier, not all stores are in memory then: only if no unit runs or can be
 *   run; or those of workers that have run a kind of which the guard says that it is drained.
 *
 * Foldings: in such a model no unit is claimed late, and no bucket opens at once: what happens between two
 * steps may be that a store reaches memory.  Nor does it have a canonical form.
 *
 * Where no access ever meets a store that may be late, all of this makes no difference.  So a model first
 * has no windows of workers and asserts that (Note [Workers' stores]); if the assertion fails, it is made again.
 * Compared by: tests/differential (semantics, which has late stores of its own), tests/run/late-window.sh. */
#include "promela-backend/facts/late.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/variables.h"

enum { MOST_LATE_WORKERS = 2, LEAST_WINDOW = 2, MOST_KINDS = 31 };

void pml_plan_late(struct pml_model *model)
{
	const struct pml_request *request = model->request;
	size_t least = request->window ? request->window : LEAST_WINDOW;

	if (!pml_has_late_stores(request))
		return;
	if (request->canonical)
		pml_refuse(model, "stores of workers may be late: not with --canonical=yes");
	if (model->spec->kind_count > MOST_KINDS)
		pml_refuse(model,
		    "stores of workers may be late, and then a model has at most %d kinds",
		    MOST_KINDS);
	model->late_workers = MOST_LATE_WORKERS;
	model->any_memory = false;
	if (request->only_workers_late)
		model->windows = model->window = 0;
	if (model->window < least)
		model->window = least;
}

static bool is_store(const struct ir_stmt *stmt)
{
	return ir_op_info[stmt->op].effect == IR_EFFECT_STORE;
}

bool pml_takes_late(struct pml_model *model, struct pml_node *node, bool overtaken, bool outlives)
{
	if (!is_store(node->stmt))
		return false;
	if (model->late_workers) {
		node->takes_window = overtaken || outlives;
		return true;
	}
	if (!overtaken && (!outlives || node->stmt->place->kind == IR_PLACE_META))
		return false;
	model->wants_late = true;
	return true;
}

const struct ir_kernel *pml_with_window(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kernel *old = kernel->ir, *ir;
	struct ir_var **added;

	if (!model->late_workers || !kernel->kind)
		return old;
	ir = pml_with_more(model, old, 1, &added);
	*added = GD_NEW(model->arena, struct ir_var);
	**added = (struct ir_var){ .name = "window",
		.loc = kernel->kind->loc,
		.index = old->var_count,
		.type = { .kind = IR_INT, .low = 0, .high = (long)model->late_workers } };
	kernel->window = *added;
	kernel->live_at_end |= pml_var_bit(kernel->window);
	return ir;
}

static bool is_exact(const struct pml_model *model, const struct ir_kind *kind)
{
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (ir_is_exact(model->spec, kind->buckets[i]))
			return true;
	return false;
}

bool pml_ends_under_lock(const struct pml_model *model, const struct ir_kind *kind)
{
	return kind->on || is_exact(model, kind);
}

bool pml_is_taken_under_lock(const struct pml_model *model, const struct ir_kind *kind)
{
	return kind->on || kind->at_most > 0 || is_exact(model, kind);
}

bool pml_is_emit_of(const struct ir_stmt *stmt, const void *kind)
{
	return stmt->op == IR_OP_emit && stmt->kind == kind;
}

bool pml_keeps_units(const struct pml_model *model, const struct pml_kernel *kernel)
{
	return model->late_workers && kernel->kind && !pml_ends_under_lock(model, kernel->kind) &&
	    ir_spec_any(model->spec, IR_OF_KINDS, pml_is_emit_of, kernel->kind);
}

bool pml_waits_for_others(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return expr->kind == IR_DRAINED || expr->kind == IR_IDLE || expr->kind == IR_EMPTY;
}

bool pml_orders_stores(const struct pml_model *model, const struct ir_stmt *stmt)
{
	static const enum ir_op orders[] = { IR_OP_stop, IR_OP_resume, IR_OP_begin_phase,
		IR_OP_end_phase, IR_OP_request, IR_OP_free, IR_OP_slide, IR_OP_move };

	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (stmt->op == orders[i])
			return true;
	if (stmt->op == IR_OP_emit)
		return pml_ends_under_lock(model, stmt->kind);
	return stmt->op != IR_OP_ghost && stmt->op != IR_OP_assert &&
	    ir_stmt_any_expr(stmt, pml_waits_for_others, NULL);
}
