/* mutator.c: the steps of mutators with their scripts, and of the environment.
 *
 * A mutator's roots are its own: what it does with them is no shared access. */
#include "promela-backend/steps/mutator.h"
#include "promela-backend/steps/machine.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/action.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/faithful.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/operation.h"
#include "promela-backend/steps/redirect.h"
#include "promela-backend/steps/root.h"
#include "promela-backend/steps/word.h"

static void read_slot(struct pml_code *code, size_t mutator, const struct ir_action *action,
    const char *at)
{
	PML_DO(code, load, .who = gd_arena_printf(code->model->arena, "%zu", mutator), .at = at,
	    .order = "MEM_RELAXED", .found = "x_found");
	PML_EVENT(code, access, .op = pml_text("load"), .order = pml_text("relaxed"),
	    .at = pml_text(action->group->name),
	    .slot = pml_count(code->model, (size_t)action->slot), .object = pml_number("x_object"),
	    .found = pml_number("SHOWN(x_found)"), .where = pml_at(code->model, action->loc));
	pml_found_as_meant(code, gd_arena_printf(code->model->arena, "%zu", mutator),
	    gd_arena_printf(code->model->arena, "SLOT_OF(%s, %zu)",
		pml_origin(code->model, "x_object"),
		code->model->scenario->group_first[action->group->index] + (size_t)action->slot),
	    false, action->loc);
	pml_set_root(code, mutator, action->dst, "x_found");
}

static const char *stored_reference(struct pml_model *model, size_t mutator,
    const struct ir_action *action)
{
	if (action->source < 0)
		return "NIL";
	return gd_arena_printf(model->arena, "mem_peek(%s)",
	    pml_root_at(model, mutator, action->source));
}

/* Whether a barrier answers with the object that is accessed. */
static bool redirect(struct pml_code *code, size_t mutator, const struct ir_action *action)
{
	struct pml_model *model = code->model;
	struct pml_access access = { .word = action->word,
		.target = action->word && action->forgotten_count ? -1 : action->dst };

	if (action->op == IR_SCRIPT_WRITE_WORD)
		access.value = pml_written_number(model, mutator, action);
	else if (action->op == IR_SCRIPT_WRITE)
		access.value = stored_reference(model, mutator, action);
	if (!action->word)
		access.slot =
		    model->scenario->group_first[action->group->index] + (size_t)action->slot;
	if (!pml_is_redirected(model, &access))
		return false;
	pml_begin_redirected(code, mutator, &access);
	return true;
}

/* read and write; an action on a null object does nothing. */
static void access_slot(struct pml_code *code, size_t mutator, const struct ir_action *action)
{
	struct pml_model *model = code->model;
	const char *at = action->word ? NULL
				      : gd_arena_printf(model->arena, "FIRST_OF_%s(x_object) + %ld",
					    action->group->name, action->slot);

	pml_set(code, "x_object", "mem_peek(%s)", pml_root_at(model, mutator, action->object));
	pml_use_root(code, pml_root_at(model, mutator, action->object), action->loc);
	pml_if(code);
	pml_flat_case(code, "x_object == NIL");
	PML_EVENT(code, nothing, .where = { NULL, NULL });
	pml_case(code, "else");
	if (action->op == IR_SCRIPT_WRITE && action->source >= 0)
		pml_use_root(code, pml_root_at(model, mutator, action->source), action->loc);
	pml_fail_if_freed(code, "x_object", action->loc);
	if (redirect(code, mutator, action)) {
		pml_end(code);
		return;
	}
	if (action->op == IR_SCRIPT_READ && !action->word)
		pml_check_payload(code, PML_WAY_LOADS, "x_object", pml_at(model, action->loc));
	if (action->word)
		pml_access_word(code, mutator, action);
	else if (action->op == IR_SCRIPT_READ)
		read_slot(code, mutator, action, at);
	else
		pml_begin_store(code, mutator, at,
		    action->source < 0 ? "NIL"
				       : gd_arena_printf(model->arena, "mem_peek(%s)",
					     pml_root_at(model, mutator, action->source)),
		    action->loc);
	pml_end(code);
}

static void allocate(struct pml_code *code, size_t mutator, const struct ir_action *action)
{
	pml_set(code, "x_object", "pick");
	pml_set(code, "pick", "0");
	pml_begin_allocate(code, mutator, "x_object", action->dst);
}

static void set_ghost(struct pml_code *code, const struct ir_action *action)
{
	if (!pml_reads_ghost(code->model, action->ghost))
		return;
	if (pml_asks_reachable(action->value))
		pml_reach(code);
	pml_set_ghost(code, NULL, action->ghost, action->value, action->loc);
}

