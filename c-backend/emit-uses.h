/* emit-uses.h: which locals a list of statements mentions. */
#ifndef CGEN_EMIT_USES_H
#define CGEN_EMIT_USES_H

#include "c-backend/emit.h"

typedef void cgen_use(void *data, const struct ir_var *var, bool defines);
/* Every mention of a local in the list STMT, nested ones too. */
void cgen_uses(const struct ir_stmt *stmt, cgen_use *use, void *data);
/* The same for the one statement. */
void cgen_uses_of(const struct ir_stmt *stmt, cgen_use *use, void *data);
size_t cgen_count_uses(const struct ir_stmt *stmt, const struct ir_var *var, bool defines);
/* Whether the list has an operation for which the C needs the worker. */
bool cgen_needs_worker(const struct ir_stmt *stmt);

#endif
