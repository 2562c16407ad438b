/* emit-late.h: windows of workers, and the choice of who takes a unit: Note [Late stores]. */
#ifndef PML_EMIT_LATE_H
#define PML_EMIT_LATE_H

#include "promela-backend/emit-option.h"
#include "promela-backend/facts/model.h"

/* Before the memory module: the threads with windows. */
void pml_declare_late_memory(struct pml_model *model, struct gd_out *out);
/* After the kinds: who has which window, and the units that only one worker can take. */
void pml_declare_late(struct pml_model *model, struct gd_out *out);
/* " && …": UNIT of the pool can be taken by a worker that holds nothing back. */
const char *pml_may_take_afresh(struct pml_model *model, const struct pml_kernel *kernel,
    size_t unit);
/* Adds to CHOICE that workers with windows take UNIT, for which GUARD says that it is there.  PICK is its number;
 * IN_POOL: it is in no buffer. */
void pml_choose_windows(struct pml_model *model, const struct pml_kernel *kernel,
    struct pml_choice *choice, size_t pick, size_t unit, bool in_pool, const char *guard,
    const char *comment);
/* " + …": workers without a unit whose last unit was of KIND. */
const char *pml_and_resting(struct pml_model *model, const struct ir_kind *kind);

#endif
