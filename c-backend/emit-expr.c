/* emit-expr.c: types, locals and expressions in C. */
#include "c-backend/emit-expr.h"
#include "c-backend/barrier.h"
#include "c-backend/looks.h"
#include "c-backend/refuse.h"
#include "c-backend/region.h"

#include <string.h>

const char *cgen_type(const struct ir_type *type)
{
	switch (type->kind) {
	case IR_BOOL: return type->is_bit ? "long " : "bool ";
	case IR_INT: return "long ";
	case IR_TAGS: return "long ";
	case IR_REGION: return "uintptr_t ";
	case IR_REF: return "struct gc_ref ";
	case IR_MUTATOR: return "struct gc_mutator *";
	case IR_SLOT: return type->is_word ? "struct gcrt_word " : "struct gc_edge ";
	}
	return "long ";
}

/* No name of C, of its library, of the runtime or of the code around a kernel ends with `_', so a
 * variable's name with `_' appended clashes with none of them.  C reserves names that begin with
 * `_', so such a name gets another beginning, too. */
const char *cgen_var(struct cgen *c, const struct ir_var *var)
{
	return gd_arena_printf(c->arena, var->name[0] == '_' ? "local%s_v" : "%s_", var->name);
}

/* In the IR null is -1, and the first tag -2. */
long cgen_known(const struct ir_type *type, long number)
{
	return type->kind == IR_REF ? -1 - number : number;
}

/* ----------------------------------------------------------------- expressions */

enum { OR = 1, AND, COMPARE, SUM, UNARY, PRIMARY };

static const char *expr_in(struct cgen *c, const struct ir_expr *expr, int around);

static const char *binary(struct cgen *c, const struct ir_expr *e, const char *operator, int level,
    int around)
{
	const char *left = expr_in(c, e->args[0], level);
	const char *right = expr_in(c, e->args[1], level + 1);
	const char *format = level < around ? "(%s %s %s)" : "%s %s %s";
	return gd_arena_printf(c->arena, format, left, operator, right);
}

/* The C of an operand of a comparison.  References and slots are compared by address. */
static const char *comparable(struct cgen *c, const struct ir_expr *e)
{
	if (e->kind == IR_NULL)
		return "0";
	if (e->kind == IR_CONST && e->type.kind == IR_REF)
		return gd_arena_printf(c->arena, "%ld", cgen_known(&e->type, e->number));
	if (e->type.kind == IR_REF)
		return gd_arena_printf(c->arena, "gc_ref_value(%s)", expr_in(c, e, 0));
	if (e->type.kind == IR_SLOT)
		return gd_arena_printf(c->arena, "gc_edge_loc(%s)", expr_in(c, e, 0));
	if (e->kind == IR_CONST)
		return gd_arena_printf(c->arena, "%ld", e->number);
	return expr_in(c, e, COMPARE + 1);
}

/* Parentheses where the text is compared: compilers warn of `!a == b'. */
static const char *negated(struct cgen *c, bool is, const char *text, int around)
{
	const char *format = !is ? "%s" : around > COMPARE ? "(!%s)" : "!%s";
	return gd_arena_printf(c->arena, format, text);
}

static const char *equality(struct cgen *c, const struct ir_expr *e, const char *operator,
    int around)
{
	const struct ir_expr *a = e->args[0], *b = e->args[1];
	const struct ir_expr *other = a->kind == IR_NULL ? b : a;
	const char *text;

	if ((a->kind == IR_NULL || b->kind == IR_NULL) && other->type.kind == IR_REF)
		return negated(c, e->kind == IR_NE,
		    gd_arena_printf(c->arena, "gc_ref_is_null(%s)", expr_in(c, other, 0)), around);
	text = gd_arena_printf(c->arena, "%s %s %s", comparable(c, a), operator, comparable(c, b));
	return around > COMPARE ? gd_arena_printf(c->arena, "(%s)", text) : text;
}

/* An `and` in an `or` gets parentheses too, because compilers ask for them. */
static const char *logical(struct cgen *c, const struct ir_expr *e, int around)
{
	int level = e->kind == IR_OR ? OR : AND;
	const char *left = expr_in(c, e->args[0], level);
	const char *right = expr_in(c, e->args[1], level);
	const char *format = around && around != level ? "(%s %s %s)" : "%s %s %s";
	return gd_arena_printf(c->arena, format, left, e->kind == IR_OR ? "||" : "&&", right);
}

