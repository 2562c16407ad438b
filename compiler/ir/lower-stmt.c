/* lower-stmt.c: statements of kernels, fills and functions.
 *
 * The IR has no `return`: what follows a conditional one goes where it is still
 * reached.  `if c return a;  rest` becomes `if c { result = a } else { rest }`.  A loop in which the function
 * may return does nothing in the rounds after that: a variable says so. */
#include "compiler/ir/lower-internal.h"

#include <string.h>

/* What must still be lowered when a block ends: the rest of the block around it.  If it IS_OPEN, a flag then says
 * that no `return` was taken. */
struct rest {
	struct syn_stmt *const *stmts;
	size_t count;
	struct binding *scope;
	bool is_open;
	const struct rest *outer;
};

static void lower_rest(struct body *b, const struct rest *rest);
static void lower_loop(struct body *b, const struct syn_stmt *stmt);

/* ------------------------------------------------------------ where it returns */
static bool may_return(const struct syn_stmt *stmt)
{
	if (!stmt)
		return false;
	for (size_t i = 0; i < stmt->stmts.count; i++)
		if (may_return(stmt->stmts.at[i]))
			return true;
	return stmt->kind == SYN_STMT_RETURN || may_return(stmt->body) ||
	    may_return(stmt->otherwise);
}

static bool must_return(const struct syn_stmt *stmt)
{
	if (!stmt)
		return false;
	if (stmt->kind == SYN_STMT_IF)
		return must_return(stmt->body) && must_return(stmt->otherwise);
	for (size_t i = 0; stmt->kind == SYN_STMT_BLOCK && i < stmt->stmts.count; i++)
		if (must_return(stmt->stmts.at[i]))
			return true;
	return stmt->kind == SYN_STMT_RETURN;
}

static bool has_rest(const struct rest *rest)
{
	for (; rest; rest = rest->outer)
		if (rest->count || rest->is_open)
			return true;
	return false;
}

/* ------------------------------------------------------------------ conditions */
/* Appends `if`s so that the next statements run if COND holds.  For `a and b` there are two if b
 * needs statements.  Returns false if COND never holds; then nothing was appended. */
static bool lower_guarded(struct body *b, const struct syn_expr *cond)
{
	const struct ir_expr *value;
	struct ir_stmt *test;

	if (cond->kind == SYN_EXPR_AND && ir_lower_has_effects(cond->args.at[1]))
		return lower_guarded(b, cond->args.at[0]) && lower_guarded(b, cond->args.at[1]);
	value = ir_lower_expr(b, cond, NULL);
	if (value->kind == IR_CONST) {
		ir_lower_note_answer(b, value->number != 0, cond->loc);
		return value->number != 0;
	}
	test = ir_lower_add(b, IR_OP_if);
	test->args[0] = value;
	ir_lower_note_branches(b, test, cond->loc);
	b->end = &test->body;
	return true;
}

static struct ir_stmt **end_of(struct ir_stmt **stmts)
{
	while (*stmts)
		stmts = &(*stmts)->next;
	return stmts;
}

/* Lowers an `if` whose branches continue with REST (NULL: with the statement after it). */
static void lower_if(struct body *b, const struct syn_stmt *stmt, const struct rest *rest)
{
	struct ir_stmt **start = b->end, *test;
	struct rest body = { &stmt->body, 1, b->scope, false, rest };
	struct rest otherwise = { &stmt->otherwise, stmt->otherwise != NULL, b->scope, false,
		rest };
	const struct ir_expr *cond;

	if (!stmt->otherwise && !rest) {
		if (lower_guarded(b, stmt->expr))
			lower_rest(b, &body);
		b->end = end_of(start);
		return;
	}
	cond = ir_lower_expr(b, stmt->expr, NULL);
	if (cond->kind == IR_CONST) {
		ir_lower_note_answer(b, cond->number != 0, stmt->expr->loc);
		lower_rest(b, cond->number ? &body : &otherwise);
		return;
	}
	test = ir_lower_add(b, IR_OP_if);
	test->args[0] = cond;
	ir_lower_note_branches(b, test, stmt->expr->loc);
	start = b->end;
	if (b->call)
		b->call->branches++;
	b->end = &test->body;
	lower_rest(b, &body);
	b->end = &test->otherwise;
	lower_rest(b, &otherwise);
	if (b->call)
		b->call->branches--;
	b->end = start;
}

