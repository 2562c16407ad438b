/* expr.c: what the tables say of expressions. */
#include "compiler/ir/ir.h"

enum { /* as the table writes them */
	NOTHING = 0,
#define IR_EXPR_MEMBER(NAME, ...) NAME = IR_EXPR_HAS_##NAME,
#include "compiler/ir/members.def"
};
const struct ir_expr_info ir_expr_info[IR_EXPR_COUNT] = {
#define IR_EXPR(name, key, family, members) [IR_##name] = { key, IR_FAMILY_##family, members },
#include "compiler/ir/expressions.def"
};

bool ir_expr_has(const struct ir_expr *expr, unsigned members)
{
	return ir_expr_info[expr->kind].members & members;
}

const struct gd_operator_info *ir_operator(enum ir_expr_kind kind)
{
	int number = (int)kind - IR_FIRST_OPERATOR;

	return number >= 0 && number < GD_OPERATOR_COUNT ? &gd_operator_info[number] : NULL;
}

long ir_compute(enum ir_expr_kind kind, long a, long b)
{
	return gd_operator_info[(int)kind - IR_FIRST_OPERATOR].meaning(a, b);
}

enum ir_family ir_family(const struct ir_expr *expr)
{
	return ir_expr_info[expr->kind].family;
}

bool ir_is_computed(const struct ir_expr *expr)
{
	enum ir_family family = ir_family(expr);

	return family == IR_FAMILY_LOGIC || family == IR_FAMILY_COMPARISON ||
	    family == IR_FAMILY_ARITHMETIC;
}

bool ir_awaits(const struct ir_expr *expr)
{
	return ir_family(expr) == IR_FAMILY_TEMPORAL && expr->kind != IR_ALWAYS;
}

bool ir_is_comparison(const struct ir_expr *expr)
{
	return ir_family(expr) == IR_FAMILY_COMPARISON;
}

int ir_direction(enum ir_expr_kind kind, size_t number)
{
	bool rises = false, falls = false;

	for (long other = 0; other <= 1; other++) {
		long low = number ? ir_compute(kind, other, 0) : ir_compute(kind, 0, other);
		long high = number ? ir_compute(kind, other, 1) : ir_compute(kind, 1, other);

		rises |= low < high;
		falls |= low > high;
	}
	return rises - falls;
}
