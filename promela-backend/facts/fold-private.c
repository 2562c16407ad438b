/* fold-private.c: loads of roots, and stores that are held back, are no steps of their own.
 *
 * Note [Private loads]: left out are the states between the loads of a unit that only loads roots.
 * The unit is one step, the last one of those that it has in the plain model.  The earlier ones can
 * move there, because
 *
 * - the unit loads the same values: no thread writes these roots while the unit exists.  Their
 *   mutator does not run (the handshake holds it, or it is stopped: asserts_stopped).  Other
 *   mutators write only roots of the heap's own (`give').  Kernels and barriers write only roots of
 *   which they have a slot (others_store).  `free' and `allocate' write slots of objects;
 * - no thread can run or wait for what the unit emits before the unit is over (products_wait);
 * - the unit does nothing else that others see, and reads nothing else that others write
 *   (loads_root: for all statements and expressions);
 * - others see all the time that the unit exists, as in the plain model.  Note [Late claims] is
 *   about the claim, and about what else a handshake does.
 *
 * Note [Held-back stores]: left out is the state before a store enters the window of its mutator.
 * The store enters it in the step before.  Only the mutator reads its window.  What is in the window
 * is as reachable as what the operation holds, so `reachable' is the same.  Steps of others in
 * between make no difference to the store: its operand reads no state (otherwise the operand is an
 * access, stmt_is_shared), and where there is no room it waits in both models.  When it reaches
 * memory is another step, as before.  An observer after the store (a ghost, an assert) would belong
 * to the joined step, so there must be none.
 *
 * Compared by: tests/differential (models, clients; known/private*.gc; under weak memory the file
 * names it), tests/run/folds.sh, tests/run/memory.sh. */
#include "promela-backend/facts/fold-private.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"

/* Whether BUCKET opens only after all units of KIND are over.  It must take part in each cycle of
 * KIND: a bucket of a cycle that does not run counts as drained until something is emitted into
 * it. */
static bool opens_behind(const struct pml_model *model, const struct ir_bucket *bucket,
    const struct ir_kind *kind)
{
	return pml_says_drained(bucket->guard, kind) && pml_guard_stays(model, bucket) &&
	    pml_opens_later(model, bucket, kind);
}

/* Whether others cannot see how far a unit of KIND is: what it emits can be neither run nor waited
 * for before the unit is over. */
static bool products_wait(struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_kind *product = spec->edges[i].product;

		if (spec->edges[i].producer != kind)
			continue;
		if (pml_look(model, pml_is_pending_of, product))
			return false;
		for (size_t j = 0; j < product->bucket_count; j++)
			if (!opens_behind(model, product->buckets[j], kind))
				return false;
	}
	return true;
}

/* --------------------------------------------------------------- what a unit does */
/* Whether STMT, without its bodies, is local, an emit, or a load of the root of LOOP.  Ghosts and
 * asserts are excluded, because an observer would see them between two loads.  So are loops over
 * all objects, which look for objects at several times. */
static bool loads_root(const struct ir_stmt *stmt, const struct ir_stmt *loop)
{
	if (stmt->op == IR_OP_load)
		return loop && stmt->place->kind == IR_PLACE_SLOT && stmt->place->slot == loop->dst;
	if (stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_OBJECTS)
		return false;
	return (stmt->op == IR_OP_let || stmt->op == IR_OP_if || stmt->op == IR_OP_for ||
		   stmt->op == IR_OP_emit) &&
	    !ir_stmt_any_expr(stmt, pml_is_shared, NULL);
}

/* Whether the only shared accesses of LIST are loads of roots; if ON is not NULL, only of that
 * mutator's roots. */
static bool only_loads_roots(const struct ir_stmt *list, const struct ir_stmt *loop,
    const struct ir_var *on)
{
	for (; list; list = list->next) {
		const struct ir_stmt *inner = loop;

		if (list->op == IR_OP_for && list->domain == IR_DOMAIN_ROOTS &&
		    (!on || ir_is_var(list->args[0], on)))
			inner = list;
		if (!loads_root(list, loop) || !only_loads_roots(list->body, inner, on) ||
		    !only_loads_roots(list->otherwise, inner, on))
			return false;
	}
	return true;
}