/* --------------------------------------------------------------------- returns */
static void lower_return(struct body *b, const struct syn_stmt *stmt)
{
	struct inlined *call = b->call;
	struct ir_type type = ir_lower_type(b->l, &call->function->type);
	const struct ir_expr *value = stmt->expr ? ir_lower_expr(b, stmt->expr, &type) : NULL;

	if (value && call->branches) {
		ir_lower_check_fits(b, value, &type);
		if (!call->result)
			call->result = ir_lower_var(b, call->function->name.text,
			    call->function->name.loc, type);
		ir_lower_let(b, call->result, value);
	} else if (value) {
		call->value = ir_lower_take(b, &call->function->name, value, &type);
	}
	for (const struct returned *returned = call->returned; returned; returned = returned->outer)
		ir_lower_let(b, returned->flag, ir_expr_bool(b, true, stmt->loc));
}

static void set_result(struct body *b, struct gd_loc loc)
{
	struct inlined *call = b->call;
	struct ir_type type = ir_lower_type(b->l, &call->function->type);

	if (call->function->type.kind == SYN_TYPE_NONE)
		return;
	if (!call->result)
		call->result =
		    ir_lower_var(b, call->function->name.text, call->function->name.loc, type);
	ir_lower_let(b, call->result,
	    type.kind == IR_REF ? ir_expr_new(b->l->arena, IR_NULL, loc, type)
				: ir_expr_constant(b, type.low, type, loc));
}

/* No `return' was taken here.  The result, and the flags of what is around this, are read only where they have a
 * value: the flags say so.  Liveness does not look at what flags say.  It would find a path without a value, and
 * what happened to be in the variable would be a part of the state.  So they have one from here on.  A loop has
 * done that for all that is around it. */
static void leave_open(struct body *b, struct gd_loc loc)
{
	const struct returned *returned = b->call->returned;

	for (; returned && !returned->by_loop; returned = returned->outer)
		ir_lower_let(b, returned->flag, ir_expr_bool(b, false, loc));
	if (!returned)
		set_result(b, loc);
}

/* Lowers what comes after STMT, unless FLAG says that a `return` was taken in it. */
static void lower_unless(struct body *b, const struct ir_var *flag, const struct syn_stmt *stmt,
    const struct rest *rest)
{
	struct ir_stmt *test = ir_lower_add(b, IR_OP_if), **after = b->end;

	test->args[0] = ir_expr_not(b, ir_expr_var(b, flag, stmt->loc), stmt->loc);
	b->end = &test->body;
	lower_rest(b, rest);
	b->end = after;
}

/* Both branches may continue.  To avoid two copies of what follows, a variable records whether a
 * `return` was taken. */
static void lower_if_with_flag(struct body *b, const struct syn_stmt *stmt, const struct rest *rest)
{
	struct returned returned = { .outer = b->call->returned };
	struct rest unset = { .is_open = true };

	returned.flag = ir_lower_var(b, "returned", stmt->loc, ir_type_bool);
	b->call->returned = &returned;
	b->call->branches++;
	lower_if(b, stmt, &unset);
	b->call->returned = returned.outer;
	lower_unless(b, returned.flag, stmt, rest);
	b->call->branches--;
}

