/* held.c: cells that have never held an object.
 *
 * A quantifier ranges over objects: those that are there and those that were freed.  A
 * scenario has more cells, for what mutators allocate.  That they have held an object
 * is a part of the state, `held', where a formula can tell: where it is not true (under
 * `exists', not false) of such a cell anyway, which counts as freed and unreachable. */
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/look.h"

enum pml_truth pml_negated(enum pml_truth a)
{
	return a == PML_UNKNOWN ? PML_UNKNOWN : a == PML_TRUE ? PML_FALSE : PML_TRUE;
}

enum pml_truth pml_either(enum pml_truth a, enum pml_truth b)
{
	return a == PML_TRUE || b == PML_TRUE  ? PML_TRUE
	    : a == PML_FALSE && b == PML_FALSE ? PML_FALSE
					       : PML_UNKNOWN;
}

static bool is_var(const struct ir_expr *expr, const struct ir_var *var)
{
	return expr->kind == IR_VAR && expr->var == var;
}

/* Its metadata is what an allocation would make it. */
static enum pml_truth compared(const struct ir_expr *expr, const struct ir_var *var)
{
	const struct ir_expr *at = expr->args[0], *with = expr->args[1];
	bool equal;

	if (at->kind != IR_PEEK || with->kind != IR_CONST || at->place->kind != IR_PLACE_META ||
	    !is_var(at->place->object, var))
		return PML_UNKNOWN;
	equal = at->place->meta->init == with->number;
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

	switch (expr->kind) {
	case IR_CONST: return expr->number ? PML_TRUE : PML_FALSE;
	case IR_FREED: return is_var(a, var) ? PML_TRUE : PML_UNKNOWN;
	case IR_REACHABLE: return is_var(a, var) ? PML_FALSE : PML_UNKNOWN;
	case IR_PENDING: return pending_of(expr, var);
	case IR_NOT: return pml_negated(pml_of_unused(a, var));
	case IR_IMPLIES:
		return pml_either(pml_negated(pml_of_unused(a, var)), pml_of_unused(b, var));
	case IR_OR: return pml_either(pml_of_unused(a, var), pml_of_unused(b, var));
	case IR_AND:
		return pml_negated(pml_either(pml_negated(pml_of_unused(a, var)),
		    pml_negated(pml_of_unused(b, var))));
	case IR_EQ:
	case IR_NE: return compared(expr, var);
	case IR_UNTIL: return pml_of_unused(b, var) == PML_TRUE ? PML_TRUE : PML_UNKNOWN;
	case IR_ALWAYS:
	case IR_FORALL: return pml_of_unused(a, var) == PML_TRUE ? PML_TRUE : PML_UNKNOWN;
	case IR_EXISTS: return pml_of_unused(a, var) == PML_FALSE ? PML_FALSE : PML_UNKNOWN;
	case IR_EVENTUALLY:
	case IR_NULL:
	case IR_VAR:
	case IR_LT:
	case IR_LE:
	case IR_GT:
	case IR_GE:
	case IR_ADD:
	case IR_SUB:
	case IR_NEG:
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY:
	case IR_IS_OPEN:
	case IR_IN_PHASE:
	case IR_IN_CYCLE:
	case IR_GHOST:
	case IR_REQUESTED:
	case IR_ALL_STOPPED:
	case IR_PEEK:
	case IR_OBSERVED: break;
	}
	return PML_UNKNOWN;
}

bool pml_asks_held(const struct pml_model *model, const struct ir_expr *quantifier)
{
	enum pml_truth settled = quantifier->kind == IR_FORALL ? PML_TRUE : PML_FALSE;

	if (quantifier->domain != IR_DOMAIN_OBJECTS ||
	    (!model->scenario->client && model->objects <= model->scenario->named))
		return false;
	/* LTL moves what is said of an object to where it is there */
	return (model->request->strategy == PML_LTL && pml_is_temporal(quantifier)) ||
	    pml_of_unused(quantifier->args[0], quantifier->var) != settled;
}

static bool expr_asks(const struct pml_model *model, const struct ir_expr *expr)
{
	if (!expr)
		return false;
	return ((expr->kind == IR_FORALL || expr->kind == IR_EXISTS) &&
		   pml_asks_held(model, expr)) ||
	    expr_asks(model, expr->args[0]) || expr_asks(model, expr->args[1]);
}

void pml_plan_held(struct pml_model *model)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < request->property_count; i++)
		model->tells_held |= expr_asks(model, request->properties[i]->formula);
}
