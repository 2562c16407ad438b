/* emit-failure.h: what stands where something is wrong. */
#ifndef PML_EMIT_FAILURE_H
#define PML_EMIT_FAILURE_H

#include "promela-backend/facts/model.h"

/* What is done where BUILTIN is broken: EVENT, and the model fails.  Where it is not requested and a
 * folding relies on it the folding is not sound; else NULL: nobody looks. */
const char *pml_breach(const struct pml_model *model, enum ir_builtin_property builtin,
    const char *event);

#endif
