/* emit-mutator.c: mutators with their scripts, and the environment.
 *
 * A mutator's roots are its own: what it does with them is no shared access. */
#include "promela-backend/emit-mutator.h"
#include "promela-backend/emit-action.h"
#include "promela-backend/emit-client.h"
#include "promela-backend/emit-expr.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-op.h"
#include "promela-backend/emit-operation.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/emit-root.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"

static void read_slot(struct pml_model *model, size_t mutator, const struct ir_action *action,
    const char *at, struct pml_set *writes)
{
	gd_out_line(model->out, "mem_load(%zu, %s, MEM_RELAXED, x_found);", mutator, at);
	gd_out_line(model->out,
	    "printf(\"@ access op=load order=relaxed at=%s slot=%ld object=%%d found=%%d "
	    "where=%s\\n\", x_object, SHOWN(x_found));",
	    action->group->name, action->slot, pml_where(model, action->loc));
	pml_set_root(model, mutator, action->dst, "x_found", writes);
}

/* read and write; an action on a null object does nothing. */
static void access_slot(struct pml_model *model, size_t mutator, const struct ir_action *action,
    struct pml_set *writes)
{
	const char *at = gd_arena_printf(model->arena, "FIRST_OF_%s(x_object) + %ld",
	    action->group->name, action->slot);

	gd_out_line(model->out, "x_object = mem_peek(%s);",
	    pml_root_at(model, mutator, action->object));
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: x_object == NIL -> printf(\"@ nothing\\n\")");
	gd_out_line(model->out, ":: else ->");
	model->out->indent++;
	pml_fail_if_freed(model, model->out, "x_object", action->loc);
	if (action->op == IR_SCRIPT_READ)
		read_slot(model, mutator, action, at, writes);
	else
		pml_begin_store(model, mutator, "x_object", at,
		    action->source < 0 ? "NIL"
				       : gd_arena_printf(model->arena, "mem_peek(%s)",
					     pml_root_at(model, mutator, action->source)),
		    action->loc, writes);
	model->out->indent--;
	gd_out_line(model->out, "fi;");
}

static void allocate(struct pml_model *model, size_t mutator, const struct ir_action *action,
    struct pml_set *writes)
{
	gd_out_line(model->out, "x_object = pick;");
	gd_out_line(model->out, "pick = 0;");
	pml_begin_allocate(model, mutator, "x_object", action->dst, action->loc, writes);
}

static void set_ghost(struct pml_model *model, const struct ir_action *action,
    struct pml_set *writes)
{
	struct pml_taker taker = { action->ghost->name, &action->ghost->type, action->loc, false };

	if (!pml_reads_ghost(model, action->ghost))
		return;
	if (pml_asks_reachable(action->value))
		gd_out_line(model->out, "heap_reach();");
	pml_check_fits(model, model->out, &taker, NULL, action->value);
	gd_out_line(model->out, "ghost_%s = %s;", action->ghost->name,
	    pml_expr(model, NULL, action->value));
	gd_out_line(model->out, "printf(\"@ ghost ghost=%s value=%%d where=%s\\n\", ghost_%s);",
	    action->ghost->name, pml_where(model, action->loc), action->ghost->name);
	pml_set_add(model, writes, PML_CELL_GHOST, action->ghost->index);
}

static void perform(struct pml_model *model, size_t mutator, const struct ir_action *action,
    struct pml_set *writes)
{
	switch (action->op) {
	case IR_SCRIPT_READ:
	case IR_SCRIPT_WRITE: access_slot(model, mutator, action, writes); break;
	case IR_SCRIPT_ALLOCATE: allocate(model, mutator, action, writes); break;
	case IR_SCRIPT_DROP: pml_set_root(model, mutator, action->dst, "NIL", writes); break;
	case IR_SCRIPT_COLLECT: pml_begin_collect(model, mutator, action->cycle, writes); break;
	case IR_SCRIPT_YIELD: gd_out_line(model->out, "printf(\"@ yield\\n\");"); break;
	case IR_SCRIPT_CHOOSE: gd_out_line(model->out, "printf(\"@ choose\\n\");"); break;
	case IR_SCRIPT_GHOST: set_ghost(model, action, writes); break;
	case IR_SCRIPT_RECEIVE:
		pml_begin_receive(model, mutator, action->dst, action->giver, action->source,
		    writes);
		break;
	case IR_SCRIPT_JOIN: pml_join(model, mutator, writes); break;
	case IR_SCRIPT_LEAVE: pml_leave(model, mutator, writes); break;
	}
}

/* Writes that the script continues at NEXT.  Ghosts belong to the step before them. */
static void go_on(struct pml_model *model, size_t mutator, size_t next, struct pml_set *writes)
{
	const struct ir_mutator *m = &model->scenario->mutators[mutator];
	bool apart = model->request->unsound >> PML_UNSOUND_GHOSTS & 1;

	while (next < m->action_count && m->actions[next].op == IR_SCRIPT_GHOST && !apart) {
		set_ghost(model, &m->actions[next], writes);
		next = m->actions[next].next;
	}
	gd_out_line(model->out, "script_at[%zu] = %zu;", mutator, next);
}

