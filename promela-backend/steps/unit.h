/* unit.h: a unit's first step and its last. */
#ifndef PML_STEPS_UNIT_H
#define PML_STEPS_UNIT_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

/* The kernel of a unit has no more statements. */
void pml_finish_unit(struct pml_step *step);
/* Writes the beginning of a unit's step at PLACE. */
void pml_unit_header(struct pml_step *step, const struct pml_place *place);
/* All steps of units: claims, flushes, and those of their kernels, which are built. */
void pml_unit_steps(struct pml_model *model, pml_inlines *inlines);

#endif
