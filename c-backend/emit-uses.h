/* emit-uses.h: which locals a list of statements mentions. */
#ifndef CGEN_EMIT_USES_H
#define CGEN_EMIT_USES_H

#include "c-backend/emit.h"

typedef void cgen_use(void *data, const struct ir_var *var, bool defines);
/* Calls USE for every mention of a local in the list STMT, and in nested lists. */
void cgen_uses(const struct ir_stmt *stmt, cgen_use *use, void *data);
/* The same for the statement STMT alone. */
void cgen_uses_of(const struct ir_stmt *stmt, cgen_use *use, void *data);
size_t cgen_count_uses(const struct ir_stmt *stmt, const struct ir_var *var, bool defines);

/* How often each local of KERNEL, by its index, is mentioned in the list STMT. */
struct cgen_mentions {
	size_t uses, definitions;
};
struct cgen_mentions *cgen_mentions(struct cgen *c, const struct ir_kernel *kernel,
    const struct ir_stmt *stmt);
/* The same of VAR in the whole kernel that is being emitted. */
const struct cgen_mentions *cgen_mentions_of(struct cgen *c, const struct ir_var *var);
/* Whether the list has an operation whose C needs the worker. */
bool cgen_needs_worker(const struct ir_stmt *stmt);

#endif
