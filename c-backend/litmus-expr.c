/* litmus-expr.c: names and expressions of litmus tests in C. */
#include "c-backend/litmus.h"

#include <string.h>

const char *cgen_litmus_name(struct gd_arena *arena, const char *name)
{
	return gd_arena_printf(arena, name[0] == '_' ? "local%s_v" : "%s_", name);
}

static const char *operator_of(enum ir_expr_kind kind)
{
	static const char *const text[] = { [IR_AND] = "&&",
		[IR_OR] = "||",
		[IR_EQ] = "==",
		[IR_NE] = "!=",
		[IR_LT] = "<",
		[IR_LE] = "<=",
		[IR_GT] = ">",
		[IR_GE] = ">=",
		[IR_ADD] = "+",
		[IR_SUB] = "-" };

	return (size_t)kind < sizeof text / sizeof *text ? text[kind] : NULL;
}

static bool is_comparison(const struct ir_expr *expr)
{
	return expr->kind >= IR_EQ && expr->kind <= IR_GE;
}

struct style {
	struct litmus_c *c;
	const char *known; /* see cgen_litmus_condition */
};

static const char *expr_text(const struct style *s, const struct ir_expr *expr, bool is_negated);

/* What stands beside an operator: in parentheses where C, or its reader, needs them. */
static const char *operand(const struct style *s, const struct ir_expr *expr,
    enum ir_expr_kind around, bool is_negated)
{
	const char *text = expr_text(s, expr, is_negated);
	bool is_logic = around == IR_AND || around == IR_OR;
	bool is_bare = !operator_of(expr->kind) || (s->known && is_comparison(expr)) ||
	    (is_logic && (expr->kind == around || is_comparison(expr))) ||
	    (around >= IR_EQ && around <= IR_GE && (expr->kind == IR_ADD || expr->kind == IR_SUB));

	return is_bare ? text : gd_arena_printf(s->c->arena, "(%s)", text);
}

static const char *binary(const struct style *s, const struct ir_expr *expr, bool is_negated)
{
	return gd_arena_printf(s->c->arena, "%s %s %s",
	    operand(s, expr->args[0], expr->kind, is_negated), operator_of(expr->kind),
	    operand(s, expr->args[1], expr->kind, is_negated));
}

/* IS_NEGATED: an odd number of `not` is around, so that a doubt counts for the
 * other side. */
static const char *expr_text(const struct style *s, const struct ir_expr *expr, bool is_negated)
{
	struct gd_arena *arena = s->c->arena;
	struct style plain = { s->c, NULL };

	switch (expr->kind) {
	case IR_CONST: return gd_arena_printf(arena, "%ld", expr->number);
	case IR_VAR: return cgen_litmus_name(arena, expr->var->name);
	case IR_OBSERVED: return cgen_litmus_name(arena, expr->name);
	case IR_NOT:
		return gd_arena_printf(arena, "!%s",
		    operand(s, expr->args[0], IR_NOT, !is_negated));
	case IR_NEG: return gd_arena_printf(arena, "-%s", operand(s, expr->args[0], IR_NEG, false));
	case IR_NULL:
	case IR_AND:
	case IR_OR:
	case IR_EQ:
	case IR_NE:
	case IR_LT:
	case IR_LE:
	case IR_GT:
	case IR_GE:
	case IR_ADD:
	case IR_SUB:
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
	case IR_FREED:
	case IR_REACHABLE:
	case IR_PENDING:
	case IR_IMPLIES:
	case IR_UNTIL:
	case IR_ALWAYS:
	case IR_EVENTUALLY:
	case IR_FORALL:
	case IR_EXISTS: break;
	}
	if (s->known && is_comparison(expr))
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
