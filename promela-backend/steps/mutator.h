/* mutator.h: the steps of mutators with their scripts, and of the environment. */
#ifndef PML_STEPS_MUTATOR_H
#define PML_STEPS_MUTATOR_H

#include "promela-backend/steps/code.h"

void pml_mutator_steps(struct pml_model *model, pml_inlines *inlines);
void pml_environment_steps(struct pml_model *model, pml_inlines *inlines);

#endif
