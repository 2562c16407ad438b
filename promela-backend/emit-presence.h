/* emit-presence.h: mutators that join and leave, the one that stands for the heap's own roots,
 * and what one mutator takes from another's roots. */
#ifndef PML_EMIT_PRESENCE_H
#define PML_EMIT_PRESENCE_H

#include "promela-backend/facts/model.h"
#include "promela-backend/step.h"

void pml_declare_presence(struct pml_model *model);
const char *pml_listed(struct pml_model *model);
/* LISTED: the text of what pml_listed was then; NULL: it begins in this very step. */
void pml_skip_absent(struct pml_step *step, const char *var, const char *listed);
/* What it has seen of phases makes no difference when MUTATOR is not there. */
void pml_forget_phases(struct pml_model *model, const char *mutator);
void pml_emit_presence(struct pml_model *model); /* inlines */

#endif
