/* emit-property.h: checks of properties as Promela. */
#ifndef PML_EMIT_PROPERTY_H
#define PML_EMIT_PROPERTY_H

#include "promela-backend/facts/model.h"

void pml_emit_checks(struct pml_model *model, struct gd_out *out); /* declarations and inlines */
void pml_put_initial_checks(struct pml_model *model, struct gd_out *out);
void pml_put_final_checks(struct pml_model *model, struct gd_out *out);

#endif
