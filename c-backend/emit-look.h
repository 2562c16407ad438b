/* emit-look.h: the functions of conditions that look at state. */
#ifndef CGEN_EMIT_LOOK_H
#define CGEN_EMIT_LOOK_H

#include "c-backend/emit.h"

/* Writes the functions of all such conditions of a kernel. */
void cgen_look_functions(struct cgen *c, const struct ir_stmt *list, const char *name);
/* Writes a function NAME that evaluates CONDITION; the runtime calls it under its lock.  If there
 * is a function for an equal condition already, uses that.  Returns its name. */
const char *cgen_condition(struct cgen *c, const struct ir_expr *condition, const char *name);

#endif
