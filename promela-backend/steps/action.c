/* action.c: what mutators do, those of scripts and those of the most general client. */
#include "promela-backend/steps/action.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/faithful.h"
#include "promela-backend/steps/machine.h"
#include "promela-backend/steps/root.h"
#include "promela-backend/facts/domain.h"

void pml_begin_collect(struct pml_code *code, size_t mutator, const struct ir_cycle *cycle)
{
	struct pml_it it = { .cycle = cycle, .mutator = mutator };

	pml_pass(code, PML_RULE_collect, &it);
	PML_EVENT(code, collect, .cycle = pml_text(cycle->name));
}

const char *pml_may_join(struct pml_model *model, size_t mutator)
{
	struct pml_it it = { .mutator = mutator };

	return gd_arena_printf(model->arena, "there[%zu] == AWAY && %s", mutator,
	    pml_guard(model, PML_RULE_join, &it));
}

void pml_join(struct pml_code *code, size_t mutator)
{
	struct pml_it it = { .mutator = mutator };

	pml_set(code, "x_who", "%zu", mutator);
	pml_pass(code, PML_RULE_join, &it);
	PML_EVENT(code, joined, .mutator = pml_count(code->model, mutator));
}

void pml_leave(struct pml_code *code, size_t mutator)
{
	struct pml_it it = { .mutator = mutator };
	const char *who = gd_arena_printf(code->model->arena, "%zu", mutator);

	pml_set(code, "x_who", "%s", who);
	pml_pass(code, PML_RULE_rest, &it);
	pml_order_leaving(code, who);
	pml_pass(code, PML_RULE_leave, &it);
	PML_EVENT(code, left, .mutator = pml_text(who));
}

void pml_begin_receive(struct pml_code *code, size_t mutator, int root, size_t giver, int from)
{
	struct pml_model *model = code->model;
	struct pml_kernel *kernel = &model->operations[IR_RECEIVED];
	size_t given = pml_first_root(model, giver) + (size_t)from;

	pml_set(code, "x_who", "%zu", mutator);
	pml_set(code, "x_object", "mem_peek(FIRST_ROOT + %zu)", given);
	PML_EVENT(code, received, .root = pml_count(model, given));
	pml_use_root(code, gd_arena_printf(model->arena, "FIRST_ROOT + %zu", given),
	    model->scenario->mutators[mutator].loc);
	pml_set_root(code, mutator, root, "x_object");
	if (!kernel->ir)
		return;
	pml_if(code);
	pml_case(code, "x_object != NIL");
	pml_set(code, kernel->var_name[0], "x_object");
	PML_DO(code, begin_operation, .of = { .name = kernel->name, .kernel = kernel });
	pml_else_skip(code);
	pml_end(code);
}

/* To pin an object is an access to it. */
void pml_begin_pin(struct pml_code *code, size_t mutator, int from, struct gd_loc loc)
{
	struct pml_model *model = code->model;
	const struct pml_kernel *kernel = &model->operations[IR_PINNED];
	size_t root = pml_first_root(model, mutator) + (size_t)from;

	pml_set(code, "x_who", "%zu", mutator);
	pml_set(code, "x_object", "mem_peek(FIRST_ROOT + %zu)", root);
	pml_use_root(code, pml_root_at(model, mutator, from), loc);
	pml_if(code);
	pml_flat_case(code, "x_object == NIL");
	PML_EVENT(code, nothing, .where = { NULL, NULL });
	pml_case(code, "else");
	pml_fail_if_freed(code, "x_object", loc);
	PML_EVENT(code, pinned, .root = pml_count(model, root));
	pml_set(code, kernel->var_name[0], "x_object");
	PML_DO(code, begin_operation, .of = { .name = kernel->name, .kernel = kernel });
	pml_end(code);
}

const char *pml_may_act(struct pml_model *model, size_t mutator)
{
	return gd_arena_printf(model->arena, "RUNS(%zu)", mutator);
}
