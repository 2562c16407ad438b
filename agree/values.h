/* values.h: what scripts write to data words, and what they assert, as functions of their programs. */
#ifndef AGREE_VALUES_H
#define AGREE_VALUES_H

#include "compiler/ir/ir.h"
#include "compiler/base/out.h"

/* Writes what the actions of script NUMBER need: agree_put_value names it. */
void agree_put_values(struct gd_out *out, const struct ir_scenario *scenario, size_t number);
/* The members of struct action that say it, of action AT of script NUMBER. */
void agree_put_value(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario, size_t number, size_t at);

#endif
