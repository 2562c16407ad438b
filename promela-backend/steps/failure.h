/* failure.h: what is done where something is wrong. */
#ifndef PML_STEPS_FAILURE_H
#define PML_STEPS_FAILURE_H

#include "promela-backend/steps/code.h"

/* Where CONDITION holds, BUILTIN is broken: prints LINE, and the model fails.  Where it is not requested
 * and a folding relies on it the folding is not sound; else the state is not checked. */
void pml_breach_when(struct pml_code *code, enum ir_builtin_property builtin, const char *condition,
    struct pml_line line);
/* Where CONDITION holds, a folding is not sound. */
void pml_fold_fails_when(struct pml_code *code, const char *condition);

#endif
