/* stmt.c: statements of kernels, functions, barriers, fills and scripts. */
#include "compiler/sema/internal.h"

#include <string.h>

static struct gd_loc head_of(const struct syn_stmt *stmt)
{
	return stmt->head.source ? stmt->head : stmt->loc;
}

enum operand { NAMES_NOTHING, NAMES_PHASE, NAMES_CYCLE };
/* The name of a statement in messages, the places where it is allowed, and what its name means. */
static const struct stmt_rule {
	const char *text;
	unsigned places;
	enum operand operand;
} rules[SYN_STMT_COUNT] = {
#define ANYWHERE                      ~(unsigned)SEM_IN_WORKER
#define KERNEL                        SEM_IN_KERNEL
#define WORKER                        (SEM_IN_KERNEL | SEM_IN_WORKER)
#define FUNCTION                      SEM_IN_FUNCTION
#define BARRIER                       SEM_IN_BARRIER
#define CODE                          SEM_IN_CODE
#define FILL                          SEM_IN_FILL
#define SCRIPT                        SEM_IN_SCRIPT
#define LITMUS                        SEM_IN_LITMUS
#define STATEMENT(name, text, places) [SYN_STMT_##name] = { text, places, NAMES_NOTHING },
#define SIMPLE(name, text, places, op, spelling, effect, operand)                                  \
	[SYN_STMT_##name] = { text, places, NAMES_##operand },
#include "compiler/base/statements.def"
};

bool sem_stmt_allowed(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const struct stmt_rule *rule = &rules[stmt->kind];
	enum gd_code code = GD_E_statement_not_here;

	if (rule->places & s->place)
		return true;
	if (s->place == SEM_IN_FILL)
		code = GD_E_fill_statement;
	else if (s->place == SEM_IN_LITMUS)
		code = GD_E_litmus_statement;
	struct gd_diag *diag = sem_error(s->c, code, head_of(stmt), "`%s` is not allowed in %s",
	    rule->text, sem_place_text(s->place));

	if (s->place == SEM_IN_FILL)
		gd_help(diag,
		    "a `fill` can only emit: `emit k(…)`, also under `if` and `for` loops over objects, "
		    "mutators and regions");
	else if ((rule->places & ~(unsigned)SEM_IN_WORKER) == SEM_IN_KERNEL)
		gd_help(diag, "write it in the kernel of a kind of work");
	else if (rule->places == SEM_IN_SCRIPT)
		gd_help(diag, "write it in the script of a scenario's mutator");
	else if (rule->places == SEM_IN_LITMUS)
		gd_help(diag, "write it in a thread of a litmus test");
	else if (s->place == SEM_IN_SCRIPT)
		gd_help(diag,
		    "a script has only what a program does: read, write, allocate, collect, …");
	else if (stmt->kind == SYN_STMT_RETURN && s->place == SEM_IN_KERNEL)
		gd_help(diag,
		    "a kernel has no `return`: put the statements after it under an `if`");
	return false;
}

bool sem_stmt_returns(const struct syn_stmt *stmt)
{
	if (!stmt)
		return false;
	if (stmt->kind == SYN_STMT_RETURN || stmt->kind == SYN_STMT_ERROR)
		return true;
	if (stmt->kind == SYN_STMT_IF)
		return sem_stmt_returns(stmt->body) && sem_stmt_returns(stmt->otherwise);
	for (size_t i = 0; stmt->kind == SYN_STMT_BLOCK && i < stmt->stmts.count; i++)
		if (sem_stmt_returns(stmt->stmts.at[i]))
			return true;
	return false;
}

static void block(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct sem_local *outer = s->locals;
	const struct sem_known *known = sem_known(s);

	for (size_t i = 0; i < stmt->stmts.count; i++) {
		const struct syn_stmt *inner = stmt->stmts.at[i];

		sem_stmt(s, inner);
		if (i + 1 < stmt->stmts.count && inner->kind != SYN_STMT_ERROR &&
		    sem_stmt_returns(inner)) {
			gd_note(sem_error(s->c, GD_E_unreachable_code,
				    head_of(stmt->stmts.at[i + 1]), "this is never reached"),
			    head_of(inner), "the function returns here");
			break;
		}
	}
	s->locals = outer;
	sem_forget(known);
}

/* --------------------------------------------------------------------- locals */
static bool is_operation(const struct syn_expr *expr, enum sem_operation_class class)
{
	const struct sem_operation *operation =
	    expr->kind == SYN_EXPR_CALL ? sem_operation_find(expr->name.text) : NULL;

	return operation && operation->class == class;
}

static void let(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const struct syn_expr *expr = stmt->expr;
	struct sem_type type = sem_type_simple(SEM_POISON);

	if (!expr)
		return;
	if (s->place == SEM_IN_SCRIPT && expr->kind != SYN_EXPR_ERROR &&
	    !is_operation(expr, SEM_OP_READ) && !is_operation(expr, SEM_OP_ALLOCATE) &&
	    !is_operation(expr, SEM_OP_RECEIVE)) {
		gd_help(sem_error(s->c, GD_E_operation_not_here, expr->loc,
			    "in a script `let` needs `read`, `allocate` or `receive`"),
		    "write `let x = read(a.field[0]);`, `let x = allocate();` or "
		    "`let x = receive(n.a);`");
	} else if (expr->kind == SYN_EXPR_AWAIT && (s->place & SEM_IN_CODE) &&
	    expr->args.count > 1) {
		sem_await(s, stmt);
		return;
	} else {
		type = sem_value(s, expr, NULL);
	}
	if (type.is_null)
		type.is_null = false;
	if (type.kind == SEM_INT && expr->kind != SYN_EXPR_CALL)
		type = type.low == type.high ? type : sem_type_int(type.low, type.high);
	sem_local_add(s, stmt->name, type);
}

static void receive(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct sem_type type =
	    stmt->expr ? sem_expr(s, stmt->expr, NULL) : sem_type_simple(SEM_POISON);

	if (type.kind != SEM_LOCATION && type.kind != SEM_POISON) {
		sem_error(s->c, GD_E_not_a_location, stmt->expr->loc, "`receive` needs a location");
		type = sem_type_simple(SEM_POISON);
	}
	sem_local_add(s, stmt->name, type.kind == SEM_LOCATION ? *type.inside : type);
}

/* ---------------------------------------------------------------------- loops */
static const char *const loop_domain[] = { "object", "mutator" };

static void loop_body(struct sem_scope *s, const struct syn_stmt *stmt, struct sem_type type)
{
	struct sem_local *outer = s->locals;
	const struct sem_known *known = sem_known(s);

	sem_local_add(s, stmt->name, type);
	s->loops++;
	sem_stmt(s, stmt->body);
	s->loops--;
	s->locals = outer;
	sem_forget(known);
}

/* `for m in mutators`: a domain has a `:', and is a word of the language. */
static bool for_in_domain(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const struct syn_expr *in = stmt->expr;
	const char *near;

	if (!in || in->kind != SYN_EXPR_NAME || sem_local_find(s, in->name.text) ||
	    !(near = gd_did_you_mean(in->name.text, loop_domain, 2)))
		return false;
	gd_help(sem_error(s->c, GD_E_loop_domain, in->loc, "a loop cannot range over `%s`",
		    in->name.text),
	    "write `for %s : %s`", stmt->name.text, near);
	loop_body(s, stmt, sem_type_simple(SEM_POISON));
	return true;
}

static void for_in(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct sem_type type;

	if (for_in_domain(s, stmt))
		return;
	if (sem_regions_loop(s, stmt, &type)) {
		loop_body(s, stmt, type);
		return;
	}
	if (sem_payload_loop(s, stmt, &type)) {
		s->payloads++;
		loop_body(s, stmt, type);
		s->payloads--;
		return;
	}
	loop_body(s, stmt,
	    sem_slot_of(s, stmt->expr,
		"`for s in o.field` visits slots, `for s in "
		"m.roots` roots, `for o : object` objects, `for m : mutator` mutators"));
}

static bool is_object_kind(struct sem_checker *c, const char *name)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_OBJECT && c->decls.at[i]->name.text == name)
			return true;
	return false;
}

