/* policy.c: decisions that are left to the embedder. */
#include "compiler/ir/ir.h"

size_t ir_policy_values(const struct ir_policy *policy)
{
	const struct ir_type *type = &policy->type;

	return type->kind == IR_TAGS ? type->tag_count
	    : type->kind == IR_INT   ? (size_t)(type->high - type->low + 1)
				     : 2;
}

long ir_policy_value(const struct ir_policy *policy, size_t i)
{
	return policy->type.kind == IR_INT ? policy->type.low + (long)i : (long)i;
}
