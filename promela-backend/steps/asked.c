/* asked.c: what the condition of an `assert' has read, for the story of its failure: a replay knows the
 * heap and the ghosts, but not the variables of the kernel, nor how a mutator sees a phase. */
#include "promela-backend/steps/asked.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/steps/code.h"
#include "promela-backend/steps/event.h"
#include "promela-backend/steps/expr.h"

#include "compiler/ir/walk.h"

struct teller {
	struct pml_step *step;
	uint64_t told; /* bits of the variables */
};

/* Whether VAR is one of the kernel's, which no quantifier binds. */
static bool is_new(struct teller *t, const struct ir_var *var)
{
	const struct ir_kernel *kernel = t->step->kernel->ir;
	bool is = var->index < kernel->var_count && kernel->vars[var->index] == var &&
	    !(t->told >> var->index & 1);

	if (is)
		t->told |= (uint64_t)1 << var->index;
	return is;
}

static void tell_variable(struct teller *t, const struct ir_expr *expr)
{
	struct pml_model *model = t->step->model;
	struct pml_value number = pml_count(model, expr->var->index),
			 value = pml_number(pml_shown(model, &expr->var->type,
			     pml_expr(model, &t->step->env, expr)));

	if (expr->var->type.kind == IR_REF)
		PML_EVENT(t->step->code, variable, .number = number, .object = value);
	else if (expr->var->type.kind == IR_MUTATOR)
		PML_EVENT(t->step->code, variable, .number = number, .mutator = value);
	else
		PML_EVENT(t->step->code, variable, .number = number, .value = value);
}

static void tell_slot(struct teller *t, const struct ir_place *place)
{
	struct pml_model *model = t->step->model;

	PML_EVENT(t->step->code, variable, .number = pml_count(model, place->slot->index),
	    .at = pml_text("slot"),
	    .address = pml_number(pml_address(model, &t->step->env, place)));
}

static void tell_view(struct teller *t, const struct ir_expr *expr)
{
	PML_EVENT(t->step->code, view, .phase = pml_text(expr->phase->name),
	    .on = pml_number(pml_expr(t->step->model, &t->step->env, expr)));
}

static void tell(const struct ir_expr *expr, void *data)
{
	struct teller *t = data;

	if (expr->kind == IR_VAR && expr->type.kind != IR_SLOT && is_new(t, expr->var))
		tell_variable(t, expr);
	else if (expr->kind == IR_PEEK && expr->place->kind == IR_PLACE_SLOT &&
	    is_new(t, expr->place->slot))
		tell_slot(t, expr->place);
	else if (expr->kind == IR_IN_PHASE && pml_is_own_view(t->step->kernel, expr))
		tell_view(t, expr);
}

void pml_tell_asked(struct pml_step *step, const struct ir_expr *condition)
{
	struct teller teller = { .step = step };

	ir_expr_each(condition, tell, &teller);
}
