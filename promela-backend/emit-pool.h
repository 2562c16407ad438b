/* emit-pool.h: units: emitted, buffered, flushed, taken. */
#ifndef PML_EMIT_POOL_H
#define PML_EMIT_POOL_H

#include "promela-backend/facts/model.h"
#include "promela-backend/step.h"

void pml_declare_buffers(struct pml_model *model, const struct pml_kernel *kernel);
void pml_drop_copies(struct pml_step *step);       /* of the unit that has just run */
void pml_merge_check_new(struct pml_model *model); /* in allocate_cell(a_object) */
void pml_emit_pool(struct pml_model *model);       /* inlines: emit, buffer, take, flush */
void pml_flush_options(struct pml_model *model);

/* A worker takes the unit that was picked. */
void pml_take_unit(struct pml_model *model, struct gd_out *out, const struct pml_kernel *kernel);

#endif
