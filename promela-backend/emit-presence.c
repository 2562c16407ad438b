/* emit-presence.c: mutators that join and leave, the one that stands for the heap's own
 * roots, and what one mutator takes from another's roots.
 *
 * Where all mutators are there all the time nothing of this is in the model.  Else
 * there[m] says whether m is: one that leaves while a cycle runs stays in the list, not
 * running and without roots, until the cycle ends. */
#include "promela-backend/emit.h"

enum { MAX_LISTED = 12 }; /* colours: at most 4096 */

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

/* ------------------------------------------------------------ loops over mutators */
static size_t count_joiners(const struct pml_model *model)
{
	size_t joiners = 0;

	for (size_t i = 0; i < model->mutators; i++)
		joiners += model->scenario->mutators[i].joins;
	return joiners;
}

/* One bit for each that joins; all others that are there when a cycle begins stay in the list. */
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

/* What it has seen of phases makes no difference when it is not there. */
static void forget_phases(struct pml_model *model, const char *mutator)
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
