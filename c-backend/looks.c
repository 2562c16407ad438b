/* looks.c: which conditions look at buckets, cycles or mutators, and how a kernel calls the
 * functions that evaluate them (emit-look.c). */
#include "c-backend/looks.h"

bool cgen_looks_at_state(const struct ir_expr *e)
{
	if (!e)
		return false;
	return ir_family(e) == IR_FAMILY_STATE || cgen_looks_at_state(e->args[0]) ||
	    cgen_looks_at_state(e->args[1]);
}

const char *cgen_look(struct cgen *c, const struct ir_expr *e)
{
	for (size_t i = 0; i < c->looks.count; i++)
		if (c->looks.at[i].piece == e)
			return gd_arena_printf(c->arena, "gcrt_look(worker, %s)",
			    c->looks.at[i].name);
	return NULL;
}
