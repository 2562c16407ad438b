/* unit.c: a unit's first step and its last, and the other steps that units make. */
#include "promela-backend/steps/unit.h"
#include "promela-backend/steps/colour.h"
#include "promela-backend/steps/early.h"
#include "promela-backend/steps/late-load.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/failure.h"
#include "promela-backend/steps/pool.h"
#include "promela-backend/facts/await.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/steps/walk.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/machine.h"
#include "promela-backend/steps/step.h"
#include "promela-backend/steps/window.h"

/* The unit, for the parameters that LIVE names. */
static struct pml_value unit_value(struct pml_model *model, const struct pml_kernel *kernel,
    uint64_t live)
{
	struct pml_value value = { kernel->kind->param_count ? "" : "-", "" };

	for (size_t i = 0; i < kernel->kind->param_count; i++) {
		bool known = live >> i & 1;

		value.format = gd_arena_printf(model->arena, "%s%s%s", value.format, i ? "," : "",
		    known ? "%d" : "?");
		if (known)
			value.args = gd_arena_printf(model->arena, "%s%s%s", value.args,
			    *value.args ? ", " : "",
			    pml_shown(model, &kernel->ir->vars[i]->type, kernel->var_name[i]));
	}
	return value;
}

/* A bucket `whenever' stays open until its units are over. */
static void close_drained(struct pml_step *step, const struct ir_kind *kind)
{
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->opening == IR_WHENEVER)
			pml_do_act(step->code, PML_ACT_shut_if_drained,
			    &(struct pml_it){ .bucket = kind->buckets[i] });
}

/* The unit has done its last statement. */
static void unit_is_over(struct pml_step *step)
{
	const struct pml_kernel *kernel = step->kernel;
	const char *unit = pml_unit_number(step->model, kernel, "v_");

	if (kernel->merges_by)
		pml_drop_copies(step->code, kernel, unit, "v_");
	if (kernel->holds)
		PML_DO(step->code, hold_no_more, .of = PML_OF(kernel->kind), .unit = unit);
	PML_DO(step->code, unit_is_over, .of = PML_OF(kernel->kind));
}

static void end_unit(struct pml_step *step)
{
	const struct pml_kernel *kernel = step->kernel;

	PML_EVENT(step->code, done, .kind = pml_text(kernel->name),
	    .unit = unit_value(step->model, kernel,
		step->place->live & ~pml_only_late(kernel, step->place)));
	close_drained(step, kernel->kind);
	if (kernel->kind->on)
		PML_DO(step->code, end_handshake,
		    .mutator = kernel->var_name[kernel->kind->on->index]);
}

void pml_finish_unit(struct pml_step *step)
{
	bool is_over = step->place->point == PML_OVER;
	bool ends = is_over || !step->kernel->ends_apart;

	if (!is_over)
		pml_leave_window(step);
	if (!step->kernel->merges_by)
		pml_row(step->code);
	if (!is_over)
		unit_is_over(step);
	if (ends)
		PML_DO(step->code, end_unit, .of = PML_OF(step->kernel->kind));
	if (!step->kernel->merges_by)
		pml_end(step->code);
	if (ends)
		end_unit(step);
	else
		pml_go_to(step, NULL, PML_OVER);
}

/* Whether this step itself takes the unit from the pool. */
static bool is_claimed_here(const struct pml_kernel *kernel, const struct pml_place *place)
{
	return kernel->claims_late && place->number == 0;
}

/* The mutator runs the unit itself: at a yield point, up to date, and nothing else. */
static void begin_handshake(struct pml_code *code, const struct pml_kernel *kernel)
{
	if (!kernel->kind->on)
		return;
	pml_set(code, "x_who", "%s", kernel->var_name[kernel->kind->on->index]);
	pml_order_handshake(code, "x_who", kernel->kind->on_order);
	if (pml_counts_held(code->model))
		PML_DO(code, overtake, .who = "x_who");
	PML_DO(code, begin_handshake, .of.by_mutator = true, .mutator = "x_who");
	pml_pass(code, PML_RULE_handshake, &(struct pml_it){ 0 });
}

static void take(struct pml_step *step)
{
	struct pml_kernel *kernel = step->kernel;

	pml_take_unit(step->code, kernel);
	pml_decode(step->model, kernel, pml_params(kernel), kernel->nonnull_params, step->code);
	begin_handshake(step->code, kernel);
	if (kernel->asserts_stopped)
		pml_fold_fails_when(step->code, "!ALL_STOPPED");
}

static void go_on(struct pml_step *step, const struct pml_place *place)
{
	struct pml_model *model = step->model;
	const struct pml_kernel *kernel = step->kernel;

	pml_decode(model, kernel, place->live, place->nonnull, step->code);
	PML_DO(step->code, go_on, .of = PML_OF(kernel->kind),
	    .place = gd_arena_printf(model->arena, "%zu", place->number),
	    .colour = pml_colour_number(model, kernel, place));
	if (pml_has_awaits(model) && pml_is_wait(place))
		PML_DO(step->code, go_on_waiting, PML_NOTHING);
}

