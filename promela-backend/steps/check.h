/* check.h: checks of properties, and what comes after each step. */
#ifndef PML_STEPS_CHECK_H
#define PML_STEPS_CHECK_H

#include "promela-backend/steps/code.h"

extern const char *const pml_binder_variable[PML_MAX_BINDERS];
struct pml_code *pml_check_code(struct pml_model *model, const struct pml_check *check);
/* CODE is a step as a whole, the inline HEAD: after it come the buckets that it lets open, and the
 * checks of what it writes. */
void pml_put_step(pml_inlines *inlines, struct pml_code *code, const char *head);
/* To be called when no unit is left out any more: checks whether what must happen some time is true
 * now. */
void pml_check_seen(struct pml_code *code);
/* Checks in the middle of a step with WRITES, for a state that a folding leaves out. */
void pml_checks_between(struct pml_code *code, const struct pml_set *writes);
void pml_initial_checks(struct pml_code *code);
void pml_final_checks(struct pml_code *code);

#endif
