/* fold-openings.h: a bucket opens in the step that lets it. */
#ifndef PML_FACTS_FOLD_OPENINGS_H
#define PML_FACTS_FOLD_OPENINGS_H

#include "promela-backend/facts/model.h"

/* Whether some mutator may allocate. */
bool pml_allocates(const struct pml_model *model);
bool pml_lists_objects(const struct ir_stmt *list);
bool pml_opens_at_once(struct pml_model *model, const struct ir_bucket *bucket);

#endif
