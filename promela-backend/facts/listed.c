/* listed.c: loops over mutators meet those that are in the list when they begin. */
#include "promela-backend/facts/listed.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/refusal.h"

enum { MAX_LISTED = 12 }; /* colours: at most 4096 */

static size_t count_joiners(const struct pml_model *model)
{
	size_t joiners = 0;

	for (size_t i = 0; i < model->mutators; i++)
		joiners += model->scenario->mutators[i].joins;
	return joiners;
}

struct listing {
	struct pml_model *model;
	struct pml_kernel *kernel;
	GD_VEC(struct ir_var *) variables;
};

static void add_listed(const struct ir_stmt *stmt, void *data)
{
	struct listing *l = data;
	struct ir_var *var;

	if (stmt->op != IR_OP_for || stmt->domain != IR_DOMAIN_MUTATORS)
		return;
	var = GD_NEW(l->model->arena, struct ir_var);
	*var = (struct ir_var){ .name = "listed",
		.loc = stmt->loc,
		.index = l->variables.count,
		.type = { .kind = IR_INT, .high = (1L << count_joiners(l->model)) - 1 } };
	GD_PUSH(l->model->arena, l->variables, var);
	l->kernel->listed[stmt->dst->index] = var;
}

const struct ir_kernel *pml_with_listed(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kernel *old = kernel->ir;
	struct listing listing = { .model = model, .kernel = kernel };
	struct ir_kernel *ir;

	kernel->listed = GD_NEW_ARRAY(model->arena, const struct ir_var *, old->var_count + 1);
	if (!count_joiners(model) || kernel->bucket) /* a fill is one step, so it needs no list */
		return old;
	for (size_t i = 0; i < old->var_count; i++)
		GD_PUSH(model->arena, listing.variables, old->vars[i]);
	ir_list_each(old->body, add_listed, &listing);
	if (listing.variables.count > old->var_count && count_joiners(model) > MAX_LISTED)
		pml_refuse_at(model, kernel->kind ? kernel->kind->loc : kernel->barrier->loc,
		    "`%s' loops over mutators, of which more than %d join", kernel->name,
		    MAX_LISTED);
	ir = GD_NEW(model->arena, struct ir_kernel);
	*ir = (struct ir_kernel){ listing.variables.at, listing.variables.count, old->body };
	return ir;
}
