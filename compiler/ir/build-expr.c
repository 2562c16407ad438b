/* build-expr.c: single expressions of the IR. */
#include "compiler/ir/lower-internal.h"

const struct ir_type ir_type_bool = { .kind = IR_BOOL, .high = 1 };
const struct ir_type ir_type_ref = { .kind = IR_REF };

struct ir_expr *ir_expr_new(struct gd_arena *arena, enum ir_expr_kind kind, struct gd_loc loc,
    struct ir_type type)
{
	struct ir_expr *expr = GD_NEW(arena, struct ir_expr);

	expr->kind = kind;
	expr->loc = loc;
	expr->type = type;
	return expr;
}

const struct ir_expr *ir_expr_var(struct body *b, const struct ir_var *var, struct gd_loc loc)
{
	struct ir_expr *expr = ir_expr_new(b->l->arena, IR_VAR, loc, var->type);

	expr->var = var;
	return expr;
}

const struct ir_expr *ir_expr_constant(struct body *b, long value, struct ir_type type,
    struct gd_loc loc)
{
	struct ir_expr *expr = ir_expr_new(b->l->arena, IR_CONST, loc, type);

	expr->number = value;
	return expr;
}

const struct ir_expr *ir_expr_bool(struct body *b, bool value, struct gd_loc loc)
{
	return ir_expr_constant(b, value, ir_type_bool, loc);
}

bool ir_expr_is(const struct ir_expr *expr, long number)
{
	return expr->kind == IR_CONST && expr->number == number;
}

enum ir_expr_kind ir_kind_of(enum syn_expr_kind kind)
{
	return (enum ir_expr_kind)((int)kind - SYN_EXPR_FIRST_OPERATOR + IR_FIRST_OPERATOR);
}

/* == becomes !=, and so on. */
static enum ir_expr_kind opposite(enum ir_expr_kind kind)
{
	static const enum ir_expr_kind pairs[][2] = { { IR_EQ, IR_NE }, { IR_LT, IR_GE },
		{ IR_LE, IR_GT } };

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		for (size_t k = 0; k < 2; k++)
			if (pairs[i][k] == kind)
				return pairs[i][!k];
	return IR_NOT;
}

const struct ir_expr *ir_expr_not(struct body *b, const struct ir_expr *arg, struct gd_loc loc)
{
	enum ir_expr_kind kind = opposite(arg->kind);
	struct ir_expr *expr;

	if (arg->kind == IR_CONST)
		return ir_expr_bool(b, !arg->number, loc);
	if (arg->kind == IR_NOT)
		return arg->args[0];
	expr = ir_expr_new(b->l->arena, kind, loc, ir_type_bool);
	expr->args[0] = kind == IR_NOT ? arg : arg->args[0];
	expr->args[1] = kind == IR_NOT ? NULL : arg->args[1];
	return expr;
}
