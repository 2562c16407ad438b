/* releaser.h: buckets that open, cycles that begin and end, the last step. */
#ifndef PML_STEPS_RELEASER_H
#define PML_STEPS_RELEASER_H

#include "promela-backend/steps/machine.h"

/* The rule by which BUCKET opens. */
enum pml_rule pml_opening_rule(const struct ir_bucket *bucket);
/* What is put after other steps: buckets that open at once. */
void pml_openings(struct pml_model *model, pml_inlines *inlines);
void pml_releaser_steps(struct pml_model *model, pml_inlines *inlines);

#endif
