/* text.c: expressions, places and statements as the designer would write them. */
#include "compiler/ir/dump.h"

enum level { /* how tightly an operator binds, loosest first */
	LEVEL_FORMULA,
	LEVEL_IMPLIES,
	LEVEL_UNTIL,
	LEVEL_OR,
	LEVEL_AND,
	LEVEL_NOT,
	LEVEL_COMPARE,
	LEVEL_ADD,
	LEVEL_NEGATE,
	LEVEL_ATOM
};

struct spelling {
	enum level level;
	const char *text;
};
static const struct spelling spellings[] = { [IR_NOT] = { LEVEL_NOT, "not" },
	[IR_AND] = { LEVEL_AND, "and" },
	[IR_OR] = { LEVEL_OR, "or" },
	[IR_EQ] = { LEVEL_COMPARE, "==" },
	[IR_NE] = { LEVEL_COMPARE, "!=" },
	[IR_LT] = { LEVEL_COMPARE, "<" },
	[IR_LE] = { LEVEL_COMPARE, "<=" },
	[IR_GT] = { LEVEL_COMPARE, ">" },
	[IR_GE] = { LEVEL_COMPARE, ">=" },
	[IR_ADD] = { LEVEL_ADD, "+" },
	[IR_SUB] = { LEVEL_ADD, "-" },
	[IR_NEG] = { LEVEL_NEGATE, "-" },
	[IR_DRAINED] = { LEVEL_ATOM, "drained" },
	[IR_IDLE] = { LEVEL_ATOM, "idle" },
	[IR_EMPTY] = { LEVEL_ATOM, "empty" },
	[IR_IS_OPEN] = { LEVEL_ATOM, "open" },
	[IR_FREED] = { LEVEL_ATOM, "freed" },
	[IR_REACHABLE] = { LEVEL_ATOM, "reachable" },
	[IR_IMPLIES] = { LEVEL_IMPLIES, "implies" },
	[IR_UNTIL] = { LEVEL_UNTIL, "until" },
	[IR_ALWAYS] = { LEVEL_FORMULA, "always" },
	[IR_EVENTUALLY] = { LEVEL_FORMULA, "eventually" },
	[IR_FORALL] = { LEVEL_FORMULA, "forall" },
	[IR_EXISTS] = { LEVEL_FORMULA, "exists" } };

static const char *expr_text(struct gd_arena *arena, const struct ir_expr *expr, enum level around);

/* In parentheses where what stands around binds more tightly. */
static const char *wrap(struct gd_arena *arena, const char *text, enum level own, enum level around)
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
		    expr_text(arena, units[i], LEVEL_FORMULA));
	return text;
}

static const char *binary_text(struct gd_arena *arena, const struct ir_expr *expr,
    const struct spelling *spelling)
{
	/* Comparisons do not chain; `implies` groups to the right, others to the left. */
	bool right = expr->kind == IR_IMPLIES, none = spelling->level == LEVEL_COMPARE;
	enum level own = spelling->level, tighter = own + 1;

	return gd_arena_printf(arena, "%s %s %s",
	    expr_text(arena, expr->args[0], right || none ? tighter : own), spelling->text,
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
		over =
		    gd_arena_printf(arena, " in %s.%s", expr_text(arena, expr->args[1], LEVEL_ATOM),
			expr->domain == IR_DOMAIN_ROOTS ? "roots" : expr->group->name);
		break;
	}
	return gd_arena_printf(arena, "%s %s%s %s", word, expr->var->name, over,
	    expr_text(arena, expr->args[0], LEVEL_NOT));
}

static const char *state_text(struct gd_arena *arena, const struct ir_expr *expr, const char *word)
{
	return gd_arena_printf(arena, "%s(%s)", word,
	    expr->bucket ? expr->bucket->name : expr->kind_of_work->name);
}

