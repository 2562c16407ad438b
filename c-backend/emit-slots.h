/* emit-slots.h: loops over slots. */
#ifndef CGEN_EMIT_SLOTS_H
#define CGEN_EMIT_SLOTS_H

#include "c-backend/emit.h"

/* "stw_each_scan_obj_1", of the function that is the body of F's loop, and of its structure. */
const char *cgen_slot_body_name(struct cgen *c, const struct cgen_function *f);
/* Whether it has one. */
bool cgen_slot_body_has_data(const struct cgen_function *f);
/* The statement `for s in …` over slots, whose body is already a function. */
void cgen_slot_loop(struct cgen *c, const struct ir_stmt *stmt);

#endif
