/* plan.h: all facts of a model. */
#ifndef PML_FACTS_PLAN_H
#define PML_FACTS_PLAN_H

#include "promela-backend/facts/model.h"

/* Finds all facts about the model that its request asks for, or the reason why there is no
 * model. */
void pml_find_facts(struct pml_model *model);

#endif
