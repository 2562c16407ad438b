/* loops.c: loops over all objects that list them for a kind of work.
 *
 *	for o : object  emit k(o);
 *
 * A runtime hands such a loop out block by block, and mutators that look for free
 * cells run a part of it beside the workers. */
#include "compiler/ir/ir.h"

const struct ir_kind *ir_object_loop(const struct ir_stmt *stmt)
{
	const struct ir_stmt *body = stmt->body;

	if (stmt->op != IR_OP_for || stmt->domain != IR_DOMAIN_OBJECTS || !body || body->next ||
	    body->op != IR_OP_emit || body->unit_count != 1 || body->units[0]->kind != IR_VAR ||
	    body->units[0]->var != stmt->dst)
		return NULL;
	return body->kind;
}

static bool lists(const struct ir_stmt *list, const struct ir_kind *kind)
{
	for (; list; list = list->next)
		if (ir_object_loop(list) == kind || lists(list->body, kind) ||
		    lists(list->otherwise, kind))
			return true;
	return false;
}

bool ir_is_listed(const struct ir_spec *spec, const struct ir_kind *kind)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		if (lists(spec->kinds[i]->kernel.body, kind))
			return true;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (lists(spec->buckets[i]->fill.body, kind))
			return true;
	return false;
}
