/* emit-machine.h: macros for the states of runtime/src/gcrt-machine.def. */
#ifndef PML_EMIT_MACHINE_H
#define PML_EMIT_MACHINE_H

#include "promela-backend/facts/model.h"

/* For the states of a bucket, and of a kind. */
void pml_declare_bucket_states(struct pml_model *model, struct gd_out *out,
    const struct ir_bucket *bucket);
void pml_declare_kind_states(struct pml_model *model, struct gd_out *out,
    const struct ir_kind *kind);

#endif
