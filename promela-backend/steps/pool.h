/* pool.h: units: emitted, buffered, flushed, taken. */
#ifndef PML_STEPS_POOL_H
#define PML_STEPS_POOL_H

#include "promela-backend/steps/code.h"

/* A worker takes the unit that was picked. */
void pml_take_unit(struct pml_code *code, const struct pml_kernel *kernel);
/* The copies of UNIT in the mutators' buffers are left out; PREFIX: of its parameters' names. */
void pml_drop_copies(struct pml_code *code, const struct pml_kernel *kernel, const char *unit,
    const char *prefix);
/* emit_k(…), buffer_k(…), flush_k(…), flush_mutator(): what steps call. */
void pml_pool_inlines(struct pml_model *model, pml_inlines *inlines);

#endif
