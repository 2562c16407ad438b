/* emit-pool.h: declarations and options of units in the pool and in buffers. */
#ifndef PML_EMIT_POOL_H
#define PML_EMIT_POOL_H

#include "promela-backend/facts/model.h"

void pml_declare_buffers(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel);
void pml_merge_check_new(struct pml_model *model,
    struct gd_out *out); /* in allocate_cell(a_object) */
void pml_flush_options(struct pml_model *model, struct gd_out *out);

#endif
