/* held.c: cells that have never held an object.
 *
 * Note [Cells never used]: left out of the state is which cells have held an object.  A quantifier ranges over objects: those that exist and those that were freed.  A scenario has
 * more cells, for what mutators allocate.  The state records which cells have held an object
 * (`held'), but only where a formula could tell.  A cell that has never held one counts as freed
 * and unreachable.  If the formula is true of such a cell anyway (under `exists': false), it cannot
 * tell, and `held' is left out.  The value of the formula for such a cell is worked out from what an
 * allocation leaves there; where it is not known, `held' is kept.  Compared by: tests/differential
 * (semantics: the explorer quantifies over objects only), tests/run/slots.sh.  Where kernels allocate it is kept, too:
 * Note [Taken cells] in moving.c. */
#include "promela-backend/facts/held.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"

enum pml_truth pml_connected(enum ir_expr_kind kind, enum pml_truth a, enum pml_truth b)
{
	bool may[2] = { false, false };

	for (long of_a = a == PML_TRUE; of_a <= (a != PML_FALSE); of_a++)
		for (long of_b = b == PML_TRUE; of_b <= (b != PML_FALSE); of_b++)
			may[ir_compute(kind, of_a, of_b)] = true;
	return may[0] && may[1] ? PML_UNKNOWN : may[1] ? PML_TRUE : PML_FALSE;
}

static bool is_var(const struct ir_expr *expr, const struct ir_var *var)
{
	return expr->kind == IR_VAR && expr->var == var;
}

/* The cell's metadata are as after an allocation. */
static enum pml_truth compared(const struct ir_expr *expr, const struct ir_var *var)
{
	const struct ir_expr *at = expr->args[0], *with = expr->args[1];
	bool equal, is_null = with->kind == IR_NULL;

	if (at->kind != IR_PEEK || (with->kind != IR_CONST && !is_null) ||
	    at->place->kind != IR_PLACE_META || !is_var(at->place->object, var))
		return PML_UNKNOWN;
	equal = at->place->meta->init == (is_null ? IR_NO_OBJECT : with->number);
	return equal == (expr->kind == IR_EQ) ? PML_TRUE : PML_FALSE;
}

static enum pml_truth pending_of(const struct ir_expr *expr, const struct ir_var *var)
{
	for (size_t i = 0; i < expr->unit_count; i++)
		if (is_var(expr->units[i], var))
			return PML_FALSE;
	return PML_UNKNOWN;
}

enum pml_truth pml_of_unused(const struct ir_expr *expr, const struct ir_var *var)
{
	const struct ir_expr *a = expr->args[0], *b = expr->args[1];

	if (ir_family(expr) == IR_FAMILY_LOGIC)
		return pml_connected(expr->kind, pml_of_unused(a, var),
		    b ? pml_of_unused(b, var) : PML_UNKNOWN);
	if (expr->kind == IR_CONST)
		return expr->number ? PML_TRUE : PML_FALSE;
	if (expr->kind == IR_FREED)
		return is_var(a, var) ? PML_TRUE : PML_UNKNOWN;
	if (expr->kind == IR_REACHABLE)
		return is_var(a, var) ? PML_FALSE : PML_UNKNOWN;
	if (expr->kind == IR_PENDING)
		return pending_of(expr, var);
	if (expr->kind == IR_EQ || expr->kind == IR_NE)
		return compared(expr, var);
	if (expr->kind == IR_UNTIL)
		return pml_of_unused(b, var) == PML_TRUE ? PML_TRUE : PML_UNKNOWN;
	if (expr->kind == IR_ALWAYS || expr->kind == IR_FORALL)
		return pml_of_unused(a, var) == PML_TRUE ? PML_TRUE : PML_UNKNOWN;
	if (expr->kind == IR_EXISTS)
		return pml_of_unused(a, var) == PML_FALSE ? PML_FALSE : PML_UNKNOWN;
	return PML_UNKNOWN;
}

bool pml_asks_held(const struct pml_model *model, const struct ir_expr *quantifier)
{
	enum pml_truth settled = quantifier->kind == IR_FORALL ? PML_TRUE : PML_FALSE;

	if (quantifier->domain != IR_DOMAIN_OBJECTS ||
	    (!model->scenario->client && model->objects <= model->scenario->named))
		return false;
	/* LTL evaluates what is said of an object only where the object exists */
	return (model->request->strategy == PML_LTL && pml_is_temporal(quantifier)) ||
	    pml_of_unused(quantifier->args[0], quantifier->var) != settled;
}

static bool asks(const struct ir_expr *expr, const void *model)
{
	return ir_family(expr) == IR_FAMILY_QUANTIFIER && pml_asks_held(model, expr);
}

void pml_plan_held(struct pml_model *model)
{
	const struct pml_request *request = model->request;

	model->tells_held = model->allocs; /* Note [Taken cells] */
	for (size_t i = 0; i < request->property_count; i++)
		model->tells_held |= ir_expr_any(request->properties[i]->formula, asks, model);
}
