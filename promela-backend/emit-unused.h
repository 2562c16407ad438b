/* emit-unused.h: macros, inlines and hidden variables that nothing in a model uses are left out. */
#ifndef PML_EMIT_UNUSED_H
#define PML_EMIT_UNUSED_H

#include "promela-backend/pml.h"

/* Writes to OUT the TEXT of the model in FILE, without definitions that nothing uses. */
void pml_put_needed(struct gd_arena *arena, const char *file, const struct gd_out *text,
    struct gd_out *out);

#endif
