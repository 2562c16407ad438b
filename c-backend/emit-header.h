/* emit-header.h: x-names.h and x-attrs.h. */
#ifndef CGEN_EMIT_HEADER_H
#define CGEN_EMIT_HEADER_H

#include "c-backend/emit.h"

void cgen_header(struct cgen *c, struct gd_out *out);
void cgen_header_attribute(const struct ir_spec *spec, struct gd_out *out);
void cgen_attributes(struct cgen *c, struct gd_out *out);
void cgen_attributes_end(struct cgen *c, struct gd_out *out);

#endif
