/* coverage.h: which parts of a specification no cell has reached. */
#ifndef DRIVER_COVERAGE_H
#define DRIVER_COVERAGE_H

#include "compiler/driver/verify.h"

struct coverage_place { /* a point of some cell's specification */
	struct ir_point point;
	size_t reached; /* cells that reach it */
	size_t never;   /* cells that were searched completely, and do not */
	size_t open;    /* cells that ended before they reached it, or leave out what might reach it */
};
struct coverage {
	GD_VEC(struct coverage_place) places; /* in the order of the text */
	size_t cells, never, open;            /* cells; places that no cell reaches, of both sorts */
};

/* What the cells of PLAN, without those of mutants, have reached. */
void coverage_collect(const struct plan *plan, struct coverage *coverage);
/* Writes what no cell reaches, or with ALL each place. */
void coverage_text(const struct plan *plan, const struct coverage *coverage, bool all, FILE *out);
/* An lcov tracefile.  In the plan's arena. */
const char *coverage_lcov(const struct plan *plan, const struct coverage *coverage);
struct json_t *coverage_json(const struct coverage *coverage);
/* Whether the options leave out cells. */
bool coverage_is_filtered(const struct plan_filter *filter);

#endif
