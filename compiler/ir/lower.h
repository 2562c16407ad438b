/* lower.h: from a checked specification to the IR. */
#ifndef IR_LOWER_H
#define IR_LOWER_H

#include "compiler/ir/ir.h"
#include "compiler/sema/sema.h"

/* The IR of one variant.  What this release does not build yet (barriers in
 * models, `on m`, …) is reported with a code of its own, and NULL returned. */
struct ir_spec *ir_lower(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant);

/* The same with these scenarios only (NULL: all): what another one needs and this
 * release does not build is then no obstacle. */
struct ir_spec *ir_lower_only(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant, const char *const *scenarios, size_t count);

/* Reports what is wrong in some variant only: a value that an option makes too large, a
 * function that is called with null and needs an object.  What this release does not build
 * is nothing wrong. */
void ir_check_variants(struct syn_context *context, const struct sem_spec *spec);

/* Workers of a cell, resolved against the kinds of SPEC. */
struct ir_workers *ir_lower_workers(struct gd_arena *arena, const struct ir_spec *spec,
    const struct syn_workers *workers);

#endif
