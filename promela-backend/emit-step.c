/* emit-step.c: the steps of a kernel.
 *
 * Each place where a token waits is the beginning of a step. Its text is written here: what
 * it begins with (emit-unit.c, emit-operation.c), and the way from there to wherever it ends
 * (emit-walk.c). */
#include "promela-backend/emit-step.h"
#include "promela-backend/emit-operation.h"
#include "promela-backend/emit-reach.h"
#include "promela-backend/emit-unit.h"
#include "promela-backend/emit-walk.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"
#include "promela-backend/step.h"

#include <string.h>

static void operation_header(struct pml_step *step, const struct pml_place *place)
{
	pml_note_held(step);
	pml_resume_operation(step, place);
	gd_out_line(step->out,
	    "printf(\"@ step do=operation thread=mutator mutator=%%d barrier=%s where=%s\\n\", "
	    "x_who);",
	    ir_barrier_name[step->kernel->barrier->when], pml_where(step->model, place->loc));
	pml_set_add(step->model, step->writes, PML_CELL_ROOTS, 0);
}

static pml_step_end *end_of(const struct pml_kernel *kernel)
{
	if (kernel->kind)
		return pml_finish_unit;
	switch (kernel->barrier->when) {
	case IR_BEFORE_STORE: return pml_act;
	case IR_ALLOCATED: return pml_end_allocation;
	case IR_AFTER_STORE:
	case IR_RECEIVED: break;
	}
	return pml_end_operation;
}

static void step_text(struct pml_model *model, struct pml_kernel *kernel, struct pml_place *place)
{
	struct gd_out out;
	struct pml_step step = { .model = model,
		.kernel = kernel,
		.place = place,
		.who = kernel->barrier ? "x_who" : "COLLECTOR",
		.out = &out,
		.env = { .kernel = kernel },
		.end = end_of(kernel),
		.writes = &place->writes };

	gd_out_init(&out, 0);
	out.indent = 1;
	if (kernel->barrier)
		operation_header(&step, place);
	else
		pml_unit_header(&step, place);
	pml_step_body(&step, place);
	place->access = step.access;
	place->text = gd_arena_strndup(model->arena, out.text, out.length);
	place->text_length = out.length;
	gd_out_free(&out);
}

/* Writes the step a second time for the case that a left-out unit is not over, where that changes a
 * condition. */
static void generate_step(struct pml_model *model, struct pml_kernel *kernel,
    struct pml_place *place)
{
	const char *doubting;

	model->in_doubt = pml_doubted(model) && kernel->kind;
	step_text(model, kernel, place);
	doubting = place->text;
	if (!model->in_doubt)
		return;
	model->in_doubt = false;
	step_text(model, kernel, place);
	if (strcmp(doubting, place->text) != 0)
		place->doubting = doubting;
}

static void generate_begin(struct pml_model *model, struct pml_kernel *kernel)
{
	struct gd_out out;
	struct pml_step step = { .model = model,
		.kernel = kernel,
		.who = "x_who",
		.out = &out,
		.env = { .kernel = kernel },
		.end = end_of(kernel),
		.writes = &kernel->begin_writes };

	/* taking the cell is like an access: others may see it before the next one; and the giver
	 * of a reference may drop it */
	step.new_cell = kernel->barrier->when == IR_ALLOCATED && model->takes_cells_at_once;
	step.accessed = step.world = (kernel->barrier->when == IR_ALLOCATED && !step.new_cell) ||
	    kernel->barrier->when == IR_RECEIVED;
	gd_out_init(&out, 0);
	out.indent = 1;
	pml_note_held(&step);
	pml_walk_kernel(&step);
	kernel->begin_text = gd_arena_strndup(model->arena, out.text, out.length);
	kernel->begin_length = out.length;
	gd_out_free(&out);
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
