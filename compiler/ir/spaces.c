/* spaces.c: who looks at spaces, and how the cells of a heap are divided among them. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

size_t ir_cells_of_space(const struct ir_spec *spec, const struct ir_scenario *scenario)
{
	return scenario->object_count / (spec->space_count ? spec->space_count : 1);
}

static bool is_in_space(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return expr->kind == IR_IN_SPACE;
}

bool ir_tests_spaces(const struct ir_stmt *body)
{
	return ir_list_any_expr(body, is_in_space, NULL);
}

static bool names_space(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	return stmt->op == IR_OP_free_space || stmt->op == IR_OP_swap_spaces ||
	    stmt->op == IR_OP_alloc;
}

bool ir_looks_at_spaces(const struct ir_spec *spec, const struct ir_stmt *body)
{
	return spec->space_count && (ir_tests_spaces(body) || ir_list_any(body, names_space, NULL));
}

bool ir_frees(const struct ir_stmt *body)
{
	return ir_has(body, IR_OP_free) || ir_has(body, IR_OP_free_space) ||
	    ir_has(body, IR_OP_free_region) || ir_has(body, IR_OP_move);
}
