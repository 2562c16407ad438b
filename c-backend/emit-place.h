/* emit-place.h: places inside objects that only the embedder's functions find. */
#ifndef CGEN_EMIT_PLACE_H
#define CGEN_EMIT_PLACE_H

#include "c-backend/emit.h"

/* Whether PLACE needs a variable for its location. */
bool cgen_declares_place(const struct ir_place *place);
/* Writes the declaration of that variable, and returns its name. */
const char *cgen_declare_place(struct cgen *c, const struct ir_place *place);
/* Writes the head of a loop over words, or over all of an object, up to its `{', and the declaration of its variable. */
void cgen_begin_words(struct cgen *c, const struct ir_stmt *loop);

#endif
