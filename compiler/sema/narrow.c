/* narrow.c: what a test says about references that may be a tag.
 *
 * A local of the type `ref | { busy }' holds an object, null or a tag.  A tag is no object, so the local can
 * be used as a reference only where tests exclude all of its tags.  Locals never change, so what a test says
 * holds until the end of the code that runs only after it. */
#include "compiler/sema/internal.h"

/* The local that EXPR names, if it may still be a tag.  NULL: it names none. */
static struct sem_local *tagged(struct sem_scope *s, const struct syn_expr *expr)
{
	struct sem_local *local =
	    expr->kind == SYN_EXPR_NAME ? sem_local_find(s, expr->name.text) : NULL;

	return local && local->type.kind == SEM_REF && local->type.tags ? local : NULL;
}

/* LOCAL keeps those of its tags that are called NAME, or that are not. */
static void keep(struct sem_scope *s, struct sem_local *local, const char *name, bool called)
{
	struct gd_arena *arena = s->c->context->arena;
	const syn_names *tags = local->type.tags;
	syn_names *kept = GD_NEW(arena, syn_names);

	for (size_t i = 0; i < tags->count; i++)
		if ((tags->at[i].text == name) == called)
			GD_PUSH(arena, *kept, tags->at[i]);
	local->type.tags = kept->count ? kept : NULL;
}

/* LOCAL is the same as OTHER, or is not. */
static void compare(struct sem_scope *s, struct sem_local *local, const struct syn_expr *other,
    bool is_same)
{
	const struct sem_local *reference =
	    other->kind == SYN_EXPR_NAME ? sem_local_find(s, other->name.text) : NULL;

	if (!reference && sem_is_tag_name(other, &local->type))
		keep(s, local, other->name.text, is_same);
	else if (is_same &&
	    (other->kind == SYN_EXPR_NULL ||
		(reference && reference->type.kind == SEM_REF && !reference->type.tags)))
		local->type.tags = NULL;
}

void sem_assume(struct sem_scope *s, const struct syn_expr *expr, bool truth)
{
	const struct syn_expr *left, *right;
	struct sem_local *local;

	if (!expr || expr->args.count == 0)
		return;
	left = expr->args.at[0];
	right = expr->args.count > 1 ? expr->args.at[1] : NULL;
	if (expr->kind == SYN_EXPR_NOT) {
		sem_assume(s, left, !truth);
	} else if (right &&
	    (truth ? expr->kind == SYN_EXPR_AND
		   : expr->kind == SYN_EXPR_OR || expr->kind == SYN_EXPR_IMPLIES)) {
		sem_assume(s, left, truth || expr->kind == SYN_EXPR_IMPLIES);
		sem_assume(s, right, truth);
	} else if (right && (expr->kind == SYN_EXPR_EQ || expr->kind == SYN_EXPR_NE)) {
		bool is_same = truth == (expr->kind == SYN_EXPR_EQ);

		if ((local = tagged(s, left)))
			compare(s, local, right, is_same);
		if ((local = tagged(s, right)))
			compare(s, local, left, is_same);
	}
}

struct sem_known *sem_known(struct sem_scope *s)
{
	struct sem_known *known = NULL;

	for (struct sem_local *local = s->locals; local; local = local->outer)
		if (local->type.kind == SEM_REF && local->type.tags) {
			struct sem_known *one = GD_NEW(s->c->context->arena, struct sem_known);

			*one = (struct sem_known){ local, local->type.tags, known };
			known = one;
		}
	return known;
}

void sem_forget(const struct sem_known *known)
{
	for (; known; known = known->next)
		known->local->type.tags = known->tags;
}
