/* litmus.c: small tests of the memory models themselves.
 *
 * A register is a variable of its thread, wherever in the thread its `let` stands;
 * it has to stand somewhere before its use, so that a misspelt name is found. */
#include "compiler/sema/litmus.h"

#include <string.h>

#include "compiler/sema/internal.h"

struct reg {
	struct syn_name name;
	size_t thread;
};
struct test {
	struct sem_scope s; /* locals: locations, then the thread's registers */
	const struct syn_decl *litmus;
	GD_VEC(struct reg) registers;
	size_t thread;
	struct gd_loc critical; /* the section that is open now; line 0: none */
	bool has_critical;
};

static struct sem_type value_type(void)
{
	return sem_type_int(0, SEM_LITMUS_VALUE);
}

/* --------------------------------------------------------------------- names */
static bool is_overlap(const char *name)
{
	return name && !strcmp(name, "overlap");
}

static void no_overlap(struct test *t, struct syn_name name)
{
	if (is_overlap(name.text))
		gd_help(
		    sem_error(t->s.c, GD_E_name_of_operation, name.loc,
			"`overlap` has a meaning already: in outcomes it says whether two threads "
			"were in `critical` at the same time"),
		    "choose another name");
}

static void add_locations(struct test *t)
{
	struct sem_scope constant = { .c = t->s.c, .place = SEM_IN_CONSTANT };
	struct sem_type number = value_type();

	for (size_t i = 0; i < t->litmus->members.count; i++) {
		const struct syn_member *member = &t->litmus->members.at[i];

		if (member->init)
			sem_wants(&constant, member->init, &number, "a location");
		no_overlap(t, member->name);
		sem_local_add(&t->s, member->name, sem_type_location(t->s.c, number, false));
	}
}

static void write_register(struct test *t, struct syn_name name)
{
	for (size_t i = 0; i < t->registers.count; i++) {
		const struct reg *other = &t->registers.at[i];

		if (!name.text || other->name.text != name.text)
			continue;
		if (other->thread == t->thread)
			return;
		struct gd_diag *diag = sem_error(t->s.c, GD_E_duplicate_name, name.loc,
		    "the name `%s` is taken by a register of another thread", name.text);

		gd_note(diag, other->name.loc, "declared here first");
		gd_help(diag, "outcomes name registers without their thread: choose another name");
		return;
	}
	no_overlap(t, name);
	sem_local_add(&t->s, name, value_type());
	GD_PUSH(t->s.c->context->arena, t->registers, ((struct reg){ name, t->thread }));
}

/* ---------------------------------------------------------------- expressions */
static const struct sem_operation *operation_of(const struct syn_expr *expr)
{
	const struct sem_operation *operation =
	    expr && expr->kind == SYN_EXPR_CALL ? sem_operation_find(expr->name.text) : NULL;

	return operation && operation->memory ? operation : NULL;
}

struct looking {
	struct test *t;
	const char *name;
	bool found;
};

static void find_let(void *data, const struct syn_stmt *stmt)
{
	struct looking *looking = data;

	looking->found |= (stmt->kind == SYN_STMT_LET || stmt->kind == SYN_STMT_RECEIVE) &&
	    stmt->name.text == looking->name;
}

/* Reports an operation within an expression.  Each operation must be a statement, so that the text
 * shows their order. */
static void inner_operation(struct looking *looking, const struct syn_expr *expr)
{
	if (expr->kind == SYN_EXPR_AWAIT)
		gd_help(sem_error(looking->t->s.c, GD_E_litmus_operation, expr->loc,
			    "a litmus test has no `await`"),
		    "write `repeat`, or a plain load: `allowed` and `forbidden` can say what it finds");
	else
		gd_help(sem_error(looking->t->s.c, GD_E_litmus_operation, expr->loc,
			    "in a litmus test `%s` must be a statement of its own",
			    expr->name.text),
		    "write `let r = %s;` before, and `r` here",
		    syn_expr_text(looking->t->s.c->context->arena, expr));
	looking->found = true;
}

