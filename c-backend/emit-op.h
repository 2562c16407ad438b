/* emit-op.h: statements in C. */
#ifndef CGEN_EMIT_OP_H
#define CGEN_EMIT_OP_H

#include "c-backend/emit.h"

void cgen_statements(struct cgen *c, const struct ir_stmt *stmt);
/* Writes declarations of the function's locals that cannot be declared where they get their
 * value. */
void cgen_declare(struct cgen *c, const struct ir_stmt *body);

#endif
