/* emit-presence.c: mutators that join and leave, the one that stands for the heap's own
 * roots, and what one mutator takes from another's roots.
 *
 * If all mutators exist all the time, nothing of this is in the model.  Otherwise there[m] says
 * whether m exists.  A mutator that leaves while a cycle runs stays in the list until the cycle
 * ends; it does not run and has no roots. */
#include "promela-backend/emit-presence.h"
#include "promela-backend/step.h"

void pml_declare_presence(struct pml_model *model)
{
	const char *initial = "";

	if (!model->comes_and_goes) {
		gd_out_line(model->out, "#define THERE(m) true");
		return;
	}
	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		initial = gd_arena_printf(model->arena, "%s%s%s", initial, i ? ", " : "",
		    m->of_heap                                 ? "OF_HEAP"
			: m->joins && !model->scenario->client ? "AWAY"
							       : "HERE");
	}
	gd_out_line(model->out, "#define AWAY 0");
	gd_out_line(model->out, "#define HERE 1");
	gd_out_line(model->out,
	    "#define LEFT 2                  // in the list until the cycle ends");
	gd_out_line(model->out, "#define OF_HEAP 3               // in the list, and never runs");
	gd_out_line(model->out, "#define THERE(m) (there[m] == HERE)");
	gd_out_line(model->out, "byte there[MUTATORS] = { %s };\n", initial);
}

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

void pml_skip_absent(struct pml_step *step, const char *var, const char *listed)
{
	if (step->model->comes_and_goes)
		gd_out_line(step->out, "do :: %s < MUTATORS && !(%s) -> %s++ :: else -> break od;",
		    var, is_listed(step->model, var, listed), var);
}

/* A mutator's view of phases makes no difference while it does not exist. */
void pml_forget_phases(struct pml_model *model, const char *mutator)
{
	for (size_t i = 0; i < model->spec->phase_count; i++)
		if (model->spec->phases[i]->visible == IR_AT_HANDSHAKE)
			gd_out_line(model->out,
			    "seen_%s[%s] = (there[%s] == AWAY -> 0 : seen_%s[%s]);",
			    model->spec->phases[i]->name, mutator, mutator,
			    model->spec->phases[i]->name, mutator);
}

void pml_emit_presence(struct pml_model *model)
{
	if (!model->comes_and_goes)
		return;
	gd_out_line(model->out, "// a cycle has ended: who has left is not in the list any more");
	gd_out_line(model->out, "inline forget_left() {");
	model->out->indent++;
	gd_out_line(model->out, "x_mutator = 0;");
	gd_out_line(model->out, "do");
	gd_out_line(model->out, ":: x_mutator < MUTATORS ->");
	model->out->indent++;
	gd_out_line(model->out,
	    "there[x_mutator] = (there[x_mutator] == LEFT -> AWAY : there[x_mutator]);");
	pml_forget_phases(model, "x_mutator");
	gd_out_line(model->out, "x_mutator++");
	model->out->indent--;
	gd_out_line(model->out, ":: else -> break");
	gd_out_line(model->out, "od;");
	gd_out_line(model->out, "x_mutator = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}
