/* listed.h: loops over mutators meet those that are in the list when they begin. */
#ifndef PML_FACTS_LISTED_H
#define PML_FACTS_LISTED_H

#include "promela-backend/facts/model.h"

/* A loop over mutators visits those that are in the list when it begins.  Adds variables that
 * remember them. */
const struct ir_kernel *pml_with_listed(struct pml_model *model, struct pml_kernel *kernel);

#endif
