/* limits.c: the table of limits, and what is said when one is passed. */
#include "compiler/base/limits.h"

static const struct gd_limit_info table[] = {
#define GD_LIMIT(name, most, what, way_out) { most, what, way_out },
#include "compiler/base/limits.def"
#undef GD_LIMIT
};

const struct gd_limit_info *gd_limit_info(enum gd_limit limit)
{
	return &table[limit];
}

struct gd_diag *gd_over_limit(struct gd_diag_sink *sink, enum gd_limit limit, struct gd_loc loc)
{
	struct gd_diag *diag = gd_report(sink, GD_E_too_many, loc, "more than %ld %s",
	    table[limit].most, table[limit].what);

	gd_help(diag, "%s", table[limit].way_out);
	return diag;
}