/* Some round of the loop may return. */
static void lower_loop_with_flag(struct body *b, const struct syn_stmt *stmt,
    const struct rest *rest)
{
	struct returned returned = { .outer = b->call->returned, .by_loop = true };
	struct binding *scope = b->scope;

	returned.flag = ir_lower_var(b, "returned", stmt->loc, ir_type_bool);
	ir_lower_let(b, returned.flag, ir_expr_bool(b, false, stmt->loc));
	leave_open(b, stmt->loc);
	b->call->returned = &returned;
	b->call->branches++;
	lower_loop(b, stmt);
	b->call->returned = returned.outer;
	b->scope = scope;
	if (has_rest(rest))
		lower_unless(b, returned.flag, stmt, rest);
	b->call->branches--;
}

/* A round of such a loop: it does nothing if one before has returned. */
static void lower_round(struct body *b, const struct syn_stmt *body)
{
	struct syn_stmt *one = (struct syn_stmt *)body;
	struct rest round = { &one, 1, b->scope, false, NULL };

	lower_unless(b, b->call->returned->flag, body, &round);
}

/* Lowers a statement in which the function may return, and all of REST. */
static void lower_returning(struct body *b, const struct syn_stmt *stmt, const struct rest *rest)
{
	struct gd_loc loc = b->loc;
	const struct ir_begun *begun;

	b->loc = stmt->head.line ? stmt->head : stmt->loc;
	begun = ir_lower_begin_stmt(b, stmt);
	if (stmt->kind == SYN_STMT_RETURN) {
		lower_return(b, stmt);
	} else if (stmt->kind == SYN_STMT_BLOCK) {
		struct rest block = { stmt->stmts.at, stmt->stmts.count, b->scope, false, rest };

		lower_rest(b, &block);
	} else if (stmt->kind != SYN_STMT_IF) {
		lower_loop_with_flag(b, stmt, rest);
	} else if (!has_rest(rest) || must_return(stmt->body) || must_return(stmt->otherwise)) {
		struct rest none = { 0 };

		lower_if(b, stmt, rest ? rest : &none);
	} else {
		lower_if_with_flag(b, stmt, rest);
	}
	ir_lower_end_stmt(b, begun);
	b->loc = loc;
}

static void lower_rest(struct body *b, const struct rest *rest)
{
	for (; rest; rest = rest->outer) {
		if (rest->stmts)
			b->scope = rest->scope;
		for (size_t i = 0; i < rest->count; i++) {
			struct rest left = { rest->stmts + i + 1, rest->count - i - 1, NULL, false,
				rest->outer };

			left.scope = b->scope;
			if (may_return(rest->stmts[i])) {
				lower_returning(b, rest->stmts[i], &left);
				return;
			}
			ir_lower_stmt(b, rest->stmts[i]);
		}
		if (rest->is_open)
			leave_open(b, b->loc);
	}
}

void ir_lower_body(struct body *b, const struct syn_stmt *stmt)
{
	struct syn_stmt *one = (struct syn_stmt *)stmt;
	struct rest rest = { &one, stmt != NULL, b->scope, false, NULL };

	lower_rest(b, &rest);
}

/* ------------------------------------------------------------ single statements */
static void lower_let(struct body *b, const struct syn_stmt *stmt)
{
	const struct syn_expr *expr = stmt->expr;
	const struct ir_expr *value;
	struct ir_var *var;
	enum ir_op op;

	if (expr->kind == SYN_EXPR_AWAIT) {
		ir_lower_await(b, expr, &stmt->name);
		return;
	}
	if (expr->kind == SYN_EXPR_CALL &&
	    (ir_lower_find_memory(expr->name.text, &op) ||
		ir_lower_policy(b->l, expr->name.text))) {
		value = ir_lower_call(b, expr, &stmt->name, true);
	} else {
		value = ir_lower_expr(b, expr, NULL);
		var = ir_lower_var(b, stmt->name.text, stmt->name.loc, value->type);
		ir_lower_let(b, var, value);
		value = ir_expr_var(b, var, stmt->name.loc);
	}
	ir_lower_bind(b, stmt->name.text, value, NULL);
}

