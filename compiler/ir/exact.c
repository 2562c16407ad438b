/* exact.c: buckets whose units a runtime must count one by one.
 *
 * A unit ends in the step of its last statement.  Who runs units in packets notes that
 * later, and in most buckets nobody can tell.  A bucket `whenever` closes in the step in
 * which its last unit ends, and `empty(b)` in a kernel tells units that wait from units
 * that run: there units are counted one by one, and the end of a unit is a step of its
 * own where others can see it. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

static bool is_empty(const struct ir_expr *expr, const void *bucket)
{
	return expr->kind == IR_EMPTY && expr->bucket == bucket;
}

static bool asks_empty(const struct ir_stmt *stmt, const void *bucket)
{
	return ir_stmt_any_expr(stmt, is_empty, bucket);
}

bool ir_is_exact(const struct ir_spec *spec, const struct ir_bucket *bucket)
{
	return bucket->opening == IR_WHENEVER || ir_spec_any(spec, IR_OF_KINDS, asks_empty, bucket);
}
