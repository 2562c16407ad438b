/* at-rest.h: metadata between cycles. */
#ifndef CGEN_AT_REST_H
#define CGEN_AT_REST_H

#include "c-backend/emit.h"

/* The value that META of every object has between cycles. -1: it is not known. */
long cgen_at_rest(const struct ir_spec *spec, const struct ir_meta *meta);

#endif
