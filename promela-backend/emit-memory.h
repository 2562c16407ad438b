/* emit-memory.h: the windows of mutators in which stores wait (memory-buffers.pml).
 * facts/memory.c says whose stores do. */
#ifndef PML_EMIT_MEMORY_H
#define PML_EMIT_MEMORY_H

#include "promela-backend/facts/model.h"

void pml_declare_memory(struct pml_model *model, struct gd_out *out);
void pml_emit_memory(struct pml_model *model, struct gd_out *out); /* inlines, before the checks */
void pml_memory_options(struct pml_model *model, struct gd_out *out);

#endif
