/* emit-mutator.c: options of mutators with their scripts, and of the environment. */
#include "promela-backend/emit-mutator.h"
#include "promela-backend/emit-bound.h"
#include "promela-backend/emit-client.h"
#include "promela-backend/emit-operation.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/action.h"
#include "promela-backend/steps/late.h"

/* With which each step of the mutator begins. */
static const char *begins_step_of(struct pml_model *model, size_t mutator)
{
	const char *overtakes = pml_overtakes(model, gd_arena_printf(model->arena, "%zu", mutator));
	const char *of = pml_step_of(model, PML_FIRST_MUTATOR + mutator);

	return overtakes && of ? gd_arena_printf(model->arena, "%s%s", overtakes, of)
	    : of               ? of
			       : overtakes;
}

/* The guard of an action: it is the next one, the mutator runs, and memory can take the access. */
static const char *action_guard(struct pml_model *model, size_t mutator, size_t number)
{
	enum ir_script_op op = model->scenario->mutators[mutator].actions[number].op;
	const char *guard =
	    gd_arena_printf(model->arena, "script_at[%zu] == %zu && %s", mutator, number,
		op == IR_SCRIPT_JOIN ? pml_may_join(model, mutator) : pml_may_act(model, mutator));

	if (op == IR_SCRIPT_WRITE_WORD
		? !pml_has_words(model) || ir_redirects(model->spec, IR_BEFORE_STORE)
		: op != IR_SCRIPT_WRITE || model->operations[IR_BEFORE_STORE].ir)
		return guard;
	return gd_arena_printf(model->arena, "%s && mem_room(%zu)", guard, mutator);
}

static void action_options(struct pml_model *model, struct gd_out *out, size_t mutator,
    size_t number)
{
	const struct ir_action *action = &model->scenario->mutators[mutator].actions[number];
	const char *guard = action_guard(model, mutator, number);
	struct gd_arena *arena = model->arena;
	struct pml_choice choice = { .loc = action->loc };

	choice.guard = gd_arena_printf(arena, " && %s", guard);
	for (size_t i = 0; i < action->target_count; i++)
		pml_option(model, out, action->loc, guard,
		    gd_arena_printf(arena, "script_%zu_%zu_to_%zu()", mutator, number,
			action->targets[i]));
	if (action->op == IR_SCRIPT_CHOOSE)
		return;
	choice.step = gd_arena_printf(arena, "script_%zu_%zu()", mutator, number);
	if (action->op != IR_SCRIPT_ALLOCATE) {
		pml_option(model, out, action->loc, guard, choice.step);
		return;
	}
	for (size_t cell = 0; cell < model->objects; cell++)
		pml_choose(model, &choice, cell, pml_is_free_for_mutators(model, cell),
		    "a free cell");
	pml_put_choice(model, out, &choice);
}

static void mutator_process(struct pml_model *model, struct gd_out *out, size_t mutator)
{
	const struct ir_mutator *m = &model->scenario->mutators[mutator];

	gd_out_line(out, "// %s: mutator %s", pml_line_at(model, m->loc), m->name);
	gd_out_line(out, "proctype mutator_%zu() {", mutator);
	out->indent++;
	gd_out_line(out, "do");
	model->begins_step = begins_step_of(model, mutator);
	for (size_t i = 0; i < m->action_count; i++)
		action_options(model, out, mutator, i);
	if (model->scenario->client)
		pml_client_options(model, out, mutator);
	pml_operation_options(model, out, mutator);
	pml_option(model, out, m->loc, gd_arena_printf(model->arena, "MUST_STOP(%zu)", mutator),
	    gd_arena_printf(model->arena, "step_stop_%zu()", mutator));
	model->begins_step = NULL;
	pml_end_process(model, out);
}

static void environment_process(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "proctype environment() {");
	out->indent++;
	gd_out_line(out, "do");
	model->begins_step = pml_step_of(model, PML_ENVIRONMENT);
	for (size_t i = 0; i < model->spec->cycle_count; i++) {
		const char *name = model->spec->cycles[i]->name;

		if (!pml_may_ask_for(model, model->spec->cycles[i]))
			continue;
		pml_option(model, out, model->scenario->loc,
		    gd_arena_printf(model->arena, "asked < %ld && !requested_%s",
			model->scenario->cycles, name),
		    gd_arena_printf(model->arena, "step_request_%s()", name));
	}
	model->begins_step = NULL;
	pml_end_process(model, out);
}

void pml_mutator_processes(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->mutators; i++)
		if (!model->scenario->mutators[i].of_heap)
			mutator_process(model, out, i);
	if (!model->scenario->collects)
		environment_process(model, out);
	pml_quit_process(model, out);
}
