/* body.c: kinds of work, functions and barriers: parameters, bodies, recursion. */
#include "compiler/sema/internal.h"

#include <string.h>

/* The parameters of each barrier, and whether it may return a result. */
static const struct barrier {
	const char *name, *params; /* o: the object, s: the slot, v: a reference */
	const char *usage;
	bool may_answer, must_answer;
	size_t more; /* parameters that may be left out */
} barriers[] = {
	{ "before_store", "osv", "before_store(o, s, new)", true, false, 0 },
	{ "after_store", "osvv", "after_store(o, s, new) or after_store(o, s, new, old)", false,
	    false, 1 },
	{ "before_load", "os", "before_load(o, s) -> ref", true, false, 0 },
	{ "weak_read", "osv", "weak_read(o, s, got) -> ref", true, true, 0 },
	{ "allocated", "o", "allocated(o)", false, false, 0 },
	{ "received", "o", "received(o)", false, false, 0 },
	{ "pinned", "o", "pinned(o)", false, false, 0 },
};
#define BARRIER_COUNT (sizeof barriers / sizeof *barriers)

static void add_params(struct sem_scope *s, const struct syn_decl *decl)
{
	for (size_t i = 0; i < decl->params.count; i++)
		sem_local_add(s, decl->params.at[i].name,
		    sem_type_of(s->c, &decl->params.at[i].type));
}

static void check_result(struct sem_scope *s, const struct syn_decl *decl)
{
	if (s->result.kind == SEM_VOID || !decl->body || sem_stmt_returns(decl->body))
		return;
	struct gd_diag *diag = sem_error(s->c, GD_E_missing_return, decl->head,
	    "`%s` can end without a result", decl->name.text);

	gd_note(diag, decl->type.loc, "its result is %s",
	    syn_type_text(s->c->context->arena, &decl->type));
	gd_help(diag, "end every path with `return …;`");
}

/* ------------------------------------------------------------------- work */
/* What follows WORD is a parameter of KIND, and a mutator. */
static void check_mutator(struct sem_checker *c, const struct syn_decl *kind, struct syn_name name,
    const char *word)
{
	if (!name.text)
		return;
	for (size_t i = 0; i < kind->params.count; i++)
		if (kind->params.at[i].name.text == name.text) {
			if (kind->params.at[i].type.kind != SYN_TYPE_MUTATOR)
				gd_note(sem_error(c, GD_E_not_a_mutator, name.loc,
					    "`%s` is not a mutator", name.text),
				    kind->params.at[i].name.loc, "declared here");
			return;
		}
	gd_help(sem_error(c, GD_E_not_a_mutator, name.loc, "`%s` is not a parameter of `%s`",
		    name.text, kind->name.text),
	    "write `work %s(m : mutator) … %s m`", kind->name.text, word);
}

static void check_unit(struct sem_checker *c, const struct syn_decl *kind)
{
	struct gd_loc loc = kind->multiplicity_loc.source ? kind->multiplicity_loc : kind->head;
	bool has_key = false;

	for (size_t i = 0; i < kind->params.count; i++)
		has_key |= !kind->params.at[i].is_payload;
	if (kind->multiplicity == SYN_SET && !has_key)
		gd_help(sem_error(c, GD_E_set_without_key, loc,
			    "the kind `%s` is a set, but it has no key", kind->name.text),
		    "give it a parameter, or write `once`");
#define KIND_MUTATOR(name, text) check_mutator(c, kind, kind->name, text);
#include "compiler/base/kinds.def"
}

static void check_work(struct sem_checker *c, const struct syn_decl *decl)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_KERNEL, .decl = decl };

	sem_check_params(c, &decl->params);
	check_unit(c, decl);
	add_params(&scope, decl);
	sem_stmt(&scope, decl->body);
}

static void check_function(struct sem_checker *c, const struct syn_decl *decl)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_FUNCTION, .decl = decl };

	scope.result = decl->type.kind == SYN_TYPE_NONE ? sem_type_simple(SEM_VOID)
							: sem_type_of(c, &decl->type);
	sem_check_params(c, &decl->params);
	if (scope.result.kind == SEM_LOCATION || decl->type.is_array)
		gd_help(sem_error(c, GD_E_member_type, decl->type.loc,
			    "a function cannot return a location"),
		    "return the value in it: `load(…)`");
	add_params(&scope, decl);
	sem_stmt(&scope, decl->body);
	check_result(&scope, decl);
}

