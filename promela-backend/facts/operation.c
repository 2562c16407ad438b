/* operation.c: what barriers make of a mutator's store or allocation: operations, and what they keep. */
#include "promela-backend/facts/operation.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/memory.h"

/* A `before_store' without statements, if there is an `after_store'. */
static const struct ir_barrier *nothing_before(struct pml_model *model,
    const struct ir_barrier *after)
{
	static const char *const names[] = { "o", "s", "new" };
	static const enum ir_type_kind types[] = { IR_REF, IR_SLOT, IR_REF };
	struct ir_barrier *barrier = GD_NEW(model->arena, struct ir_barrier);
	struct ir_var **vars = GD_NEW_ARRAY(model->arena, struct ir_var *, 3);

	for (size_t i = 0; i < 3; i++) {
		vars[i] = GD_NEW(model->arena, struct ir_var);
		vars[i]->name = names[i];
		vars[i]->loc = after->loc;
		vars[i]->type.kind = types[i];
		vars[i]->index = i;
	}
	barrier->when = IR_BEFORE_STORE;
	barrier->loc = after->loc;
	barrier->param_count = 3;
	barrier->kernel = (struct ir_kernel){ vars, 3, NULL };
	return barrier;
}

/* The roots of a client are a set.  If nobody reads them in between, a new object may go to any
 * empty root, and the client has emptied one for it.  Returns whether the operation must remember
 * the root. */
bool pml_remembers_root(const struct pml_model *model)
{
	return !model->scenario->client || model->roots_are_seen;
}

/* The kernel of `allocated', with one variable more: the number of the root for the new object. */
static const struct ir_kernel *with_root(struct pml_model *model, const struct ir_barrier *barrier)
{
	const struct ir_kernel *old = &barrier->kernel;
	struct ir_kernel *kernel = GD_NEW(model->arena, struct ir_kernel);
	struct ir_var **vars = GD_NEW_ARRAY(model->arena, struct ir_var *, old->var_count + 1);
	struct ir_var *root = GD_NEW(model->arena, struct ir_var);

	if (!pml_remembers_root(model))
		return old;
	for (size_t i = 0; i < old->var_count; i++)
		vars[i] = old->vars[i];
	*root = (struct ir_var){ .name = "root",
		.loc = barrier->loc,
		.index = old->var_count,
		.type = { .kind = IR_INT, .high = (long)pml_most_roots(model) - 1 } };
	vars[old->var_count] = root;
	*kernel = (struct ir_kernel){ vars, old->var_count + 1, old->body };
	return kernel;
}

/* The variables that KERNEL's operation still reads after its last statement. */
static uint64_t live_at_end(const struct pml_model *model, const struct pml_kernel *kernel)
{
	switch (kernel->barrier->when) {
	case IR_BEFORE_STORE: return model->spec->barriers[IR_AFTER_STORE] ? 7 : 6;
	case IR_AFTER_STORE:
	case IR_RECEIVED: return 0;
	case IR_ALLOCATED:
		return 1 |
		    (pml_remembers_root(model) ? UINT64_C(1) << (kernel->barrier->kernel.var_count)
					       : 0);
	}
	return 0;
}

void pml_plan_operations(struct pml_model *model)
{
	const struct ir_barrier *const *barriers = model->spec->barriers;

	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		kernel->barrier = barriers[i];
		if (i == IR_BEFORE_STORE && !barriers[i] && barriers[IR_AFTER_STORE])
			kernel->barrier = nothing_before(model, barriers[IR_AFTER_STORE]);
		if (!kernel->barrier)
			continue;
		kernel->ir = i == IR_ALLOCATED ? with_root(model, kernel->barrier)
					       : &kernel->barrier->kernel;
		kernel->name = gd_arena_printf(model->arena, "op_%s", ir_barrier_name[i]);
		kernel->nonnull_params = 1;
		kernel->live_at_end = live_at_end(model, kernel);
		model->operates = true;
	}
}

bool pml_keeps_variables(const struct pml_model *model)
{
	return model->operates && model->reach_observed;
}
