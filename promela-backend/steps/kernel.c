/* kernel.c: the steps of a kernel.
 *
 * Each place where a token waits is the beginning of a step. It is built here: what it begins
 * with (unit.c, operation.c), and the way from there to wherever it ends (walk.c). */
#include "promela-backend/steps/kernel.h"
#include "promela-backend/steps/early.h"
#include "promela-backend/steps/late-load.h"
#include "promela-backend/steps/operation.h"
#include "promela-backend/steps/reach.h"
#include "promela-backend/steps/redirect.h"
#include "promela-backend/steps/unit.h"
#include "promela-backend/steps/walk.h"
#include "promela-backend/steps/window.h"
#include "promela-backend/facts/early.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/late-load.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/machine.h"
#include "promela-backend/steps/step.h"

static void operation_header(struct pml_step *step, const struct pml_place *place)
{
	pml_note_held(step);
	pml_resume_operation(step, place);
	PML_STEP(step->code, operation, .thread = pml_text("mutator"),
	    .mutator = pml_number("x_who"),
	    .barrier = pml_text(ir_barrier_name[step->kernel->barrier->when]),
	    .where = pml_at(step->model, place->loc));
}

static pml_step_end *end_of(const struct pml_kernel *kernel)
{
	if (kernel->kind)
		return pml_finish_unit;
	if (kernel->barrier->result)
		return pml_act_redirected;
	switch (kernel->barrier->when) {
	case IR_BEFORE_STORE: return pml_act;
	case IR_ALLOCATED: return pml_end_allocation;
	case IR_AFTER_STORE:
	case IR_BEFORE_LOAD:
	case IR_PINNED:
	case IR_RECEIVED: break;
	}
	return pml_end_operation;
}

/* A step from PLACE.  Its replay says that it is about what is at LOC. */
static struct pml_step begin_step(struct pml_model *model, struct pml_kernel *kernel,
    const struct pml_place *place, struct gd_loc loc)
{
	struct pml_place shown = *place;
	struct pml_step step = { .model = model,
		.kernel = kernel,
		.place = place,
		.who = kernel->barrier ? "x_who" : pml_worker(model, kernel),
		.code = pml_code_new(model),
		.env = { .kernel = kernel },
		.end = end_of(kernel) };

	shown.loc = loc;
	if (kernel->barrier)
		operation_header(&step, &shown);
	else
		pml_unit_header(&step, &shown);
	pml_use_window(&step);
	pml_forget_loads(step.code, kernel, place->live);
	return step;
}

static struct pml_code *build_step(struct pml_model *model, struct pml_kernel *kernel,
    const struct pml_place *place)
{
	struct pml_step step = begin_step(model, kernel, place, place->loc);

	pml_step_body(&step, place);
	return step.code;
}

/* A further step from PLACE, about the load at LOC: CALL is the name of its inline, but for the place. */
static struct pml_step begin_load(struct pml_model *model, struct pml_kernel *kernel,
    struct pml_place *place, const char *call, const struct ir_stmt *load, pml_load_guard *guard,
    size_t number)
{
	struct pml_step step = begin_step(model, kernel, place, load->loc);
	struct pml_load_step added = { step.code, NULL, load->loc, guard, number };

	added.call = gd_arena_printf(model->arena, "%s_%s_%zu_%zu()", call, kernel->name,
	    place->number, number);
	GD_PUSH(model->arena, place->loads, added);
	return step;
}

/* The steps that do a load early before they come back to PLACE. */
static void build_issues(struct pml_model *model, struct pml_kernel *kernel,
    struct pml_place *place)
{
	const struct pml_early_at *at = pml_early_at(kernel, place->node);

	for (size_t i = 0; at && i < kernel->early.count; i++) {
		struct pml_step step;

		if (!(at->issue >> i & 1))
			continue;
		step = begin_load(model, kernel, place, "early", kernel->early.at[i].load,
		    pml_may_be_early, i);
		pml_issue_early(&step, place->node, i);
		pml_go_to(&step, place->node, PML_BEFORE);
	}
}

