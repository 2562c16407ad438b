/* fold_private.c: loads of roots, and stores that are held back, are no steps of their own. */
#include "promela-backend/fold.h"

/* Nobody can see how far a unit of KIND is: what it emits cannot be run or
 * waited for before it is over. */
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
			if (!pml_says_drained(product->buckets[j]->guard, kind)
			    || !pml_guard_stays(model, product->buckets[j]))
				return false;
	}
	return true;
}

/* Its only accesses to something shared are loads of roots.  A ghost that it sets between
 * them is seen there. */
static bool only_loads_roots(const struct ir_stmt *list, const struct ir_stmt *loop,
    const struct ir_var *on)
{
	for (; list; list = list->next) {
		const struct ir_stmt *inner = loop;

		if (list->op == IR_OP_for && list->domain == IR_DOMAIN_ROOTS
		    && (!on || (list->args[0]->kind == IR_VAR && list->args[0]->var == on)))
			inner = list;
		if (pml_is_memory(list) && !(list->op == IR_OP_load && loop
		    && list->place->kind == IR_PLACE_SLOT && list->place->slot == loop->dst))
			return false;
		if (ir_op_info[list->op].effect == IR_EFFECT_WORLD || list->op == IR_OP_ghost
		    || pml_expr_is_shared(NULL, list->args[0])
		    || pml_expr_is_shared(NULL, list->args[1])
		    || !only_loads_roots(list->body, inner, on)
		    || !only_loads_roots(list->otherwise, inner, on))
			return false;
	}
	return true;
}

static bool accesses_memory(const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if (pml_is_memory(list) || accesses_memory(list->body)
		    || accesses_memory(list->otherwise))
			return true;
	return false;
}

static bool peeks(const struct ir_expr *atom, const void *meta)
{
	return atom->kind == IR_PEEK && atom->place->kind == IR_PLACE_META && atom->place->meta == meta;
}

/* Somebody looks at what LIST stores, without an access. */
static bool is_peeked(const struct pml_model *model, const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if ((list->op == IR_OP_store && list->place->kind == IR_PLACE_META
		    && pml_look(model, peeks, list->place->meta))
		    || is_peeked(model, list->body) || is_peeked(model, list->otherwise))
			return true;
	return false;
}

/* A store of `allocated' that its mutator holds back may be in memory before the root is set:
 * nobody but a property, a ghost or an assert can look at both. */
bool pml_is_compared_with_roots(const struct pml_model *model)
{
	const struct ir_barrier *allocated = model->spec->barriers[IR_ALLOCATED];

	return model->windows && allocated && is_peeked(model, allocated->kernel.body);
}

/* A ghost may be set between two of them, and be seen there. */
bool pml_folds_stores(const struct pml_model *model, const struct pml_kernel *kernel)
{
	return model->windows && pml_folds(model, PML_FOLD_PRIVATE)
	    && !ir_has(kernel->ir->body, IR_OP_ghost)
	    && !(kernel->barrier->when == IR_ALLOCATED && pml_is_compared_with_roots(model));
}

void pml_plan_private(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kind *kind = kernel->kind;
	bool unsound = pml_is_unsound(model, PML_FOLD_PRIVATE);

	if (!pml_folds(model, PML_FOLD_PRIVATE) || !kernel->claims_late
	    || !accesses_memory(kind->kernel.body))
		return;
	if (kind->on && model->scenario->client && model->scenario->client->globals)
		return;                /* others write the roots of the heap's own */
	kernel->roots_are_private = only_loads_roots(kind->kernel.body, NULL, kind->on)
	    && (unsound || products_wait(model, kind));
	kernel->asserts_stopped = kernel->roots_are_private && !kind->on && !unsound;
}
