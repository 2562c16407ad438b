/* property.h: properties as checks, and what these read. */
#ifndef PML_FACTS_PROPERTY_H
#define PML_FACTS_PROPERTY_H

#include "promela-backend/facts/model.h"

void pml_plan_properties(struct pml_model *model);
/* Whether CHECK reads something in WRITES. */
bool pml_is_affected(const struct pml_model *model, const struct pml_check *check,
    const struct pml_set *writes);
bool pml_has_checks(const struct pml_model *model, const struct pml_set *writes);

/* After a step that WRITES other objects may be reachable. */
bool pml_changes_reachable(struct pml_model *model, const struct pml_set *writes);

#endif
