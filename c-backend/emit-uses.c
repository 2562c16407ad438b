/* emit-uses.c: which locals a list of statements mentions. */
#include "c-backend/emit-uses.h"
#include "c-backend/looks.h"

static void expr_uses(const struct ir_expr *expr, cgen_use *use, void *data)
{
	if (!expr)
		return;
	if (expr->kind == IR_VAR)
		use(data, expr->var, false);
	expr_uses(expr->args[0], use, data);
	expr_uses(expr->args[1], use, data);
}

static void place_uses(const struct ir_place *place, cgen_use *use, void *data)
{
	if (!place)
		return;
	if (place->slot)
		use(data, place->slot, false);
	expr_uses(place->object, use, data);
	expr_uses(place->index, use, data);
}

/* What the observer looks at, C does not. */
void cgen_uses_of(const struct ir_stmt *stmt, cgen_use *use, void *data)
{
	if (stmt->op == IR_OP_ghost)
		return;
	place_uses(stmt->place, use, data);
	expr_uses(stmt->args[0], use, data);
	expr_uses(stmt->args[1], use, data);
	for (size_t i = 0; i < stmt->unit_count; i++)
		expr_uses(stmt->units[i], use, data);
	if (stmt->dst)
		use(data, stmt->dst, true);
	cgen_uses(stmt->body, use, data);
	cgen_uses(stmt->otherwise, use, data);
}

void cgen_uses(const struct ir_stmt *stmt, cgen_use *use, void *data)
{
	for (; stmt; stmt = stmt->next)
		cgen_uses_of(stmt, use, data);
}

struct counter {
	const struct ir_var *var;
	bool defines;
	size_t count;
};

static void count_one(void *data, const struct ir_var *var, bool defines)
{
	struct counter *counter = data;
	if (var == counter->var && defines == counter->defines)
		counter->count++;
}

size_t cgen_count_uses(const struct ir_stmt *stmt, const struct ir_var *var, bool defines)
{
	struct counter counter = { var, defines, 0 };
	cgen_uses(stmt, count_one, &counter);
	return counter.count;
}

bool cgen_needs_worker(const struct ir_stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		if (stmt->op == IR_OP_ghost)
			continue;
		if (stmt->op == IR_OP_for || cgen_looks_at_state(stmt->args[0]) ||
		    cgen_looks_at_state(stmt->args[1]))
			return true;
		switch (ir_op_info[stmt->op].effect) {
		case IR_EFFECT_POOL:
		case IR_EFFECT_WORLD: return true;
		case IR_EFFECT_NONE:
		case IR_EFFECT_CONTROL:
		case IR_EFFECT_LOAD:
		case IR_EFFECT_STORE:
		case IR_EFFECT_RMW:
		case IR_EFFECT_FENCE: break;
		}
		if (cgen_needs_worker(stmt->body) || cgen_needs_worker(stmt->otherwise))
			return true;
	}
	return false;
}
