/* emit-kernel.h: kernels as functions. */
#ifndef CGEN_EMIT_KERNEL_H
#define CGEN_EMIT_KERNEL_H

#include "c-backend/emit.h"

void cgen_kernels(struct cgen *c);
/* The locals and the statements of KERNEL, in braces. */
void cgen_function_body(struct cgen *c, const struct ir_kernel *kernel, size_t param_count);
void cgen_fill(struct cgen *c, const struct ir_bucket *bucket);
const char *cgen_parameters(struct cgen *c, const struct ir_kind *kind);

#endif