static const char *state(struct cgen *c, const struct ir_expr *e)
{
	static const char *const functions[] = { [IR_DRAINED] = "gcrt_drained",
		[IR_IDLE] = "gcrt_idle",
		[IR_EMPTY] = "gcrt_empty",
		[IR_IS_OPEN] = "gcrt_is_open" };

	if (c->function)
		cgen_refuse(c, e->loc,
		    c->function->is_barrier
			? "a barrier that looks at buckets, cycles or mutators"
			: "this place for looking at buckets, cycles or mutators");
	if (e->kind == IR_ALL_STOPPED)
		return "gcrt_all_stopped(s)";
	if (e->kind == IR_IN_CYCLE)
		return gd_arena_printf(c->arena, "gcrt_in_cycle(s, %s_CYCLE_%s)", c->upper,
		    e->cycle->name);
	if (e->kind == IR_REQUESTED)
		return gd_arena_printf(c->arena, "gcrt_requested(s, %s_CYCLE_%s)", c->upper,
		    e->cycle->name);
	if (!e->bucket)
		return gd_arena_printf(c->arena, "gcrt_kind_drained(s, %s_KIND_%s)", c->upper,
		    e->kind_of_work->name);
	return gd_arena_printf(c->arena, "%s(s, %s_BUCKET_%s)", functions[e->kind], c->upper,
	    e->bucket->name);
}

static const char *phase(struct cgen *c, const struct ir_expr *e)
{
	if (!c->function)
		return gd_arena_printf(c->arena, "gcrt_in_phase(s, %s_PHASE_%s)", c->upper,
		    e->phase->name);
	if (!c->function->is_barrier)
		cgen_refuse(c, e->loc, "this place for looking at phases");
	return gd_arena_printf(c->arena, "%s(mutator, %s_PHASE_%s)",
	    cgen_is_viewed(c->spec, e->phase) ? "gcrt_in_view" : "gcrt_in_phase_now", c->upper,
	    e->phase->name);
}

static const char *constant(struct cgen *c, const struct ir_expr *e)
{
	if (e->type.kind == IR_BOOL && !e->type.is_bit)
		return e->number ? "true" : "false";
	if (e->type.kind == IR_REF)
		return gd_arena_printf(c->arena, "gc_ref(%ld)", cgen_known(&e->type, e->number));
	return gd_arena_printf(c->arena, "%ld", e->number);
}

static const char *variable(struct cgen *c, const struct ir_expr *e, int around)
{
	if (e->var != c->folded || !c->folded)
		return cgen_var(c, e->var);
	c->folded = NULL;
	if (!around && c->folded_text[0] == '(') /* a `let': compilers warn of `((a == b))' */
		return gd_arena_strndup(c->arena, c->folded_text + 1, strlen(c->folded_text) - 2);
	return around >= UNARY && strchr(c->folded_text, ' ') && c->folded_text[0] != 'g'
	    ? gd_arena_printf(c->arena, "(%s)", c->folded_text)
	    : c->folded_text;
}

static const char *observers(struct cgen *c, const struct ir_expr *e)
{
	cgen_refuse(c, e->loc, "an `assert` that says what only the observer knows");
	return "false";
}

static const char *operator_text(struct cgen *c, const struct ir_expr *e, int around)
{
	const char *target = ir_operator(e->kind)->target;

	if (ir_operator(e->kind)->use == GD_USE_PROPERTY)
		return observers(c, e);
	if (e->kind == IR_NOT)
		return negated(c, true, expr_in(c, e->args[0], PRIMARY), around);
	if (e->kind == IR_NEGATE)
		return gd_arena_printf(c->arena, "-(%s)", expr_in(c, e->args[0], 0));
	if (e->kind == IR_EQ || e->kind == IR_NE)
		return equality(c, e, target, around);
	if (ir_family(e) == IR_FAMILY_LOGIC)
		return logical(c, e, around);
	return binary(c, e, target, ir_is_comparison(e) ? COMPARE : SUM, around);
}

const char *cgen_overlay(struct cgen *c, const struct ir_stmt *stmt)
{
	const struct ir_meta *overlay = stmt->place->meta;
	const char *object = cgen_expr(c, stmt->place->object);

	if (ir_op_info[stmt->op].effect != IR_EFFECT_LOAD)
		return gd_arena_printf(c->arena, "gcrt_overlay_to_store(%s)", object);
	return gd_arena_printf(c->arena, "gcrt_overlay_to_load(%s, %s_META_%s, %ld)", object,
	    c->upper, overlay->when->name, cgen_known(&overlay->when->type, overlay->when_value));
}

