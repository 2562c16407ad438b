/* emit-op.c: one function an operation, and statements as lists of them. */
#include "c-backend/emit-op.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-place.h"
#include "c-backend/emit-policy.h"
#include "c-backend/emit-region.h"
#include "c-backend/emit-slide.h"
#include "c-backend/emit-slots.h"
#include "c-backend/emit-uses.h"
#include "c-backend/looks.h"
#include "c-backend/queues.h"
#include "c-backend/refuse.h"
#include "c-backend/region.h"
#include "compiler/ir/walk.h"

#include <string.h>

/* Each operation of the table needs a cgen_op_ function here, or the program does not link. */
typedef void cgen_operation(struct cgen *c, const struct ir_stmt *stmt);
#define IR_OP(name, spelling, effect, form) static cgen_operation cgen_op_##form;
#include "compiler/ir/ir.def"
#undef IR_OP
static cgen_operation *const operations[IR_OP_COUNT] = {
#define IR_OP(name, spelling, effect, form) [IR_OP_##name] = cgen_op_##form,
#include "compiler/ir/ir.def"
#undef IR_OP
};

/* ---------------------------------------------------------------------- locals */

/* Whether the specification gave the local its name.  The location of a temporary is that of an
 * expression. */
static bool is_named(const struct ir_var *var)
{
	const struct gd_source *source = var->loc.source;
	size_t length = strlen(var->name), at;

	if (!source || !var->loc.line || var->loc.line > source->line_count)
		return false;
	at = source->line_start[var->loc.line - 1] + var->loc.column - 1;
	return at + length <= source->length && memcmp(source->text + at, var->name, length) == 0;
}

/* Whether the C always evaluates the operands of OP.  It does not for ghosts, which only the model
 * has, and evaluates those of an assertion only in a debug build. */
static bool is_always_done(enum ir_op op)
{
	return op != IR_OP_ghost && op != IR_OP_assert;
}

/* Whether EXPR reads VAR only on some paths. */
static bool is_conditional(const struct ir_expr *expr, const void *var)
{
	return (expr->kind == IR_AND || expr->kind == IR_OR) &&
	    ir_expr_any(expr->args[1], ir_is_var, var);
}

/* Whether the C type of VAR has one byte, and its comparison with a constant in EXPR therefore
 * always has the same result: compilers warn of that. */
static bool is_beyond_byte(const struct ir_expr *expr, const void *var)
{
	bool is_order = expr->kind != IR_EQ && expr->kind != IR_NE;

	for (int i = 0; ir_is_comparison(expr) && i < 2; i++) {
		const struct ir_expr *a = expr->args[i], *b = expr->args[1 - i];
		if (ir_is_var(a, var) && b->kind == IR_CONST &&
		    (b->number < 0 || b->number > 255 ||
			(is_order && (b->number == 0 || b->number == 255))))
			return true;
	}
	return false;
}

/* Whether the value of VAR may not be written in place of VAR in EXPR: compilers would warn, or the
 * value might not be evaluated, or it might be evaluated after EXPR reads the collector's state. */
static bool forbids(const struct ir_expr *expr, const void *var)
{
	return ir_is_state(expr, NULL) || is_conditional(expr, var) || is_beyond_byte(expr, var);
}

/* A temporary that is used once, in an expression of the next statement, is replaced there by its
 * value: `if (gcrt_modify(fetch_or, …) == 0)`.  No statement is in between, so the order of memory
 * operations stays the same. */
static bool can_fold(struct cgen *c, const struct ir_stmt *stmt)
{
	const struct ir_stmt *next = stmt->next;
	if (!next || is_named(stmt->dst) || stmt->dst == c->function->result ||
	    next->op == IR_OP_for || next->op == IR_OP_await || !is_always_done(next->op) ||
	    (next->place && cgen_declares_place(next->place)) || /* a statement is in between */
	    ir_stmt_any_expr(next, forbids, stmt->dst))
		return false;
	if (cgen_mentions_of(c, stmt->dst)->uses != 1 ||
	    cgen_mentions_of(c, stmt->dst)->definitions != 1)
		return false;
	struct ir_stmt alone = *next;
	alone.next = NULL;
	alone.body = alone.otherwise = NULL;
	return cgen_count_uses(&alone, stmt->dst, false) == 1;
}

