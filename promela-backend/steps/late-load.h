/* late-load.h: loads that are done after their place (facts/late-load.c). */
#ifndef PML_STEPS_LATE_LOAD_H
#define PML_STEPS_LATE_LOAD_H

#include "promela-backend/steps/step.h"

/* Writes that no load of KERNEL is done early and none is late, but for those of which LIVE has the variables. */
void pml_forget_loads(struct pml_code *code, const struct pml_kernel *kernel, uint64_t live);
/* Whether NODE is a load that may be late: then the token waits there. */
bool pml_is_late_load(const struct pml_step *step, const struct pml_node *node);
/* When a load waits that must be done before NODE; NULL: never. */
const char *pml_waits_before(struct pml_step *step, const struct pml_node *node);
/* " && …", or "": all that must be done before the step from PLACE is.  NAMES: as pml_load_guard has them. */
const char *pml_needs_no_load(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *const *names);

/* Writes that the load at NODE is passed by; and that late load NUMBER is done. */
void pml_postpone(struct pml_step *step, const struct pml_node *node);
void pml_do_late_load(struct pml_step *step, size_t number);
/* Writes that the references that are live before NODE only for late loads are null if these do not wait. */
void pml_drop_references(struct pml_step *step, const struct pml_node *node);
/* The references that are live at PLACE only for late loads. */
uint64_t pml_only_late(const struct pml_kernel *kernel, const struct pml_place *place);
/* When all of VARS, which are some of these at the place of STEP, are still there. */
const char *pml_is_kept(struct pml_step *step, uint64_t vars);
/* When it can be; and when a load can be early. */
pml_load_guard pml_may_postpone, pml_is_waiting, pml_may_be_early;

#endif