static void for_domain(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const char *domain = stmt->name2.text ? stmt->name2.text : "object";
	struct sem_type type = sem_type_simple(SEM_REF);

	if (!strcmp(domain, "mutator")) {
		type = sem_type_simple(SEM_MUTATOR);
	} else if (strcmp(domain, "object") && !sem_region_type(s->c, domain, &type) &&
	    !is_object_kind(s->c, domain)) {
		const char *near = gd_did_you_mean(domain, loop_domain, 2);
		struct gd_diag *diag = sem_error(s->c, GD_E_loop_domain, stmt->name2.loc,
		    "a loop cannot range over `%s`", domain);

		if (near)
			gd_fixit(diag, stmt->name2.loc, near);
		else
			gd_help(diag,
			    "write `for o : object`, `for m : mutator`, or the name of a declared region");
		type = sem_type_simple(SEM_POISON);
	}
	if (stmt->expr && stmt->expr->kind != SYN_EXPR_ERROR && sem_has_regions(s->c))
		sem_loop_in_region(s, stmt, &type);
	else if (stmt->expr && stmt->expr->kind != SYN_EXPR_ERROR)
		gd_help(sem_error(s->c, GD_E_loop_domain, stmt->expr->loc,
			    "a loop over %ss cannot be limited by `in`", domain),
		    "the heap has no regions: remove `in`");
	loop_body(s, stmt, type);
}

