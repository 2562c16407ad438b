/* exact.c: buckets whose units a runtime must count one by one.
 *
 * A unit ends in the step of its last statement.  Who runs units in packets notes that
 * later, and in most buckets nobody can tell.  A bucket `whenever` closes in the step in
 * which its last unit ends, and `empty(b)` in a kernel tells units that wait from units
 * that run: there units are counted one by one, and the end of a unit is a step of its
 * own where others can see it. */
#include "compiler/ir/ir.h"

static bool asks_empty(const struct ir_expr *e, const struct ir_bucket *bucket)
{
	return e &&
	    ((e->kind == IR_EMPTY && e->bucket == bucket) || asks_empty(e->args[0], bucket) ||
		asks_empty(e->args[1], bucket));
}

static bool kernel_asks_empty(const struct ir_stmt *list, const struct ir_bucket *bucket)
{
	for (; list; list = list->next)
		if (asks_empty(list->args[0], bucket) || asks_empty(list->args[1], bucket) ||
		    kernel_asks_empty(list->body, bucket) ||
		    kernel_asks_empty(list->otherwise, bucket))
			return true;
	return false;
}

bool ir_is_exact(const struct ir_spec *spec, const struct ir_bucket *bucket)
{
	if (bucket->opening == IR_WHENEVER)
		return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (kernel_asks_empty(spec->kinds[i]->kernel.body, bucket))
			return true;
	return false;
}
