/* presence.h: steps that look at who is there, where mutators join and leave. */
#ifndef PML_STEPS_PRESENCE_H
#define PML_STEPS_PRESENCE_H

#include "promela-backend/steps/code.h"

const char *pml_listed(struct pml_model *model);
/* LISTED: the text of what pml_listed was then; NULL: it begins in this very step. */
void pml_skip_absent(struct pml_code *code, const char *var, const char *listed);
/* What it has seen of phases makes no difference when MUTATOR is not there. */
void pml_forget_phases(struct pml_code *code, const char *mutator);
struct pml_code *pml_forget_left(struct pml_model *model);

#endif
