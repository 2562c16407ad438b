/* reference.h: references as numbers of the model: 0 … OBJECTS-1 objects, OBJECTS null, then the tags. */
#ifndef PML_FACTS_REFERENCE_H
#define PML_FACTS_REFERENCE_H

#include "promela-backend/facts/model.h"

/* The number in the model of what has KNOWN as its number in the IR, as a value of TYPE. */
long pml_known(const struct pml_model *model, const struct ir_type *type, long known);
/* How many values a reference of TYPE can have: all objects, null, and the tags up to its last one. */
size_t pml_references(const struct pml_model *model, const struct ir_type *type);
bool pml_has_references(const struct pml_model *model);

#endif
