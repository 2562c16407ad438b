/* emit-look.h: the functions of conditions that look at state. */
#ifndef CGEN_EMIT_LOOK_H
#define CGEN_EMIT_LOOK_H

#include "c-backend/emit.h"

/* The functions of all such conditions of a kernel. */
void cgen_look_functions(struct cgen *c, const struct ir_stmt *list, const char *name);
/* A function NAME that the runtime evaluates CONDITION with, under its lock; or the one that is there
 * for an equal condition.  Its name. */
const char *cgen_condition(struct cgen *c, const struct ir_expr *condition, const char *name);

#endif
