/* text.c: expressions, places and statements as the designer would write them. */
#include "compiler/ir/dump.h"

static const char *expr_text(struct gd_arena *arena, const struct ir_expr *expr,
    enum gd_level around);

/* In parentheses where what stands around binds more tightly. */
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
	return gd_arena_printf(arena, "%ld", expr->number);
}

static const char *units_text(struct gd_arena *arena, const struct ir_expr *const *units,
    size_t count)
{
	const char *text = "";

	for (size_t i = 0; i < count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "",
		    expr_text(arena, units[i], GD_LEVEL_FORMULA));
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

static const char *quantifier_text(struct gd_arena *arena, const struct ir_expr *expr,
    const char *word)
{
	const char *over = "";

	switch (expr->domain) {
	case IR_DOMAIN_OBJECTS: break;
	case IR_DOMAIN_EXPECTED: over = " in expected"; break;
	case IR_DOMAIN_MUTATORS: over = " : mutator"; break;
	case IR_DOMAIN_SLOTS:
	case IR_DOMAIN_ROOTS:
		over = gd_arena_printf(arena, " in %s.%s",
		    expr_text(arena, expr->args[1], GD_LEVEL_ATOM),
		    expr->domain == IR_DOMAIN_ROOTS ? "roots" : expr->group->name);
		break;
	}
	return gd_arena_printf(arena, "%s %s%s %s", word, expr->var->name, over,
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
		    units_text(arena, expr->units, expr->unit_count));
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
		return gd_arena_printf(arena, "%s.%s",
		    expr_text(arena, place->object, GD_LEVEL_ATOM), place->meta->name);
	case IR_PLACE_SLOT: return place->slot->name;
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

/* ---------------------------------------------------------------- statements */
static const char *for_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	const char *var = stmt->dst->name;

	switch (stmt->domain) {
	case IR_DOMAIN_SLOTS:
		return gd_arena_printf(arena, "for %s in %s.%s", var,
		    expr_text(arena, stmt->args[0], GD_LEVEL_ATOM), stmt->group->name);
	case IR_DOMAIN_ROOTS:
		return gd_arena_printf(arena, "for %s in %s.roots", var,
		    expr_text(arena, stmt->args[0], GD_LEVEL_ATOM));
	case IR_DOMAIN_OBJECTS: return gd_arena_printf(arena, "for %s : object", var);
	case IR_DOMAIN_MUTATORS: return gd_arena_printf(arena, "for %s : mutator", var);
	case IR_DOMAIN_EXPECTED: return gd_arena_printf(arena, "for %s in expected", var);
	}
	return "";
}

/* let r = cas(o.mark, 0, 1, acq_rel, relaxed) */
static const char *memory_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	const char *text = ir_op_info[stmt->op].spelling;

	if (stmt->op == IR_OP_fence)
		return gd_arena_printf(arena, "fence(%s)", ir_order_name[stmt->order]);
	text = gd_arena_printf(arena, "%s(%s", text, ir_place_text(arena, stmt->place));
	for (int i = 0; i < 2 && stmt->args[i]; i++)
		text = gd_arena_printf(arena, "%s, %s", text, ir_expr_text(arena, stmt->args[i]));
	text = gd_arena_printf(arena, "%s, %s", text, ir_order_name[stmt->order]);
	if (stmt->op == IR_OP_cas)
		text =
		    gd_arena_printf(arena, "%s, %s", text, ir_order_name[stmt->order_on_failure]);
	return stmt->dst ? gd_arena_printf(arena, "let %s = %s)", stmt->dst->name, text)
			 : gd_arena_printf(arena, "%s)", text);
}

static const char *emit_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	return gd_arena_printf(arena, "emit %s(%s)%s%s", stmt->kind->name,
	    units_text(arena, stmt->units, stmt->unit_count), stmt->into ? " into " : "",
	    stmt->into ? stmt->into->name : "");
}

static const char *let_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	return gd_arena_printf(arena, "let %s = %s", stmt->dst->name,
	    ir_expr_text(arena, stmt->args[0]));
}

static const char *if_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	return gd_arena_printf(arena, "if %s", ir_expr_text(arena, stmt->args[0]));
}

static const char *free_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	return gd_arena_printf(arena, "free(%s)", ir_expr_text(arena, stmt->args[0]));
}

static const char *stop_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	bool is_usual = stmt->order == IR_SEQ_CST;

	return gd_arena_printf(arena, "stop mutators%s%s", is_usual ? "" : " ",
	    is_usual ? "" : ir_order_name[stmt->order]);
}

static const char *ghost_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	return gd_arena_printf(arena, "ghost %s = %s", stmt->ghost->name,
	    ir_expr_text(arena, stmt->args[0]));
}

static const char *assert_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	return gd_arena_printf(arena, "assert %s%s%s", stmt->name ? stmt->name : "",
	    stmt->name ? ": " : "", ir_expr_text(arena, stmt->args[0]));
}

static const char *(*const texts[IR_OP_COUNT])(struct gd_arena *, const struct ir_stmt *) = {
	[IR_OP_let] = let_text,
	[IR_OP_if] = if_text,
	[IR_OP_for] = for_text,
	[IR_OP_emit] = emit_text,
	[IR_OP_free] = free_text,
	[IR_OP_stop] = stop_text,
	[IR_OP_ghost] = ghost_text,
	[IR_OP_assert] = assert_text,
};

/* Statements that are one operation each, with at most a name. */
static const char *const simple[IR_OP_COUNT] = {
#define SIMPLE(name, text, places, op, spelling, effect, operand) [IR_OP_##op] = text,
#include "compiler/base/statements.def"
};

const char *ir_stmt_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	const char *name = stmt->phase ? stmt->phase->name : stmt->cycle ? stmt->cycle->name : "";

	if (texts[stmt->op])
		return texts[stmt->op](arena, stmt);
	if (simple[stmt->op])
		return gd_arena_printf(arena, "%s%s%s", simple[stmt->op], *name ? " " : "", name);
	return memory_text(arena, stmt);
}
