/* text.c: expressions and places as the designer would write them. */
#include "compiler/ir/text.h"

static const char *expr_text(struct gd_arena *arena, const struct ir_expr *expr,
    enum gd_level around);

/* Adds parentheses if the operator around binds more tightly. */
static const char *wrap(struct gd_arena *arena, const char *text, enum gd_level own,
    enum gd_level around)
{
	return own < around ? gd_arena_printf(arena, "(%s)", text) : text;
}

static const char *const_text(struct gd_arena *arena, const struct ir_expr *expr)
{
	const struct ir_type *type = &expr->type;

	if (type->kind == IR_BOOL && !type->is_bit)
		return expr->number ? "true" : "false";
	if (type->kind == IR_TAGS && (size_t)expr->number < type->tag_count)
		return type->tags[expr->number];
	if (type->kind == IR_REF && expr->number == IR_NO_OBJECT)
		return "null";
	if (type->kind == IR_REF && ir_tag_of(type, expr->number))
		return ir_tag_of(type, expr->number);
	return gd_arena_printf(arena, "%ld", expr->number);
}

const char *ir_exprs_text(struct gd_arena *arena, const struct ir_expr *const *exprs, size_t count)
{
	const char *text = "";

	for (size_t i = 0; i < count && exprs[i]; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "",
		    expr_text(arena, exprs[i], GD_LEVEL_FORMULA));
	return text;
}

static const char *binary_text(struct gd_arena *arena, const struct ir_expr *expr,
    const struct gd_operator_info *info)
{
	/* Comparisons do not chain; `implies` groups to the right, others to the left. */
	bool right = expr->kind == IR_IMPLIES, none = info->level == GD_LEVEL_COMPARE;
	enum gd_level own = info->level, tighter = own + 1;

	return gd_arena_printf(arena, "%s %s %s",
	    expr_text(arena, expr->args[0], right || none ? tighter : own), info->spelling,
	    expr_text(arena, expr->args[1], right ? own : tighter));
}

/* `: line', `in o.lines', `: line in b' */
static const char *regions_text(struct gd_arena *arena, const struct ir_region *region,
    const struct ir_expr *of)
{
	const char *text = of ? expr_text(arena, of, GD_LEVEL_ATOM) : NULL;

	return !of                       ? gd_arena_printf(arena, ": %s", region->name)
	    : of->type.kind == IR_REGION ? gd_arena_printf(arena, ": %s in %s", region->name, text)
					 : gd_arena_printf(arena, "in %s.%ss", text, region->name);
}

const char *ir_domain_text(struct gd_arena *arena, enum ir_domain domain, const struct ir_expr *of,
    const struct ir_group *group, const struct ir_var *var)
{
	switch (domain) {
	case IR_DOMAIN_OBJECTS:
		return of
		    ? gd_arena_printf(arena, ": object in %s", expr_text(arena, of, GD_LEVEL_ATOM))
		    : ": object";
	case IR_DOMAIN_REGIONS: return regions_text(arena, var->type.region, of);
	case IR_DOMAIN_MUTATORS: return ": mutator";
	case IR_DOMAIN_EXPECTED: return "in expected";
	case IR_DOMAIN_PAYLOAD:
		return gd_arena_printf(arena, "in %s", expr_text(arena, of, GD_LEVEL_ATOM));
	case IR_DOMAIN_WORDS:
		return gd_arena_printf(arena, "in the words of %s",
		    expr_text(arena, of, GD_LEVEL_ATOM));
	case IR_DOMAIN_SLOTS:
	case IR_DOMAIN_ROOTS: break;
	}
	return gd_arena_printf(arena, "in %s.%s", expr_text(arena, of, GD_LEVEL_ATOM),
	    domain == IR_DOMAIN_ROOTS ? "roots" : group->name);
}

static const char *quantifier_text(struct gd_arena *arena, const struct ir_expr *expr,
    const char *word)
{
	bool is_usual = expr->domain == IR_DOMAIN_OBJECTS;

	return gd_arena_printf(arena, "%s %s%s%s %s", word, expr->var->name, is_usual ? "" : " ",
	    is_usual ? ""
		     : ir_domain_text(arena, expr->domain, expr->args[1], expr->group, expr->var),
	    expr_text(arena, expr->args[0], GD_LEVEL_NOT));
}

static const char *state_text(struct gd_arena *arena, const struct ir_expr *expr, const char *word)
{
	return gd_arena_printf(arena, "%s(%s)", word,
	    expr->bucket ? expr->bucket->name : expr->kind_of_work->name);
}

