/* ir.c: the names of what the IR is made of. */
#include "compiler/ir/ir.h"

enum { /* as the table writes them */
	NOTHING = 0,
#define IR_STMT_MEMBER(NAME, ...) NAME = IR_STMT_HAS_##NAME,
#include "compiler/ir/members.def"
};
const struct ir_op_info ir_op_info[IR_OP_COUNT] = {
#define IR_STATEMENT(name, spelling, effect, form, members, text)                                  \
	[IR_OP_##name] = { #name, spelling, IR_EFFECT_##effect, members, text },
#include "compiler/ir/ir.def"
};

bool ir_stmt_has(const struct ir_stmt *stmt, unsigned members)
{
	return ir_op_info[stmt->op].members & members;
}

const struct gd_operation *ir_memory(enum ir_op op)
{
	static const struct gd_operation *const rows[IR_OP_COUNT] = {
#define MEMORY_OPERATION(name, ...) [IR_OP_##name] = &gd_operations[GD_OPERATION_##name],
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION
		[IR_OP_await] = &gd_operations[GD_OPERATION_load],
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
	[IR_DOMAIN_REGIONS] = "regions",
	[IR_DOMAIN_MUTATORS] = "mutators",
	[IR_DOMAIN_EXPECTED] = "expected",
	[IR_DOMAIN_PAYLOAD] = "payload",
	[IR_DOMAIN_WORDS] = "words" };

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

const char *const ir_multiplicity_name[] = {
#define MULTIPLICITY(NAME, text) [IR_##NAME] = text,
#include "compiler/base/kinds.def"
};

const char *const ir_barrier_name[] = { [IR_BEFORE_STORE] = "before_store",
	[IR_AFTER_STORE] = "after_store",
	[IR_ALLOCATED] = "allocated",
	[IR_RECEIVED] = "received",
	[IR_BEFORE_LOAD] = "before_load",
	[IR_PINNED] = "pinned" };

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

bool ir_has_flag(const struct ir_kind *kind)
{
	(void)kind;
	return false
#define KIND_FLAG(name, text) || kind->name
#include "compiler/base/kinds.def"
	    ;
}

const struct ir_expr *ir_bucket_guard(const struct ir_bucket *bucket, size_t number)
{
	const struct ir_expr *const guards[] = {
#define BUCKET_GUARD(name, text, function) bucket->name,
#include "compiler/base/buckets.def"
	};

	return guards[number];
}

bool ir_comes_and_goes(const struct ir_scenario *scenario)
{
	for (size_t i = 0; i < scenario->mutator_count; i++)
		if (scenario->mutators[i].joins || scenario->mutators[i].leaves ||
		    scenario->mutators[i].of_heap)
			return true;
	return false;
}

bool ir_action_runs(const struct ir_action *action, enum ir_barrier_when when)
{
	switch (when) {
	case IR_BEFORE_STORE: return action->op == IR_SCRIPT_WRITE || action->redirected;
	case IR_AFTER_STORE: return action->op == IR_SCRIPT_WRITE;
	case IR_BEFORE_LOAD:
		return action->op == IR_SCRIPT_READ || action->op == IR_SCRIPT_READ_WORD;
	case IR_ALLOCATED: return action->op == IR_SCRIPT_ALLOCATE;
	case IR_RECEIVED: return action->op == IR_SCRIPT_RECEIVE;
	case IR_PINNED: return action->op == IR_SCRIPT_PIN;
	}
	return false;
}

bool ir_redirects(const struct ir_spec *spec, enum ir_barrier_when when)
{
	return spec->barriers[when] && spec->barriers[when]->result;
}

const struct ir_barrier *ir_exchange(const struct ir_spec *spec)
{
	const struct ir_barrier *after = spec->barriers[IR_AFTER_STORE];

	return after && after->old ? after : NULL;
}

bool ir_runs_barrier(const struct ir_scenario *scenario, enum ir_barrier_when when)
{
	const struct ir_client *client = scenario->client;

	if (client)
		return when != IR_RECEIVED || client->receives || client->globals > 0;
	for (size_t i = 0; i < scenario->mutator_count; i++)
		for (size_t j = 0; j < scenario->mutators[i].action_count; j++)
			if (ir_action_runs(&scenario->mutators[i].actions[j], when))
				return true;
	return false;
}
