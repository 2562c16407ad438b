/* litmus.h: what the parts that write litmus tests in C share. */
#ifndef CGEN_LITMUS_H
#define CGEN_LITMUS_H

#include "compiler/base/out.h"
#include "compiler/ir/litmus.h"

struct litmus_c {
	struct gd_arena *arena;
	struct gd_out *out;
	const struct ir_litmus *test;
};

/* NAME, or if C or litmus-run.h uses that, a similar name that nothing else in the test has. */
const char *cgen_litmus_name(struct gd_arena *arena, const char *name);
/* The C of an expression over registers. */
const char *cgen_litmus_expr(struct litmus_c *c, const struct ir_expr *expr);
/* The C of a claim's condition.  If KNOWN is not NULL, the compared values are valid only if KNOWN
 * holds (after an overlap they are not).  Otherwise each comparison counts as `doubt'. */
const char *cgen_litmus_condition(struct litmus_c *c, const struct ir_expr *expr,
    const char *known);
void cgen_litmus_thread(struct litmus_c *c, size_t index);

#endif