/* What the model knows of the unit are the variables LIVE. */
static void run_event(struct pml_step *step, const struct pml_place *place, uint64_t live)
{
	const struct pml_kernel *kernel = step->kernel;

	PML_STEP(step->code, run, .thread = pml_text("worker"), .kind = pml_text(kernel->name),
	    .unit = unit_value(step->model, kernel, live),
	    .window = pml_window_value(step->model, kernel),
	    .where = pml_at(step->model, place->loc));
}

/* A parameter that the unit has needed only for a load that was late is forgotten when that is done. */
void pml_unit_header(struct pml_step *step, const struct pml_place *place)
{
	const struct pml_kernel *kernel = step->kernel;
	bool here = is_claimed_here(kernel, place);
	uint64_t lost = here ? 0 : pml_params(kernel) & pml_only_late(kernel, place);

	if (here)
		take(step);
	else
		go_on(step, place);
	if (lost) {
		pml_if(step->code);
		pml_case(step->code, "%s", pml_is_kept(step, lost));
		run_event(step, place, place->live);
		pml_last(step->code);
		pml_case(step->code, "else");
		run_event(step, place, place->live & ~lost);
		pml_last(step->code);
		pml_end(step->code);
	} else {
		run_event(step, place, here ? pml_params(kernel) : place->live);
	}
}

/* -------------------------------------------------------------- other steps */
/* A unit that is claimed in a step of its own. */
static void claim(struct pml_model *model, const struct pml_kernel *kernel, pml_inlines *inlines)
{
	const struct pml_place *place = kernel->places.at[0];
	struct pml_code *code = pml_code_new(model);

	pml_take_with_window(code, kernel);
	pml_take_unit(code, kernel);
	pml_decode(model, kernel, pml_params(kernel), kernel->nonnull_params, code);
	pml_forget_loads(code, kernel, 0);
	PML_STEP(code, claim, .thread = pml_text("worker"), .kind = pml_text(kernel->name),
	    .unit = unit_value(model, kernel, pml_params(kernel)),
	    .window = pml_window_value(model, kernel), .where = pml_at(model, kernel->kind->loc));
	if (place->node)
		pml_wait_for_copy(code, &(struct pml_env){ .kernel = kernel }, place->node->stmt);
	PML_DO(code, arrive, .of = PML_OF(kernel->kind), .place = "0",
	    .colour = pml_colour_number(model, kernel, place));
	begin_handshake(code, kernel);
	pml_put_step(inlines, code, gd_arena_printf(model->arena, "claim_%s()", kernel->name));
}

/* One unit of a buffer moves to the pool. */
static void flush(struct pml_model *model, const struct pml_kernel *kernel, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, flush, .thread = pml_text("mutator"), .mutator = pml_number("a_mutator"),
	    .kind = pml_text(kernel->name), .where = pml_at(model, kernel->kind->loc));
	PML_DO(code, flush, .of = PML_OF(kernel->kind), .at = "a_at", .unit = "a_unit");
	pml_put_step(inlines, code,
	    gd_arena_printf(model->arena, "step_flush_%s(a_at, a_unit, a_mutator)", kernel->name));
}

static void run(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, pml_inlines *inlines)
{
	pml_put_step(inlines, place->code,
	    gd_arena_printf(model->arena, "run_%s_%zu()", kernel->name, place->number));
	if (place->at_once)
		pml_put_step(inlines, place->at_once,
		    gd_arena_printf(model->arena, "run_%s_%zu_at_once()", kernel->name,
			place->number));
	pml_put_load_steps(place, inlines);
}

/* The same step if a left-out unit is found in the pool. */
static void run_doubting(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, pml_inlines *inlines)
{
	if (!place->doubting)
		return;
	PML_EVENT(place->doubting, left_out, .kind = pml_text(pml_doubted(model)->name));
	if (!model->doubts_early)
		PML_DO(place->doubting, find_left_out, .of = PML_OF(pml_doubted(model)->kind));
	pml_put_step(inlines, place->doubting,
	    gd_arena_printf(model->arena, "run_%s_%zu_doubting()", kernel->name, place->number));
}

/* The left-out unit runs, and does nothing. */
static void run_left_out(struct pml_model *model, pml_inlines *inlines)
{
	const struct pml_kernel *kernel = pml_doubted(model);
	struct pml_code *code = pml_code_new(model);

	if (!kernel || model->doubts_early)
		return;
	PML_STEP(code, run, .thread = pml_text("worker"), .kind = pml_text(kernel->name),
	    .unit = pml_text("?"), .where = pml_at(model, kernel->places.at[0]->loc));
	PML_EVENT(code, needless, .kind = pml_text(kernel->name), .unit = pml_text("?"));
	PML_DO(code, run_left_out, .of = PML_OF(kernel->kind));
	pml_put_step(inlines, code,
	    gd_arena_printf(model->arena, "run_%s_left_out()", kernel->name));
}

void pml_unit_steps(struct pml_model *model, pml_inlines *inlines)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (!kernel->claims_late)
			claim(model, kernel, inlines);
		if (kernel->buffered && !model->takes_from_buffers)
			flush(model, kernel, inlines);
		for (size_t j = 0; j < kernel->places.count; j++)
			run(model, kernel, kernel->places.at[j], inlines);
		for (size_t j = 0; j < kernel->places.count; j++)
			run_doubting(model, kernel, kernel->places.at[j], inlines);
	}
	run_left_out(model, inlines);
}