static bool holds_kind(const struct syn_decl *bucket, const char *kind)
{
	for (size_t i = 0; i < bucket->kinds.count; i++)
		if (bucket->kinds.at[i].text == kind)
			return true;
	return false;
}

static void for_waiting(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct syn_decl *kind = sem_resolve(s->c, stmt->name2, SEM_KIND);
	struct syn_decl *bucket = sem_resolve(s->c, stmt->into, SEM_BUCKET);
	struct sem_type type = sem_type_simple(SEM_POISON);

	if (kind && bucket && !holds_kind(bucket, kind->name.text))
		gd_note(sem_error(s->c, GD_E_ambiguous_bucket, stmt->into.loc,
			    "the bucket `%s` does not hold `%s`", bucket->name.text,
			    kind->name.text),
		    bucket->head, "declared here");
	if (kind && kind->params.count == 1)
		type = sem_type_of(s->c, &kind->params.at[0].type);
	else if (kind)
		sem_error(s->c, GD_E_argument_count, stmt->name2.loc,
		    "a unit of `%s` has %zu parameters, not one", kind->name.text,
		    kind->params.count);
	loop_body(s, stmt, type);
}

/* ----------------------------------------------------------------------- emit */
static void emit_in_fill(struct sem_scope *s, const struct syn_stmt *stmt,
    const struct syn_decl *kind)
{
	const struct syn_decl *own = s->decl;

	if (stmt->into.text && stmt->into.text != own->name.text) {
		gd_note(sem_error(s->c, GD_E_fill_kind, stmt->into.loc,
			    "the `fill` of `%s` cannot emit into `%s`", own->name.text,
			    stmt->into.text),
		    own->head, "the bucket that opens");
	} else if (!holds_kind(own, kind->name.text) && own->has_kinds) {
		struct gd_diag *diag = sem_error(s->c, GD_E_fill_kind, stmt->name.loc,
		    "`%s` is not in the bucket `%s` that this fills", kind->name.text,
		    own->name.text);

		gd_note(diag, own->head, "the bucket that opens");
		gd_help(diag, "emit one of its kinds, or put `%s` into it", kind->name.text);
	}
}

