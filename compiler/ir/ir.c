/* ir.c: the names of what the IR is made of. */
#include "compiler/ir/ir.h"

const struct ir_op_info ir_op_info[IR_OP_COUNT] = {
#define IR_OP(name, spelling, effect, form)                                                        \
	[IR_OP_##name] = { #name, spelling, IR_EFFECT_##effect },
#include "compiler/ir/ir.def"
#undef IR_OP
};

const struct ir_expr_info ir_expr_info[IR_EXPR_COUNT] = {
#define IR_EXPR(name, key, family) [IR_##name] = { key, IR_FAMILY_##family },
#include "compiler/ir/expressions.def"
};

const struct gd_operator_info *ir_operator(enum ir_expr_kind kind)
{
	int number = (int)kind - IR_FIRST_OPERATOR;

	return number >= 0 && number < GD_OPERATOR_COUNT ? &gd_operator_info[number] : NULL;
}

long ir_compute(enum ir_expr_kind kind, long a, long b)
{
	return ir_operator(kind)->meaning(a, b);
}

enum ir_family ir_family(const struct ir_expr *expr)
{
	return ir_expr_info[expr->kind].family;
}

bool ir_is_computed(const struct ir_expr *expr)
{
	enum ir_family family = ir_family(expr);

	return family == IR_FAMILY_LOGIC || family == IR_FAMILY_COMPARISON ||
	    family == IR_FAMILY_ARITHMETIC;
}

bool ir_awaits(const struct ir_expr *expr)
{
	return ir_family(expr) == IR_FAMILY_TEMPORAL && expr->kind != IR_ALWAYS;
}

bool ir_is_comparison(const struct ir_expr *expr)
{
	return ir_family(expr) == IR_FAMILY_COMPARISON;
}

int ir_direction(enum ir_expr_kind kind, size_t number)
{
	bool rises = false, falls = false;

	for (long other = 0; other <= 1; other++) {
		long low = number ? ir_compute(kind, other, 0) : ir_compute(kind, 0, other);
		long high = number ? ir_compute(kind, other, 1) : ir_compute(kind, 1, other);

		rises |= low < high;
		falls |= low > high;
	}
	return rises - falls;
}

const struct gd_operation *ir_memory(enum ir_op op)
{
	static const struct gd_operation *const rows[IR_OP_COUNT] = {
#define MEMORY_OPERATION(name, ...) [IR_OP_##name] = &gd_operations[GD_OPERATION_##name],
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION
	};

	return rows[op];
}

const char *const ir_order_name[] = {
#define MEMORY_ORDER(NAME, name, ...) [IR_##NAME] = #name,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
};

bool ir_acquires(enum ir_order order)
{
	return gd_order_info[order].acquires;
}

bool ir_releases(enum ir_order order)
{
	return gd_order_info[order].releases;
}

bool ir_is_total(enum ir_order order)
{
	return gd_order_info[order].is_total;
}

enum ir_order ir_order_on_success(enum ir_order success, enum ir_order failure)
{
	return gd_order_is_weaker((enum gd_order)success, (enum gd_order)failure) ? failure
										  : success;
}

const char *const ir_domain_name[] = { [IR_DOMAIN_SLOTS] = "slots",
	[IR_DOMAIN_ROOTS] = "roots",
	[IR_DOMAIN_OBJECTS] = "objects",
	[IR_DOMAIN_MUTATORS] = "mutators",
	[IR_DOMAIN_EXPECTED] = "expected" };

const char *const ir_memory_name[] = {
#define MEMORY_MODEL(NAME, name, ...) [IR_MEM_##NAME] = #name,
#include "compiler/base/memory-models.def"
#undef MEMORY_MODEL
};

enum { HAS_WINDOWS_sc = 0, HAS_WINDOWS_buffers = 1, HAS_WINDOWS_c11 = 0 };
const struct ir_memory_info ir_memory_info[IR_MEMORY_COUNT] = {
#define MEMORY_MODEL(NAME, name, module, in_order, late, tagged, ordered, weak_fences)             \
	[IR_MEM_##NAME] = { "MEM_MODEL_" #NAME, #module, HAS_WINDOWS_##module, in_order, late,     \
		tagged, ordered, weak_fences },
#include "compiler/base/memory-models.def"
#undef MEMORY_MODEL
};

const char
    *const ir_multiplicity_name[] = { [IR_ONCE] = "once", [IR_SET] = "set", [IR_BAG] = "bag" };

const char *const ir_barrier_name[] = { [IR_BEFORE_STORE] = "before_store",
	[IR_AFTER_STORE] = "after_store",
	[IR_ALLOCATED] = "allocated",
	[IR_RECEIVED] = "received" };

bool ir_is_plain(const struct ir_bucket *bucket)
{
#define BUCKET_FLAG(name, text)                                                                    \
	if (bucket->name)                                                                          \
		return false;
#define BUCKET_NUMBER(name, text)          BUCKET_FLAG(name, text)
#define BUCKET_GUARD(name, text, function) BUCKET_FLAG(name, text)
#include "compiler/base/buckets.def"
	return true;
}

const struct ir_expr *ir_bucket_guard(const struct ir_bucket *bucket, size_t number)
{
	const struct ir_expr *const guards[] = {
#define BUCKET_GUARD(name, text, function) bucket->name,
#include "compiler/base/buckets.def"
	};

	return guards[number];
}

bool ir_has(const struct ir_stmt *list, enum ir_op op)
{
	for (; list; list = list->next)
		if (list->op == op || ir_has(list->body, op) || ir_has(list->otherwise, op))
			return true;
	return false;
}

bool ir_comes_and_goes(const struct ir_scenario *scenario)
{
	for (size_t i = 0; i < scenario->mutator_count; i++)
		if (scenario->mutators[i].joins || scenario->mutators[i].leaves ||
		    scenario->mutators[i].of_heap)
			return true;
	return false;
}
