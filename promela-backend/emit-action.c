/* emit-action.c: what mutators do, those of scripts and those of the most general client. */
#include "promela-backend/emit-action.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-root.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"

void pml_begin_collect(struct pml_model *model, size_t mutator, const struct ir_cycle *cycle,
    struct pml_set *writes)
{
	struct pml_it it = { .cycle = cycle, .mutator = mutator };

	pml_pass(model, model->out, PML_RULE_collect, &it, writes);
	gd_out_line(model->out, "printf(\"@ collect cycle=%s\\n\");", cycle->name);
}

const char *pml_may_join(struct pml_model *model, size_t mutator)
{
	struct pml_it it = { .mutator = mutator };

	return gd_arena_printf(model->arena, "there[%zu] == AWAY && %s", mutator,
	    pml_guard(model, PML_RULE_join, &it));
}

void pml_join(struct pml_model *model, size_t mutator, struct pml_set *writes)
{
	struct pml_it it = { .mutator = mutator };

	gd_out_line(model->out, "x_who = %zu;", mutator);
	pml_pass(model, model->out, PML_RULE_join, &it, writes);
	gd_out_line(model->out, "printf(\"@ joined mutator=%zu\\n\");", mutator);
}

void pml_leave(struct pml_model *model, size_t mutator, struct pml_set *writes)
{
	struct pml_it it = { .mutator = mutator };

	gd_out_line(model->out, "x_who = %zu;", mutator);
	pml_pass(model, model->out, PML_RULE_rest, &it, writes);
	pml_order_handshake(model, model->out, gd_arena_printf(model->arena, "%zu", mutator),
	    IR_SEQ_CST);
	pml_note_performed(model, writes);
	pml_pass(model, model->out, PML_RULE_leave, &it, writes);
	gd_out_line(model->out, "printf(\"@ left mutator=%zu\\n\");", mutator);
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