static void check_into(struct sem_scope *s, const struct syn_stmt *stmt,
    const struct syn_decl *kind)
{
	struct syn_decl *into = stmt->into.text ? sem_resolve(s->c, stmt->into, SEM_BUCKET) : NULL;
	const struct syn_decl *holders[2] = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < s->c->decls.count; i++) {
		const struct syn_decl *decl = s->c->decls.at[i];

		if (decl->kind == SYN_DECL_BUCKET && holds_kind(decl, kind->name.text)) {
			if (count < 2)
				holders[count] = decl;
			count++;
		}
	}
	if (into && !holds_kind(into, kind->name.text)) {
		struct gd_diag *diag = sem_error(s->c, GD_E_ambiguous_bucket, stmt->into.loc,
		    "the bucket `%s` does not hold `%s`", into->name.text, kind->name.text);

		gd_note(diag, into->head, "declared here");
		if (holders[0])
			gd_note(diag, holders[0]->head, "this one does");
	} else if (!stmt->into.text && count > 1) {
		struct gd_diag *diag = sem_error(s->c, GD_E_ambiguous_bucket, stmt->name.loc,
		    "`%s` is in %zu buckets, and this does not say which one gets the unit",
		    kind->name.text, count);

		gd_note(diag, holders[0]->head, "one is here");
		gd_note(diag, holders[1]->head, "another is here");
		gd_help(diag, "write `emit %s(…) into %s;`", kind->name.text,
		    holders[0]->name.text);
	}
}

static void emit(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct syn_decl *kind = sem_resolve(s->c, stmt->name, SEM_KIND);

	if (!kind) {
		for (size_t i = 0; i < stmt->args.count; i++)
			sem_expr(s, stmt->args.at[i], NULL);
		return;
	}
	sem_arguments(s, kind, stmt->name.loc, stmt->args.at, stmt->args.count);
	if (s->place == SEM_IN_FILL)
		emit_in_fill(s, stmt, kind);
	else
		check_into(s, stmt, kind);
}

/* ------------------------------------------------------- the world, and phases */
static void phase(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct syn_decl *decl = sem_resolve(s->c, stmt->name, SEM_PHASE);

	if (decl && (decl->from || decl->to)) {
		struct gd_diag *diag = sem_error(s->c, GD_E_interval_phase, head_of(stmt),
		    "`%s` begins and ends on conditions, so no kernel can begin or end it",
		    decl->name.text);

		gd_note(diag, decl->head, "declared here");
		gd_help(diag, "remove `from … to …` there, or remove this statement");
	}
}

static void check_worker(struct sem_scope *s, const struct syn_stmt *stmt)
{
	if (rules[stmt->kind].places & SEM_IN_WORKER && s->decl->kind == SYN_DECL_WORK &&
	    s->decl->on.text)
		gd_note(sem_error(s->c, GD_E_statement_not_here, head_of(stmt),
			    "`%s` is not allowed in a kernel that runs on a mutator",
			    rules[stmt->kind].text),
		    s->decl->on.loc, "the kind runs on a mutator");
}

static void again(struct sem_scope *s, const struct syn_stmt *stmt)
{
	for (size_t i = 0; i < s->c->decls.count; i++) {
		const struct syn_decl *decl = s->c->decls.at[i];

		if (decl->kind == SYN_DECL_BUCKET && decl->opening == SYN_OPEN_WHENEVER &&
		    holds_kind(decl, s->decl->name.text))
			return;
	}
	gd_help(sem_error(s->c, GD_E_statement_not_here, head_of(stmt),
		    "`again` waits for the next opening, and no bucket of `%s` opens again",
		    s->decl->name.text),
	    "write `open whenever` in its bucket");
}

