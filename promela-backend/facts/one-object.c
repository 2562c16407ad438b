/* one-object.c: which formulas speak of new objects one at a time.
 *
 * A step that takes a cell changes what is said about the object in the cell (`peek', `freed',
 * `reachable'), and whether that object exists (quantifiers over objects).  A formula `forall o' is
 * one formula for each cell.  If such a formula says nothing about other cells, it cannot tell when
 * these are taken.  Note [New cells] needs that. */
#include "promela-backend/facts/one-object.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"

struct scope {
	const struct ir_expr *quantifier;
	const struct scope *outer;
};

static bool is_expected(const struct ir_expr *object, const struct scope *scope)
{
	for (; scope; scope = scope->outer)
		if (ir_is_var(object, scope->quantifier->var))
			return scope->quantifier->domain == IR_DOMAIN_EXPECTED;
	return false;
}

/* The object that ATOM is about.  NULL: the owner of some slot. */
static const struct ir_expr *object_of(const struct ir_expr *atom)
{
	return atom->kind == IR_PEEK ? atom->place->object : atom->args[0];
}

/* Whether ATOM itself may change when another cell than that of ONE (NULL: any) is taken. */
static bool atom_changes(const struct pml_taking *taking, const struct ir_expr *atom,
    const struct scope *scope, const struct ir_var *one)
{
	const struct ir_expr *object;

	if (atom->kind == IR_GHOST)
		return taking->ghosts[atom->ghost->index];
	if (ir_family(atom) == IR_FAMILY_QUANTIFIER)
		return atom->domain == IR_DOMAIN_OBJECTS;
	if (!pml_sees_objects(atom, NULL))
		return false;
	if (atom->kind == IR_REACHABLE && taking->drops)
		return true;
	object = object_of(atom);
	return !object || !((one && ir_is_var(object, one)) || is_expected(object, scope));
}

/* Whether anything in EXPR may. */
static bool changes(const struct pml_taking *taking, const struct ir_expr *expr,
    const struct scope *scope, const struct ir_var *one)
{
	struct scope inner = { expr, scope };
	const struct ir_expr *part;

	if (ir_family(expr) == IR_FAMILY_QUANTIFIER)
		scope = &inner;
	if (atom_changes(taking, expr, scope, one))
		return true;
	for (size_t i = 0; (part = ir_expr_part(expr, i)); i++)
		if (changes(taking, part, scope, one))
			return true;
	return false;
}

static bool is_of_one(const struct pml_taking *taking, const struct ir_expr *expr,
    const struct scope *scope, const struct ir_var *one);

/* A check of `until' has one bit for each of its bindings.  What a cell changes is looked for only in
 * the bit of that cell (pml_check_nothing_owed), so nothing else may be bound. */
static bool forall_is_of_one(const struct pml_taking *taking, const struct ir_expr *expr,
    const struct scope *scope, const struct ir_var *one)
{
	bool objects = expr->domain == IR_DOMAIN_OBJECTS;
	struct scope inner = { expr, scope };

	if (pml_is_temporal(expr) && (one || !objects))
		return !changes(taking, expr, scope, NULL);
	if (one && objects)
		return false;
	return is_of_one(taking, expr->args[0], &inner, objects ? expr->var : one);
}

/* ONE: the object of the `forall' that EXPR is in; NULL: it is in none. */
static bool is_of_one(const struct pml_taking *taking, const struct ir_expr *expr,
    const struct scope *scope, const struct ir_var *one)
{
	const struct ir_expr *left = expr->args[0], *right = expr->args[1];

	if (expr->kind == IR_ALWAYS)
		return is_of_one(taking, left, scope, one);
	if (expr->kind == IR_EVENTUALLY)
		return !one && !changes(taking, left, scope, NULL);
	if (expr->kind == IR_FORALL)
		return forall_is_of_one(taking, expr, scope, one);
	if (expr->kind == IR_AND)
		return is_of_one(taking, left, scope, one) && is_of_one(taking, right, scope, one);
	if (expr->kind == IR_IMPLIES && !one && !changes(taking, left, scope, NULL))
		return is_of_one(taking, right, scope, NULL);
	return !changes(taking, expr, scope, one);
}

bool pml_is_of_one_object(const struct pml_taking *taking, const struct ir_expr *formula)
{
	return is_of_one(taking, formula, NULL, NULL);
}

static bool ranges_over_expected(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return ir_family(expr) == IR_FAMILY_QUANTIFIER && expr->domain == IR_DOMAIN_EXPECTED;
}

bool pml_is_of_expected(const struct ir_expr *expr)
{
	return ir_expr_any(expr, ranges_over_expected, NULL);
}
