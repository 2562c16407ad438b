/* apart.h: emits and ends of units that are steps of their own, because others may read the state in
 * between. */
#ifndef PML_FACTS_APART_H
#define PML_FACTS_APART_H

#include "promela-backend/facts/model.h"

/* Whether others can distinguish the end of a unit of KIND from its last access.  Then the end is a
 * step of its own. */
bool pml_ends_apart(const struct pml_model *model, const struct ir_kind *kind);
/* Finds the emits of KERNEL that are steps of their own. */
void pml_set_emits_apart(const struct pml_model *model, struct pml_kernel *kernel);

#endif
