/* emit-fold.h: the foldings of a model, as its header names them. */
#ifndef PML_EMIT_FOLD_H
#define PML_EMIT_FOLD_H

#include "promela-backend/facts/model.h"

void pml_describe_folds(struct pml_model *model, struct gd_out *out); /* for the header comment */

#endif
