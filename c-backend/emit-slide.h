/* emit-slide.h: places to which objects slide, and loops that visit objects in the order of their addresses. */
#ifndef CGEN_EMIT_SLIDE_H
#define CGEN_EMIT_SLIDE_H

#include "c-backend/emit.h"

/* The functions that select objects, of all `slide's in LIST. */
void cgen_slide_functions(struct cgen *c, const struct ir_stmt *list);
void cgen_slide(struct cgen *c, const struct ir_stmt *slide);
/* The head of a loop over all objects that does more than emit; its block is open then. */
void cgen_begin_objects(struct cgen *c, const struct ir_stmt *loop);

#endif
