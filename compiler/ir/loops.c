/* loops.c: loops over all objects that list them for a kind of work.
 *
 *	for o : object  emit k(o);
 *
 * A runtime hands such a loop out block by block, and mutators that look for free
 * cells run a part of it beside the workers. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

const struct ir_kind *ir_object_loop(const struct ir_stmt *stmt)
{
	const struct ir_stmt *body = stmt->body;

	if (stmt->op != IR_OP_for || stmt->domain != IR_DOMAIN_OBJECTS || stmt->args[0] || !body ||
	    body->next || body->op != IR_OP_emit || body->unit_count != 1 ||
	    body->units[0]->kind != IR_VAR || body->units[0]->var != stmt->dst)
		return NULL;
	return body->kind;
}

static bool lists(const struct ir_stmt *stmt, const void *kind)
{
	return ir_object_loop(stmt) == kind;
}

bool ir_is_listed(const struct ir_spec *spec, const struct ir_kind *kind)
{
	return ir_spec_any(spec, IR_OF_KINDS | IR_OF_FILLS, lists, kind);
}
