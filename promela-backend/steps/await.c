/* await.c: when a unit that waits for the value of a location goes on: Note [Waiting loads]. */
#include "promela-backend/steps/await.h"
#include "promela-backend/facts/region.h"
#include "promela-backend/facts/await.h"
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/window.h"

/* " || …": the step is possible because it fails. */
static const char *or_fails(struct pml_step *step, const struct ir_place *place, const char *text)
{
	struct pml_model *model = step->model;
	struct gd_arena *arena = model->arena;
	const char *cell = pml_cell_of(step, place);
	bool may_be_root =
	    place->kind == IR_PLACE_SLOT && !step->kernel->loop_of[place->slot->index];

	if (cell &&
	    (pml_number_of(model, IR_NO_FREED_ACCESS) ||
		pml_is_relied_on(model, IR_NO_FREED_ACCESS)))
		text = may_be_root
		    ? gd_arena_printf(arena, "%s || !IS_ROOT(%s) && !live[%s]", text,
			  pml_address(model, &step->env, place), cell)
		    : gd_arena_printf(arena, "%s || !%s", text, pml_is_there(model, place, cell));
	if (place->kind == IR_PLACE_META && model->late[place->meta->index])
		text = gd_arena_printf(arena, "%s || late_%s[%s]", text, place->meta->name, cell);
	return text;
}

const char *pml_await_guard(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *const *names)
{
	const struct ir_stmt *await = place->node->stmt;
	struct pml_kernel named = *kernel;
	struct pml_step step = { .model = model, .kernel = &named, .env = { .kernel = &named } };
	struct pml_env value = { .var = await->dst, .up = &step.env };

	named.var_name = (const char **)names;
	if (pml_misses_slot(model, await->place))
		return "true"; /* the step stops the program */
	value.text = kernel->window
	    ? gd_arena_printf(model->arena, "MEM_SEEN(%s, %s)", pml_worker(model, &named),
		  pml_address(model, &step.env, await->place))
	    : gd_arena_printf(model->arena, "mem_peek(%s)",
		  pml_address(model, &step.env, await->place));
	return gd_arena_printf(model->arena, "(%s)",
	    or_fails(&step, await->place, pml_expr(model, &value, await->args[0])));
}

void pml_await_steps(struct pml_model *model, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	if (!pml_has_awaits(model))
		return;
	PML_STEP(code, stall, .thread = pml_text("environment"));
	PML_DO(code, stall, PML_NOTHING);
	pml_put_step(inlines, code, "step_stall()");
}
