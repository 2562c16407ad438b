/* emit-presence.h: mutators that join and leave, the one that stands for the heap's own roots,
 * and what one mutator takes from another's roots. */
#ifndef PML_EMIT_PRESENCE_H
#define PML_EMIT_PRESENCE_H

#include "promela-backend/facts/model.h"

void pml_declare_presence(struct pml_model *model, struct gd_out *out);
void pml_emit_presence(struct pml_model *model, struct gd_out *out); /* inlines */

#endif
