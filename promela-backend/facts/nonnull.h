/* nonnull.h: which references cannot be null where. */
#ifndef PML_FACTS_NONNULL_H
#define PML_FACTS_NONNULL_H

#include "promela-backend/facts/model.h"

/* The greatest solution: a parameter is not null when no emit can make it so. */
void pml_find_nonnull(struct pml_model *model);

#endif
