/* fold-roots.h: the root of a new object is set in the last step of `allocated'. */
#ifndef PML_FACTS_FOLD_ROOTS_H
#define PML_FACTS_FOLD_ROOTS_H

#include "promela-backend/facts/model.h"

bool pml_roots_are_seen(struct pml_model *model);

#endif
