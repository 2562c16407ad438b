/* emit_mutator.c: mutators with their scripts, and the environment.
 *
 * A mutator's roots are its own: what it does with them is no shared access. */
#include "promela-backend/emit.h"

static const char *root_at(struct pml_model *model, size_t mutator, int root)
{
	return gd_arena_printf(model->arena, "FIRST_ROOT + %zu",
	    pml_first_root(model, mutator) + (size_t)root);
}

static void fail_if_freed(struct pml_model *model, struct gd_loc loc)
{
	size_t number = pml_number_of(model, IR_NO_FREED_ACCESS);

	if (!number)
		return;
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: !live[x_object] -> printf(\"@ fail property=no_freed_access "
	    "binding=%%d where=%s\\n\", x_object); FAIL(%zu)", pml_where(model, loc), number);
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

static void set_root(struct pml_model *model, size_t mutator, int root, const char *value,
    struct pml_set *writes)
{
	gd_out_line(model->out, "mem_poke(%s, %s);", root_at(model, mutator, root), value);
	gd_out_line(model->out, "printf(\"@ root root=%zu value=%%d\\n\", SHOWN(%s));",
	    pml_first_root(model, mutator) + (size_t)root, value);
	pml_set_add(model, writes, PML_CELL_ROOTS, 0);
}

static void slot_event(struct pml_model *model, const struct ir_action *action, const char *op,
    const char *what)
{
	gd_out_line(model->out,
	    "printf(\"@ access op=%s order=relaxed at=%s slot=%ld object=%%d %s=%%d "
	    "where=%s\\n\", x_object, SHOWN(x_found));",
	    op, action->group->name, action->slot, what, pml_where(model, action->loc));
}

/* read and write; an action on a null object does nothing. */
static void access_slot(struct pml_model *model, size_t mutator, const struct ir_action *action,
    struct pml_set *writes)
{
	bool reads = action->op == IR_SCRIPT_READ;
	const char *at = gd_arena_printf(model->arena, "FIRST_OF_%s(x_object) + %ld",
	    action->group->name, action->slot);

	gd_out_line(
	    model->out, "x_object = mem_peek(%s);", root_at(model, mutator, action->object));
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: x_object == NIL -> printf(\"@ nothing\\n\")");
	gd_out_line(model->out, ":: else ->");
	model->out->indent++;
	fail_if_freed(model, action->loc);
	if (reads) {
		gd_out_line(model->out, "mem_load(%zu, %s, MEM_RELAXED, x_found);", mutator, at);
		slot_event(model, action, "load", "found");
		set_root(model, mutator, action->dst, "x_found", writes);
	} else {
		gd_out_line(model->out, "x_found = %s;", action->source < 0 ? "NIL"
		    : gd_arena_printf(model->arena, "mem_peek(%s)",
		    root_at(model, mutator, action->source)));
		gd_out_line(model->out, "mem_store(%zu, %s, MEM_RELAXED, x_found);", mutator, at);
		slot_event(model, action, "store", "stored");
		pml_set_add(model, writes, PML_CELL_SLOTS, 0);
	}
	gd_out_line(model->out, "skip");
	model->out->indent--;
	gd_out_line(model->out, "fi;");
}

static void allocate(struct pml_model *model, size_t mutator, const struct ir_action *action,
    struct pml_set *writes)
{
	gd_out_line(model->out, "x_object = pick;");
	gd_out_line(model->out, "pick = 0;");
	gd_out_line(model->out, "allocate_cell(x_object);");
	gd_out_line(model->out, "printf(\"@ allocate object=%%d root=%zu\\n\", x_object);",
	    pml_first_root(model, mutator) + (size_t)action->dst);
	set_root(model, mutator, action->dst, "x_object", writes);
	pml_set_add(model, writes, PML_CELL_LIVE, 0);
	pml_set_add(model, writes, PML_CELL_SLOTS, 0);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		pml_set_add(model, writes, PML_CELL_META, i);
}

static const struct ir_cycle *cycle_of(
    const struct pml_model *model, const struct ir_action *action)
{
	return action->cycle ? action->cycle : model->spec->cycles[0];
}

static void perform(struct pml_model *model, size_t mutator, const struct ir_action *action,
    struct pml_set *writes)
{
	const struct ir_cycle *cycle;

	switch (action->op) {
	case IR_SCRIPT_READ:
	case IR_SCRIPT_WRITE: access_slot(model, mutator, action, writes); break;
	case IR_SCRIPT_ALLOCATE: allocate(model, mutator, action, writes); break;
	case IR_SCRIPT_DROP: set_root(model, mutator, action->dst, "NIL", writes); break;
	case IR_SCRIPT_COLLECT:
		cycle = cycle_of(model, action);
		gd_out_line(model->out, "requested_%s = true;", cycle->name);
		gd_out_line(model->out, "waits[%zu] = ASKED(%zu);", mutator, cycle->index);
		gd_out_line(model->out, "printf(\"@ collect cycle=%s\\n\");", cycle->name);
		pml_set_add(model, writes, PML_CELL_REQUESTED, cycle->index);
		break;
	case IR_SCRIPT_YIELD: gd_out_line(model->out, "printf(\"@ yield\\n\");"); break;
	case IR_SCRIPT_CHOOSE:
	case IR_SCRIPT_GHOST: pml_refuse(model, "`choose' and `ghost' in scripts"); break;
	}
}

static void action_inline(struct pml_model *model, size_t mutator, size_t number)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];
	struct pml_set writes = { { 0 } };

	gd_out_line(model->out, "// %s", pml_where(model, action->loc));
	gd_out_line(model->out, "inline script_%zu_%zu() {", mutator, number);
	model->out->indent++;
	gd_out_line(model->out, "printf(\"@ step do=script thread=mutator mutator=%zu action=%zu "
	    "where=%s\\n\");", mutator, number, pml_where(model, action->loc));
	perform(model, mutator, action, &writes);
	gd_out_line(model->out, "script_at[%zu]++;", mutator);
	pml_after_step(model, model->out, &writes);
	gd_out_line(model->out, "x_found = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

static void stop_inline(struct pml_model *model, size_t mutator)
{
	struct pml_set writes = { { 0 } };

	gd_out_line(model->out, "inline step_stop_%zu() {", mutator);
	model->out->indent++;
	gd_out_line(model->out,
	    "printf(\"@ step do=stopped thread=mutator mutator=%zu where=%s\\n\");", mutator,
	    pml_where(model, model->scenario->mutators[mutator].loc));
	gd_out_line(model->out, "is_stopped[%zu] = 1;", mutator);
	pml_set_add(model, &writes, PML_CELL_STOPPED, 0);
	pml_after_step(model, model->out, &writes);
	gd_out_line(model->out, "x_found = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

static void request_inline(struct pml_model *model, const struct ir_cycle *cycle)
{
	struct pml_set writes = { { 0 } };

	gd_out_line(model->out, "inline step_request_%s() {", cycle->name);
	model->out->indent++;
	gd_out_line(model->out,
	    "printf(\"@ step do=request thread=environment cycle=%s where=%s\\n\");", cycle->name,
	    pml_where(model, model->scenario->loc));
	gd_out_line(model->out, "requested_%s = true;", cycle->name);
	gd_out_line(model->out, "asked++;");
	pml_set_add(model, &writes, PML_CELL_REQUESTED, cycle->index);
	pml_after_step(model, model->out, &writes);
	gd_out_line(model->out, "x_found = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

void pml_emit_mutators(struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++) {
		stop_inline(model, i);
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			action_inline(model, i, j);
	}
	if (model->scenario->collects)
		return;
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		request_inline(model, model->spec->cycles[i]);
}

/* ---------------------------------------------------------------- processes */
/* The action comes next, the mutator runs, and memory can take the access. */
static const char *action_guard(struct pml_model *model, size_t mutator, size_t number)
{
	enum ir_script_op op = model->scenario->mutators[mutator].actions[number].op;
	const char *guard = gd_arena_printf(model->arena, "script_at[%zu] == %zu && RUNS(%zu)",
	    mutator, number, mutator);

	if (op != IR_SCRIPT_READ && op != IR_SCRIPT_WRITE)
		return guard;
	return gd_arena_printf(model->arena, "%s && mem_ready(%zu, MEM_RELAXED)", guard, mutator);
}

static void action_options(struct pml_model *model, size_t mutator, size_t number)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];
	const char *guard = action_guard(model, mutator, number);
	struct gd_arena *arena = model->arena;
	struct pml_choice choice = { .loc = action->loc };

	choice.guard = gd_arena_printf(arena, " && %s", guard);
	choice.step = gd_arena_printf(arena, "script_%zu_%zu()", mutator, number);
	if (action->op != IR_SCRIPT_ALLOCATE) {
		pml_option(model, action->loc, guard, choice.step);
		return;
	}
	for (size_t cell = 0; cell < model->objects; cell++)
		pml_choose(model, &choice, cell, gd_arena_printf(arena, "!live[%zu]", cell),
		    "a free cell");
	pml_put_choice(model, &choice);
}

static void mutator_process(struct pml_model *model, size_t mutator)
{
	const struct ir_mutator *m = &model->scenario->mutators[mutator];

	gd_out_line(model->out, "// %s: mutator %s", pml_where(model, m->loc), m->name);
	gd_out_line(model->out, "proctype mutator_%zu() {", mutator);
	model->out->indent++;
	gd_out_line(model->out, "do");
	for (size_t i = 0; i < m->action_count; i++)
		action_options(model, mutator, i);
	pml_option(model, m->loc, gd_arena_printf(model->arena, "MUST_STOP(%zu)", mutator),
	    gd_arena_printf(model->arena, "step_stop_%zu()", mutator));
	pml_end_process(model);
}

static void environment_process(struct pml_model *model)
{
	gd_out_line(model->out, "proctype environment() {");
	model->out->indent++;
	gd_out_line(model->out, "do");
	for (size_t i = 0; i < model->spec->cycle_count; i++) {
		const char *name = model->spec->cycles[i]->name;

		pml_option(model, model->scenario->loc, gd_arena_printf(model->arena,
		    "asked < %ld && !requested_%s", model->scenario->cycles, name),
		    gd_arena_printf(model->arena, "step_request_%s()", name));
	}
	pml_end_process(model);
}

void pml_mutator_processes(struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++)
		mutator_process(model, i);
	if (!model->scenario->collects)
		environment_process(model);
}
