/* variables.h: variables that a model has and the specification has not. */
#ifndef PML_FACTS_VARIABLES_H
#define PML_FACTS_VARIABLES_H

#include "promela-backend/facts/model.h"

/* OLD with MORE variables; OLD itself, if there are none.  The caller makes them: they are at *ADDED. */
const struct ir_kernel *pml_with_more(struct pml_model *model, const struct ir_kernel *old,
    size_t more, struct ir_var ***added);
/* *AT gets a further variable, number INDEX: of the load that finds DST, with this SUFFIX in its name. */
const struct ir_var *pml_variable_of(struct pml_model *model, struct ir_var **at, size_t index,
    const struct ir_var *dst, const char *suffix, struct ir_type type);

#endif
