/* emit-region.h: the tables of regions. */
#ifndef PML_EMIT_REGION_H
#define PML_EMIT_REGION_H

#include "promela-backend/facts/model.h"

/* On which regions each cell lies, and which regions lie in which: Note [Regions] in facts/region.c. */
void pml_put_regions(struct pml_model *model, struct gd_out *out);

#endif
