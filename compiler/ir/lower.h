/* lower.h: from a checked specification to the IR. */
#ifndef IR_LOWER_H
#define IR_LOWER_H

#include "compiler/ir/ir.h"
#include "compiler/sema/sema.h"

/* The IR of one variant.  What this release does not build yet is reported, with a code from E0901
 * on; then NULL is returned. */
struct ir_spec *ir_lower(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant);

/* The same with these scenarios only (NULL: all), so that scenarios which this release does not
 * build do not prevent others. */
struct ir_spec *ir_lower_only(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant, const char *const *scenarios, size_t count);

/* The same without the statements of kernels that never run (lower-idle.c). */
struct ir_spec *ir_lower_for_models(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant, const char *const *scenarios, size_t count);

/* The same for C: loops over data words are loops, because only the program knows how many words objects have.
 * Words hold any number. */
struct ir_spec *ir_lower_for_code(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant, const char *const *scenarios, size_t count);

/* Reports mistakes that only some variants have: an option makes a value too large, or a function
 * that needs an object is called with null.  It does not report what this release does not
 * build. */
void ir_check_variants(struct syn_context *context, const struct sem_spec *spec);

/* The workers of a cell, with the kinds of SPEC. */
struct ir_workers *ir_lower_workers(struct gd_arena *arena, const struct ir_spec *spec,
    const struct syn_workers *workers);

#endif
