/* emit-reach.h: variables for what is reachable in the middle of a step. */
#ifndef PML_EMIT_REACH_H
#define PML_EMIT_REACH_H

#include "promela-backend/facts/model.h"

void pml_declare_reach_now(struct pml_model *model, struct gd_out *out);

#endif
