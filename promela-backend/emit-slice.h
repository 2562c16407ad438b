/* emit-slice.h: variables that nothing reads are no part of the state. */
#ifndef PML_EMIT_SLICE_H
#define PML_EMIT_SLICE_H

#include "promela-backend/facts/model.h"

/* Finds the variables that no step of TEXT reads (TEXT is the model without the canonical form), and
 * keeps them in model->unread. */
void pml_find_unread(struct pml_model *model, const char *text);
/* Whether the variable NAME is one of them. */
bool pml_is_unread(const struct pml_model *model, const char *name);
/* Writes the first LENGTH characters of TEXT, which end a line, with these variables declared as hidden. */
void pml_put_sliced(const struct pml_model *model, const char *text, size_t length,
    struct gd_out *out);

#endif
