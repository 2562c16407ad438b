/* room.c: what a collector does when its heap has no room for a new object. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

struct tested {
	const struct ir_var *var;
	const struct ir_stmt *body;
};

static bool compares(const struct ir_expr *expr, const void *var)
{
	const struct ir_expr *a = expr->args[0], *b = expr->args[1];

	return (expr->kind == IR_EQ || expr->kind == IR_NE) &&
	    ((ir_is_var(a, var) && b->kind == IR_NULL) ||
		(ir_is_var(b, var) && a->kind == IR_NULL));
}

static bool is_tested(const struct ir_stmt *body, const struct ir_var *var);

/* Whether STMT gives its value to another variable, which is tested.  A variable gets its value from
 * earlier ones only, so this comes to an end. */
static bool passes_on(const struct ir_stmt *stmt, const void *about)
{
	const struct tested *tested = about;

	return stmt->op == IR_OP_let && ir_is_var(stmt->args[0], tested->var) &&
	    is_tested(tested->body, stmt->dst);
}

static bool is_tested(const struct ir_stmt *body, const struct ir_var *var)
{
	const struct tested tested = { var, body };

	return ir_list_any_expr(body, compares, var) || ir_list_any(body, passes_on, &tested);
}

bool ir_handles_no_room(const struct ir_stmt *body, const struct ir_stmt *alloc)
{
	return is_tested(body, alloc->dst);
}

static bool is_op(const struct ir_stmt *stmt, const void *op)
{
	return stmt->op == *(const enum ir_op *)op;
}

bool ir_kernels_have(const struct ir_spec *spec, enum ir_op op)
{
	return ir_spec_any(spec, IR_OF_KINDS, is_op, &op);
}
