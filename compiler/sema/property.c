/* property.c: what must be true, and whether it says anything. */
#include "compiler/sema/internal.h"

#include <string.h>

static void find_time(void *data, const struct syn_expr *expr)
{
	if (syn_family(expr->kind) == GD_FAMILY_TEMPORAL || expr->kind == SYN_EXPR_ERROR)
		*(bool *)data = true;
}

static void find_expected(void *data, const struct syn_expr *expr)
{
	if (syn_family(expr->kind) == GD_FAMILY_QUANTIFIER && expr->domain.text &&
	    !strcmp(expr->domain.text, "expected"))
		*(const struct syn_expr **)data = expr;
}

const struct syn_expr *sem_uses_expected(const struct syn_decl *property)
{
	const struct syn_expr *found = NULL;

	sem_walk_expr(property->expr, find_expected, &found);
	return found;
}

/* ---------------------------------------------------- binders without a use */
struct use {
	const char *name;
	bool found;
};

static void find_use(void *data, const struct syn_expr *expr)
{
	struct use *use = data;

	if (expr->kind == SYN_EXPR_ERROR ||
	    (expr->kind == SYN_EXPR_NAME && expr->name.text == use->name))
		use->found = true;
}

static void check_binders(void *data, const struct syn_expr *expr)
{
	if (syn_family(expr->kind) != GD_FAMILY_QUANTIFIER)
		return;
	for (size_t i = 0; i < expr->binders.count; i++) {
		struct use use = { expr->binders.at[i].text, false };

		for (size_t j = 0; j < expr->args.count; j++)
			sem_walk_expr(expr->args.at[j], find_use, &use);
		if (!use.found)
			sem_help(sem_warning(data, GD_W_vacuous_property, expr->binders.at[i].loc,
				     "the formula does not use the variable `%s`", use.name),
			    "use it, or remove the quantifier");
	}
}

/* Reports a quantifier over `expected` if no scenario has expected objects: it is over nothing. */
static void check_expected(struct sem_checker *c, const struct syn_decl *property)
{
	const struct syn_expr *quantifier = sem_uses_expected(property);
	size_t scenarios = 0;

	for (size_t i = 0; i < c->decls.count; i++) {
		if (c->decls.at[i]->kind != SYN_DECL_SCENARIO)
			continue;
		if (c->decls.at[i]->has_expected)
			return;
		scenarios++;
	}
	if (!quantifier || !scenarios)
		return;
	sem_help(sem_warning(c, GD_W_vacuous_property, quantifier->loc,
		     "no scenario has `expected { … }`, so this ranges over nothing"),
	    "write `expected { … }` in the scenarios");
}

void sem_check_properties(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];
		struct sem_scope scope = { .c = c, .place = SEM_IN_PROPERTY, .decl = decl };
		size_t errors = gd_error_count(c->context->sink);
		bool has_time = false;

		if (decl->kind != SYN_DECL_PROPERTY || !decl->expr)
			continue;
		sem_condition(&scope, decl->expr);
		if (errors != gd_error_count(c->context->sink))
			continue;
		sem_walk_expr(decl->expr, find_time, &has_time);
		if (!has_time)
			gd_help(sem_error(c, GD_E_property_without_time, decl->expr->loc,
				    "`%s` would be checked only in the first state",
				    decl->name.text),
			    "write `always (…)` or `eventually (…)`");
		sem_walk_expr(decl->expr, check_binders, c);
		check_expected(c, decl);
	}
}
