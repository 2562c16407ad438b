/* looks.c: which conditions look at buckets, cycles or mutators, and how a kernel calls the
 * functions that evaluate them (emit-look.c). */
#include "c-backend/looks.h"
#include "compiler/ir/walk.h"

#include <string.h>

bool cgen_looks_at_state(const struct ir_expr *e)
{
	return ir_expr_any(e, ir_is_state, NULL);
}

const char *cgen_look(struct cgen *c, const struct ir_expr *e)
{
	for (size_t i = 0; i < c->looks.count; i++)
		if (c->looks.at[i].piece == e)
			return gd_arena_printf(c->arena, "gcrt_look(worker, %s)",
			    c->looks.at[i].name);
	return NULL;
}

bool cgen_new_guard(struct cgen *c, const struct ir_expr *condition, const char *text,
    const char *name)
{
	struct cgen_guard guard = { condition, text, name };

	for (size_t i = 0; i < c->guards.count; i++)
		if (!strcmp(c->guards.at[i].text, text))
			guard.name = c->guards.at[i].name;
	GD_PUSH(c->arena, c->guards, guard);
	return guard.name == name;
}

const char *cgen_guard_of(const struct cgen *c, const struct ir_expr *condition)
{
	for (size_t i = 0; i < c->guards.count; i++)
		if (c->guards.at[i].condition == condition)
			return c->guards.at[i].name;
	return "NULL";
}
