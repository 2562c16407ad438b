/* refuse.c: what of a specification C cannot express; the first such place is reported. */
#include "c-backend/refuse.h"

void cgen_refuse(struct cgen *c, struct gd_loc loc, const char *why)
{
	if (!c->refusal.why)
		c->refusal = (struct cgen_refusal){ .why = why, .where = loc };
}

void cgen_refuse_limit(struct cgen *c, struct gd_loc loc, enum gd_limit limit)
{
	const struct gd_limit_info *info = gd_limit_info(limit);

	if (!c->refusal.why)
		c->refusal = (struct cgen_refusal){ gd_arena_printf(c->arena, "more than %ld %s",
							info->most, info->what),
			info->way_out, loc };
}
