/* fold-claims.h: a unit is claimed in its first step. */
#ifndef PML_FACTS_FOLD_CLAIMS_H
#define PML_FACTS_FOLD_CLAIMS_H

#include "promela-backend/facts/model.h"

bool pml_claims_late(struct pml_model *model, const struct ir_kind *kind);

#endif
