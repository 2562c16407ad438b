/* reach.h: reachable in the middle of a step. */
#ifndef PML_STEPS_REACH_H
#define PML_STEPS_REACH_H

#include "promela-backend/steps/step.h"

/* The step of an operation begins: what the operation has held until now. */
void pml_note_held(struct pml_step *step);
/* In the middle of a step: finds what is reachable at this moment, if EXPR asks. */
void pml_reach_now(struct pml_step *step, const struct ir_expr *expr);

#endif
