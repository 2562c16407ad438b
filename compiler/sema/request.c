/* request.c: the cycles that are asked for. */
#include "compiler/sema/internal.h"

#include <string.h>

static void note_requested(void *data, const struct syn_expr *expr)
{
	if (expr->kind == SYN_EXPR_NAME && expr->name.text && !strcmp(expr->name.text, "requested"))
		*(bool *)data = true;
}

static bool looks_at_request(const struct syn_decl *cycle)
{
	bool looks = false;

	sem_walk_expr(cycle->from, note_requested, &looks);
	return looks;
}

void sem_resolve_asked(struct sem_checker *c, struct syn_name name)
{
	const struct syn_decl *cycle = sem_resolve(c, name, SEM_CYCLE);
	struct gd_diag *diag;

	if (!cycle || !cycle->from || c->after_syntax_errors || looks_at_request(cycle))
		return;
	diag = sem_error(c, GD_E_never_asked, name.loc,
	    "nobody can ask for the cycle `%s`: it begins without a request", name.text);
	gd_note(diag, cycle->from->loc, "this does not contain `requested`");
	gd_help(diag, "write `requested and …` there, or ask for another cycle");
}

/* A `collect` without a name requests a cycle that can be requested (ir_collections says which). */
void sem_check_collect(struct sem_checker *c, const struct syn_stmt *collect)
{
	const struct syn_decl *cycle = NULL;

	if (collect->name.text) {
		sem_resolve_asked(c, collect->name);
		return;
	}
	for (size_t i = 0; i < c->decls.count; i++) {
		if (c->decls.at[i]->kind != SYN_DECL_CYCLE || !c->decls.at[i]->from)
			continue;
		if (looks_at_request(c->decls.at[i]))
			return;
		cycle = c->decls.at[i];
	}
	if (cycle && !c->after_syntax_errors)
		gd_help(sem_error(c, GD_E_never_asked, collect->loc,
			    "no cycle can be asked for: all begin without a request"),
		    "write `requested and …` in the `from` of a cycle");
}
