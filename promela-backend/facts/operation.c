/* operation.c: what barriers make of a mutator's store or allocation: operations, and what they keep. */
#include "promela-backend/facts/operation.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/words.h"

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

/* KERNEL of BARRIER with one variable more: a number from LOW to HIGH. */
static const struct ir_kernel *with_number(struct pml_model *model, const struct ir_kernel *old,
    const struct ir_barrier *barrier, const char *name, long low, long high)
{
	struct ir_kernel *kernel = GD_NEW(model->arena, struct ir_kernel);
	struct ir_var **vars = GD_NEW_ARRAY(model->arena, struct ir_var *, old->var_count + 1);
	struct ir_var *var = GD_NEW(model->arena, struct ir_var);

	for (size_t i = 0; i < old->var_count; i++)
		vars[i] = old->vars[i];
	*var = (struct ir_var){ .name = name,
		.loc = barrier->loc,
		.index = old->var_count,
		.type = { .kind = IR_INT, .low = low, .high = high } };
	vars[old->var_count] = var;
	*kernel = (struct ir_kernel){ vars, old->var_count + 1, old->body };
	return kernel;
}

size_t pml_most_targets(const struct pml_model *model)
{
	size_t most = pml_most_roots(model);

	for (size_t i = 0; i < model->mutators; i++)
		if (model->scenario->mutators[i].number_count > most)
			most = model->scenario->mutators[i].number_count;
	return most;
}

/* The numbers that a word can hold. */
static void find_range(const struct pml_model *model, long *low, long *high)
{
	*low = *high = 0;
	for (size_t i = 0; pml_has_words(model) && i < model->spec->word_count; i++) {
		const struct ir_type *type = &pml_word(model, i)->type;

		*low = type->low < *low ? type->low : *low;
		*high = type->high > *high ? type->high : *high;
	}
}

/* The kernel of a barrier with a result, with two variables more: which slot or word is accessed, and where
 * what is found goes, or the number that is stored. */
static const struct ir_kernel *with_access(struct pml_model *model,
    const struct ir_barrier *barrier)
{
	size_t accesses = model->slots + pml_word_count(model);
	long low = 0, high = (long)pml_most_targets(model);
	const struct ir_kernel *kernel = with_number(model, &barrier->kernel, barrier, "access", 0,
	    accesses ? (long)accesses - 1 : 0);

	if (barrier->when == IR_BEFORE_STORE)
		find_range(model, &low, &high);
	return with_number(model, kernel, barrier,
	    barrier->when == IR_BEFORE_STORE ? "number" : "target", low, high);
}

/* The kernel of `allocated', with one variable more: the number of the root for the new object. */
static const struct ir_kernel *with_root(struct pml_model *model, const struct ir_barrier *barrier)
{
	if (!pml_remembers_root(model))
		return &barrier->kernel;
	return with_number(model, &barrier->kernel, barrier, "root", 0,
	    (long)pml_most_roots(model) - 1);
}

/* The variables that KERNEL's operation still reads after its last statement. */
static uint64_t live_at_end(const struct pml_model *model, const struct pml_kernel *kernel)
{
	size_t more = kernel->barrier->kernel.var_count;

	if (kernel->barrier->result)
		return UINT64_C(3) << more | 1 | pml_var_bit(kernel->barrier->result) |
		    (kernel->barrier->when == IR_BEFORE_STORE ? 4 : 0);
	switch (kernel->barrier->when) {
	case IR_BEFORE_LOAD: return 0;
	case IR_BEFORE_STORE: return model->spec->barriers[IR_AFTER_STORE] ? 7 : 6;
	case IR_AFTER_STORE:
	case IR_PINNED:
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
		    : kernel->barrier->result  ? with_access(model, kernel->barrier)
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