/* The steps that do a late load before they come back to PLACE. */
static void build_late_loads(struct pml_model *model, struct pml_kernel *kernel,
    struct pml_place *place)
{
	const struct pml_late_load_at *at = pml_late_load_at(kernel, place->node);

	for (size_t i = 0; at && i < kernel->late_loads.count; i++) {
		struct pml_step step;

		if (!(at->pending >> i & 1))
			continue;
		step = begin_load(model, kernel, place, "late", kernel->late_loads.at[i].load,
		    pml_is_waiting, i);
		pml_do_late_load(&step, i);
		pml_go_to(&step, place->node, PML_BEFORE);
	}
}

/* The step that passes the load at PLACE by. */
static void build_postponing(struct pml_model *model, struct pml_kernel *kernel,
    struct pml_place *place)
{
	size_t number = pml_late_load_number(kernel, place->node->stmt);
	struct pml_step step;

	if (number == kernel->late_loads.count)
		return;
	step = begin_load(model, kernel, place, "postpone", place->node->stmt, pml_may_postpone,
	    number);
	pml_postpone(&step, place->node);
	pml_walk_after(&step, place->node);
}

/* In a run with few reorderings no store waits only because the rest of its step comes in the same moment.  So where
 * they are counted there is a second step, in which it is performed at once. */
static void build_at_once(struct pml_model *model, struct pml_kernel *kernel,
    struct pml_place *place)
{
	struct pml_step step;

	if (!kernel->window || !pml_counts_held(model))
		return;
	step = begin_step(model, kernel, place, place->loc);
	step.stores_at_once = true;
	pml_step_body(&step, place);
	if (!pml_is_same_code(step.code, place->code))
		place->at_once = step.code;
}

/* Writes the step a second time for the case that a left-out unit is not over, where that changes a
 * condition. */
static void generate_step(struct pml_model *model, struct pml_kernel *kernel,
    struct pml_place *place)
{
	struct pml_code *doubting = NULL;

	model->in_doubt = pml_doubted(model) && kernel->kind;
	if (model->in_doubt)
		doubting = build_step(model, kernel, place);
	model->in_doubt = false;
	place->code = build_step(model, kernel, place);
	if (doubting && !pml_is_same_code(doubting, place->code))
		place->doubting = doubting;
	build_at_once(model, kernel, place);
	if (place->point != PML_BEFORE || !place->node)
		return;
	build_issues(model, kernel, place);
	build_late_loads(model, kernel, place);
	build_postponing(model, kernel, place);
}

static void generate_begin(struct pml_model *model, struct pml_kernel *kernel)
{
	struct pml_step step = { .model = model,
		.kernel = kernel,
		.who = "x_who",
		.code = pml_code_new(model),
		.env = { .kernel = kernel },
		.end = end_of(kernel) };

	/* taking the cell is like an access: others may see it before the next one; and the giver
	 * of a reference may drop it, or a kernel rewrite the root that was read */
	step.new_cell = kernel->barrier->when == IR_ALLOCATED && model->takes_cells_at_once;
	step.accessed = step.world = (kernel->barrier->when == IR_ALLOCATED && !step.new_cell) ||
	    kernel->barrier->when == IR_RECEIVED || kernel->barrier->when == IR_PINNED;
	pml_note_held(&step);
	pml_forget_loads(step.code, kernel, 0);
	pml_walk_kernel(&step);
	kernel->begin = step.code;
}

/* A place where something waits and whose step is not written yet. */
static struct pml_place *next_place(const struct pml_kernel *kernel)
{
	for (size_t i = 0; i < kernel->places.count; i++)
		if (kernel->places.at[i]->waits && !kernel->places.at[i]->stepped)
			return kernel->places.at[i];
	return NULL;
}

void pml_generate_steps(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_stmt *first = kernel->ir->body;
	struct pml_place *place;

	if (!kernel->barrier)
		pml_place_at(model, kernel, first ? pml_node_of(kernel, first) : NULL, PML_BEFORE)
		    ->waits = true;
	else if (kernel->barrier->when != IR_AFTER_STORE)
		generate_begin(model, kernel);
	while ((place = next_place(kernel)) && !model->why) {
		place->stepped = true;
		generate_step(model, kernel, place);
	}
}
