/* colour.h: the values of a token's live variables as one number. */
#ifndef PML_STEPS_COLOUR_H
#define PML_STEPS_COLOUR_H

#include "promela-backend/steps/code.h"

/* "v_o, v_s": the unit's parameters, or the variables that LIVE names. */
const char *pml_variables(const struct pml_model *model, const struct pml_kernel *kernel,
    uint64_t live, const char *prefix);
const char *pml_unit_args(struct pml_model *model, const struct pml_kernel *kernel,
    const char *prefix);
/* The colour of LIVE as a number, of names that begin with PREFIX. */
const char *pml_colour(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, const char *prefix);
/* By variable that is live at PLACE: its value, if the colour there is COLOUR, an expression. */
const char *const *pml_values_in(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *colour);
/* Sets the variables in LIVE from the colour that was picked. */
void pml_decode(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, struct pml_code *code);

/* The number of a unit whose parameters have names that begin with PREFIX: the index of its
 * counter.  And the number of a token that waits at PLACE.  If there are several variables, a macro
 * computes it. */
const char *pml_unit_number(struct pml_model *model, const struct pml_kernel *kernel,
    const char *prefix);
const char *pml_colour_number(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place);

#endif
