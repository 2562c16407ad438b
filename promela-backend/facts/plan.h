/* plan.h: all facts of a model. */
#ifndef PML_FACTS_PLAN_H
#define PML_FACTS_PLAN_H

#include "promela-backend/facts/model.h"

/* All that is known of the model that its request asks for, or why there is none. */
void pml_find_facts(struct pml_model *model);

#endif
