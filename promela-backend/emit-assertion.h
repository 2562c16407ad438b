/* emit-assertion.h: macros of what the model asserts of its foldings. */
#ifndef PML_EMIT_ASSERTION_H
#define PML_EMIT_ASSERTION_H

#include "promela-backend/facts/model.h"

void pml_declare_folds(struct pml_model *model, struct gd_out *out);

#endif
