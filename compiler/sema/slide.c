/* slide.c: `slide o.to where c', which computes the places of the objects that the condition selects.
 *
 * All places are computed at one moment.  So the condition is about the object alone, and what the collector itself
 * knows of it: its metadata, and its space. */
#include "compiler/sema/internal.h"

#include <string.h>

struct condition {
	struct sem_scope *s;
	const char *object; /* the name that it has in the condition */
	bool is_wrong;
};

/* Whether EXPR is a piece of the object's metadata. */
static bool is_own_metadata(const struct condition *condition, const struct syn_expr *expr)
{
	const struct syn_expr *of = expr->kind == SYN_EXPR_MEMBER ? expr->args.at[0] : NULL;
	const struct syn_member *member =
	    of ? sem_member_find(condition->s->c, expr->name.text) : NULL;

	return of && of->kind == SYN_EXPR_NAME && of->name.text == condition->object &&
	    (!member || sem_member_is_metadata(member));
}

static bool is_possible(const struct condition *condition, const struct syn_expr *expr)
{
	struct sem_scope *s = condition->s;

	if (expr->kind == SYN_EXPR_NAME)
		return expr->name.text == condition->object ||
		    (!sem_local_find(s, expr->name.text) &&
			!sem_lookup(s->c, expr->name.text, SEM_PHASE | SEM_CYCLE | SEM_GHOST));
	if (expr->kind == SYN_EXPR_CALL)
		return strcmp(expr->name.text, "load") == 0 && expr->args.count == 1 &&
		    expr->order == SYN_ORDER_NONE && is_own_metadata(condition, expr->args.at[0]);
	if (expr->kind == SYN_EXPR_MEMBER)
		return is_own_metadata(condition, expr);
	return expr->kind != SYN_EXPR_AWAIT && expr->kind != SYN_EXPR_ALL_STOPPED;
}

static void check_part(void *data, const struct syn_expr *expr)
{
	struct condition *condition = data;

	if (condition->is_wrong || is_possible(condition, expr))
		return;
	condition->is_wrong = true;
	gd_help(sem_error(condition->s->c, GD_E_slide_condition, expr->loc,
		    "`%s` cannot be used in the condition of `slide`",
		    syn_expr_text(condition->s->c->context->arena, expr)),
	    "the condition may load metadata of `%s`, without an order, and use constants",
	    condition->object);
}

/* What is written before `where': metadata that is a reference. */
static void check_target(struct sem_scope *s, const struct syn_stmt *slide)
{
	const struct syn_member *member = sem_member_find(s->c, slide->name2.text);
	struct gd_diag *diag = NULL;

	if (member && member->when) {
		gd_help(sem_error(s->c, GD_E_overlay_metadata, slide->name2.loc,
			    "a place cannot be stored over the object, which is moved later"),
		    "store it in other metadata");
		return;
	}
	if (s->c->after_syntax_errors ||
	    (member && member->type.kind == SYN_TYPE_REF && sem_member_is_metadata(member)))
		return;
	diag = member
	    ? sem_error(s->c, GD_E_type_mismatch, slide->name2.loc,
		  "`slide` stores the place of an object, and `%s` is no reference in metadata",
		  slide->name2.text)
	    : sem_error(s->c, GD_E_unknown_name, slide->name2.loc,
		  "objects have nothing called `%s`", slide->name2.text);
	gd_help(diag, "declare it in `object`: `%s : ref = null;`",
	    member ? "to" : slide->name2.text);
}

void sem_slide(struct sem_scope *s, const struct syn_stmt *slide)
{
	struct condition condition = { .s = s, .object = slide->name.text };
	struct sem_local *outer = s->locals;
	enum sem_place place = s->place;

	check_target(s, slide);
	sem_local_add(s, slide->name, sem_type_simple(SEM_REF));
	sem_walk_expr(slide->expr, check_part, &condition);
	s->place = SEM_IN_ASSERT; /* what it loads is no access of its own */
	if (slide->expr && !condition.is_wrong)
		sem_condition(s, slide->expr);
	s->place = place;
	s->locals = outer;
}
