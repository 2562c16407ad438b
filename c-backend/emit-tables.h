/* emit-tables.h: what stands around the kernels. */
#ifndef CGEN_EMIT_TABLES_H
#define CGEN_EMIT_TABLES_H

#include "c-backend/emit.h"

void cgen_emitters(struct cgen *c);
void cgen_guards(struct cgen *c);
void cgen_runners(struct cgen *c);
void cgen_tables(struct cgen *c);

#endif
