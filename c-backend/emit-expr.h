/* emit-expr.h: types, locals and expressions in C. */
#ifndef CGEN_EMIT_EXPR_H
#define CGEN_EMIT_EXPR_H

#include "c-backend/emit.h"

const char *cgen_type(const struct ir_type *type);
const char *cgen_var(struct cgen *c, const struct ir_var *var);
/* The number in C of what has this NUMBER in the IR, as a value of TYPE: of a reference the word of null or a tag. */
long cgen_known(const struct ir_type *type, long number);
const char *cgen_expr(struct cgen *c, const struct ir_expr *expr);
/* The C location of metadata, of an object or a region. */
const char *cgen_meta_place(struct cgen *c, const struct ir_place *place);
/* The same of an overlay, which STMT loads or stores: Note [Overlays] of the runtime. */
const char *cgen_overlay(struct cgen *c, const struct ir_stmt *stmt);
/* The C of VALUE where a TYPE is needed.  A debug build stops the program if the value is out of
 * range. */
const char *cgen_taken(struct cgen *c, const struct ir_type *type, const struct ir_expr *value);
/* Converts a value to the word of a unit, and back. */
const char *cgen_to_word(struct cgen *c, const struct ir_type *type, const char *text);
const char *cgen_from_word(struct cgen *c, const struct ir_type *type, const char *word);

#endif
