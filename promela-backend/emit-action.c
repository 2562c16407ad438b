/* emit-action.c: what mutators do, those of scripts and those of the most general client. */
#include "promela-backend/emit-action.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-presence.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/sets.h"

const char *pml_root_at(struct pml_model *model, size_t mutator, int root)
{
	return gd_arena_printf(model->arena, "FIRST_ROOT + %zu",
	    pml_first_root(model, mutator) + (size_t)root);
}

void pml_set_root(struct pml_model *model, size_t mutator, int root, const char *value,
    struct pml_set *writes)
{
	gd_out_line(model->out, "mem_poke(%s, %s);", pml_root_at(model, mutator, root), value);
	gd_out_line(model->out, "printf(\"@ root root=%zu value=%%d\\n\", SHOWN(%s));",
	    pml_first_root(model, mutator) + (size_t)root, value);
	pml_set_add(model, writes, PML_CELL_ROOTS, 0);
}

void pml_begin_collect(struct pml_model *model, size_t mutator, const struct ir_cycle *cycle,
    struct pml_set *writes)
{
	gd_out_line(model->out, "requested_%s = true;", cycle->name);
	gd_out_line(model->out, "waits[%zu] = ASKED(%zu);", mutator, cycle->index);
	gd_out_line(model->out, "printf(\"@ collect cycle=%s\\n\");", cycle->name);
	pml_set_add(model, writes, PML_CELL_REQUESTED, cycle->index);
}

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
	pml_forget_phases(model, who);
	gd_out_line(model->out, "printf(\"@ left mutator=%zu\\n\");", mutator);
	pml_set_add(model, writes, PML_CELL_STOPPED, 0);
}

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
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
	pml_set_join(writes, &kernel->begin_writes);
}

const char *pml_may_act(struct pml_model *model, size_t mutator)
{
	return gd_arena_printf(model->arena, "RUNS(%zu)", mutator);
}
