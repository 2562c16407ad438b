/* operation.h: what barriers make of a mutator's store or allocation: operations, and what they
 * keep. */
#ifndef PML_FACTS_OPERATION_H
#define PML_FACTS_OPERATION_H

#include "promela-backend/facts/model.h"

/* Whether an allocation keeps the number of the root for the new object. */
bool pml_remembers_root(const struct pml_model *model);
/* The largest number of roots, or of numbers, that a script has. */
size_t pml_most_targets(const struct pml_model *model);
void pml_plan_operations(struct pml_model *model);
/* Whether the objects that an operation holds may be asked for in the middle of a kernel's step. */
bool pml_keeps_variables(const struct pml_model *model);

#endif