static void lower_body(struct body *b, const struct syn_stmt *body)
{
	if (may_return(body))
		lower_round(b, body);
	else
		ir_lower_stmt(b, body);
}

static void lower_loop_body(struct body *b, const struct syn_stmt *stmt, struct ir_stmt *loop,
    struct ir_type type)
{
	bool has_base = type.kind == IR_SLOT && loop->domain != IR_DOMAIN_ROOTS;

	struct ir_stmt **after = b->end;
	struct binding *scope = b->scope;
	struct ir_var *var = ir_lower_var(b, stmt->name.text, stmt->name.loc, type);
	struct ir_place *place = NULL;

	if (type.kind == IR_SLOT) {
		place = GD_NEW(b->l->arena, struct ir_place);
		place->kind = IR_PLACE_SLOT;
		place->loc = stmt->name.loc;
		place->slot = var;
	}
	loop->dst = var;
	b->end = &loop->body;
	ir_lower_bind(b, stmt->name.text, place ? NULL : ir_expr_var(b, var, stmt->name.loc),
	    place);
	b->scope->base = has_base ? loop->args[0] : NULL;
	lower_body(b, stmt->body);
	b->end = after;
	b->scope = scope;
}

/* In C: a loop over words, or over all of an object. */
static void lower_word_loop(struct body *b, const struct syn_stmt *stmt, const struct ir_expr *of,
    enum ir_domain domain)
{
	static const struct ir_type location = { .kind = IR_SLOT, .is_word = true };
	struct ir_stmt *loop = ir_lower_add(b, IR_OP_for);

	loop->args[0] = of;
	loop->domain = domain;
	lower_loop_body(b, stmt, loop, location);
}

static void lower_word_round(struct body *b, const struct syn_stmt *stmt, const struct ir_expr *of,
    const struct ir_meta *word)
{
	struct binding *scope = b->scope;

	ir_lower_bind(b, stmt->name.text, NULL, ir_lower_word_place(b, of, word, stmt->name.loc));
	b->scope->base = of;
	lower_body(b, stmt->body);
	b->scope = scope;
}

/* for s in o.data: how many words there are is known, so the body is written out for each. */
static void lower_for_words(struct body *b, const struct syn_stmt *stmt, const struct ir_expr *of)
{
	const struct ir_meta *word;

	if (b->l->is_for_code) {
		lower_word_loop(b, stmt, of, IR_DOMAIN_WORDS);
		return;
	}
	for (size_t i = 0; (word = ir_lower_word(b->l, stmt->expr->name.text, i)); i++)
		lower_word_round(b, stmt, of, word);
}

/* for s in o: its slots, and then its words.  The body is written out for each group of slots and for each word. */
static void lower_for_payload(struct body *b, const struct syn_stmt *stmt, const struct ir_expr *of)
{
	static const struct ir_type slot = { .kind = IR_SLOT };
	struct ir_spec *ir = b->l->ir;
	struct ir_stmt *loop;

	if (b->l->is_for_code) {
		lower_word_loop(b, stmt, of, IR_DOMAIN_PAYLOAD);
		return;
	}
	for (size_t i = 0; i < ir->group_count; i++) {
		loop = ir_lower_add(b, IR_OP_for);
		loop->args[0] = of;
		loop->domain = IR_DOMAIN_SLOTS;
		loop->group = ir->groups[i];
		lower_loop_body(b, stmt, loop, slot);
	}
	for (size_t i = ir->meta_count - ir->word_count; i < ir->meta_count; i++)
		lower_word_round(b, stmt, of, ir->metas[i]);
}

/* The sort whose name with an `s' is NAME. */
static const struct ir_region *regions_called(struct lower *l, const char *name)
{
	size_t length = strlen(name);

	return length && name[length - 1] == 's'
	    ? ir_lower_region(l, gd_arena_strndup(l->arena, name, length - 1))
	    : NULL;
}

