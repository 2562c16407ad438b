/* fold-doubts.h: a unit counts as left out as soon as one was emitted. */
#ifndef PML_FACTS_FOLD_DOUBTS_H
#define PML_FACTS_FOLD_DOUBTS_H

#include "promela-backend/facts/model.h"

/* Whether that is so in this model.  Its merged kinds must be known. */
bool pml_doubts_early(const struct pml_model *model);

#endif