/* A local is declared where it gets its value, if that is the only such place and all uses follow
 * in the same list of statements.  Otherwise it is declared at the beginning of the function, as the result is. */
static bool declares(struct cgen *c, const struct ir_stmt *stmt)
{
	const struct cgen_mentions *all = cgen_mentions_of(c, stmt->dst);

	return stmt->dst != c->function->result && all->definitions == 1 &&
	    cgen_count_uses(stmt, stmt->dst, false) == all->uses;
}

static void declare_later(struct cgen *c, const struct ir_stmt *list, const struct ir_var *var,
    bool *found, bool *later)
{
	for (const struct ir_stmt *s = list; s && !*found; s = s->next) {
		if (s->dst == var && s->op != IR_OP_for) {
			*found = true;
			*later = !declares(c, s);
			return;
		}
		declare_later(c, s->body, var, found, later);
		declare_later(c, s->otherwise, var, found, later);
	}
}

static bool is_captured(const struct cgen_function *f, const struct ir_var *var)
{
	for (size_t i = 0; i < f->captured_count; i++)
		if (f->captured[i].var == var)
			return true;
	return false;
}

static const char *zero_of(const struct ir_type *type)
{
	switch (type->kind) {
	case IR_REF: return "gc_ref_null()";
	case IR_MUTATOR: return "NULL";
	case IR_SLOT: return type->is_word ? "{ NULL, 0 }" : "gc_edge(NULL)";
	case IR_BOOL: return "false";
	case IR_INT:
	case IR_REGION:
	case IR_TAGS: break;
	}
	return "0";
}

/* Whether VAR is mentioned only in the body of one slot loop in LIST. */
static bool is_inside_loop(struct cgen *c, const struct ir_stmt *list, const struct ir_var *var)
{
	const struct cgen_mentions *all = cgen_mentions_of(c, var);
	size_t mentions = all->uses + all->definitions;

	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_for &&
		    (s->domain == IR_DOMAIN_SLOTS || s->domain == IR_DOMAIN_ROOTS) &&
		    cgen_count_uses(s->body, var, false) + cgen_count_uses(s->body, var, true) ==
			mentions)
			return true;
		if (is_inside_loop(c, s->body, var) || is_inside_loop(c, s->otherwise, var))
			return true;
	}
	return false;
}

static bool is_used(struct cgen *c, const struct ir_var *var)
{
	return var == c->function->result || cgen_mentions_of(c, var)->uses > 0;
}

void cgen_declare(struct cgen *c, const struct ir_stmt *body)
{
	const struct ir_kernel *kernel = c->function->kernel;

	for (size_t i = 0; i < kernel->var_count; i++) {
		const struct ir_var *var = kernel->vars[i];
		bool found = false, later = false;
		if (!is_used(c, var))
			continue;
		declare_later(c, body, var, &found, &later);
		if (!later || is_captured(c->function, var) || is_inside_loop(c, body, var))
			continue;
		cgen_spec_line(c, var->loc, "%s%s = %s;", cgen_type(&var->type), cgen_var(c, var),
		    zero_of(&var->type));
	}
}

/* Writes that the variable of STMT gets the value TEXT. */
static void define(struct cgen *c, const struct ir_stmt *stmt, const char *text)
{
	const struct ir_var *dst = stmt->dst;

	if (!dst || !is_used(c, dst)) {
		cgen_spec_line(c, stmt->loc, "(void)(%s);", text);
	} else if (can_fold(c, stmt)) {
		c->folded = dst;
		c->folded_text = text;
	} else {
		cgen_spec_line(c, stmt->loc, "%s%s = %s;",
		    declares(c, stmt) ? cgen_type(&dst->type) : "", cgen_var(c, dst), text);
	}
}

/* ------------------------------------------------------------ memory operations */

static bool is_slot(const struct ir_stmt *stmt)
{
	return stmt->place->kind != IR_PLACE_META && !ir_is_word(stmt->place);
}

