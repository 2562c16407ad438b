/* emit-presence.h: mutators that join and leave, the one that stands for the heap's own roots,
 * and what one mutator takes from another's roots. */
#ifndef PML_EMIT_PRESENCE_H
#define PML_EMIT_PRESENCE_H

#include "promela-backend/facts/model.h"
#include "promela-backend/step.h"

void pml_declare_presence(struct pml_model *model);
const char *pml_listed(struct pml_model *model);
/* LISTED: the text of pml_listed at the beginning of the loop.  NULL: the loop begins in this
 * step. */
void pml_skip_absent(struct pml_step *step, const char *var, const char *listed);
/* MUTATOR's view of phases makes no difference while it does not exist. */
void pml_forget_phases(struct pml_model *model, const char *mutator);
void pml_emit_presence(struct pml_model *model); /* inlines */

#endif
