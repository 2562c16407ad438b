/* overlay.c: what can be done with a reference that lies over the object itself.
 *
 * In C the word was something else before, which nobody saves but the copy.  So the reference is stored, and loaded; it has
 * no value at the beginning, and is never null again. */
#include "compiler/sema/internal.h"

#include <string.h>

static const struct syn_member *overlay_at(struct sem_checker *c, const struct syn_expr *place)
{
	const struct syn_member *member =
	    place->kind == SYN_EXPR_MEMBER ? sem_member_find(c, place->name.text) : NULL;

	return member && member->when ? member : NULL;
}

void sem_check_overlay_use(struct sem_checker *c, const struct syn_expr *call, bool waits)
{
	const struct syn_member *overlay =
	    call->args.count ? overlay_at(c, call->args.at[0]) : NULL;

	if (!overlay)
		return;
	if (waits || (strcmp(call->name.text, "load") && strcmp(call->name.text, "store")))
		gd_help(sem_error(c, GD_E_overlay_metadata, call->loc,
			    waits ? "a load of `%s` cannot wait: the object itself may be there"
				  : "`%s` lies over the object: it can only be loaded and stored",
			    overlay->name.text),
		    "claim the object with other metadata, wait for that, and load `%s` then",
		    overlay->name.text);
	else if (call->args.count > 1 && call->args.at[1]->kind == SYN_EXPR_NULL)
		gd_help(sem_error(c, GD_E_overlay_metadata, call->args.at[1]->loc,
			    "null is stored over the object: nobody knows any more what was there"),
		    "store the copy; `%s` counts only when its condition holds",
		    overlay->name.text);
}
