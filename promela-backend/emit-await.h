/* emit-await.h: units that wait, and no further worker. */
#ifndef PML_EMIT_AWAIT_H
#define PML_EMIT_AWAIT_H

#include "compiler/base/out.h"
#include "promela-backend/facts/model.h"

void pml_declare_awaits(struct pml_model *model, struct gd_out *out);
void pml_await_option(struct pml_model *model, struct gd_out *out);
/* The condition that a worker can take up a unit of KERNEL; MUTATOR, if the kind is `on m': or that this mutator
 * runs it. " && …" or "". */
const char *pml_has_worker(struct pml_model *model, const struct pml_kernel *kernel,
    const size_t *mutator);

#endif
