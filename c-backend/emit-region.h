/* emit-region.h: loops over regions, which places an allocation may take, and the tables for both. */
#ifndef CGEN_EMIT_REGION_H
#define CGEN_EMIT_REGION_H

#include "c-backend/emit.h"

/* The head of a loop over regions, or over the objects on one. */
void cgen_begin_regions(struct cgen *c, const struct ir_stmt *loop);
/* The function that says which lines an allocation may take; the tables; and the members for them. */
void cgen_placing(struct cgen *c);
void cgen_region_table(struct cgen *c);
void cgen_region_members(struct cgen *c);

#endif
