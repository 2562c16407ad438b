/* emit-ltl.h: formulas as LTL, for `--strategy ltl'. */
#ifndef PML_EMIT_LTL_H
#define PML_EMIT_LTL_H

#include "promela-backend/facts/model.h"

void pml_emit_ltl(struct pml_model *model, struct gd_out *out);

#endif
