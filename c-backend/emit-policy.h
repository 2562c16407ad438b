/* emit-policy.h: decisions that are left to the embedder. */
#ifndef CGEN_EMIT_POLICY_H
#define CGEN_EMIT_POLICY_H

#include "c-backend/emit.h"

/* For x.c: what each policy answers whose function the embedder has not defined. */
void cgen_policies(struct cgen *c);
/* For x-names.h: the named values that policies answer with. */
void cgen_policy_names(struct cgen *c, struct gd_out *out);
/* The answer to ASK, in C. */
const char *cgen_question(struct cgen *c, const struct ir_stmt *ask);

#endif
