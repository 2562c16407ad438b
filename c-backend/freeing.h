/* freeing.h: what kinds do to the objects of a heap as a whole. */
#ifndef CGEN_FREEING_H
#define CGEN_FREEING_H

#include "c-backend/emit.h"

/* The runtime's enum gcrt_freeing, with the same names. */
enum cgen_freeing { CGEN_KEEPS, CGEN_FREES_IN_FILLS, CGEN_FREES };
enum cgen_freeing cgen_freeing(struct cgen *c, const struct ir_kind *kind);
bool cgen_fill_loops(const struct ir_bucket *bucket);
bool cgen_frees_unmarked(const struct ir_kind *kind, const struct ir_meta *mark);

#endif