/* ---------------------------------------------------------------- barriers */
static const struct barrier *find_barrier(struct sem_checker *c, const struct syn_decl *decl)
{
	sem_candidates names = { 0 };

	for (size_t i = 0; i < BARRIER_COUNT; i++) {
		if (!strcmp(barriers[i].name, decl->name.text))
			return &barriers[i];
		GD_PUSH(c->context->arena, names, barriers[i].name);
	}
	sem_unknown(c, decl->name, SEM_BARRIER, &names);
	return NULL;
}

static void check_answer(struct sem_scope *s, const struct syn_decl *decl,
    const struct barrier *barrier)
{
	bool answers = decl->type.kind != SYN_TYPE_NONE;

	if (answers && (!barrier->may_answer || decl->type.kind != SYN_TYPE_REF))
		gd_help(sem_error(s->c, GD_E_barrier_result, decl->type.loc,
			    "`%s` cannot have the result %s", barrier->name,
			    syn_type_text(s->c->context->arena, &decl->type)),
		    "its form is %s", barrier->usage);
	else if (!answers && barrier->must_answer)
		gd_help(sem_error(s->c, GD_E_barrier_result, decl->head, "`%s` must have a result",
			    barrier->name),
		    "its form is %s", barrier->usage);
}

struct slot_use {
	const char *name;
	const struct syn_expr *found;
};

static void find_slot(void *data, const struct syn_expr *expr)
{
	struct slot_use *use = data;

	if (expr->kind == SYN_EXPR_NAME && expr->name.text == use->name && !use->found)
		use->found = expr;
}

static const struct syn_member *some_word(const sem_decl_list *decls)
{
	for (size_t i = 0; i < decls->count; i++)
		for (size_t j = 0; j < decls->at[i]->members.count; j++)
			if (decls->at[i]->kind == SYN_DECL_OBJECT &&
			    decls->at[i]->members.at[j].type.kind == SYN_TYPE_WORD)
				return &decls->at[i]->members.at[j];
	return NULL;
}

/* A barrier with a result runs before accesses to words, too, and a word is no slot. */
static void check_slot(struct sem_checker *c, const struct syn_decl *decl, const char *params)
{
	const struct syn_member *word = some_word(&c->decls);
	struct slot_use use = { 0 };
	struct gd_diag *diag;

	for (size_t i = 0; i < decl->params.count && i < strlen(params); i++)
		if (params[i] == 's')
			use.name = decl->params.at[i].name.text;
	if (!word || !use.name)
		return;
	sem_walk_stmt(decl->body, NULL, find_slot, &use);
	if (!use.found)
		return;
	diag = sem_error(c, GD_E_barrier_result, use.found->loc,
	    "a barrier with a result cannot use `%s` where objects have words", use.name);
	gd_note(diag, word->name.loc, "the access may be to this word, which is no slot");
	gd_help(diag, "use the object alone, or give the barrier no result");
}

static void check_count(struct sem_checker *c, const struct syn_decl *decl,
    const struct barrier *barrier)
{
	size_t most = strlen(barrier->params), count = decl->params.count;

	if (count <= most && count >= most - barrier->more)
		return;
	most -= count < most ? barrier->more : 0;
	gd_help(sem_error(c, GD_E_barrier_parameters, decl->head,
		    "`%s` takes %zu parameter%s, not %zu", barrier->name, most,
		    most == 1 ? "" : "s", count),
	    "its form is %s", barrier->usage);
}

const struct syn_decl *sem_barrier(const struct sem_checker *c, const char *name)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_BARRIER && c->decls.at[i]->name.text &&
		    strcmp(c->decls.at[i]->name.text, name) == 0)
			return c->decls.at[i];
	return NULL;
}

