/* reach.h: reachable in the middle of a step. */
#ifndef PML_STEPS_REACH_H
#define PML_STEPS_REACH_H

#include "promela-backend/steps/step.h"

/* To be called when the step of an operation begins: notes what the operation has held until
 * now. */
void pml_note_held(struct pml_step *step);
/* Computes what is reachable at this moment of a step, if EXPR asks for it. */
void pml_reach_now(struct pml_step *step, const struct ir_expr *expr);

#endif
