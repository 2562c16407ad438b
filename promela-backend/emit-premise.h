/* emit-premise.h: flags that say whether a property ever says anything. */
#ifndef PML_EMIT_PREMISE_H
#define PML_EMIT_PREMISE_H

#include "promela-backend/facts/model.h"

void pml_emit_premises(struct pml_model *model, struct gd_out *out); /* declarations and inlines */
void pml_begin_premises(struct pml_model *model, struct gd_out *out);

#endif
