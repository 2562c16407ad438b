/* limits.h: how much of anything there can be (limits.def), for all parts. */
#ifndef GD_LIMITS_H
#define GD_LIMITS_H

#include "compiler/base/diag.h"

enum gd_limit {
#define GD_LIMIT(name, most, what, way_out) GD_LIMIT_##name,
#include "compiler/base/limits.def"
#undef GD_LIMIT
};

/* GD_MOST_kinds: 255, and so on. */
enum {
#define GD_LIMIT(name, most, what, way_out) GD_MOST_##name = most,
#include "compiler/base/limits.def"
#undef GD_LIMIT
};

struct gd_limit_info {
	long most;
	const char *what, *way_out;
};
const struct gd_limit_info *gd_limit_info(enum gd_limit limit);

/* Reports at LOC that there are more than the limit allows, with the table's help. */
struct gd_diag *gd_over_limit(struct gd_diag_sink *sink, enum gd_limit limit, struct gd_loc loc);

#endif