/* The barrier that gets the old value: the program's store is an exchange. */
static void check_exchange(struct sem_checker *c, const struct syn_decl *decl,
    const struct barrier *barrier)
{
	bool exchanges = barrier->more && decl->params.count == strlen(barrier->params);
	const struct syn_decl *before = sem_barrier(c, "before_store");
	struct gd_diag *diag;

	if (decl->exchange_order != SYN_ORDER_NONE && !exchanges)
		gd_help(sem_error(c, GD_E_barrier_parameters, decl->exchange_order_loc,
			    "only the exchange that gives `after_store` the old value has an order"),
		    "write `after_store(o, s, new, old) %s`, or no order",
		    syn_order_text(decl->exchange_order));
	if (!exchanges || !before || before->type.kind == SYN_TYPE_NONE)
		return;
	diag = sem_error(c, GD_E_barrier_result, decl->params.at[decl->params.count - 1].name.loc,
	    "`after_store` cannot get the old value where `before_store` has a result");
	gd_note(diag, before->type.loc, "it says here which object the store is to");
	gd_help(diag, "give `after_store` three parameters, or `before_store` no result");
}

static void check_barrier(struct sem_checker *c, const struct syn_decl *decl)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_BARRIER, .decl = decl };
	const struct barrier *barrier = find_barrier(c, decl);
	size_t wanted = barrier ? strlen(barrier->params) : 0;

	scope.result = decl->type.kind == SYN_TYPE_NONE ? sem_type_simple(SEM_VOID)
							: sem_type_of(c, &decl->type);
	if (barrier) {
		check_count(c, decl, barrier);
		check_exchange(c, decl, barrier);
		check_answer(&scope, decl, barrier);
	}
	for (size_t i = 0; i < decl->params.count; i++) {
		char what = i < wanted ? barrier->params[i] : '?';
		struct sem_type type = sem_type_simple(what == '?' ? SEM_POISON : SEM_REF);

		sem_local_add(&scope, decl->params.at[i].name,
		    what != 's' ? type : sem_type_location(c, type, true));
	}
	sem_stmt(&scope, decl->body);
	if (barrier)
		check_result(&scope, decl);
	if (barrier && decl->type.kind != SYN_TYPE_NONE)
		check_slot(c, decl, barrier->params);
}

/* --------------------------------------------------------------- recursion */
/* Walks over all calls, depth first.  It visits each function once. */
struct calls {
	struct sem_checker *c;
	bool *seen, *reported; /* by position in the declarations */
	GD_VEC(struct call {
		size_t function;
		struct gd_loc loc;
	})
	path;
};

static size_t position(const struct calls *calls, const struct syn_decl *decl)
{
	size_t at = 0;

	while (calls->c->decls.at[at] != decl)
		at++;
	return at;
}

/* Reports that the call at LOC leads back to the function at START of the path.  Each ring of calls
 * is reported once, at the function in it that is declared first. */
static void report_recursion(struct calls *calls, size_t start, struct gd_loc loc)
{
	size_t first = calls->path.at[start].function;
	bool is_known = false;

	for (size_t i = start; i < calls->path.count; i++) {
		is_known |= calls->reported[calls->path.at[i].function];
		calls->reported[calls->path.at[i].function] = true;
		if (calls->path.at[i].function >= first)
			continue;
		first = calls->path.at[i].function;
		loc = calls->path.at[i].loc;
	}
	if (is_known)
		return;
	const struct syn_decl *function = calls->c->decls.at[first];
	struct gd_diag *diag = sem_error(calls->c, GD_E_recursion, function->head,
	    "`%s` calls itself", function->name.text);

	gd_note(diag, loc, "here");
	gd_help(diag, "a function is inlined; to do more work later, emit a unit");
}

static void follow_call(void *data, const struct syn_expr *expr)
{
	struct calls *calls = data;
	const struct syn_decl *callee = expr->kind == SYN_EXPR_CALL
	    ? sem_lookup(calls->c, expr->name.text, SEM_FUNCTION)
	    : NULL;
	size_t at;

	if (!callee)
		return;
	at = position(calls, callee);
	if (!calls->seen[at]) {
		calls->seen[at] = true;
		GD_PUSH(calls->c->context->arena, calls->path, ((struct call){ at, expr->loc }));
		sem_walk_stmt(callee->body, NULL, follow_call, calls);
		calls->path.count--;
		return;
	}
	for (size_t i = 0; i < calls->path.count; i++)
		if (calls->path.at[i].function == at) {
			report_recursion(calls, i, expr->loc);
			return;
		}
}

