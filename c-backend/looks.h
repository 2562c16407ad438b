/* looks.h: conditions that look at buckets, cycles or mutators. */
#ifndef CGEN_LOOKS_H
#define CGEN_LOOKS_H

#include "c-backend/emit.h"

/* Whether E looks at the state of buckets, cycles or mutators. */
bool cgen_looks_at_state(const struct ir_expr *e);
/* The call in the kernel's C that evaluates E.  NULL: E is not such a condition. */
const char *cgen_look(struct cgen *c, const struct ir_expr *e);
/* Records that CONDITION is TEXT in C, and that NAME will be its function. false: a condition with
 * the same text has a function already, which serves both. */
bool cgen_new_guard(struct cgen *c, const struct ir_expr *condition, const char *text,
    const char *name);
/* The function of CONDITION. */
const char *cgen_guard_of(const struct cgen *c, const struct ir_expr *condition);

#endif