/* Reports a name that has a meaning, but not in litmus tests. */
static void foreign_name(struct looking *looking, const struct syn_expr *expr)
{
	struct test *t = looking->t;
	struct looking let = { t, expr->name.text, false };

	if (sem_local_find(&t->s, expr->name.text))
		return;
	for (size_t i = 0; i < t->litmus->scripts.count; i++)
		if (i != t->thread)
			sem_walk_stmt(t->litmus->scripts.at[i].body, find_let, NULL, &let);
	if (let.found)
		gd_help(sem_error(t->s.c, GD_E_unknown_name, expr->loc,
			    "`%s` is a register of another thread", expr->name.text),
		    "threads pass values to each other in locations");
	else if (is_overlap(expr->name.text))
		gd_help(sem_error(t->s.c, GD_E_unknown_name, expr->loc,
			    "`overlap` cannot be used here"),
		    t->thread < t->litmus->scripts.count
			? "use it only in `observe`, `allowed` and `forbidden`"
			: "no thread has a critical section: write `critical { … }` in the "
			  "threads");
	looking->found |= let.found || is_overlap(expr->name.text);
}

static void look_at(void *data, const struct syn_expr *expr)
{
	struct looking *looking = data;

	if (!expr)
		return;
	if (!looking->found && (operation_of(expr) || expr->kind == SYN_EXPR_AWAIT))
		inner_operation(looking, expr);
	else if (!looking->found && expr->kind == SYN_EXPR_NAME && expr->name.text)
		foreign_name(looking, expr);
}

/* Whether EXPR has only registers and constants, as far as can be seen here.  If not, reports
 * it. */
static bool is_plain(struct test *t, const struct syn_expr *expr)
{
	struct looking looking = { t, NULL, false };

	sem_walk_expr(expr, look_at, &looking);
	return !looking.found;
}

static bool arguments_are_plain(struct test *t, const struct syn_expr *call)
{
	for (size_t i = 0; call && i < call->args.count; i++)
		if (!is_plain(t, call->args.at[i]))
			return false;
	return true;
}

static void check_condition(struct test *t, const struct syn_expr *expr)
{
	if (expr && is_plain(t, expr))
		sem_condition(&t->s, expr);
}

/* The value of a comparison is 1 or 0. */
static void check_value(struct test *t, const struct syn_expr *expr)
{
	struct sem_type number = value_type(), type;

	if (!expr || !is_plain(t, expr))
		return;
	type = sem_value(&t->s, expr, NULL);
	if (type.kind != SEM_BOOL)
		sem_assignable(t->s.c, expr->loc, &number, &type, "a register");
}

/* ----------------------------------------------------------------- statements */
static void check_stmt(struct test *t, const struct syn_stmt *stmt);

static void check_let(struct test *t, const struct syn_stmt *stmt)
{
	if (!operation_of(stmt->expr))
		check_value(t, stmt->expr);
	else if (arguments_are_plain(t, stmt->expr))
		sem_value(&t->s, stmt->expr, NULL);
	write_register(t, stmt->name);
}

static void check_receive(struct test *t, const struct syn_stmt *stmt)
{
	struct sem_type type =
	    stmt->expr ? sem_expr(&t->s, stmt->expr, NULL) : sem_type_simple(SEM_POISON);

	if (type.kind != SEM_LOCATION && type.kind != SEM_POISON)
		gd_help(sem_error(t->s.c, GD_E_not_a_location, stmt->expr->loc,
			    "`receive` needs a location"),
		    "name the location whose load was issued");
	write_register(t, stmt->name);
}

static void check_repeat(struct test *t, const struct syn_stmt *stmt)
{
	if (!stmt->expr && (stmt->number < 1 || stmt->number > 255))
		gd_help(sem_error(t->s.c, GD_E_value_out_of_range, stmt->head,
			    "a litmus test repeats 1 to 255 times, not %ld", stmt->number),
		    "or write `repeat { … } until …;`");
	check_stmt(t, stmt->body);
	check_condition(t, stmt->expr); /* the condition may use registers of the body */
}

