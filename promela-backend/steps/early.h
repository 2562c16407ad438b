/* early.h: loads that are done before their place (facts/early.c). */
#ifndef PML_STEPS_EARLY_H
#define PML_STEPS_EARLY_H

#include "promela-backend/steps/op.h"
#include "promela-backend/steps/step.h"

/* Writes that no load of KERNEL is done early, but for those of which LIVE has the variables. */
void pml_forget_early(struct pml_code *code, const struct pml_kernel *kernel, uint64_t live);
/* The same for the loads in the body of the loop NODE, whose next round begins, if their addresses are those of a
 * round. */
void pml_forget_round(struct pml_step *step, const struct pml_node *node);
/* Whether one may be done just before NODE: then the token waits there. */
bool pml_issues_before(const struct pml_step *step, const struct pml_node *node);
/* Writes NODE's statement with PUT: a load that was early takes what it has found; and whatever is done now
 * drops what was found too early. */
void pml_put_op(struct pml_step *step, const struct pml_node *node, pml_op_function *put);
/* Writes that whatever NODE does drops what was found too early. */
void pml_drop_early(struct pml_step *step, const struct pml_node *node);
/* Writes that early load NUMBER is done here, before NODE. */
void pml_issue_early(struct pml_step *step, const struct pml_node *node, size_t number);
/* The further steps of PLACE, which are built. */
void pml_put_load_steps(const struct pml_place *place, pml_inlines *inlines);
/* When it can be, if no late load waits. */
pml_load_guard pml_may_issue;
/* Of a load that is not done.  One value, so that no two states differ in it. */
const char *pml_no_value(const struct ir_var *value, struct pml_model *model);

#endif
