/* emit-outcome.h: models that tell how their runs end, instead of looking for one that is
 * wrong. */
#ifndef PML_EMIT_OUTCOME_H
#define PML_EMIT_OUTCOME_H

#include "promela-backend/facts/model.h"

/* What runs end with, for tests. */
void pml_declare_outcomes(struct pml_model *model, struct gd_out *out);
void pml_put_outcome(struct pml_model *model, struct gd_out *out, const char *how);

#endif
