/* space.c: spaces, and what names them. */
#include "compiler/sema/internal.h"

#include <string.h>

bool sem_names_space(struct sem_checker *c, const struct syn_expr *expr)
{
	return expr && expr->kind == SYN_EXPR_NAME && sem_divides(c, expr->name.text);
}

bool sem_divides(struct sem_checker *c, const char *name)
{
	const struct syn_decl *space = name ? sem_lookup(c, name, SEM_SPACE) : NULL;

	return space && !space->over.text; /* a heap of regions is not divided */
}

bool sem_has_spaces(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_SPACE)
			return true;
	return false;
}

/* swap(a, b): the two spaces exchange their names. */
struct sem_type sem_swap_spaces(struct sem_scope *s, const struct syn_expr *call)
{
	const struct syn_expr *a = call->args.at[0], *b = call->args.at[1];

	if (!(s->place & (SEM_IN_KERNEL | SEM_IN_FUNCTION))) {
		sem_error(s->c, GD_E_operation_not_here, call->loc,
		    "spaces cannot be exchanged in %s", sem_place_text(s->place));
		return sem_type_simple(SEM_VOID);
	}
	for (size_t i = 0; i < 2; i++) {
		const struct syn_expr *space = call->args.at[i];

		if (space->kind == SYN_EXPR_NAME)
			sem_resolve(s->c, space->name, SEM_SPACE);
		else if (space->kind != SYN_EXPR_ERROR)
			gd_help(sem_error(s->c, GD_E_type_mismatch, space->loc,
				    "a space is exchanged with another space"),
			    "write `swap(a, b)` with the names of two spaces");
	}
	if (b->kind == SYN_EXPR_NAME && a->kind == SYN_EXPR_NAME && a->name.text == b->name.text)
		gd_help(sem_error(s->c, GD_E_swap_with_itself, call->loc,
			    "`%s` is exchanged with itself", a->name.text),
		    "write `swap(a, b)` with the names of two spaces");
	return sem_type_simple(SEM_VOID);
}

static void check_sort(struct sem_checker *c, const struct syn_decl *space)
{
	static const char *const sorts[] = { "list", "bump" };
	const char *near, *sort = space->sort.text;
	struct gd_diag *diag;

	for (size_t i = 0; i < 2; i++)
		if (!sort || !strcmp(sort, sorts[i]))
			return;
	near = gd_did_you_mean(sort, sorts, 2);
	diag = sem_error(c, GD_E_unknown_name, space->sort.loc,
	    "there is no sort of space called `%s`", sort);
	if (near)
		gd_fixit(diag, space->sort.loc, near);
	else
		gd_help(diag, "write `list` or `bump`, or leave it out");
}

void sem_check_spaces(struct sem_checker *c)
{
	const struct syn_decl *last = NULL;

	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if (decl->kind != SYN_DECL_SPACE || decl->over.text)
			continue;
		if (decl->sort.text &&
		    (!last || last->loc.line != decl->loc.line ||
			last->loc.column != decl->loc.column))
			check_sort(c, decl);
		last = decl;
	}
}
