/* emit-code.h: steps as Promela. */
#ifndef PML_EMIT_CODE_H
#define PML_EMIT_CODE_H

#include "promela-backend/steps/code.h"

void pml_put_code(const struct pml_code *code, struct gd_out *out);
/* Each as an inline. */
void pml_put_inlines(struct gd_out *out, const pml_inlines *inlines);

#endif
