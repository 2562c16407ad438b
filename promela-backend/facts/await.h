/* await.h: units that wait in the middle of their kernel (await.c). */
#ifndef PML_FACTS_AWAIT_H
#define PML_FACTS_AWAIT_H

#include "promela-backend/facts/model.h"

/* Whether some kernel has a load that waits. */
bool pml_has_awaits(const struct pml_model *model);
/* Whether a unit of KERNEL waits in its first step. */
bool pml_waits_first(const struct ir_kernel *kernel);
/* Whether a unit at PLACE waits for its load. */
bool pml_is_await(const struct pml_place *place);
/* The same, or for the stop of the mutators. */
bool pml_is_wait(const struct pml_place *place);

#endif
