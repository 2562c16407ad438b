/* emit-unused.h: macros, inlines and hidden variables that nothing in a model uses are left out. */
#ifndef PML_EMIT_UNUSED_H
#define PML_EMIT_UNUSED_H

#include "promela-backend/pml.h"

/* To OUT, TEXT of the model in FILE, without the definitions that nothing needs. */
void pml_put_needed(struct gd_arena *arena, const char *file, const struct gd_out *text,
    struct gd_out *out);

#endif
