/* range.c: numbers that may leave the range of what takes them.
 *
 * Metadata, parameters, results and ghosts have ranges of their own, and a number is no part of
 * another value (doc/language.md, "Ranges").  What takes one that can be seen to fit needs no
 * more; of the others both backends and the explorer look at the number. */
#include "compiler/ir/ir.h"

static bool is_number(const struct ir_type *type)
{
	return type->kind == IR_INT || type->kind == IR_BOOL;
}

struct ir_range ir_range_of(const struct ir_type *type)
{
	return type->kind == IR_INT ? (struct ir_range){ type->low, type->high }
				    : (struct ir_range){ 0, 1 };
}

bool ir_fits(const struct ir_type *type, const struct ir_expr *value)
{
	struct ir_range takes = ir_range_of(type), given = ir_range_of(&value->type);

	if (!is_number(type) || !is_number(&value->type) || type->is_word)
		return true;
	if (value->kind == IR_CONST)
		given.low = given.high = value->number;
	return given.low >= takes.low && given.high <= takes.high;
}

static bool some_part_may_leave(const struct ir_stmt *emit)
{
	for (size_t i = 0; i < emit->unit_count; i++)
		if (!ir_fits(&emit->kind->kernel.vars[i]->type, emit->units[i]))
			return true;
	return false;
}

/* For a location: the value before the operation is in range. */
static bool memory_may_leave(const struct ir_stmt *stmt)
{
	const struct ir_type *type = stmt->place->meta ? &stmt->place->meta->type : NULL;

	if (!type || !is_number(type))
		return false;
	switch (ir_memory(stmt->op)->stores) {
	case GD_STORES_NOTHING: return false;
	case GD_STORES_SUM:
	case GD_STORES_DIFFERENCE: return true;
	case GD_STORES_LESS: return ir_range_of(type).low != 0; /* never above the old value */
	case GD_STORES_BITS: return type->kind == IR_INT || !ir_fits(type, stmt->args[0]);
	case GD_STORES_COPY: break;
	}
	return !ir_fits(type, stmt->args[0]) || (stmt->args[1] && !ir_fits(type, stmt->args[1]));
}

bool ir_may_leave_range(const struct ir_stmt *stmt)
{
	switch (ir_op_info[stmt->op].effect) {
	case IR_EFFECT_STORE:
	case IR_EFFECT_RMW: return memory_may_leave(stmt);
	case IR_EFFECT_POOL: return some_part_may_leave(stmt);
	case IR_EFFECT_NONE:
		if (stmt->op == IR_OP_assert)
			return false;
		return !ir_fits(stmt->ghost ? &stmt->ghost->type : &stmt->dst->type, stmt->args[0]);
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_LOAD:
	case IR_EFFECT_FENCE:
	case IR_EFFECT_WORLD:
	case IR_EFFECT_COPY:
	case IR_EFFECT_CHOICE: break;
	}
	return false;
}
