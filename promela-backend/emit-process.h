/* emit-process.h: the processes: one option a step and colour. */
#ifndef PML_EMIT_PROCESS_H
#define PML_EMIT_PROCESS_H

#include "promela-backend/facts/model.h"

void pml_declare_kinds(struct pml_model *model, struct gd_out *out);
void pml_emit_kinds(struct pml_model *model); /* inlines: the steps */
void pml_emit_processes(struct pml_model *model, struct gd_out *out);

#endif
