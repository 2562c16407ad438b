/* emit_presence.c: mutators that join and leave, the one that stands for the heap's own
 * roots, and what one mutator takes from another's roots.
 *
 * Where all mutators are there all the time nothing of this is in the model.  Else
 * there[m] says whether m is: one that leaves while a cycle runs stays in the list, not
 * running and without roots, until the cycle ends. */
#include "promela-backend/emit.h"

void pml_declare_presence(struct pml_model *model)
{
	const char *initial = "";

	if (!model->comes_and_goes) {
		gd_out_line(model->out, "#define THERE(m) true");
		return;
	}
	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		initial = gd_arena_printf(model->arena, "%s%s%s", initial, i ? ", " : "", m->of_heap
		    ? "OF_HEAP" : m->joins && !model->scenario->client ? "AWAY" : "HERE");
	}
	gd_out_line(model->out, "#define AWAY 0");
	gd_out_line(model->out, "#define HERE 1");
	gd_out_line(model->out, "#define LEFT 2                  // in the list until the cycle ends");
	gd_out_line(model->out, "#define OF_HEAP 3               // in the list, and never runs");
	gd_out_line(model->out, "#define THERE(m) (there[m] == HERE)");
	gd_out_line(model->out, "byte there[MUTATORS] = { %s };\n", initial);
}

void pml_skip_absent(struct pml_step *step, const char *var)
{
	if (step->model->comes_and_goes)
		gd_out_line(step->out, "do :: %s < MUTATORS && there[%s] == AWAY -> %s++ :: else -> break od;",
		    var, var, var);
}

/* What it has seen of phases makes no difference when it is not there. */
static void forget_phases(struct pml_model *model, const char *mutator)
{
	for (size_t i = 0; i < model->spec->phase_count; i++)
		if (model->spec->phases[i]->visible == IR_AT_HANDSHAKE)
			gd_out_line(model->out, "seen_%s[%s] = (there[%s] == AWAY -> 0 : seen_%s[%s]);",
			    model->spec->phases[i]->name, mutator, mutator, model->spec->phases[i]->name,
			    mutator);
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
	gd_out_line(model->out, "there[x_mutator] = (there[x_mutator] == LEFT -> AWAY : there[x_mutator]);");
	forget_phases(model, "x_mutator");
	gd_out_line(model->out, "x_mutator++");
	model->out->indent--;
	gd_out_line(model->out, ":: else -> break");
	gd_out_line(model->out, "od;");
	gd_out_line(model->out, "x_mutator = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

/* ------------------------------------------------------------ joining and leaving */
const char *pml_may_join(struct pml_model *model, size_t mutator)
{
	return gd_arena_printf(model->arena, "there[%zu] == AWAY && !stop_requested", mutator);
}

void pml_join(struct pml_model *model, size_t mutator, struct pml_set *writes)
{
	gd_out_line(model->out, "x_who = %zu;", mutator);
	gd_out_line(model->out, "there[%zu] = HERE;", mutator);
	if (model->sees)
		gd_out_line(model->out, "see_phases();");
	gd_out_line(model->out, "printf(\"@ joined mutator=%zu\\n\");", mutator);
	pml_set_add(model, writes, PML_CELL_STOPPED, 0);
}

void pml_leave(struct pml_model *model, size_t mutator, struct pml_set *writes)
{
	const char *who = gd_arena_printf(model->arena, "%zu", mutator), *runs = "false";

	gd_out_line(model->out, "x_who = %zu;", mutator);
	if (model->buffers)
		gd_out_line(model->out, "flush_mutator();");
	for (size_t i = 0; model->buffers && i < model->spec->kind_count; i++)
		pml_set_add(model, writes, PML_CELL_UNITS, i);
	pml_order_handshake(model, model->out, who, IR_SEQ_CST);
	pml_note_performed(model, writes);
	for (size_t i = 0; i < pml_root_count(model, mutator); i++)
		pml_set_root(model, mutator, (int)i, "NIL", writes);
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		runs = gd_arena_printf(model->arena, "%s || running_%s", runs,
		    model->spec->cycles[i]->name);
	gd_out_line(model->out, "there[%zu] = (%s -> LEFT : AWAY);", mutator, runs);
	forget_phases(model, who);
	gd_out_line(model->out, "printf(\"@ left mutator=%zu\\n\");", mutator);
	pml_set_add(model, writes, PML_CELL_STOPPED, 0);
}

/* -------------------------------------------------------------------- hand over */
void pml_begin_receive(struct pml_model *model, size_t mutator, int root, size_t giver, int from,
    struct pml_set *writes)
{
	struct pml_kernel *kernel = &model->operations[IR_RECEIVED];
	size_t given = pml_first_root(model, giver) + (size_t)from;

	gd_out_line(model->out, "x_who = %zu;", mutator);
	gd_out_line(model->out, "x_object = mem_peek(FIRST_ROOT + %zu);", given);
	gd_out_line(model->out, "printf(\"@ received root=%zu\\n\");", given);
	pml_set_root(model, mutator, root, "x_object", writes);
	if (!kernel->ir)
		return;
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: x_object != NIL ->");
	model->out->indent++;
	gd_out_line(model->out, "%s = x_object;", kernel->var_name[0]);
	gd_out_line(model->out, "begin_%s();", kernel->name);
	gd_out_line(model->out, "skip");
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
	pml_set_join(writes, &kernel->begin_writes);
}
