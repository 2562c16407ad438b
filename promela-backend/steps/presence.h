/* presence.h: which mutators are in the list of mutators, where mutators join and leave. */
#ifndef PML_STEPS_PRESENCE_H
#define PML_STEPS_PRESENCE_H

#include "promela-backend/steps/code.h"

const char *pml_listed(struct pml_model *model);
/* LISTED: the text of pml_listed at the beginning of the loop.  NULL: the loop begins in this
 * step. */
void pml_skip_absent(struct pml_code *code, const char *var, const char *listed);
/* MUTATOR's view of phases makes no difference while it does not exist. */
void pml_forget_phases(struct pml_code *code, const char *mutator);
struct pml_code *pml_forget_left(struct pml_model *model);

#endif
