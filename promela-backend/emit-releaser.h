/* emit-releaser.h: declarations and options of buckets and cycles, and how runs end. */
#ifndef PML_EMIT_RELEASER_H
#define PML_EMIT_RELEASER_H

#include "promela-backend/facts/model.h"

void pml_declare_releaser(struct pml_model *model, struct gd_out *out);
void pml_releaser_options(struct pml_model *model, struct gd_out *out);

#endif