static void check_critical(struct test *t, const struct syn_stmt *stmt)
{
	struct gd_loc outer = t->critical;

	if (outer.line)
		gd_note(sem_error(t->s.c, GD_E_statement_not_here, stmt->head,
			    "`critical` is not allowed inside `critical`"),
		    outer, "the outer one is here");
	t->critical = stmt->head;
	t->has_critical = true;
	check_stmt(t, stmt->body);
	t->critical = outer;
}

static void check_block(struct test *t, const struct syn_stmt *stmt)
{
	for (size_t i = 0; i < stmt->stmts.count; i++)
		check_stmt(t, stmt->stmts.at[i]);
}

static void check_if(struct test *t, const struct syn_stmt *stmt)
{
	check_condition(t, stmt->expr);
	check_stmt(t, stmt->body);
	check_stmt(t, stmt->otherwise);
}

static void check_access(struct test *t, const struct syn_stmt *stmt)
{
	if (arguments_are_plain(t, stmt->expr))
		sem_stmt(&t->s, stmt);
}

static void (*const checks[SYN_STMT_COUNT])(struct test *, const struct syn_stmt *) = {
	[SYN_STMT_BLOCK] = check_block,
	[SYN_STMT_LET] = check_let,
	[SYN_STMT_IF] = check_if,
	[SYN_STMT_RECEIVE] = check_receive,
	[SYN_STMT_REPEAT] = check_repeat,
	[SYN_STMT_CRITICAL] = check_critical,
	[SYN_STMT_CALL] = check_access,
	[SYN_STMT_ISSUE] = check_access,
};

static void check_stmt(struct test *t, const struct syn_stmt *stmt)
{
	if (stmt && sem_stmt_allowed(&t->s, stmt) && checks[stmt->kind])
		checks[stmt->kind](t, stmt);
}

/* ------------------------------------------------------------------- outcomes */
/* Adds everything that outcomes may contain: locations, registers and `overlap`.  All are
 * values. */
static void add_observables(struct test *t)
{
	struct syn_name overlap = { gd_intern(t->s.c->context->names, "overlap"), t->litmus->head };

	t->s.locals = NULL;
	for (size_t i = 0; i < t->litmus->members.count; i++)
		if (!sem_local_find(&t->s, t->litmus->members.at[i].name.text))
			sem_local_add(&t->s, t->litmus->members.at[i].name, value_type());
	for (size_t i = 0; i < t->registers.count; i++)
		if (!sem_local_find(&t->s, t->registers.at[i].name.text))
			sem_local_add(&t->s, t->registers.at[i].name, value_type());
	if (t->has_critical && !sem_local_find(&t->s, overlap.text))
		sem_local_add(&t->s, overlap, sem_type_simple(SEM_BOOL));
}

static void check_observed(struct test *t)
{
	for (size_t i = 0; i < t->litmus->observed.count; i++) {
		struct syn_name name = t->litmus->observed.at[i];
		sem_candidates names = { 0 };

		if (!name.text || sem_local_find(&t->s, name.text))
			continue;
		for (struct sem_local *local = t->s.locals; local; local = local->outer)
			GD_PUSH(t->s.c->context->arena, names, local->name.text);
		sem_unknown(t->s.c, name, SEM_LOCAL, &names);
	}
	sem_check_duplicates(t->s.c, &t->litmus->observed, "observe");
}

struct mention {
	struct test *t;
	bool reported;
};

static void is_observed(void *data, const struct syn_expr *expr)
{
	struct mention *mention = data;
	struct test *t = mention->t;
	bool is_known = expr->kind != SYN_EXPR_NAME || mention->reported ||
	    !sem_local_find(&t->s, expr->name.text);

	for (size_t i = 0; i < t->litmus->observed.count; i++)
		is_known |= t->litmus->observed.at[i].text == expr->name.text;
	if (is_known)
		return;
	struct gd_diag *diag = sem_error(t->s.c, GD_E_not_observed, expr->loc,
	    "`%s` is not observed", expr->name.text);

	gd_note(diag, t->litmus->observed.at[0].loc, "what is observed is listed here");
	gd_help(diag, "add `%s` there: outcomes consist only of what is listed", expr->name.text);
	mention->reported = true;
}

