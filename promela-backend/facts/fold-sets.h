/* fold-sets.h: equal units of an idempotent kind are one. */
#ifndef PML_FACTS_FOLD_SETS_H
#define PML_FACTS_FOLD_SETS_H

#include "promela-backend/facts/model.h"

/* The merging kind of which somebody asks whether its units are over, or NULL; and what asks. */
const struct pml_kernel *pml_doubted(const struct pml_model *model);
bool pml_asks_of_doubted(const struct pml_model *model, const struct ir_expr *atom);
bool pml_asks_doubted(const struct pml_model *model, const struct ir_expr *expr);
bool pml_merges(struct pml_model *model, struct pml_kernel *kernel);
/* Units are left out of this model, and garbage is forgotten in it. */
bool pml_leaves_out_and_forgets(const struct pml_model *model);

#endif
