/* fold-sets.h: equal units of an idempotent kind are one. */
#ifndef PML_FACTS_FOLD_SETS_H
#define PML_FACTS_FOLD_SETS_H

#include "promela-backend/facts/model.h"

/* The merged kind of which kernels or an `eventually' ask whether its units are over; NULL: there
 * is none.  And whether a formula asks that. */
const struct pml_kernel *pml_doubted(const struct pml_model *model);
bool pml_asks_of_doubted(const struct pml_model *model, const struct ir_expr *atom);
bool pml_asks_doubted(const struct pml_model *model, const struct ir_expr *expr);
bool pml_merges(struct pml_model *model, struct pml_kernel *kernel);
/* If units of KIND may be left out: how many values the metadata has that they access; else 0. */
long pml_left_out_values(const struct ir_kind *kind);
/* A unit of KIND was left out when the metadata had VALUE: marks in REACHED, a character for each point,
 * what it would have reached. */
void pml_run_left_out(const struct ir_kind *kind, long value, char *reached);
/* Whether this model both leaves out units and forgets garbage. */
bool pml_leaves_out_and_forgets(const struct pml_model *model);

#endif
