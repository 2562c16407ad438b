/* text.h: what the texts of expressions and of statements share. */
#ifndef IR_TEXT_H
#define IR_TEXT_H

#include "compiler/ir/dump.h"

/* "o, 1": up to the first that is NULL. */
const char *ir_exprs_text(struct gd_arena *arena, const struct ir_expr *const *exprs, size_t count);
/* ": object", "in o.field"; OF: the object or the mutator. */
const char *ir_domain_text(struct gd_arena *arena, enum ir_domain domain, const struct ir_expr *of,
    const struct ir_group *group, const struct ir_var *var);

#endif