static const char *expr_text(struct gd_arena *arena, const struct ir_expr *expr, enum level around)
{
	static const struct spelling atom = { LEVEL_ATOM, "" };
	const struct spelling *s =
	    (size_t)expr->kind < sizeof spellings / sizeof *spellings && spellings[expr->kind].text
	    ? &spellings[expr->kind]
	    : &atom;
	const char *text = "";

	switch (expr->kind) {
	case IR_CONST: return const_text(arena, expr);
	case IR_NULL: return "null";
	case IR_VAR: return expr->var->name;
	case IR_IN_PHASE: return expr->phase->name;
	case IR_IN_CYCLE: return expr->cycle->name;
	case IR_REQUESTED: return "requested";
	case IR_ALL_STOPPED: return "all mutators stopped";
	case IR_GHOST: return expr->ghost->name;
	case IR_PEEK: return gd_arena_printf(arena, "peek(%s)", ir_place_text(arena, expr->place));
	case IR_PENDING:
		return gd_arena_printf(arena, "pending(%s(%s))", expr->kind_of_work->name,
		    units_text(arena, expr->units, expr->unit_count));
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY:
	case IR_IS_OPEN: return state_text(arena, expr, s->text);
	case IR_OBSERVED: return expr->name;
	case IR_FREED:
	case IR_REACHABLE:
		return gd_arena_printf(arena, "%s(%s)", s->text,
		    expr_text(arena, expr->args[0], LEVEL_FORMULA));
	case IR_NEG:
		text = gd_arena_printf(arena, "-%s", expr_text(arena, expr->args[0], LEVEL_ATOM));
		break;
	case IR_NOT:
	case IR_ALWAYS:
	case IR_EVENTUALLY:
		text = gd_arena_printf(arena, "%s %s", s->text,
		    expr_text(arena, expr->args[0], s->level));
		break;
	case IR_FORALL:
	case IR_EXISTS: text = quantifier_text(arena, expr, s->text); break;
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
	case IR_IMPLIES:
	case IR_UNTIL: text = binary_text(arena, expr, s); break;
	}
	return wrap(arena, text, s->level, around);
}

const char *ir_expr_text(struct gd_arena *arena, const struct ir_expr *expr)
{
	return expr_text(arena, expr, LEVEL_FORMULA);
}

const char *ir_place_text(struct gd_arena *arena, const struct ir_place *place)
{
	switch (place->kind) {
	case IR_PLACE_META:
		return gd_arena_printf(arena, "%s.%s", expr_text(arena, place->object, LEVEL_ATOM),
		    place->meta->name);
	case IR_PLACE_SLOT: return place->slot->name;
	case IR_PLACE_FIELD:
		if (!place->group->is_array)
			return gd_arena_printf(arena, "%s.%s",
			    expr_text(arena, place->object, LEVEL_ATOM), place->group->name);
		return gd_arena_printf(arena, "%s.%s[%s]",
		    expr_text(arena, place->object, LEVEL_ATOM), place->group->name,
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
		    expr_text(arena, stmt->args[0], LEVEL_ATOM), stmt->group->name);
	case IR_DOMAIN_ROOTS:
		return gd_arena_printf(arena, "for %s in %s.roots", var,
		    expr_text(arena, stmt->args[0], LEVEL_ATOM));
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

const char *ir_stmt_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	switch (stmt->op) {
	case IR_OP_let:
		return gd_arena_printf(arena, "let %s = %s", stmt->dst->name,
		    ir_expr_text(arena, stmt->args[0]));
	case IR_OP_if: return gd_arena_printf(arena, "if %s", ir_expr_text(arena, stmt->args[0]));
	case IR_OP_for: return for_text(arena, stmt);
	case IR_OP_load:
	case IR_OP_store:
	case IR_OP_swap:
	case IR_OP_cas:
	case IR_OP_fetch_add:
	case IR_OP_fetch_sub:
	case IR_OP_fetch_and:
	case IR_OP_fetch_or:
	case IR_OP_fence: return memory_text(arena, stmt);
	case IR_OP_emit: return emit_text(arena, stmt);
	case IR_OP_free:
		return gd_arena_printf(arena, "free(%s)", ir_expr_text(arena, stmt->args[0]));
	case IR_OP_stop:
		return gd_arena_printf(arena, "stop mutators%s%s",
		    stmt->order == IR_SEQ_CST ? "" : " ",
		    stmt->order == IR_SEQ_CST ? "" : ir_order_name[stmt->order]);
	case IR_OP_resume:
		return gd_arena_printf(arena, "%s mutators", ir_op_info[stmt->op].spelling);
	case IR_OP_begin_phase:
	case IR_OP_end_phase:
		return gd_arena_printf(arena, "%s %s", ir_op_info[stmt->op].spelling,
		    stmt->phase->name);
	case IR_OP_request: return gd_arena_printf(arena, "request %s", stmt->cycle->name);
	case IR_OP_ghost:
		return gd_arena_printf(arena, "ghost %s = %s", stmt->ghost->name,
		    ir_expr_text(arena, stmt->args[0]));
	case IR_OP_assert:
		return gd_arena_printf(arena, "assert %s%s%s", stmt->name ? stmt->name : "",
		    stmt->name ? ": " : "", ir_expr_text(arena, stmt->args[0]));
	case IR_OP_COUNT: break;
	}
	return "";
}