/* ----------------------------------------------------------- other statements */
static void result(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const char *what =
	    gd_arena_printf(s->c->context->arena, "the result of `%s`", s->decl->name.text);

	if (stmt->expr && s->result.kind == SEM_VOID)
		gd_note(sem_error(s->c, GD_E_no_result, stmt->expr->loc, "`%s` has no result",
			    s->decl->name.text),
		    s->decl->head, "write `-> type` here to give it one");
	else if (stmt->expr)
		sem_wants(s, stmt->expr, &s->result, what);
	else if (s->result.kind != SEM_VOID)
		gd_note(sem_error(s->c, GD_E_missing_return, head_of(stmt),
			    "`%s` must return a value", s->decl->name.text),
		    s->decl->head, "its result is declared here");
}

static void no_effect(struct sem_scope *s, const struct syn_expr *expr)
{
	struct gd_diag *diag = sem_error(s->c, GD_E_no_effect, expr->loc,
	    "`%s` has no effect as a statement", syn_expr_text(s->c->context->arena, expr));

	if (expr->kind == SYN_EXPR_CALL && sem_lookup(s->c, expr->name.text, SEM_KIND))
		gd_help(diag, "write `emit %s(…);`", expr->name.text);
}

static void call_stmt(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const struct syn_expr *expr = stmt->expr;
	const struct sem_operation *operation;
	size_t errors = gd_error_count(s->c->context->sink);

	if (!expr || expr->kind == SYN_EXPR_ERROR)
		return;
	sem_expr(s, expr, NULL);
	if (errors != gd_error_count(s->c->context->sink))
		return;
	if (expr->kind != SYN_EXPR_CALL) {
		no_effect(s, expr);
		return;
	}
	operation = sem_operation_find(expr->name.text);
	if (!operation) {
		if (sem_lookup(s->c, expr->name.text, SEM_POLICY))
			sem_help(sem_warning(s->c, GD_W_unused_result, expr->loc,
				     "the result of `%s` is not used",
				     syn_expr_text(s->c->context->arena, expr)),
			    "write `let x = …;`");
		return;
	}
	if (operation->class == SEM_OP_BUCKET || operation->class == SEM_OP_OBSERVE ||
	    operation->class == SEM_OP_PENDING || operation->class == SEM_OP_ORIGIN ||
	    operation->class == SEM_OP_PEEK)
		no_effect(s, expr);
	else if (sem_operation_is_load(operation) || operation->class == SEM_OP_READ ||
	    operation->class == SEM_OP_RECEIVE || operation->class == SEM_OP_ALLOC)
		sem_help(sem_warning(s->c, GD_W_unused_result, expr->loc,
			     "the result of `%s` is not used",
			     syn_expr_text(s->c->context->arena, expr)),
		    "write `let x = …;`");
}

static void assertion(struct sem_scope *s, const struct syn_stmt *stmt)
{
	enum sem_place place = s->place;

	if (place != SEM_IN_SCRIPT) /* there it reads, as the script does */
		s->place = SEM_IN_ASSERT;
	if (stmt->expr)
		sem_condition(s, stmt->expr);
	s->place = place;
}

static void ghost(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct syn_decl *decl = sem_resolve(s->c, stmt->name, SEM_GHOST);
	struct sem_type type = decl ? sem_type_of(s->c, &decl->type) : sem_type_simple(SEM_POISON);
	enum sem_place place = s->place;

	s->place = SEM_IN_GHOST;
	if (stmt->expr)
		sem_wants(s, stmt->expr, &type, "the ghost variable");
	s->place = place;
}

static void issue(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const struct sem_operation *operation;

	if (!stmt->expr || stmt->expr->kind == SYN_EXPR_ERROR)
		return;
	sem_expr(s, stmt->expr, NULL);
	operation =
	    stmt->expr->kind == SYN_EXPR_CALL ? sem_operation_find(stmt->expr->name.text) : NULL;
	if (!operation || !sem_operation_is_load(operation))
		gd_help(sem_error(s->c, GD_E_operation_not_here, stmt->expr->loc,
			    "only a load can be issued"),
		    "write `issue load(l);`");
}

