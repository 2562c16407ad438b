/* action.h: what mutators do, those of scripts and those of the most general client. */
#ifndef PML_STEPS_ACTION_H
#define PML_STEPS_ACTION_H

#include "promela-backend/steps/code.h"

/* Writes that MUTATOR requests CYCLE and waits for its end. */
void pml_begin_collect(struct pml_code *code, size_t mutator, const struct ir_cycle *cycle);
const char *pml_may_join(struct pml_model *model, size_t mutator);
void pml_join(struct pml_code *code, size_t mutator);
void pml_leave(struct pml_code *code, size_t mutator);
/* Writes that MUTATOR's ROOT gets the reference in GIVER's root FROM, and that `received'
 * begins. */
void pml_begin_receive(struct pml_code *code, size_t mutator, int root, size_t giver, int from);
/* Writes that MUTATOR pins the object in its root FROM: `pinned' begins, unless the root is null.  The collector
 * has this barrier. */
void pml_begin_pin(struct pml_code *code, size_t mutator, int from, struct gd_loc loc);
/* "!op_at[m] && …": MUTATOR is at a yield point and runs. */
const char *pml_may_act(struct pml_model *model, size_t mutator);

#endif
