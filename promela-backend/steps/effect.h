/* effect.h: the rows of effects.def. */
#ifndef PML_STEPS_EFFECT_H
#define PML_STEPS_EFFECT_H

#include "promela-backend/steps/code.h"

const char *const *pml_copied_arguments(struct pml_model *model, enum pml_effect effect,
    const char *const *arguments);
bool pml_are_same_arguments(enum pml_effect effect, const char *const *a, const char *const *b);
/* EFFECT of this object with these arguments, as Promela; "" when it has no text. */
const char *pml_effect_text(struct pml_model *model, enum pml_effect effect,
    const struct pml_object *of, const char *const *arguments);

#endif
