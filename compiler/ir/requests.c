/* requests.c: which cycles can be asked for.
 *
 * A request for a cycle that begins without one changes nothing and is used up by
 * chance: nobody makes it. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

static bool is_request(const struct ir_expr *expr, const void *cycle)
{
	return expr->kind == IR_REQUESTED && expr->cycle == cycle;
}

bool ir_can_be_asked_for(const struct ir_cycle *cycle)
{
	return ir_expr_any(cycle->from, is_request, cycle);
}
