/* region.c: what names regions and their metadata. */
#include "compiler/sema/internal.h"

#include <string.h>

static struct syn_decl *region_named(struct sem_checker *c, const char *name)
{
	return name ? sem_lookup(c, name, SEM_REGION) : NULL;
}

static const struct syn_member *metadata_of(const struct syn_decl *region, const char *name)
{
	for (size_t i = 0; i < region->members.count; i++)
		if (region->members.at[i].name.text == name)
			return &region->members.at[i];
	return NULL;
}

/* ------------------------------------------------------------------------ names */
/* b.evac, l.block */
static struct sem_type region_member(struct sem_scope *s, const struct syn_expr *expr,
    const struct syn_decl *region)
{
	const struct syn_member *member = metadata_of(region, expr->name.text);
	const struct syn_decl *around = region_named(s->c, expr->name.text);

	if (member)
		return sem_type_location(s->c, sem_type_of(s->c, &member->type), false);
	if (around && around->name.text == region->inside.text)
		return sem_type_region(around);
	gd_help(sem_error(s->c, GD_E_no_such_member, expr->name.loc, "a `%s` has no member `%s`",
		    region->name.text, expr->name.text),
	    "it has the metadata that `region %s` declares, and the region around it",
	    region->name.text);
	return sem_type_simple(SEM_POISON);
}

bool sem_member_of_region(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *base, struct sem_type *type)
{
	if (base->kind == SEM_IN_REGION) {
		*type = region_member(s, expr, base->region);
		return true;
	}
	return base->kind == SEM_REF && !base->tags && sem_region_type(s->c, expr->name.text, type);
}

bool sem_names_regions(struct sem_checker *c, const struct syn_expr *expr, struct sem_type *type)
{
	size_t length =
	    expr->kind == SYN_EXPR_MEMBER && expr->name.text ? strlen(expr->name.text) : 0;

	for (size_t i = 0; length && i < c->decls.count; i++) {
		const struct syn_decl *region = c->decls.at[i];

		if (region->kind == SYN_DECL_REGION && region->name.text &&
		    strlen(region->name.text) + 1 == length && expr->name.text[length - 1] == 's' &&
		    strncmp(region->name.text, expr->name.text, length - 1) == 0) {
			*type = sem_type_region(region);
			return true;
		}
	}
	return false;
}
