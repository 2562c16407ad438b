/* emit-failure.h: what stands where something is wrong. */
#ifndef PML_EMIT_FAILURE_H
#define PML_EMIT_FAILURE_H

#include "promela-backend/facts/model.h"

/* The statement for a place where BUILTIN is broken: prints EVENT and fails.  If BUILTIN is not
 * requested but a folding relies on it, the folding fails.  NULL: nothing checks it. */
const char *pml_breach(const struct pml_model *model, enum ir_builtin_property builtin,
    const char *event);

#endif
