/* ir.c: the names of what the IR is made of. */
#include "compiler/ir/ir.h"

const struct ir_op_info ir_op_info[IR_OP_COUNT] = {
#define IR_OP(name, spelling, effect) [IR_OP_##name] = { #name, spelling, IR_EFFECT_##effect },
#include "compiler/ir/ir.def"
#undef IR_OP
};

const char *const ir_order_name[] = { [IR_RELAXED] = "relaxed",
	[IR_ACQUIRE] = "acquire",
	[IR_RELEASE] = "release",
	[IR_ACQ_REL] = "acq_rel",
	[IR_SEQ_CST] = "seq_cst" };

const char *const ir_domain_name[] = { [IR_DOMAIN_SLOTS] = "slots",
	[IR_DOMAIN_ROOTS] = "roots",
	[IR_DOMAIN_OBJECTS] = "objects",
	[IR_DOMAIN_MUTATORS] = "mutators",
	[IR_DOMAIN_EXPECTED] = "expected" };

const char *const ir_memory_name[] = { [IR_MEM_SC] = "sc",
	[IR_MEM_TSO] = "tso",
	[IR_MEM_PSO] = "pso",
	[IR_MEM_RELAXED] = "relaxed",
	[IR_MEM_PAPER] = "paper",
	[IR_MEM_C11] = "c11" };

const char
    *const ir_multiplicity_name[] = { [IR_ONCE] = "once", [IR_SET] = "set", [IR_BAG] = "bag" };

const char *const ir_barrier_name[] = { [IR_BEFORE_STORE] = "before_store",
	[IR_AFTER_STORE] = "after_store",
	[IR_ALLOCATED] = "allocated",
	[IR_RECEIVED] = "received" };

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
