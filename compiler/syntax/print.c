/* print.c: pieces of a specification, as the designer would write them. */
#include "compiler/syntax/syntax.h"

#include <string.h>

const char *syn_order_text(enum syn_order order)
{
	static const char *const texts[] = { "", "relaxed", "acquire", "release", "acq_rel",
		"seq_cst" };

	return texts[order];
}

static const char *names_text(struct gd_arena *arena, const syn_names *names)
{
	const char *text = "";

	for (size_t i = 0; i < names->count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "", names->at[i].text);
	return text;
}

static const char *base_text(struct gd_arena *arena, const struct syn_type *type)
{
	switch (type->kind) {
	case SYN_TYPE_NONE: return "nothing";
	case SYN_TYPE_BOOL: return "bool";
	case SYN_TYPE_BIT: return "bit";
	case SYN_TYPE_RANGE: return gd_arena_printf(arena, "%ld .. %ld", type->low, type->high);
	case SYN_TYPE_TAGS: return gd_arena_printf(arena, "{ %s }", names_text(arena, &type->tags));
	case SYN_TYPE_REF:
		if (type->object_kind.text != NULL)
			return type->object_kind.text;
		return type->tags.count == 0
		    ? "ref"
		    : gd_arena_printf(arena, "ref | { %s }", names_text(arena, &type->tags));
	case SYN_TYPE_WORD: return "word";
	case SYN_TYPE_MUTATOR: return "mutator";
	case SYN_TYPE_SLOT: return "ref*";
	case SYN_TYPE_DATUM: return "word*";
	}
	return "";
}

const char *syn_type_text(struct gd_arena *arena, const struct syn_type *type)
{
	return gd_arena_printf(arena, "%s%s%s", type->is_weak ? "weak " : "",
	    base_text(arena, type), type->is_array ? "[]" : "");
}

/* How strongly an expression binds; the operand of a stronger one is put in
 * parentheses. */
static int strength(enum syn_expr_kind kind)
{
	static const int strengths[] = { [SYN_EXPR_IMPLIES] = 1,
		[SYN_EXPR_UNTIL] = 2,
		[SYN_EXPR_OR] = 3,
		[SYN_EXPR_AND] = 4,
		[SYN_EXPR_NOT] = 5,
		[SYN_EXPR_EQ] = 6,
		[SYN_EXPR_NE] = 6,
		[SYN_EXPR_LT] = 6,
		[SYN_EXPR_LE] = 6,
		[SYN_EXPR_GT] = 6,
		[SYN_EXPR_GE] = 6,
		[SYN_EXPR_ADD] = 7,
		[SYN_EXPR_SUB] = 7,
		[SYN_EXPR_NEGATE] = 8 };

	if (kind == SYN_EXPR_ALWAYS || kind == SYN_EXPR_EVENTUALLY || kind == SYN_EXPR_FORALL ||
	    kind == SYN_EXPR_EXISTS)
		return 0;
	return (size_t)kind < sizeof strengths / sizeof *strengths && strengths[kind]
	    ? strengths[kind]
	    : 9;
}

static const char *operator_text(enum syn_expr_kind kind)
{
	static const char *const text[] = { [SYN_EXPR_IMPLIES] = "implies",
		[SYN_EXPR_UNTIL] = "until",
		[SYN_EXPR_OR] = "or",
		[SYN_EXPR_AND] = "and",
		[SYN_EXPR_EQ] = "==",
		[SYN_EXPR_NE] = "!=",
		[SYN_EXPR_LT] = "<",
		[SYN_EXPR_LE] = "<=",
		[SYN_EXPR_GT] = ">",
		[SYN_EXPR_GE] = ">=",
		[SYN_EXPR_ADD] = "+",
		[SYN_EXPR_SUB] = "-" };

	return (size_t)kind < sizeof text / sizeof *text ? text[kind] : NULL;
}

static const char *operand(struct gd_arena *arena, const struct syn_expr *expr, int least)
{
	const char *text = syn_expr_text(arena, expr);

	return strength(expr->kind) >= least ? text : gd_arena_printf(arena, "(%s)", text);
}

