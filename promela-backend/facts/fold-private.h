/* fold-private.h: loads of roots, and stores that are held back, are no steps of their own. */
#ifndef PML_FACTS_FOLD_PRIVATE_H
#define PML_FACTS_FOLD_PRIVATE_H

#include "promela-backend/facts/model.h"

void pml_plan_private(struct pml_model *model, struct pml_kernel *kernel);
/* Whether stores of an operation that its mutator holds back join the step before. */
bool pml_folds_stores(const struct pml_model *model, const struct pml_kernel *kernel);

#endif