static bool accesses_memory(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	return pml_is_memory(stmt);
}

/* ----------------------------------------------------------------- what others do */
/* Whether STMT is a loop that binds SLOT to slots of an object. */
static bool is_of_object(const struct ir_stmt *stmt, const void *slot)
{
	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_SLOTS && stmt->dst == slot;
}

/* Code whose first PARAMS variables are slots of objects. */
struct storing {
	const struct ir_stmt *body;
	size_t params;
};

static bool is_root_stored(const struct ir_stmt *stmt, const void *about)
{
	const struct storing *storing = about;
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	return (effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW) &&
	    stmt->place->kind == IR_PLACE_SLOT && stmt->place->slot->index >= storing->params &&
	    !ir_list_any(storing->body, is_of_object, stmt->place->slot);
}

/* Whether BODY stores to a slot that may be a root: one of a loop over roots, or a parameter.  The
 * first PARAMS parameters of a barrier are slots of objects. */
static bool stores_root(const struct ir_stmt *body, size_t params)
{
	const struct storing storing = { body, params };

	return ir_list_any(body, is_root_stored, &storing);
}

/* Whether another kernel or barrier may store to roots while units of KIND exist.  (Fills store
 * nothing.) If `no_stranded' is not requested, a unit may be left from an earlier cycle, so every
 * kernel counts. */
static bool others_store(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;
	bool may_be_left = !pml_number_of(model, IR_NO_STRANDED);

	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_stmt *body = spec->kinds[i]->kernel.body;

		if (stores_root(body, 0) &&
		    (may_be_left || pml_may_run_beside(model, spec->kinds[i], kind)))
			return true;
	}
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		const struct ir_barrier *barrier = spec->barriers[i];

		if (barrier && stores_root(barrier->kernel.body, barrier->param_count))
			return true;
	}
	return false;
}

void pml_plan_private(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kind *kind = kernel->kind;
	bool unsound = pml_is_unsound(model, PML_FOLD_PRIVATE);

	if (!pml_folds(model, PML_FOLD_PRIVATE) || !kernel->claims_late ||
	    !ir_list_any(kind->kernel.body, accesses_memory, NULL))
		return;
	if (kind->on && model->scenario->client && model->scenario->client->globals)
		return; /* other mutators write roots of the heap's own */
	kernel->roots_are_private = only_loads_roots(kind->kernel.body, NULL, kind->on) &&
	    (unsound || (products_wait(model, kind) && !others_store(model, kind)));
	kernel->asserts_stopped = kernel->roots_are_private && !kind->on && !unsound;
}

/* ------------------------------------------------------- stores that are held back */
/* Note [Held-back stores]. */
static bool observes(const struct ir_barrier *barrier)
{
	return barrier &&
	    (ir_has(barrier->kernel.body, IR_OP_ghost) ||
		ir_has(barrier->kernel.body, IR_OP_assert));
}

/* An emit after the store joins the step, too. */
static bool emits_seen(const struct pml_model *model, const struct ir_barrier *barrier)
{
	return barrier && ir_has(barrier->kernel.body, IR_OP_emit) && pml_units_are_told(model);
}

/* `after_store' continues after the program's own store, so it counts for `before_store', too. */
bool pml_folds_stores(const struct pml_model *model, const struct pml_kernel *kernel)
{
	return model->windows && pml_folds(model, PML_FOLD_PRIVATE) && !kernel->barrier->result &&
	    !observes(kernel->barrier) && !emits_seen(model, kernel->barrier) &&
	    !(kernel->barrier->when == IR_BEFORE_STORE &&
		(observes(model->spec->barriers[IR_AFTER_STORE]) ||
		    emits_seen(model, model->spec->barriers[IR_AFTER_STORE])));
}