static bool lower_regions_loop(struct body *b, const struct syn_stmt *stmt)
{
	const struct syn_expr *domain = stmt->expr;
	const struct ir_region *region =
	    domain->kind == SYN_EXPR_MEMBER ? regions_called(b->l, domain->name.text) : NULL;
	const struct ir_expr *of;
	struct ir_stmt *loop;

	if (!region)
		return false;
	of = ir_lower_object(b, domain->args.at[0]);
	loop = ir_lower_add(b, IR_OP_for);
	loop->args[0] = of;
	loop->domain = IR_DOMAIN_REGIONS;
	loop->region = region;
	lower_loop_body(b, stmt, loop, (struct ir_type){ .kind = IR_REGION, .region = region });
	return true;
}

static void lower_for_region(struct body *b, const struct syn_stmt *stmt)
{
	const struct ir_expr *in = stmt->expr ? ir_lower_expr(b, stmt->expr, NULL) : NULL;
	struct ir_stmt *loop = ir_lower_add(b, IR_OP_for);
	struct ir_type type = ir_type_ref;

	loop->args[0] = in;
	loop->domain = ir_lower_region_type(b->l, stmt->name2.text, &type) ? IR_DOMAIN_REGIONS
									   : IR_DOMAIN_OBJECTS;
	loop->region = type.region;
	lower_loop_body(b, stmt, loop, type);
}

/* for s in o.field, for s in m.roots */
static void lower_for_in(struct body *b, const struct syn_stmt *stmt)
{
	static const struct ir_type slot = { .kind = IR_SLOT };
	const struct syn_expr *domain = stmt->expr;
	const struct ir_expr *of;
	struct ir_stmt *loop;

	if (lower_regions_loop(b, stmt))
		return;
	if (domain->kind == SYN_EXPR_NAME) {
		lower_for_payload(b, stmt, ir_lower_object(b, domain));
		return;
	}
	if (domain->kind != SYN_EXPR_MEMBER) {
		ir_lower_unknown(b->l, domain->loc, "this");
		return;
	}
	of = ir_lower_object(b, domain->args.at[0]);
	if (of->type.kind == IR_REF && ir_lower_word(b->l, domain->name.text, 0)) {
		lower_for_words(b, stmt, of);
		return;
	}
	loop = ir_lower_add(b, IR_OP_for);
	loop->args[0] = of;
	loop->domain = of->type.kind == IR_MUTATOR ? IR_DOMAIN_ROOTS : IR_DOMAIN_SLOTS;
	loop->group = ir_lower_group(b->l, domain->name.text);
	if (loop->domain == IR_DOMAIN_SLOTS && !loop->group)
		ir_lower_unknown(b->l, domain->loc, domain->name.text);
	lower_loop_body(b, stmt, loop, slot);
}

/* for o : object, for m : mutator */
static void lower_for_domain(struct body *b, const struct syn_stmt *stmt)
{
	static const struct ir_type mutator = { .kind = IR_MUTATOR };
	bool is_mutator = stmt->name2.text && !strcmp(stmt->name2.text, "mutator");
	struct ir_stmt *loop;

	if (stmt->expr || ir_lower_region(b->l, stmt->name2.text)) {
		lower_for_region(b, stmt);
		return;
	}
	if (!is_mutator && stmt->name2.text && strcmp(stmt->name2.text, "object") != 0) {
		ir_lower_not_yet(b->l, GD_E_no_object_kinds_yet, stmt->name2.loc);
		return;
	}
	loop = ir_lower_add(b, IR_OP_for);
	loop->domain = is_mutator ? IR_DOMAIN_MUTATORS : IR_DOMAIN_OBJECTS;
	lower_loop_body(b, stmt, loop, is_mutator ? mutator : ir_type_ref);
}

static void lower_loop(struct body *b, const struct syn_stmt *stmt)
{
	if (stmt->kind == SYN_STMT_FOR_IN)
		lower_for_in(b, stmt);
	else if (stmt->kind == SYN_STMT_FOR_DOMAIN)
		lower_for_domain(b, stmt);
	else
		ir_lower_not_yet(b->l, GD_E_no_waiting_units_yet, b->loc);
}

