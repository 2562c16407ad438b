/* print.c: pieces of a specification, as the designer would write them. */
#include "compiler/syntax/syntax.h"

#include <string.h>

#include "compiler/base/memory.h"

const char *syn_order_text(enum syn_order order)
{
	return order == SYN_ORDER_NONE ? "" : gd_order_name[order - SYN_RELAXED];
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

const struct gd_operator_info *syn_operator(enum syn_expr_kind kind)
{
	int number = (int)kind - SYN_EXPR_FIRST_OPERATOR;

	return number >= 0 ? &gd_operator_info[number] : NULL;
}

enum gd_family syn_family(enum syn_expr_kind kind)
{
	const struct gd_operator_info *info = syn_operator(kind);

	return info ? info->family : GD_FAMILY_NONE;
}

/* Adds parentheses if the operator binds less tightly than LEAST. */
static const char *operand(struct gd_arena *arena, const struct syn_expr *expr, enum gd_level least)
{
	const char *text = syn_expr_text(arena, expr);
	const struct gd_operator_info *info = syn_operator(expr->kind);

	return !info || info->level >= least ? text : gd_arena_printf(arena, "(%s)", text);
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
	return gd_arena_printf(arena, "%s %s%s %s", syn_operator(expr->kind)->spelling, names,
	    domain, operand(arena, expr->args.at[0], GD_LEVEL_NEGATE));
}

static const char *prefix_text(struct gd_arena *arena, const struct syn_expr *expr,
    const struct gd_operator_info *info)
{
	return gd_arena_printf(arena, "%s%s%s", info->spelling,
	    info->level == GD_LEVEL_NEGATE ? "" : " ",
	    operand(arena, expr->args.at[0], info->level));
}

static const char *infix_text(struct gd_arena *arena, const struct syn_expr *expr,
    const struct gd_operator_info *info)
{
	return gd_arena_printf(arena, "%s %s %s", operand(arena, expr->args.at[0], info->level),
	    info->spelling, operand(arena, expr->args.at[1], info->level + 1));
}

static const char *operator_text(struct gd_arena *arena, const struct syn_expr *expr)
{
	const struct gd_operator_info *info = syn_operator(expr->kind);

	if (!info)
		return "";
	switch (info->form) {
	case GD_FORM_PREFIX: return prefix_text(arena, expr, info);
	case GD_FORM_INFIX: return infix_text(arena, expr, info);
	case GD_FORM_BINDER: return quantified_text(arena, expr);
	}
	return "";
}

const char *syn_expr_text(struct gd_arena *arena, const struct syn_expr *expr)
{
	switch (expr->kind) {
	case SYN_EXPR_ERROR: return "…";
	case SYN_EXPR_NUMBER: return gd_arena_printf(arena, "%ld", expr->number);
	case SYN_EXPR_BOOL: return expr->number ? "true" : "false";
	case SYN_EXPR_NULL: return "null";
	case SYN_EXPR_NAME: return expr->name.text;
	case SYN_EXPR_MEMBER:
		return gd_arena_printf(arena, "%s.%s",
		    operand(arena, expr->args.at[0], GD_LEVEL_ATOM), expr->name.text);
	case SYN_EXPR_INDEX:
		return gd_arena_printf(arena, "%s[%s]",
		    operand(arena, expr->args.at[0], GD_LEVEL_ATOM),
		    syn_expr_text(arena, expr->args.at[1]));
	case SYN_EXPR_CALL: return call_text(arena, expr);
	case SYN_EXPR_SET: return gd_arena_printf(arena, "{ %s }", list_text(arena, expr));
	case SYN_EXPR_AWAIT:
		return gd_arena_printf(arena, "await %s where %s",
		    syn_expr_text(arena, expr->args.at[0]), syn_expr_text(arena, expr->args.at[1]));
	case SYN_EXPR_ALL_STOPPED: return "all mutators stopped";
	case SYN_EXPR_IN_SPACE:
		return gd_arena_printf(arena, "%s in %s",
		    operand(arena, expr->args.at[0], GD_LEVEL_ATOM), expr->name.text);
#define OPERATOR(name, ...) case SYN_EXPR_##name:
#include "compiler/base/operators.def"
		return operator_text(arena, expr);
	}
	return "";
}
