/* asked.h: what the condition of an `assert' has read. */
#ifndef PML_STEPS_ASKED_H
#define PML_STEPS_ASKED_H

#include "promela-backend/steps/step.h"

/* Prints the kernel's variables in CONDITION, and phases as its mutator sees them. */
void pml_tell_asked(struct pml_step *step, const struct ir_expr *condition);

#endif