/* ------------------------------------------------------------------- scripts */
static void drop(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct sem_local *local = stmt->name.text ? sem_local_find(s, stmt->name.text) : NULL;
	sem_candidates names = { 0 };

	if (!local) {
		for (local = s->locals; local; local = local->outer)
			if (local->name.text)
				GD_PUSH(s->c->context->arena, names, local->name.text);
		sem_unknown(s->c, stmt->name, SEM_LOCAL, &names);
	} else if (local->is_dropped) {
		gd_note(sem_error(s->c, GD_E_dropped_name, stmt->name.loc,
			    "`%s` was dropped before", stmt->name.text),
		    local->dropped, "dropped here");
	} else if (local->type.kind == SEM_WORD) {
		gd_help(sem_error(s->c, GD_E_type_mismatch, stmt->name.loc,
			    "`%s` is a data word: only roots are dropped", stmt->name.text),
		    "remove this statement: a data word keeps no object alive");
	} else {
		local->is_dropped = true;
		local->dropped = head_of(stmt);
	}
}

/* An object that is dropped in one branch is gone after the branches. */
static void branches(struct sem_scope *s, struct syn_stmt *const *stmts, size_t count)
{
	size_t locals = 0, n = 0;
	bool *before, *after;

	for (struct sem_local *local = s->locals; local; local = local->outer)
		locals++;
	before = GD_NEW_ARRAY(s->c->context->arena, bool, locals + 1);
	after = GD_NEW_ARRAY(s->c->context->arena, bool, locals + 1);
	for (struct sem_local *local = s->locals; local; local = local->outer)
		before[n++] = local->is_dropped;
	for (size_t i = 0; i < count; i++) {
		if (!stmts[i])
			continue;
		sem_stmt(s, stmts[i]);
		n = 0;
		for (struct sem_local *local = s->locals; local; local = local->outer, n++) {
			after[n] |= local->is_dropped;
			local->is_dropped = before[n];
		}
	}
	n = 0;
	for (struct sem_local *local = s->locals; local; local = local->outer, n++)
		local->is_dropped = before[n] | after[n];
}

static void repeat(struct sem_scope *s, const struct syn_stmt *stmt)
{
	if (stmt->expr)
		gd_help(sem_error(s->c, GD_E_statement_not_here, head_of(stmt),
			    "`repeat … until` is not allowed in a mutator's script"),
		    "a script repeats a number of times: `repeat 2 { … }`");
	else if (stmt->number < 1 || stmt->number > 255)
		gd_help(sem_error(s->c, GD_E_value_out_of_range, head_of(stmt),
			    "a script repeats 1 to 255 times, not %ld", stmt->number),
		    "for more, put a `repeat` into another");
	s->repeats++;
	sem_stmt(s, stmt->body);
	/* An object that the first round drops is gone in the second, so the body is checked twice.
	 * In nested loops that would double the work each time, so there is a limit. */
	if (stmt->number > 1 && s->repeats <= 8)
		sem_stmt(s, stmt->body);
	s->repeats--;
}

static void condition(struct sem_scope *s, const struct syn_stmt *stmt)
{
	enum sem_place place = s->place;

	if (s->place == SEM_IN_SCRIPT)
		s->place = SEM_IN_CONSTANT;
	if (stmt->expr)
		sem_condition(s, stmt->expr);
	s->place = place;
}

/* One branch of an `if', which runs when the condition has the value TRUTH. */
static void branch(struct sem_scope *s, const struct syn_stmt *stmt, bool truth)
{
	struct sem_local *outer = s->locals;
	const struct sem_known *known = sem_known(s);

	sem_assume(s, stmt->expr, truth);
	sem_stmt(s, truth ? stmt->body : stmt->otherwise);
	s->locals = outer;
	sem_forget(known);
}

