/* listed.c: loops over mutators meet those that are in the list when they begin. */
#include "promela-backend/facts/listed.h"
#include "promela-backend/facts/refusal.h"

enum { MAX_LISTED = 12 }; /* colours: at most 4096 */

static size_t count_joiners(const struct pml_model *model)
{
	size_t joiners = 0;

	for (size_t i = 0; i < model->mutators; i++)
		joiners += model->scenario->mutators[i].joins;
	return joiners;
}

struct variables {
	GD_VEC(struct ir_var *) all;
};

static void add_listed(struct pml_model *model, struct pml_kernel *kernel,
    struct variables *variables, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if (list->op == IR_OP_for && list->domain == IR_DOMAIN_MUTATORS) {
			struct ir_var *var = GD_NEW(model->arena, struct ir_var);

			*var = (struct ir_var){ .name = "listed",
				.loc = list->loc,
				.index = variables->all.count,
				.type = { .kind = IR_INT,
				    .high = (1L << count_joiners(model)) - 1 } };
			GD_PUSH(model->arena, variables->all, var);
			kernel->listed[list->dst->index] = var;
		}
		add_listed(model, kernel, variables, list->body);
		add_listed(model, kernel, variables, list->otherwise);
	}
}

const struct ir_kernel *pml_with_listed(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kernel *old = kernel->ir;
	struct variables variables = { 0 };
	struct ir_kernel *ir;

	kernel->listed = GD_NEW_ARRAY(model->arena, const struct ir_var *, old->var_count + 1);
	if (!count_joiners(model) || kernel->bucket) /* a fill is one step */
		return old;
	for (size_t i = 0; i < old->var_count; i++)
		GD_PUSH(model->arena, variables.all, old->vars[i]);
	add_listed(model, kernel, &variables, old->body);
	if (variables.all.count > old->var_count && count_joiners(model) > MAX_LISTED)
		pml_refuse_at(model, kernel->kind ? kernel->kind->loc : kernel->barrier->loc,
		    "`%s' loops over mutators, of which more than %d join", kernel->name,
		    MAX_LISTED);
	ir = GD_NEW(model->arena, struct ir_kernel);
	*ir = (struct ir_kernel){ variables.all.at, variables.all.count, old->body };
	return ir;
}