static void lower_emit(struct body *b, const struct syn_stmt *stmt)
{
	const struct ir_kind *kind = ir_lower_kind(b->l, stmt->name.text);
	const struct ir_expr **units =
	    GD_NEW_ARRAY(b->l->arena, const struct ir_expr *, stmt->args.count + 1);
	struct ir_stmt *emit;

	if (!kind || kind->param_count != stmt->args.count) {
		ir_lower_unknown(b->l, stmt->name.loc, stmt->name.text);
		return;
	}
	for (size_t i = 0; i < stmt->args.count; i++)
		units[i] = ir_lower_unit_part(b, stmt->args.at[i], &kind->kernel.vars[i]->type);
	emit = ir_lower_add(b, IR_OP_emit);
	emit->kind = kind;
	emit->units = units;
	emit->unit_count = stmt->args.count;
	if (kind->bucket_count > 1)
		emit->into = b->filling ? b->filling
		    : stmt->into.text   ? ir_lower_bucket(b->l, stmt->into.text)
					: kind->buckets[0];
}

static void lower_assert(struct body *b, const struct syn_stmt *stmt)
{
	const struct ir_expr *condition;
	struct ir_stmt *assertion;

	b->observing = true;
	condition = ir_lower_expr(b, stmt->expr, NULL);
	b->observing = false;
	assertion = ir_lower_add(b, IR_OP_assert);
	assertion->args[0] = condition;
	assertion->name = stmt->name.text;
}

static void lower_slide(struct body *b, const struct syn_stmt *stmt)
{
	const struct ir_var *object = ir_lower_var(b, stmt->name.text, stmt->name.loc, ir_type_ref);
	struct ir_place *place = GD_NEW(b->l->arena, struct ir_place);
	struct binding *scope = b->scope;
	const struct ir_expr *condition;
	struct ir_stmt *slide;

	ir_lower_bind(b, stmt->name.text, ir_expr_var(b, object, stmt->name.loc), NULL);
	place->kind = IR_PLACE_META;
	place->loc = stmt->name.loc;
	place->object = ir_expr_var(b, object, stmt->name.loc);
	place->meta = ir_lower_meta(b->l, stmt->name2.text);
	if (!place->meta)
		ir_lower_unknown(b->l, stmt->name2.loc, stmt->name2.text);
	b->observing = true;
	condition = ir_lower_expr(b, stmt->expr, NULL);
	b->observing = false;
	slide = ir_lower_add(b, IR_OP_slide);
	slide->dst = object;
	slide->place = place;
	slide->args[0] = condition;
	b->scope = scope;
}

static void lower_ghost(struct body *b, const struct syn_stmt *stmt)
{
	const struct ir_ghost *ghost = ir_lower_ghost(b->l, stmt->name.text);
	const struct ir_expr *value;
	struct ir_stmt *assignment;

	if (!ghost) {
		ir_lower_unknown(b->l, stmt->name.loc, stmt->name.text);
		return;
	}
	b->observing = true;
	value = ir_lower_expr(b, stmt->expr, &ghost->type);
	b->observing = false;
	ir_lower_check_fits(b, value, &ghost->type);
	assignment = ir_lower_add(b, IR_OP_ghost);
	assignment->ghost = ghost;
	assignment->args[0] = value;
}

static void lower_stop(struct body *b, const struct syn_stmt *stmt)
{
	enum syn_order written = sem_order_or(stmt->order, sem_order_of_stop);

	ir_lower_add(b, IR_OP_stop)->order =
	    ir_lower_order(sem_order_at(b->l->variant, stmt, false, written));
}

static void lower_block(struct body *b, const struct syn_stmt *stmt)
{
	struct binding *scope = b->scope;

	for (size_t i = 0; i < stmt->stmts.count; i++)
		ir_lower_stmt(b, stmt->stmts.at[i]);
	b->scope = scope;
}