static void if_stmt(struct sem_scope *s, const struct syn_stmt *stmt)
{
	struct syn_stmt *const both[] = { stmt->body, stmt->otherwise };
	struct sem_local *outer = s->locals;

	condition(s, stmt);
	if (s->place == SEM_IN_SCRIPT) {
		branches(s, both, 2);
		s->locals = outer;
		return;
	}
	branch(s, stmt, true);
	branch(s, stmt, false);
	if (sem_stmt_returns(stmt->body))
		sem_assume(s, stmt->expr, false);
	else if (sem_stmt_returns(stmt->otherwise))
		sem_assume(s, stmt->expr, true);
}

/* `join` must be the first step of a script, and `leave` the last. */
static void coming_or_going(struct sem_scope *s, const struct syn_stmt *stmt)
{
	const struct syn_stmt *body = s->script->body;
	bool joins = stmt->kind == SYN_STMT_JOIN;
	size_t count = body->stmts.count;

	if (count && body->stmts.at[joins ? 0 : count - 1] != stmt)
		gd_help(sem_error(s->c, GD_E_statement_not_here, head_of(stmt),
			    "`%s` must be the %s step of a script", joins ? "join" : "leave",
			    joins ? "first" : "last"),
		    joins ? "a mutator without `join` exists from the beginning"
			  : "if a mutator should join again, write another mutator for it");
	else if (joins && s->script->stack.count)
		gd_help(sem_error(s->c, GD_E_statement_not_here, head_of(stmt),
			    "a mutator that joins cannot have a stack"),
		    "it joins without roots, and gets them from others: `let x = receive(n.a);`");
}

static void collect(struct sem_scope *s, const struct syn_stmt *stmt)
{
	sem_check_collect(s->c, stmt);
}

static void choose(struct sem_scope *s, const struct syn_stmt *stmt)
{
	branches(s, stmt->stmts.at, stmt->stmts.count);
}

/* Checks of each statement in addition to where it is allowed. */
static void (*const checks[SYN_STMT_COUNT])(struct sem_scope *, const struct syn_stmt *) = {
	[SYN_STMT_BLOCK] = block,
	[SYN_STMT_LET] = let,
	[SYN_STMT_IF] = if_stmt,
	[SYN_STMT_FOR_IN] = for_in,
	[SYN_STMT_FOR_DOMAIN] = for_domain,
	[SYN_STMT_FOR_WAITING] = for_waiting,
	[SYN_STMT_EMIT] = emit,
	[SYN_STMT_SLIDE] = sem_slide,
	[SYN_STMT_AGAIN] = again,
	[SYN_STMT_ASSERT] = assertion,
	[SYN_STMT_RETURN] = result,
	[SYN_STMT_CALL] = call_stmt,
	[SYN_STMT_ISSUE] = issue,
	[SYN_STMT_RECEIVE] = receive,
	[SYN_STMT_GHOST] = ghost,
	[SYN_STMT_DROP] = drop,
	[SYN_STMT_COLLECT] = collect,
	[SYN_STMT_JOIN] = coming_or_going,
	[SYN_STMT_LEAVE] = coming_or_going,
	[SYN_STMT_CHOOSE] = choose,
	[SYN_STMT_REPEAT] = repeat,
};

void sem_stmt(struct sem_scope *s, const struct syn_stmt *stmt)
{
	if (!stmt || !sem_stmt_allowed(s, stmt))
		return;
	check_worker(s, stmt);
	switch (rules[stmt->kind].operand) {
	case NAMES_NOTHING: break;
	case NAMES_PHASE: phase(s, stmt); break;
	case NAMES_CYCLE: sem_resolve(s->c, stmt->name, SEM_CYCLE); break;
	}
	if (checks[stmt->kind])
		checks[stmt->kind](s, stmt);
}
