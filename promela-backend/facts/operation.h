/* operation.h: what barriers make of a mutator's store or allocation: operations, and what they
 * keep. */
#ifndef PML_FACTS_OPERATION_H
#define PML_FACTS_OPERATION_H

#include "promela-backend/facts/model.h"

/* An allocation keeps the number of the root that the new object is for. */
bool pml_remembers_root(const struct pml_model *model);
void pml_plan_operations(struct pml_model *model);
/* What an operation holds may be asked for while a kernel is in the middle of a step. */
bool pml_keeps_variables(const struct pml_model *model);
void pml_note_new_cell(struct pml_model *model, struct pml_set *writes);

#endif