/* Metadata that is a word: what is found there becomes a reference. */
static bool is_word(const struct ir_stmt *stmt)
{
	return stmt->place->kind == IR_PLACE_META && ir_holds_reference(stmt->place->meta);
}

static const char *found(struct cgen *c, const struct ir_stmt *stmt, const char *text)
{
	if (ir_is_word(stmt->place))
		return gd_arena_printf(c->arena, "gcrt_number(%s)", text);
	return is_word(stmt) ? gd_arena_printf(c->arena, "gc_ref(%s)", text) : text;
}

/* The C location, or the edge of a slot. */
static const char *location(struct cgen *c, const struct ir_stmt *stmt)
{
	const struct ir_place *place = stmt->place;

	if (cgen_declares_place(place))
		return cgen_declare_place(c, place);
	switch (place->kind) {
	case IR_PLACE_META:
		return place->meta->when ? cgen_overlay(c, stmt) : cgen_meta_place(c, place);
	case IR_PLACE_SLOT: return cgen_var(c, place->slot);
	case IR_PLACE_LIKE:
	case IR_PLACE_FIELD: break;
	}
	return "(uint8_t *)0";
}

static const char *order(const struct ir_stmt *stmt)
{
	return ir_order_name[stmt->order];
}

/* The suffix of an operation's name for slots and references: Note [Addresses], Note [Shadow] of the
 * runtime. */
static const char *suffix(const struct ir_stmt *stmt)
{
	return ir_is_word(stmt->place) ? "_data"
	    : is_slot(stmt)            ? "_slot"
	    : is_word(stmt)            ? "_word"
				       : "";
}

/* The operand to store: the word of a reference, or a number. */
static const char *operand(struct cgen *c, const struct ir_stmt *stmt, int i)
{
	const struct ir_expr *e = stmt->args[i];
	bool is_taken =
	    ir_memory(stmt->op)->stores == GD_STORES_COPY && stmt->place->kind == IR_PLACE_META;
	if (ir_is_word(stmt->place))
		return gd_arena_printf(c->arena, "(uintptr_t)(%s)", cgen_expr(c, e));
	if ((is_slot(stmt) || is_word(stmt)) && e->kind == IR_NULL)
		return "(uintptr_t)0";
	if (is_word(stmt) && e->kind == IR_CONST)
		return gd_arena_printf(c->arena, "(uintptr_t)%ld", cgen_known(&e->type, e->number));
	if (is_slot(stmt) || is_word(stmt))
		return gd_arena_printf(c->arena, "gc_ref_value(%s)", cgen_expr(c, e));
	/* The number to add may be negative.  Compilers warn of such a constant. */
	if (e->kind == IR_CONST ? e->number < 0
				: !is_taken && e->type.kind == IR_INT && e->type.low < 0)
		return gd_arena_printf(c->arena, "(uint8_t)(%s)", cgen_expr(c, e));
	if (e->kind == IR_CONST)
		return gd_arena_printf(c->arena, "%ld", e->number);
	return is_taken ? cgen_taken(c, &stmt->place->meta->type, e) : cgen_expr(c, e);
}

static void cgen_op_load(struct cgen *c, const struct ir_stmt *stmt)
{
	define(c, stmt,
	    found(c, stmt,
		gd_arena_printf(c->arena, "gcrt_load%s(%s, %s)", suffix(stmt), location(c, stmt),
		    order(stmt))));
}

static void cgen_op_await(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *where = location(c, stmt);

	if (declares(c, stmt))
		cgen_spec_line(c, stmt->loc, "%s%s;", cgen_type(&stmt->dst->type),
		    cgen_var(c, stmt->dst));
	cgen_spec_line(c, stmt->loc, "gcrt_await(%s, %s, %s);", cgen_var(c, stmt->dst),
	    found(c, stmt,
		gd_arena_printf(c->arena, "gcrt_load%s(%s, %s)", suffix(stmt), where, order(stmt))),
	    cgen_expr(c, stmt->args[0]));
}

static void cgen_op_store(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *where = location(c, stmt);
	const char *value = operand(c, stmt, 0);
	cgen_spec_line(c, stmt->loc, "gcrt_store%s(%s, %s, %s);", suffix(stmt), where, value,
	    order(stmt));
}

