/* emit-property.h: checks of properties, and what comes after each step. */
#ifndef PML_EMIT_PROPERTY_H
#define PML_EMIT_PROPERTY_H

#include "promela-backend/facts/model.h"

void pml_emit_checks(struct pml_model *model); /* declarations and inlines */
void pml_after_step(struct pml_model *model, struct gd_out *out, struct pml_set *writes);
/* To be called when no unit is left out any more: checks whether what must happen some time is true
 * now. */
void pml_check_seen(struct pml_model *model, struct gd_out *out);
/* Checks in the middle of a step with WRITES, for a state that a folding leaves out. */
void pml_checks_between(struct pml_model *model, struct gd_out *out, const struct pml_set *writes);
void pml_initial_checks(struct pml_model *model, struct gd_out *out);
void pml_final_checks(struct pml_model *model, struct gd_out *out);
void pml_open_at_once(struct pml_model *model, struct gd_out *out, struct pml_set *writes);

#endif
