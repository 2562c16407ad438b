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

/* NAME, or where C or litmus-run.h has another use for it, one that nothing else
 * in the test gets. */
const char *cgen_litmus_name(struct gd_arena *arena, const char *name);
/* An expression over registers. */
const char *cgen_litmus_expr(struct litmus_c *c, const struct ir_expr *expr);
/* The condition of a claim.  Of a run with an overlap only that is known: where
 * KNOWN is not NULL, comparisons are asked only if it holds, else `doubt'. */
const char *cgen_litmus_condition(struct litmus_c *c, const struct ir_expr *expr,
    const char *known);
void cgen_litmus_thread(struct litmus_c *c, size_t index);

#endif
