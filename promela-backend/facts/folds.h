/* folds.h: which foldings are sound here. */
#ifndef PML_FACTS_FOLDS_H
#define PML_FACTS_FOLDS_H

#include "promela-backend/facts/model.h"

void pml_plan_folds(struct pml_model *model);

#endif
