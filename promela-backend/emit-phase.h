/* emit-phase.h: phases, and what each mutator has seen of them. */
#ifndef PML_EMIT_PHASE_H
#define PML_EMIT_PHASE_H

#include "promela-backend/facts/model.h"

void pml_declare_phases(struct pml_model *model, struct gd_out *out);
void pml_emit_phases(struct pml_model *model, struct gd_out *out); /* inlines */
void pml_phase_options(struct pml_model *model, struct gd_out *out);

#endif
