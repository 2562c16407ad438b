/* nonnull.h: which references cannot be null where. */
#ifndef PML_FACTS_NONNULL_H
#define PML_FACTS_NONNULL_H

#include "promela-backend/facts/model.h"

/* Finds the greatest solution: a parameter is never null if no emit can make it null. */
void pml_find_nonnull(struct pml_model *model);

#endif
