/* policy.c: questions to policies: Note [Answers] in facts/policy.c. */
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/op.h"

void pml_op_ask(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;

	for (size_t i = 0; i < stmt->unit_count; i++)
		if (stmt->units[i]->type.kind == IR_REF)
			pml_fail_if_freed(step->code, pml_expr(model, &step->env, stmt->units[i]),
			    stmt->loc);
	PML_EVENT(step->code, answer, .policy = pml_text(stmt->policy->name),
	    .value = pml_number("x_answer"), .where = pml_at(model, stmt->loc));
	pml_set(step->code, step->kernel->var_name[stmt->dst->index], "x_answer");
}