static void cgen_op_swap(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *where = location(c, stmt);
	const char *value = operand(c, stmt, 0);
	define(c, stmt,
	    found(c, stmt,
		gd_arena_printf(c->arena, "gcrt_swap%s(%s, %s, %s)", suffix(stmt), where, value,
		    order(stmt))));
}

/* Only numbers can be modified. */
static void cgen_op_modify(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *where = location(c, stmt);
	const char *value = operand(c, stmt, 0);
	define(c, stmt,
	    found(c, stmt,
		gd_arena_printf(c->arena, "gcrt_modify%s(%s, %s, %s, %s)", suffix(stmt),
		    ir_memory(stmt->op)->c, where, value, order(stmt))));
}

static void cgen_op_cas(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *where = location(c, stmt);
	const char *expected = operand(c, stmt, 0), *value = operand(c, stmt, 1);
	enum ir_order success = ir_order_on_success(stmt->order, stmt->order_on_failure);
	define(c, stmt,
	    found(c, stmt,
		gd_arena_printf(c->arena, "gcrt_cas%s(%s, %s, %s, %s, %s)", suffix(stmt), where,
		    expected, value, ir_order_name[success],
		    ir_order_name[stmt->order_on_failure])));
}

static void cgen_op_fence(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_fence(%s);", order(stmt));
}

/* ------------------------------------------------------------- everything else */

static void cgen_op_let(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *value = stmt->dst ? cgen_taken(c, &stmt->dst->type, stmt->args[0])
				      : cgen_expr(c, stmt->args[0]);
	define(c, stmt,
	    strchr(value, ' ') && stmt->dst && can_fold(c, stmt)
		? gd_arena_printf(c->arena, "(%s)", value)
		: value);
}

/* Braces also where C would not need them, because a statement may produce no C at all. */
static void block(struct cgen *c, const struct ir_stmt *list)
{
	c->out->indent++;
	cgen_statements(c, list);
	c->out->indent--;
}

static void cgen_op_if(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "if (%s) {", cgen_expr(c, stmt->args[0]));
	block(c, stmt->body);
	if (stmt->otherwise) {
		cgen_more(c, "} else {");
		block(c, stmt->otherwise);
	}
	cgen_more(c, "}");
}

static void mutator_loop(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_for_mutators(worker, %s) {", cgen_var(c, stmt->dst));
	block(c, stmt->body);
	cgen_more(c, "}");
}

static void word_loop(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_begin_words(c, stmt);
	block(c, stmt->body);
	cgen_more(c, "}");
}

static void region_loop(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_begin_regions(c, stmt);
	block(c, stmt->body);
	cgen_more(c, "}");
}

static void cgen_op_for(struct cgen *c, const struct ir_stmt *stmt)
{
	const struct ir_kind *kind;

	if (c->function->is_barrier) {
		cgen_refuse(c, stmt->loc, "a loop in a barrier");
		return;
	}
	switch (stmt->domain) {
	case IR_DOMAIN_SLOTS:
	case IR_DOMAIN_ROOTS: cgen_slot_loop(c, stmt); return;
	case IR_DOMAIN_REGIONS: region_loop(c, stmt); return;
	case IR_DOMAIN_MUTATORS: mutator_loop(c, stmt); return;
	case IR_DOMAIN_PAYLOAD:
	case IR_DOMAIN_WORDS: word_loop(c, stmt); return;
	case IR_DOMAIN_OBJECTS:
		if (stmt->args[0]) {
			region_loop(c, stmt);
			return;
		}
		kind = ir_object_loop(stmt);
		if (!kind) {
			cgen_begin_objects(c, stmt);
			block(c, stmt->body);
			cgen_more(c, "}");
			return;
		}
		cgen_spec_line(c, stmt->loc, "gcrt_emit_objects(worker, %s);",
		    cgen_queue(c, kind, stmt->body->into));
		return;
	case IR_DOMAIN_EXPECTED:
		cgen_refuse(c, stmt->loc, "a loop over a scenario's objects");
		return;
	}
}

static void cgen_op_emit(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *text = gd_arena_printf(c->arena, "%s_%s%s", c->prefix,
	    c->function->is_barrier ? "barrier_" : "", cgen_emitter(c, stmt->kind, stmt->into));
	text = gd_arena_printf(c->arena, "%s(%s", text,
	    c->function->is_barrier ? "mutator" : "worker");
	for (size_t i = 0; i < stmt->unit_count; i++)
		text = gd_arena_printf(c->arena, "%s, %s", text,
		    cgen_taken(c, &stmt->kind->kernel.vars[i]->type, stmt->units[i]));
	cgen_spec_line(c, stmt->loc, "%s);", text);
}

static void cgen_op_free(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_free%s(worker, %s);", c->smallest ? "_placed" : "",
	    cgen_expr(c, stmt->args[0]));
}