static const char *list_text(struct gd_arena *arena, const struct syn_expr *expr)
{
	const char *text = "";

	for (size_t i = 0; i < expr->args.count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "",
		    syn_expr_text(arena, expr->args.at[i]));
	return text;
}

static const char *call_text(struct gd_arena *arena, const struct syn_expr *expr)
{
	const char *text = list_text(arena, expr);
	const enum syn_order orders[] = { expr->order, expr->order_on_failure };

	for (size_t i = 0; i < 2; i++)
		if (orders[i] != SYN_ORDER_NONE)
			text = gd_arena_printf(arena, "%s%s%s", text, *text ? ", " : "",
			    syn_order_text(orders[i]));
	return gd_arena_printf(arena, "%s(%s)", expr->name.text, text);
}

static const char *quantified_text(struct gd_arena *arena, const struct syn_expr *expr)
{
	const char *names = names_text(arena, &expr->binders), *domain = "";

	if (expr->domain.text != NULL)
		domain = gd_arena_printf(arena, " %s %s",
		    strcmp(expr->domain.text, "expected") == 0 ? "in" : ":", expr->domain.text);
	if (expr->args.count > 1)
		domain = gd_arena_printf(arena, " in %s", syn_expr_text(arena, expr->args.at[1]));
	return gd_arena_printf(arena, "%s %s%s %s",
	    expr->kind == SYN_EXPR_FORALL ? "forall" : "exists", names, domain,
	    operand(arena, expr->args.at[0], 8));
}

const char *syn_expr_text(struct gd_arena *arena, const struct syn_expr *expr)
{
	int mine = strength(expr->kind);

	switch (expr->kind) {
	case SYN_EXPR_ERROR: return "…";
	case SYN_EXPR_NUMBER: return gd_arena_printf(arena, "%ld", expr->number);
	case SYN_EXPR_BOOL: return expr->number ? "true" : "false";
	case SYN_EXPR_NULL: return "null";
	case SYN_EXPR_NAME: return expr->name.text;
	case SYN_EXPR_MEMBER:
		return gd_arena_printf(arena, "%s.%s", operand(arena, expr->args.at[0], 9),
		    expr->name.text);
	case SYN_EXPR_INDEX:
		return gd_arena_printf(arena, "%s[%s]", operand(arena, expr->args.at[0], 9),
		    syn_expr_text(arena, expr->args.at[1]));
	case SYN_EXPR_CALL: return call_text(arena, expr);
	case SYN_EXPR_NOT:
		return gd_arena_printf(arena, "not %s", operand(arena, expr->args.at[0], mine));
	case SYN_EXPR_NEGATE:
		return gd_arena_printf(arena, "-%s", operand(arena, expr->args.at[0], mine));
	case SYN_EXPR_SET: return gd_arena_printf(arena, "{ %s }", list_text(arena, expr));
	case SYN_EXPR_AWAIT:
		return gd_arena_printf(arena, "await %s where %s",
		    syn_expr_text(arena, expr->args.at[0]), syn_expr_text(arena, expr->args.at[1]));
	case SYN_EXPR_ALL_STOPPED: return "all mutators stopped";
	case SYN_EXPR_ALWAYS:
		return gd_arena_printf(arena, "always %s", operand(arena, expr->args.at[0], 0));
	case SYN_EXPR_EVENTUALLY:
		return gd_arena_printf(arena, "eventually %s", operand(arena, expr->args.at[0], 0));
	case SYN_EXPR_FORALL:
	case SYN_EXPR_EXISTS: return quantified_text(arena, expr);
	case SYN_EXPR_IMPLIES:
	case SYN_EXPR_UNTIL:
	case SYN_EXPR_OR:
	case SYN_EXPR_AND:
	case SYN_EXPR_EQ:
	case SYN_EXPR_NE:
	case SYN_EXPR_LT:
	case SYN_EXPR_LE:
	case SYN_EXPR_GT:
	case SYN_EXPR_GE:
	case SYN_EXPR_ADD:
	case SYN_EXPR_SUB:
		return gd_arena_printf(arena, "%s %s %s", operand(arena, expr->args.at[0], mine),
		    operator_text(expr->kind), operand(arena, expr->args.at[1], mine + 1));
	}
	return "";
}
