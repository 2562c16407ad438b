/* emit-slots.h: loops over slots. */
#ifndef CGEN_EMIT_SLOTS_H
#define CGEN_EMIT_SLOTS_H

#include "c-backend/emit.h"

/* Name of the function that is the body of F's loop, and of its structure:
 * "stw_each_scan_obj_1". */
const char *cgen_slot_body_name(struct cgen *c, const struct cgen_function *f);
/* Whether the function needs a structure. */
bool cgen_slot_body_has_data(const struct cgen_function *f);
/* Refuses slots of GROUP that C cannot reach. */
void cgen_check_group(struct cgen *c, const struct ir_group *group, struct gd_loc loc);
/* Writes the statement `for s in …` over slots.  Its body is a function that was written before. */
void cgen_slot_loop(struct cgen *c, const struct ir_stmt *stmt);

#endif