const char *cgen_meta_place(struct cgen *c, const struct ir_place *place)
{
	const struct ir_meta *meta = place->meta;
	const char *object = cgen_expr(c, place->object);

	if (meta->region)
		return cgen_region_place(c, meta, object);
	if (meta->is_in_header)
		return gd_arena_printf(c->arena, "gcrt_header(%s)", object);
	return gd_arena_printf(c->arena, "%s(%s, %s_META_%s)",
	    ir_holds_reference(meta) ? "gcrt_reference" : "gcrt_metadata", object, c->upper,
	    meta->name);
}

/* Metadata that the condition of a `slide' reads; an `assert' cannot. */
static const char *peek(struct cgen *c, const struct ir_expr *e)
{
	const struct ir_meta *meta = e->place->meta;

	if (!c->selecting && !c->is_placing) {
		cgen_refuse(c, e->loc, "an `assert` that looks into memory");
		return "false";
	}
	return gd_arena_printf(c->arena,
	    ir_holds_reference(meta) ? "gc_ref(gcrt_load_word(%s, relaxed))"
				     : "gcrt_load(%s, relaxed)",
	    cgen_meta_place(c, e->place));
}

static const char *expr_in(struct cgen *c, const struct ir_expr *e, int around)
{
	const char *look = c->function && !c->function->is_barrier ? cgen_look(c, e) : NULL;

	if (look)
		return look;
	switch (e->kind) {
	case IR_CONST: return constant(c, e);
	case IR_NULL: return "gc_ref_null()";
	case IR_VAR: return variable(c, e, around);
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY:
	case IR_IS_OPEN:
	case IR_IN_CYCLE:
	case IR_REQUESTED:
	case IR_ALL_STOPPED: return state(c, e);
	case IR_IN_PHASE: return phase(c, e);
	case IR_IN_SPACE:
		return gd_arena_printf(c->arena, "gcrt_in_space(%s, %zu)", cgen_expr(c, e->args[0]),
		    e->space->index);
	case IR_PEEK: return peek(c, e);
	case IR_REGION_OF: return cgen_region_of(c, e, cgen_expr(c, e->args[0]));
	case IR_GHOST:
	case IR_FREED:
	case IR_REACHABLE:
	case IR_PENDING:
	case IR_SAME_ORIGIN:
	case IR_OBSERVED: return observers(c, e);
#define OPERATOR(name, ...) case IR_##name:
#include "compiler/base/operators.def"
		return operator_text(c, e, around);
	}
	return "0";
}

const char *cgen_expr(struct cgen *c, const struct ir_expr *expr)
{
	return expr_in(c, expr, 0);
}

const char *cgen_taken(struct cgen *c, const struct ir_type *type, const struct ir_expr *value)
{
	struct ir_range range = ir_range_of(type);
	const char *text = cgen_expr(c, value);

	return ir_fits(type, value)
	    ? text
	    : gd_arena_printf(c->arena, "gcrt_in_range(%s, %ld, %ld)", text, range.low, range.high);
}

/* ----------------------------------------------------------------------- units */

const char *cgen_to_word(struct cgen *c, const struct ir_type *type, const char *text)
{
	switch (type->kind) {
	case IR_REF: return gd_arena_printf(c->arena, "gc_ref_value(%s)", text);
	case IR_SLOT: return gd_arena_printf(c->arena, "(uintptr_t)gc_edge_loc(%s)", text);
	case IR_MUTATOR:
	case IR_BOOL:
	case IR_INT:
	case IR_REGION:
	case IR_TAGS: break;
	}
	return gd_arena_printf(c->arena, "(uintptr_t)%s", text);
}

const char *cgen_from_word(struct cgen *c, const struct ir_type *type, const char *word)
{
	switch (type->kind) {
	case IR_REF: return gd_arena_printf(c->arena, "gc_ref(%s)", word);
	case IR_SLOT: return gd_arena_printf(c->arena, "gc_edge((void *)%s)", word);
	case IR_MUTATOR: return gd_arena_printf(c->arena, "(struct gc_mutator *)%s", word);
	case IR_BOOL:
		if (type->is_bit)
			break;
		return gd_arena_printf(c->arena, "%s != 0", word);
	case IR_REGION: return word;
	case IR_INT:
	case IR_TAGS: break;
	}
	return gd_arena_printf(c->arena, "(long)%s", word);
}
