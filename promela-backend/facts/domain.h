/* domain.h: how many there are of what the scenario has: roots, and what a quantifier ranges
 * over. */
#ifndef PML_FACTS_DOMAIN_H
#define PML_FACTS_DOMAIN_H

#include "promela-backend/facts/model.h"

/* How many roots mutator M has, and the number of its first root. */
size_t pml_root_count(const struct pml_model *model, size_t mutator);
size_t pml_first_root(const struct pml_model *model, size_t mutator);
/* Numbers that a binder over DOMAIN takes. */
/* How many elements a quantifier has at most, and the text of one.  NULL: this mutator has fewer
 * roots. */
size_t pml_domain_size(const struct pml_model *model, const struct ir_expr *quantifier);
/* The largest number of roots of a mutator, and at least 1. */
size_t pml_most_roots(const struct pml_model *model);

#endif