/* TARGET: where a choice continues; otherwise ignored. */
static void action_inline(struct pml_model *model, size_t mutator, size_t number, size_t target)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];
	bool chooses = action->op == IR_SCRIPT_CHOOSE;
	struct pml_set writes = { { 0 } };

	gd_out_line(model->out, "// %s", pml_line_at(model, action->loc));
	gd_out_line(model->out, "inline script_%zu_%zu%s() {", mutator, number,
	    chooses ? gd_arena_printf(model->arena, "_to_%zu", target) : "");
	model->out->indent++;
	gd_out_line(model->out,
	    "printf(\"@ step do=script thread=mutator mutator=%zu action=%zu "
	    "where=%s\\n\");",
	    mutator, number, pml_where(model, action->loc));
	perform(model, mutator, action, &writes);
	go_on(model, mutator, chooses ? target : action->next, &writes);
	pml_after_step(model, model->out, &writes);
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

static void action_inlines(struct pml_model *model, size_t mutator, size_t number)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];

	if (action->op != IR_SCRIPT_CHOOSE)
		action_inline(model, mutator, number, 0);
	for (size_t i = 0; i < action->target_count; i++)
		action_inline(model, mutator, number, action->targets[i]);
}

static void stop_inline(struct pml_model *model, size_t mutator)
{
	struct pml_set writes = { { 0 } };
	struct pml_it it = { .mutator = mutator };

	gd_out_line(model->out, "inline step_stop_%zu() {", mutator);
	model->out->indent++;
	gd_out_line(model->out,
	    "printf(\"@ step do=stopped thread=mutator mutator=%zu where=%s\\n\");", mutator,
	    pml_where(model, model->scenario->mutators[mutator].loc));
	gd_out_line(model->out, "x_who = %zu;", mutator);
	pml_pass(model, model->out, PML_RULE_rest, &it, &writes);
	pml_pass(model, model->out, PML_RULE_stopped, &it, &writes);
	pml_order_stop(model, gd_arena_printf(model->arena, "%zu", mutator), &writes);
	gd_out_line(model->out, "is_stopped[%zu] = 1;", mutator);
	pml_set_add(model, &writes, PML_CELL_STOPPED, 0);
	pml_after_step(model, model->out, &writes);
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
	pml_pass(model, model->out, PML_RULE_request, &(struct pml_it){ .cycle = cycle }, &writes);
	gd_out_line(model->out, "asked++;");
	pml_after_step(model, model->out, &writes);
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

void pml_emit_mutators(struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++) {
		if (!model->scenario->mutators[i].of_heap)
			stop_inline(model, i);
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			action_inlines(model, i, j);
	}
	if (model->scenario->client)
		pml_client_operations(model);
	if (model->scenario->collects)
		return;
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		if (pml_may_ask_for(model, model->spec->cycles[i]))
			request_inline(model, model->spec->cycles[i]);
}

/* The guard of an action: it is the next one, the mutator runs, and memory can take the access. */
static const char *action_guard(struct pml_model *model, size_t mutator, size_t number)
{
	enum ir_script_op op = model->scenario->mutators[mutator].actions[number].op;
	const char *guard =
	    gd_arena_printf(model->arena, "script_at[%zu] == %zu && %s", mutator, number,
		op == IR_SCRIPT_JOIN ? pml_may_join(model, mutator) : pml_may_act(model, mutator));

	if (op != IR_SCRIPT_WRITE || model->operations[IR_BEFORE_STORE].ir)
		return guard;
	return gd_arena_printf(model->arena, "%s && mem_room(%zu)", guard, mutator);
}

static void action_options(struct pml_model *model, size_t mutator, size_t number)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];
	const char *guard = action_guard(model, mutator, number);
	struct gd_arena *arena = model->arena;
	struct pml_choice choice = { .loc = action->loc };

	choice.guard = gd_arena_printf(arena, " && %s", guard);
	for (size_t i = 0; i < action->target_count; i++)
		pml_option(model, action->loc, guard,
		    gd_arena_printf(arena, "script_%zu_%zu_to_%zu()", mutator, number,
			action->targets[i]));
	if (action->op == IR_SCRIPT_CHOOSE)
		return;
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

	gd_out_line(model->out, "// %s: mutator %s", pml_line_at(model, m->loc), m->name);
	gd_out_line(model->out, "proctype mutator_%zu() {", mutator);
	model->out->indent++;
	gd_out_line(model->out, "do");
	for (size_t i = 0; i < m->action_count; i++)
		action_options(model, mutator, i);
	if (model->scenario->client)
		pml_client_options(model, mutator);
	pml_operation_options(model, mutator);
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

		if (!pml_may_ask_for(model, model->spec->cycles[i]))
			continue;
		pml_option(model, model->scenario->loc,
		    gd_arena_printf(model->arena, "asked < %ld && !requested_%s",
			model->scenario->cycles, name),
		    gd_arena_printf(model->arena, "step_request_%s()", name));
	}
	pml_end_process(model);
}

void pml_mutator_processes(struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++)
		if (!model->scenario->mutators[i].of_heap)
			mutator_process(model, i);
	if (!model->scenario->collects)
		environment_process(model);
	pml_quit_process(model);
}