static void perform(struct pml_code *code, size_t mutator, const struct ir_action *action)
{
	switch (action->op) {
	case IR_SCRIPT_READ:
	case IR_SCRIPT_READ_WORD:
	case IR_SCRIPT_WRITE_WORD:
	case IR_SCRIPT_WRITE: access_slot(code, mutator, action); break;
	case IR_SCRIPT_ALLOCATE: allocate(code, mutator, action); break;
	case IR_SCRIPT_DROP: pml_set_root(code, mutator, action->dst, "NIL"); break;
	case IR_SCRIPT_PIN: pml_begin_pin(code, mutator, action->source, action->loc); break;
	case IR_SCRIPT_COLLECT: pml_begin_collect(code, mutator, action->cycle); break;
	case IR_SCRIPT_YIELD: PML_EVENT(code, yield, .where = { NULL, NULL }); break;
	case IR_SCRIPT_CHOOSE: PML_EVENT(code, choose, .where = { NULL, NULL }); break;
	case IR_SCRIPT_GHOST: set_ghost(code, action); break;
	case IR_SCRIPT_RECEIVE:
		pml_begin_receive(code, mutator, action->dst, action->giver, action->source);
		break;
	case IR_SCRIPT_JOIN: pml_join(code, mutator); break;
	case IR_SCRIPT_LEAVE: pml_leave(code, mutator); break;
	case IR_SCRIPT_ASSERT: pml_script_assert(code, mutator, action); break;
	}
}

/* Writes that the script continues at NEXT.  Ghosts belong to the step before them. */
static void go_on(struct pml_code *code, size_t mutator, size_t next)
{
	struct pml_model *model = code->model;
	const struct ir_mutator *m = &model->scenario->mutators[mutator];
	bool apart = model->request->unsound >> PML_UNSOUND_GHOSTS & 1;

	while (next < m->action_count && m->actions[next].op == IR_SCRIPT_GHOST && !apart) {
		pml_mark_at(code, IR_POINT_STATEMENT, m->actions[next].loc);
		set_ghost(code, &m->actions[next]);
		next = m->actions[next].next;
	}
	PML_DO(code, script_goes_on, .mutator = gd_arena_printf(model->arena, "%zu", mutator),
	    .at = gd_arena_printf(model->arena, "%zu", next));
}

/* TARGET: where a choice continues; otherwise ignored. */
static void action_step(struct pml_model *model, size_t mutator, size_t number, size_t target,
    pml_inlines *inlines)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];
	bool chooses = action->op == IR_SCRIPT_CHOOSE;
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, script, .thread = pml_text("mutator"), .mutator = pml_count(model, mutator),
	    .action = pml_count(model, number), .where = pml_at(model, action->loc));
	pml_mark_at(code, IR_POINT_STATEMENT, action->loc);
	perform(code, mutator, action);
	go_on(code, mutator, chooses ? target : action->next);
	pml_put_step(inlines, code,
	    gd_arena_printf(model->arena, "script_%zu_%zu%s()", mutator, number,
		chooses ? gd_arena_printf(model->arena, "_to_%zu", target) : ""));
	inlines->at[inlines->count - 1].comment = pml_line_at(model, action->loc);
}

static void action_steps(struct pml_model *model, size_t mutator, size_t number,
    pml_inlines *inlines)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];

	if (action->op != IR_SCRIPT_CHOOSE)
		action_step(model, mutator, number, 0, inlines);
	for (size_t i = 0; i < action->target_count; i++)
		action_step(model, mutator, number, action->targets[i], inlines);
}

static void stop_step(struct pml_model *model, size_t mutator, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);
	struct pml_it it = { .mutator = mutator };
	const char *who = gd_arena_printf(model->arena, "%zu", mutator);

	PML_STEP(code, stopped, .thread = pml_text("mutator"), .mutator = pml_text(who),
	    .where = pml_at(model, model->scenario->mutators[mutator].loc));
	pml_set(code, "x_who", "%s", who);
	pml_pass(code, PML_RULE_rest, &it);
	pml_pass(code, PML_RULE_stopped, &it);
	pml_order_stop(code, who);
	PML_DO(code, stopped, .mutator = who);
	pml_put_step(inlines, code, gd_arena_printf(model->arena, "step_stop_%zu()", mutator));
}

static void request_step(struct pml_model *model, const struct ir_cycle *cycle,
    pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, request, .thread = pml_text("environment"), .cycle = pml_text(cycle->name),
	    .where = pml_at(model, model->scenario->loc));
	pml_pass(code, PML_RULE_request, &(struct pml_it){ .cycle = cycle });
	PML_DO(code, count_request, PML_NOTHING);
	pml_put_step(inlines, code,
	    gd_arena_printf(model->arena, "step_request_%s()", cycle->name));
}

void pml_mutator_steps(struct pml_model *model, pml_inlines *inlines)
{
	for (size_t i = 0; i < model->mutators; i++) {
		if (!model->scenario->mutators[i].of_heap)
			stop_step(model, i, inlines);
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			action_steps(model, i, j, inlines);
	}
}

void pml_environment_steps(struct pml_model *model, pml_inlines *inlines)
{
	for (size_t i = 0; !model->scenario->collects && i < model->spec->cycle_count; i++)
		if (pml_may_ask_for(model, model->spec->cycles[i]))
			request_step(model, model->spec->cycles[i], inlines);
}
