/* emit-coverage.h: flags for the points of the specification that a search reaches. */
#ifndef PML_EMIT_COVERAGE_H
#define PML_EMIT_COVERAGE_H

#include "promela-backend/facts/model.h"

void pml_declare_coverage(struct pml_model *model, struct gd_out *out);
void pml_begin_coverage(struct pml_model *model, struct gd_out *out); /* in the first step */

#endif
