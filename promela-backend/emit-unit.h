/* emit-unit.h: a unit's first step and its last. */
#ifndef PML_EMIT_UNIT_H
#define PML_EMIT_UNIT_H

#include "promela-backend/facts/model.h"
#include "promela-backend/step.h"

/* The kernel of a unit has no more statements. */
void pml_finish_unit(struct pml_step *step);
/* Writes the beginning of a unit's step at PLACE. */
void pml_unit_header(struct pml_step *step, const struct pml_place *place);
/* Opens the buckets whose guards WRITES may have made true. */
void pml_begin_handshake(struct pml_model *model, const struct pml_kernel *kernel,
    struct gd_out *out);

#endif