void sem_check_recursion(struct sem_checker *c)
{
	struct calls calls = { .c = c,
		.seen = GD_NEW_ARRAY(c->context->arena, bool, c->decls.count + 1),
		.reported = GD_NEW_ARRAY(c->context->arena, bool, c->decls.count + 1) };

	for (size_t i = 0; i < c->decls.count; i++) {
		if (c->decls.at[i]->kind != SYN_DECL_FUNCTION || calls.seen[i])
			continue;
		calls.seen[i] = true;
		GD_PUSH(c->context->arena, calls.path, ((struct call){ i, c->decls.at[i]->head }));
		sem_walk_stmt(c->decls.at[i]->body, NULL, follow_call, &calls);
		calls.path.count--;
	}
}

/* -------------------------------------------- what a mutator cannot look at */
struct reach {
	struct sem_checker *c;
	struct gd_loc call;            /* the call in the barrier's own body */
	const struct syn_decl *inside; /* the function that is visited; NULL: the barrier */
	GD_VEC(const struct syn_decl *) seen;
};

static void check_reached(void *data, const struct syn_expr *expr)
{
	struct reach *reach = data;
	const struct sem_operation *operation;
	struct syn_decl *callee;

	if (reach->inside && expr->kind == SYN_EXPR_INDEX &&
	    expr->args.at[0]->kind == SYN_EXPR_NAME)
		gd_note(sem_error(reach->c, GD_E_operation_not_here, reach->call,
			    "this accesses `%s`, which cannot be used in a barrier",
			    syn_expr_text(reach->c->context->arena, expr)),
		    expr->loc, "it is used here");
	if (expr->kind != SYN_EXPR_CALL)
		return;
	operation = sem_operation_find(expr->name.text);
	callee = operation ? NULL : sem_lookup(reach->c, expr->name.text, SEM_FUNCTION);
	if (callee) {
		const struct syn_decl *outer = reach->inside;

		for (size_t i = 0; i < reach->seen.count; i++)
			if (reach->seen.at[i] == callee)
				return;
		GD_PUSH(reach->c->context->arena, reach->seen, callee);
		if (!outer)
			reach->call = expr->loc;
		reach->inside = callee;
		sem_walk_stmt(callee->body, NULL, check_reached, reach);
		reach->inside = outer;
	} else if (reach->inside && !operation &&
	    sem_lookup(reach->c, expr->name.text, SEM_POLICY)) {
		gd_note(sem_error(reach->c, GD_E_operation_not_here, reach->call,
			    "this asks the policy `%s`, which a barrier cannot", expr->name.text),
		    expr->loc, "it is asked here");
	} else if (operation && reach->inside &&
	    (operation->class == SEM_OP_BUCKET || operation->class == SEM_OP_FREE ||
		operation->class == SEM_OP_ALLOC || operation->class == SEM_OP_COPY ||
		operation->class == SEM_OP_MOVE ||
		(operation->memory && expr->args.count == 2 &&
		    sem_names_space(reach->c, expr->args.at[0])))) {
		gd_note(sem_error(reach->c, GD_E_operation_not_here, reach->call,
			    "this calls `%s`, which cannot be used in a barrier", expr->name.text),
		    expr->loc, "it is used here");
	}
}

void sem_check_bodies(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];
		struct reach reach = { .c = c };

		if (decl->kind == SYN_DECL_WORK)
			check_work(c, decl);
		else if (decl->kind == SYN_DECL_FUNCTION)
			check_function(c, decl);
		else if (decl->kind == SYN_DECL_BARRIER && decl->name.text)
			check_barrier(c, decl);
		if (decl->kind == SYN_DECL_BARRIER)
			sem_walk_stmt(decl->body, NULL, check_reached, &reach);
	}
	sem_check_awaits(c);
}
