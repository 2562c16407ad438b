/* await.c: loads that wait until the value that they read satisfies a condition.
 *
 * The condition is a part of the load: it is about one value, at one moment.  So it may use that value and
 * what the unit has already, and nothing that others change.  Only units that workers run may wait: a
 * mutator that waits does not come to its next safepoint, and the unit that it waits for may wait for that. */
#include "compiler/sema/internal.h"

#include <string.h>

struct condition {
	struct sem_scope *s;
	const char *local; /* the value that is loaded */
	bool uses_local, is_wrong;
};

static bool reads_state(struct sem_scope *s, const struct syn_expr *expr)
{
	if (expr->kind != SYN_EXPR_NAME)
		return expr->kind == SYN_EXPR_CALL || expr->kind == SYN_EXPR_AWAIT ||
		    expr->kind == SYN_EXPR_ALL_STOPPED;
	return !sem_local_find(s, expr->name.text) &&
	    sem_lookup(s->c, expr->name.text, SEM_PHASE | SEM_CYCLE | SEM_GHOST);
}

static void check_part(void *data, const struct syn_expr *expr)
{
	struct condition *condition = data;

	condition->uses_local |= expr->kind == SYN_EXPR_NAME && expr->name.text == condition->local;
	if (condition->is_wrong || !reads_state(condition->s, expr))
		return;
	condition->is_wrong = true;
	gd_help(sem_error(condition->s->c, GD_E_await_condition, expr->loc,
		    "`%s` cannot be used in the condition of `await`",
		    syn_expr_text(condition->s->c->context->arena, expr)),
	    "the condition may use `%s`, other locals and constants: give what it needs besides a name "
	    "before the `await`",
	    condition->local);
}

static void check_condition(struct sem_scope *s, struct syn_name name, const struct syn_expr *expr)
{
	struct condition condition = { .s = s, .local = name.text };
	size_t errors = gd_error_count(s->c->context->sink);

	sem_walk_expr(expr, check_part, &condition);
	if (!condition.is_wrong)
		sem_condition(s, expr);
	if (errors == gd_error_count(s->c->context->sink) && !condition.uses_local)
		gd_help(sem_error(s->c, GD_E_await_condition, expr->loc,
			    "the condition of `await` does not depend on `%s`", name.text),
		    "compare `%s` with the value to wait for, or write a plain `load`", name.text);
}

void sem_await(struct sem_scope *s, const struct syn_stmt *let)
{
	const struct syn_expr *load = let->expr->args.at[0];
	struct sem_type type;

	if (load->kind != SYN_EXPR_ERROR &&
	    (load->kind != SYN_EXPR_CALL || strcmp(load->name.text, "load") != 0))
		gd_help(sem_error(s->c, GD_E_operation_not_here, load->loc, "`await` needs a load"),
		    "write `await load(l) where …`");
	if (load->kind == SYN_EXPR_CALL)
		sem_check_overlay_use(s->c, load, true);
	type = sem_value(s, load, NULL);
	sem_local_add(s, let->name, type);
	check_condition(s, let->name, let->expr->args.at[1]);
	sem_assume(s, let->expr->args.at[1], true);
}

/* ---------------------------------------------------------- what mutators run */
struct reach {
	struct sem_checker *c;
	const struct syn_decl *from; /* a barrier, or a kind `on m' */
	GD_VEC(const struct syn_decl *) seen;
};

static void visit(void *data, const struct syn_expr *expr)
{
	struct reach *reach = data;
	const struct syn_decl *callee = expr->kind == SYN_EXPR_CALL
	    ? sem_lookup(reach->c, expr->name.text, SEM_FUNCTION)
	    : NULL;

	if (expr->kind == SYN_EXPR_AWAIT) {
		struct gd_diag *diag = sem_error(reach->c, GD_E_await_by_mutator, expr->loc,
		    "`await` in code that a mutator runs");

		gd_note(diag, reach->from->head, "a mutator runs this");
		gd_help(diag, "wait in a kernel that workers run");
	}
	for (size_t i = 0; callee && i < reach->seen.count; i++)
		if (reach->seen.at[i] == callee)
			return;
	if (!callee)
		return;
	GD_PUSH(reach->c->context->arena, reach->seen, callee);
	sem_walk_stmt(callee->body, NULL, visit, reach);
}

void sem_check_awaits(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		struct reach reach = { .c = c, .from = c->decls.at[i] };

		if (reach.from->kind == SYN_DECL_BARRIER ||
		    (reach.from->kind == SYN_DECL_WORK && reach.from->on.text))
			sem_walk_stmt(reach.from->body, NULL, visit, &reach);
	}
}
