/* emit-operation.h: declarations and options of operations with barriers, and what they hold. */
#ifndef PML_EMIT_OPERATION_H
#define PML_EMIT_OPERATION_H

#include "promela-backend/facts/model.h"

void pml_declare_operations(struct pml_model *model, struct gd_out *out);
void pml_emit_operations_reach(struct pml_model *model,
    struct gd_out *out); /* inline, before the checks */
void pml_operation_options(struct pml_model *model, struct gd_out *out, size_t mutator);

#endif
