/* litmus-expr.c: names and expressions of litmus tests in C. */
#include "c-backend/litmus.h"

#include <string.h>

const char *cgen_litmus_name(struct gd_arena *arena, const char *name)
{
	return gd_arena_printf(arena, name[0] == '_' ? "local%s_v" : "%s_", name);
}

static const char *operator_of(enum ir_expr_kind kind)
{
	const struct gd_operator_info *info = ir_operator(kind);

	return info && info->form == GD_FORM_INFIX ? info->target : NULL;
}

struct style {
	struct litmus_c *c;
	const char *known; /* see cgen_litmus_condition */
};

static const char *expr_text(const struct style *s, const struct ir_expr *expr, bool is_negated);

/* The text of an operand, in parentheses where C or a reader needs them. */
static const char *operand(const struct style *s, const struct ir_expr *expr,
    enum ir_expr_kind around, bool is_negated)
{
	const char *text = expr_text(s, expr, is_negated);
	bool is_logic = around == IR_AND || around == IR_OR;
	bool is_bare = !operator_of(expr->kind) || (s->known && ir_is_comparison(expr)) ||
	    (is_logic && (expr->kind == around || ir_is_comparison(expr))) ||
	    (ir_expr_info[around].family == IR_FAMILY_COMPARISON &&
		(expr->kind == IR_ADD || expr->kind == IR_SUB));

	return is_bare ? text : gd_arena_printf(s->c->arena, "(%s)", text);
}

static const char *binary(const struct style *s, const struct ir_expr *expr, bool is_negated)
{
	return gd_arena_printf(s->c->arena, "%s %s %s",
	    operand(s, expr->args[0], expr->kind, is_negated), operator_of(expr->kind),
	    operand(s, expr->args[1], expr->kind, is_negated));
}

/* IS_NEGATED: the expression is under an odd number of `not`, so a doubt must count as the opposite
 * value. */
static const char *expr_text(const struct style *s, const struct ir_expr *expr, bool is_negated)
{
	struct gd_arena *arena = s->c->arena;
	struct style plain = { s->c, NULL };

	if (expr->kind == IR_CONST)
		return gd_arena_printf(arena, "%ld", expr->number);
	if (expr->kind == IR_VAR)
		return cgen_litmus_name(arena, expr->var->name);
	if (expr->kind == IR_OBSERVED)
		return cgen_litmus_name(arena, expr->name);
	if (expr->kind == IR_NOT)
		return gd_arena_printf(arena, "!%s",
		    operand(s, expr->args[0], IR_NOT, !is_negated));
	if (expr->kind == IR_NEGATE)
		return gd_arena_printf(arena, "-%s", operand(s, expr->args[0], IR_NEGATE, false));
	if (s->known && ir_is_comparison(expr))
		return gd_arena_printf(arena, "(%s ? %s : %sdoubt)", s->known,
		    binary(&plain, expr, false), is_negated ? "!" : "");
	return binary(s, expr, is_negated);
}

const char *cgen_litmus_expr(struct litmus_c *c, const struct ir_expr *expr)
{
	struct style s = { c, NULL };

	return expr_text(&s, expr, false);
}

const char *cgen_litmus_condition(struct litmus_c *c, const struct ir_expr *expr, const char *known)
{
	struct style s = { c, known };

	return expr_text(&s, expr, false);
}
