/* emit-line.h: lines of the model, and lines of the specification. */
#ifndef PML_EMIT_LINE_H
#define PML_EMIT_LINE_H

#include "promela-backend/facts/model.h"

/* `#line` to LOC in the specification; back to the model. */
void pml_line(struct gd_out *out, struct gd_loc loc);
void pml_line_back(struct pml_model *model, struct gd_out *out);

/* Each of LINES, which NULL ends, after PREFIX. */
void pml_put_lines(struct gd_out *out, const char *prefix, const char *const *lines);

#endif
