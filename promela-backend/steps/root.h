/* root.h: the roots of mutators. */
#ifndef PML_STEPS_ROOT_H
#define PML_STEPS_ROOT_H

#include "promela-backend/steps/code.h"

/* "FIRST_ROOT + 3": where the ROOT of MUTATOR is. */
const char *pml_root_at(struct pml_model *model, size_t mutator, int root);
void pml_set_root(struct pml_code *code, size_t mutator, int root, const char *value);

#endif
