/* apart.h: what is a step of its own, as somebody may ask in between: emits, ends of units. */
#ifndef PML_FACTS_APART_H
#define PML_FACTS_APART_H

#include "promela-backend/facts/model.h"

/* That a unit of KIND has ended can be told from its last access: a step of its own. */
bool pml_ends_apart(const struct pml_model *model, const struct ir_kind *kind);
/* Finds the emits of KERNEL that are steps of their own, not one with what is before them. */
void pml_set_emits_apart(const struct pml_model *model, struct pml_kernel *kernel);

#endif
