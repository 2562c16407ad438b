/* emit-canon.h: symmetric states merged, by generated C. */
#ifndef PML_EMIT_CANON_H
#define PML_EMIT_CANON_H

#include "promela-backend/facts/model.h"

void pml_emit_canonical(struct pml_model *model, struct gd_out *out); /* after all declarations */

#endif