static void lower_branches(struct body *b, const struct syn_stmt *stmt)
{
	struct binding *scope = b->scope;

	lower_if(b, stmt, NULL);
	b->scope = scope;
}

static void lower_call(struct body *b, const struct syn_stmt *stmt)
{
	ir_lower_call(b, stmt->expr, NULL, false);
}

static void lower_waiting(struct body *b, const struct syn_stmt *stmt)
{
	(void)stmt;
	ir_lower_not_yet(b->l, GD_E_no_waiting_units_yet, b->loc);
}

static void lower_split(struct body *b, const struct syn_stmt *stmt)
{
	ir_lower_not_yet(b->l, GD_E_no_split_phase_yet, b->loc);
	if (stmt->name.text) /* later statements may use the name */
		ir_lower_bind(b, stmt->name.text,
		    ir_expr_new(b->l->arena, IR_NULL, b->loc, ir_type_ref), NULL);
}

static void (*const lowerings[SYN_STMT_COUNT])(struct body *, const struct syn_stmt *) = {
	[SYN_STMT_BLOCK] = lower_block,
	[SYN_STMT_LET] = lower_let,
	[SYN_STMT_IF] = lower_branches,
	[SYN_STMT_FOR_IN] = lower_for_in,
	[SYN_STMT_FOR_DOMAIN] = lower_for_domain,
	[SYN_STMT_FOR_WAITING] = lower_waiting,
	[SYN_STMT_EMIT] = lower_emit,
	[SYN_STMT_STOP] = lower_stop,
	[SYN_STMT_AGAIN] = lower_waiting,
	[SYN_STMT_ASSERT] = lower_assert,
	[SYN_STMT_SLIDE] = lower_slide,
	[SYN_STMT_CALL] = lower_call,
	[SYN_STMT_ISSUE] = lower_split,
	[SYN_STMT_RECEIVE] = lower_split,
	[SYN_STMT_GHOST] = lower_ghost,
};

/* Statements that are one operation, with at most a name. */
static const struct simple {
	enum ir_op op;
	enum { NAMES_NOTHING = 1, NAMES_PHASE, NAMES_CYCLE } operand;
} simple[SYN_STMT_COUNT] = {
#define SIMPLE(name, text, places, op, spelling, effect, operand)                                  \
	[SYN_STMT_##name] = { IR_OP_##op, NAMES_##operand },
#include "compiler/base/statements.def"
};

static void lower_simple(struct body *b, const struct syn_stmt *stmt, const struct simple *how)
{
	const struct ir_phase *phase =
	    how->operand == NAMES_PHASE ? ir_lower_phase(b->l, stmt->name.text) : NULL;
	const struct ir_cycle *cycle =
	    how->operand == NAMES_CYCLE ? ir_lower_cycle(b->l, stmt->name.text) : NULL;
	struct ir_stmt *simply;

	if (!phase && !cycle && how->operand != NAMES_NOTHING) {
		ir_lower_unknown(b->l, stmt->name.loc, stmt->name.text);
		return;
	}
	simply = ir_lower_add(b, how->op);
	simply->phase = phase;
	simply->cycle = cycle;
}

void ir_lower_stmt(struct body *b, const struct syn_stmt *stmt)
{
	struct gd_loc loc = b->loc;
	const struct ir_begun *begun;

	if (!stmt)
		return;
	b->loc = stmt->head.line ? stmt->head : stmt->loc;
	begun = ir_lower_begin_stmt(b, stmt);
	if (lowerings[stmt->kind])
		lowerings[stmt->kind](b, stmt);
	else if (simple[stmt->kind].operand)
		lower_simple(b, stmt, &simple[stmt->kind]);
	else
		ir_lower_unknown(b->l, b->loc, "this");
	ir_lower_end_stmt(b, begun);
	b->loc = loc;
}
