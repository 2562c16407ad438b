/* emit-releaser.h: buckets that open, cycles that begin and end, the last step. */
#ifndef PML_EMIT_RELEASER_H
#define PML_EMIT_RELEASER_H

#include "promela-backend/facts/model.h"

void pml_declare_releaser(struct pml_model *model);
void pml_emit_openings(struct pml_model *model); /* inlines of PML_FOLD_OPENINGS */
void pml_emit_releaser(struct pml_model *model);
void pml_releaser_options(struct pml_model *model);

#endif
