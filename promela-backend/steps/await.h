/* await.h: when a unit that waits for the value of a location goes on. */
#ifndef PML_STEPS_AWAIT_H
#define PML_STEPS_AWAIT_H

#include "promela-backend/steps/code.h"

/* The condition under which the load at PLACE, of a unit whose variables have the values NAMES (by index of the
 * variable), can be done.  PLACE is that of a load that waits. */
const char *pml_await_guard(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *const *names);
/* The step after which no other worker takes up a unit. */
void pml_await_steps(struct pml_model *model, pml_inlines *inlines);

#endif
