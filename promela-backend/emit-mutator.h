/* emit-mutator.h: mutators with their scripts, and the environment. */
#ifndef PML_EMIT_MUTATOR_H
#define PML_EMIT_MUTATOR_H

#include "promela-backend/facts/model.h"

void pml_mutator_processes(struct pml_model *model, struct gd_out *out);

#endif
