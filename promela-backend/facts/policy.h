/* policy.h: decisions that are left to the embedder. */
#ifndef PML_FACTS_POLICY_H
#define PML_FACTS_POLICY_H

#include "promela-backend/facts/model.h"

/* The question to a policy with which the step of PLACE begins.  NULL: it begins with something else. */
const struct ir_stmt *pml_ask_at(const struct pml_place *place);
/* Whether STMT is a question, and the access after it is in its step. */
bool pml_joins_access(const struct pml_model *model, const struct ir_stmt *stmt);

#endif
