/* looks.h: conditions that look at buckets, cycles or mutators. */
#ifndef CGEN_LOOKS_H
#define CGEN_LOOKS_H

#include "c-backend/emit.h"

/* Whether E looks at them. */
bool cgen_looks_at_state(const struct ir_expr *e);
/* The call in the kernel; NULL: E is no such condition. */
const char *cgen_look(struct cgen *c, const struct ir_expr *e);
/* CONDITION is TEXT in C, and NAME may be the function for it; false: one with the same text
 * is there already, and serves both. */
bool cgen_new_guard(struct cgen *c, const struct ir_expr *condition, const char *text,
    const char *name);
/* The function of CONDITION. */
const char *cgen_guard_of(const struct cgen *c, const struct ir_expr *condition);

#endif
