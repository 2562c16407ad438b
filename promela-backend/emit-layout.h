/* emit-layout.h: where things are in the model's memory, and what is there first. */
#ifndef PML_EMIT_LAYOUT_H
#define PML_EMIT_LAYOUT_H

#include "promela-backend/facts/model.h"

/* The locations of everything in memory, and the initial values. */
void pml_put_layout(struct pml_model *model, struct gd_out *out);
/* The macro ALL_STOPPED. */
void pml_put_all_stopped(struct pml_model *model, struct gd_out *out);
/* inlines: a cell is freed, and allocated */
void pml_put_cells(struct pml_model *model, struct gd_out *out);

#endif
