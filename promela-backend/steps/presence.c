/* presence.c: which mutators are in the list of mutators, where mutators join and leave. */
#include "promela-backend/steps/presence.h"

/* One bit for each mutator that joins.  Mutators that exist when a cycle begins stay in the
 * list. */
const char *pml_listed(struct pml_model *model)
{
	const char *text = "";
	size_t at = 0;

	for (size_t i = 0; i < model->mutators; i++)
		if (model->scenario->mutators[i].joins) {
			text = gd_arena_printf(model->arena, "%s%s(there[%zu] != AWAY) << %zu",
			    text, at ? " | " : "", i, at);
			at++;
		}
	return text;
}

static const char *is_listed(struct pml_model *model, const char *var, const char *listed)
{
	const char *text = gd_arena_printf(model->arena, "there[%s] != AWAY", var);
	size_t at = 0;

	for (size_t i = 0; i < model->mutators && listed; i++)
		if (model->scenario->mutators[i].joins)
			text = gd_arena_printf(model->arena, "(%s == %zu -> %s >> %zu & 1 : %s)",
			    var, i, listed, at++, text);
	return text;
}

void pml_skip_absent(struct pml_code *code, const char *var, const char *listed)
{
	if (!code->model->comes_and_goes)
		return;
	pml_loop(code);
	pml_flat(code);
	pml_case(code, "%s < MUTATORS && !(%s)", var, is_listed(code->model, var, listed));
	pml_advance(code, var);
	pml_else_break(code);
	pml_end(code);
}

/* A mutator's view of phases makes no difference while it does not exist. */
void pml_forget_phases(struct pml_code *code, const char *mutator)
{
	const struct ir_spec *spec = code->model->spec;

	for (size_t i = 0; i < spec->phase_count; i++)
		if (spec->phases[i]->visible == IR_AT_HANDSHAKE)
			PML_DO(code, forget_phase, .of = PML_OF(spec->phases[i]),
			    .mutator = mutator);
}

/* A cycle has ended: mutators that have left are no longer in the list. */
struct pml_code *pml_forget_left(struct pml_model *model)
{
	struct pml_code *code = pml_code_new(model);

	pml_set(code, "x_mutator", "0");
	pml_loop(code);
	pml_case(code, "x_mutator < MUTATORS");
	PML_DO(code, presence, .mutator = "x_mutator",
	    .presence = "(there[x_mutator] == LEFT -> AWAY : there[x_mutator])");
	pml_forget_phases(code, "x_mutator");
	pml_advance(code, "x_mutator");
	pml_last(code);
	pml_else_break(code);
	pml_end(code);
	pml_set(code, "x_mutator", "0");
	pml_last(code);
	return code;
}
