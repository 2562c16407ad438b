/* refuse.h: what C cannot express. */
#ifndef CGEN_REFUSE_H
#define CGEN_REFUSE_H

#include "c-backend/emit.h"

void cgen_refuse(struct cgen *c, struct gd_loc loc, const char *why);
/* Refuses what exceeds a limit of the runtime. */
void cgen_refuse_limit(struct cgen *c, struct gd_loc loc, enum gd_limit limit);

#endif
