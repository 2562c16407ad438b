/* emit-walk.h: ways through a kernel. */
#ifndef PML_EMIT_WALK_H
#define PML_EMIT_WALK_H

#include "promela-backend/facts/model.h"
#include "promela-backend/step.h"

void pml_go_to(struct pml_step *step, const struct pml_node *node, enum pml_point point);
/* Statements without shared access: the fill of a bucket, bodies of an inlined if or for. */
void pml_inline_list(struct pml_step *step, const struct ir_stmt *list);
/* GO_ON with a store when the mutator's window has room, else wait at NODE for it. */
void pml_hold_back(struct pml_step *step, const struct pml_node *node, enum pml_point point,
    void (*go_on)(struct pml_step *step, const struct pml_node *node));
/* A folding leaves out the state in which a mutator waits there: what had to be true of it. */
void pml_pass_through(struct pml_step *step, const struct pml_node *node, enum pml_point point);
/* What a mutator does next begins in the place that it is in: its variables. */
void pml_resume_operation(struct pml_step *step, const struct pml_place *place);
/* From PLACE to wherever the step ends. */
void pml_step_body(struct pml_step *step, const struct pml_place *place);
/* From the beginning of KERNEL, or behind its barrier's last statement. */
void pml_walk_kernel(struct pml_step *step);

#endif
