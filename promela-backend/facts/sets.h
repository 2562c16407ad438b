/* sets.h: sets of parts of the state: what steps write and checks read. */
#ifndef PML_FACTS_SETS_H
#define PML_FACTS_SETS_H

#include "promela-backend/facts/model.h"

void pml_set_add(struct pml_model *model, struct pml_set *set, enum pml_cell cell, size_t index);
void pml_set_join(struct pml_set *set, const struct pml_set *other);
bool pml_set_meets(const struct pml_set *a, const struct pml_set *b);
void pml_set_fill(struct pml_set *set);

#endif
