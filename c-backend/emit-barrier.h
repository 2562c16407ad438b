/* emit-barrier.h: barriers as functions, and the tests before them. */
#ifndef CGEN_EMIT_BARRIER_H
#define CGEN_EMIT_BARRIER_H

#include "c-backend/emit.h"

void cgen_barriers(struct cgen *c);
void cgen_barrier_tests(struct cgen *c, struct gd_out *out);

#endif
