/* memory.h: stores that wait in windows of mutators, and the steps that perform them. */
#ifndef PML_STEPS_MEMORY_H
#define PML_STEPS_MEMORY_H

#include "promela-backend/steps/code.h"

/* performed(at, value): what the memory module calls when a store reaches memory. */
void pml_performed_inlines(struct pml_model *model, pml_inlines *inlines);
void pml_memory_steps(struct pml_model *model, pml_inlines *inlines);

#endif
