/* emit-guide.h: models whose runs follow a guide. */
#ifndef PML_EMIT_GUIDE_H
#define PML_EMIT_GUIDE_H

#include "promela-backend/steps/event.h"

/* To be called after pool.pml was included. */
void pml_declare_guide(struct pml_model *model, struct gd_out *out);
/* What comes after LINE, in a d_step: the guide goes on, or the run is over. "": nothing. */
const char *pml_guide_text(struct pml_model *model, const struct pml_line *line);

#endif
