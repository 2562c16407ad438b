/* walk.h: ways through a kernel. */
#ifndef PML_STEPS_WALK_H
#define PML_STEPS_WALK_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

void pml_go_to(struct pml_step *step, const struct pml_node *node, enum pml_point point);
/* The access at NODE is what this step does: goes on to the next one. */
void pml_walk_after(struct pml_step *step, const struct pml_node *node);
/* Statements without shared access: the fill of a bucket, bodies of an inlined if or for. */
void pml_inline_list(struct pml_step *step, const struct ir_stmt *list);
/* Calls GO_ON with a store if the mutator's window has room.  Otherwise the mutator waits at
 * NODE. */
void pml_hold_back(struct pml_step *step, const struct pml_node *node, enum pml_point point,
    void (*go_on)(struct pml_step *step, const struct pml_node *node));
/* A folding leaves out the state in which a mutator would wait at this place.  Checks what had to
 * be true of it. */
void pml_pass_through(struct pml_step *step, const struct pml_node *node, enum pml_point point);
/* Sets the variables of the place at which the mutator's next step begins. */
void pml_resume_operation(struct pml_step *step, const struct pml_place *place);
/* Writes the step from PLACE to its end. */
void pml_step_body(struct pml_step *step, const struct pml_place *place);
/* Writes the walk from the beginning of KERNEL, or from the end of its barrier. */
void pml_walk_kernel(struct pml_step *step);

#endif