static void check_models(struct sem_checker *c, const syn_names *memories)
{
	sem_candidates models = { 0 };

	for (size_t i = 0; sem_memory_models[i]; i++)
		GD_PUSH(c->context->arena, models, sem_memory_models[i]);
	for (size_t i = 0; i < memories->count; i++)
		if (memories->at[i].text && !sem_is_memory_model(memories->at[i].text))
			sem_unknown(c, memories->at[i], SEM_MEMORY, &models);
	sem_check_duplicates(c, memories, "list of memory models");
}

static void check_outcome(struct test *t, const struct syn_outcome *outcome)
{
	struct mention mention = { t, false };

	check_condition(t, outcome->condition);
	if (t->litmus->observed.count)
		sem_walk_expr(outcome->condition, is_observed, &mention);
	check_models(t->s.c, &outcome->memories);
}

static bool share_model(const struct syn_outcome *a, const struct syn_outcome *b)
{
	for (size_t i = 0; i < a->memories.count; i++)
		for (size_t j = 0; j < b->memories.count; j++)
			if (a->memories.at[i].text == b->memories.at[j].text)
				return true;
	return !a->memories.count || !b->memories.count;
}

static void check_contradiction(struct test *t, size_t index)
{
	const struct syn_outcome *outcome = &t->litmus->outcomes.at[index];
	struct gd_arena *arena = t->s.c->context->arena;

	for (size_t i = 0; i < index; i++) {
		const struct syn_outcome *other = &t->litmus->outcomes.at[i];

		if (outcome->is_allowed == other->is_allowed || !outcome->condition ||
		    !other->condition || !share_model(outcome, other) ||
		    strcmp(syn_expr_text(arena, outcome->condition),
			syn_expr_text(arena, other->condition)) != 0)
			continue;
		gd_note(sem_error(t->s.c, GD_E_contradiction, outcome->loc,
			    "`%s` is both allowed and forbidden",
			    syn_expr_text(arena, outcome->condition)),
		    other->loc, "the other claim");
		return;
	}
}

/* ------------------------------------------------------------------ whole tests */
static void check_size(struct test *t)
{
	const struct syn_decl *litmus = t->litmus;

	sem_is_over(t->s.c, GD_LIMIT_threads, (long)litmus->scripts.count, litmus->head);
	sem_is_over(t->s.c, GD_LIMIT_locations, (long)litmus->members.count, litmus->head);
	sem_is_over(t->s.c, GD_LIMIT_registers, (long)t->registers.count, litmus->head);
	if (t->s.c->after_syntax_errors)
		return;
	if (!litmus->scripts.count)
		gd_help(sem_error(t->s.c, GD_E_litmus_size, litmus->head,
			    "this litmus test has no threads"),
		    "write `thread { … }`");
	else if (!litmus->outcomes.count && !litmus->observed.count)
		gd_help(sem_error(t->s.c, GD_E_litmus_size, litmus->head,
			    "this litmus test says nothing about its outcomes"),
		    "write `allowed (…);`, `forbidden (…);` or `observe …;`");
}

static void check_test(struct sem_checker *c, const struct syn_decl *litmus)
{
	struct test t = { .s = { .c = c, .place = SEM_IN_LITMUS, .decl = litmus },
		.litmus = litmus };
	struct sem_local *shared;

	add_locations(&t);
	shared = t.s.locals;
	for (t.thread = 0; t.thread < litmus->scripts.count; t.thread++) {
		t.s.locals = shared;
		check_stmt(&t, litmus->scripts.at[t.thread].body);
	}
	check_size(&t);
	sem_check_split_phase(c, litmus);
	add_observables(&t);
	check_observed(&t);
	for (size_t i = 0; i < litmus->outcomes.count; i++) {
		check_outcome(&t, &litmus->outcomes.at[i]);
		check_contradiction(&t, i);
	}
}

void sem_check_litmus(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_LITMUS)
			check_test(c, c->decls.at[i]);
}
