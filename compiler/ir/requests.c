/* requests.c: which cycles can be asked for.
 *
 * A request for a cycle that begins without one changes nothing and is used up by
 * chance: nobody makes it. */
#include "compiler/ir/ir.h"

static bool looks_at_request(const struct ir_expr *e, const struct ir_cycle *cycle)
{
	if (!e)
		return false;
	if (e->kind == IR_REQUESTED && e->cycle == cycle)
		return true;
	return looks_at_request(e->args[0], cycle) || looks_at_request(e->args[1], cycle);
}

bool ir_can_be_asked_for(const struct ir_cycle *cycle)
{
	return looks_at_request(cycle->from, cycle);
}