static void cgen_op_alloc(struct cgen *c, const struct ir_stmt *stmt)
{
	bool tested = ir_handles_no_room(c->function->kernel->body, stmt);

	if (stmt->space) {
		define(c, stmt,
		    gd_arena_printf(c->arena, "gcrt_alloc%s_in(worker, %zu, %s)",
			tested ? "" : "_surely", stmt->space->index, cgen_expr(c, stmt->args[0])));
		return;
	}
	define(c, stmt,
	    gd_arena_printf(c->arena, "gcrt_alloc%s(worker, %s)", tested ? "" : "_surely",
		cgen_expr(c, stmt->args[0])));
}

static void cgen_op_free_space(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_free_space(worker, %zu);", stmt->space->index);
}

static void cgen_op_free_region(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_free_region(worker, %s, %u);",
	    cgen_expr(c, stmt->args[0]), cgen_region_shift(stmt->args[0]->type.region));
}

static void cgen_op_swap_spaces(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_swap_spaces(worker, %zu, %zu);", stmt->space->index,
	    stmt->other_space->index);
}

static void cgen_op_ask(struct cgen *c, const struct ir_stmt *stmt)
{
	define(c, stmt, cgen_question(c, stmt));
}

static void cgen_op_copy(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *from = cgen_expr(c, stmt->args[0]);

	cgen_spec_line(c, stmt->loc, "gcrt_copy(worker, %s, %s);", from,
	    cgen_expr(c, stmt->args[1]));
}

static void cgen_op_slide(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_slide(c, stmt);
}

static void cgen_op_move(struct cgen *c, const struct ir_stmt *stmt)
{
	const char *from = cgen_expr(c, stmt->args[0]);

	cgen_spec_line(c, stmt->loc, "gcrt_move(worker, %s, %s);", from,
	    cgen_expr(c, stmt->args[1]));
}

static void cgen_op_stop(struct cgen *c, const struct ir_stmt *stmt)
{
	if (c->function->is_fill)
		cgen_refuse(c, stmt->loc, "`stop mutators` in a fill");
	cgen_spec_line(c, stmt->loc, "gcrt_stop_mutators(worker);");
}

static void cgen_op_resume(struct cgen *c, const struct ir_stmt *stmt)
{
	if (c->function->is_fill)
		cgen_refuse(c, stmt->loc, "`resume mutators` in a fill");
	cgen_spec_line(c, stmt->loc, "gcrt_resume_mutators(worker);");
}

static void cgen_op_begin_phase(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_begin_phase(worker, %s_PHASE_%s);", c->upper,
	    stmt->phase->name);
}

static void cgen_op_end_phase(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_end_phase(worker, %s_PHASE_%s);", c->upper,
	    stmt->phase->name);
}

static void cgen_op_assert(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "gcrt_assert(%s);", cgen_expr(c, stmt->args[0]));
}

static void cgen_op_request(struct cgen *c, const struct ir_stmt *stmt)
{
	cgen_spec_line(c, stmt->loc, "%s, %s_CYCLE_%s);",
	    c->function->is_barrier ? "gcrt_request_by_mutator(mutator" : "gcrt_request(worker",
	    c->upper, stmt->cycle->name);
}

/* A ghost belongs only to the model. */
static void cgen_op_ghost(struct cgen *c, const struct ir_stmt *stmt)
{
	(void)c;
	(void)stmt;
}

void cgen_statements(struct cgen *c, const struct ir_stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		operations[stmt->op](c, stmt);
}