static const char *operator_text(struct gd_arena *arena, const struct ir_expr *expr,
    const struct gd_operator_info *info)
{
	switch (info->form) {
	case GD_FORM_PREFIX:
		return info->level == GD_LEVEL_NEGATE
		    ? gd_arena_printf(arena, "%s%s", info->spelling,
			  expr_text(arena, expr->args[0], GD_LEVEL_ATOM))
		    : gd_arena_printf(arena, "%s %s", info->spelling,
			  expr_text(arena, expr->args[0], info->level));
	case GD_FORM_INFIX: return binary_text(arena, expr, info);
	case GD_FORM_BINDER: return quantifier_text(arena, expr, info->spelling);
	}
	return "";
}

static const char *atom_text(struct gd_arena *arena, const struct ir_expr *expr)
{
	const char *key = ir_expr_info[expr->kind].key;

	if (expr->kind == IR_CONST)
		return const_text(arena, expr);
	if (expr->kind == IR_ALL_STOPPED)
		return "all mutators stopped";
	if (expr->kind == IR_PEEK)
		return gd_arena_printf(arena, "peek(%s)", ir_place_text(arena, expr->place));
	if (expr->kind == IR_PENDING)
		return gd_arena_printf(arena, "pending(%s(%s))", expr->kind_of_work->name,
		    ir_exprs_text(arena, expr->units, expr->unit_count));
	if (expr->kind == IR_SAME_ORIGIN)
		return gd_arena_printf(arena, "(origin(%s) == origin(%s))",
		    expr_text(arena, expr->args[0], GD_LEVEL_FORMULA),
		    expr_text(arena, expr->args[1], GD_LEVEL_FORMULA));
	if (expr->kind == IR_REGION_OF)
		return gd_arena_printf(arena, "%s.%s",
		    expr_text(arena, expr->args[0], GD_LEVEL_ATOM), expr->region->name);
	if (expr->kind == IR_IN_SPACE)
		return gd_arena_printf(arena, "%s in %s",
		    expr_text(arena, expr->args[0], GD_LEVEL_ATOM), expr->space->name);
	if (expr->bucket || expr->kind_of_work)
		return state_text(arena, expr, key);
	if (expr->args[0])
		return gd_arena_printf(arena, "%s(%s)", key,
		    expr_text(arena, expr->args[0], GD_LEVEL_FORMULA));
	return expr->var                ? expr->var->name
	    : expr->phase               ? expr->phase->name
	    : expr->ghost               ? expr->ghost->name
	    : expr->name                ? expr->name
	    : expr->kind == IR_IN_CYCLE ? expr->cycle->name
					: key;
}

static const char *expr_text(struct gd_arena *arena, const struct ir_expr *expr,
    enum gd_level around)
{
	const struct gd_operator_info *info = ir_operator(expr->kind);

	return info ? wrap(arena, operator_text(arena, expr, info), info->level, around)
		    : atom_text(arena, expr);
}

const char *ir_expr_text(struct gd_arena *arena, const struct ir_expr *expr)
{
	return expr_text(arena, expr, GD_LEVEL_FORMULA);
}

const char *ir_place_text(struct gd_arena *arena, const struct ir_place *place)
{
	switch (place->kind) {
	case IR_PLACE_META:
		if (place->from)
			return gd_arena_printf(arena, "%s[%s.%s]",
			    expr_text(arena, place->object, GD_LEVEL_ATOM),
			    expr_text(arena, place->from, GD_LEVEL_ATOM), place->meta->name);
		return gd_arena_printf(arena, "%s.%s",
		    expr_text(arena, place->object, GD_LEVEL_ATOM), place->meta->name);
	case IR_PLACE_SLOT: return place->slot->name;
	case IR_PLACE_LIKE:
		return gd_arena_printf(arena, "%s[%s]",
		    expr_text(arena, place->object, GD_LEVEL_ATOM), place->slot->name);
	case IR_PLACE_FIELD:
		if (!place->group->is_array)
			return gd_arena_printf(arena, "%s.%s",
			    expr_text(arena, place->object, GD_LEVEL_ATOM), place->group->name);
		return gd_arena_printf(arena, "%s.%s[%s]",
		    expr_text(arena, place->object, GD_LEVEL_ATOM), place->group->name,
		    ir_expr_text(arena, place->index));
	}
	return "";
}
