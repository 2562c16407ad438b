/* window.c: windows of workers: Note [Late stores] in facts/late.c. */
#include "promela-backend/steps/window.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/late.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/expr.h"

static const char *window_of(const struct pml_kernel *kernel)
{
	return kernel->var_name[kernel->window->index];
}

static bool has_window(const struct pml_step *step)
{
	return step->kernel->window != NULL;
}

const char *pml_worker(struct pml_model *model, const struct pml_kernel *kernel)
{
	return kernel->window ? gd_arena_printf(model->arena, "COLLECTOR + %s", window_of(kernel))
			      : "COLLECTOR";
}

static const char *number_of(struct pml_model *model, const struct ir_kind *kind)
{
	return gd_arena_printf(model->arena, "%zu", kind->index);
}

/* All that the unit has stored is in memory. */
static void perform_all(struct pml_step *step)
{
	PML_DO(step->code, fence, .of.by_mutator = true, .who = step->who, .order = "MEM_SEQ_CST");
}

struct pml_value pml_window_value(struct pml_model *model, const struct pml_kernel *kernel)
{
	struct pml_value none = { NULL, NULL };

	return kernel->window
	    ? pml_number(gd_arena_printf(model->arena, "%s - 1", window_of(kernel)))
	    : none;
}

/* ------------------------------------------------------- workers without a unit */
/* The text is short, because SPIN has a limit for the length of a step. */
static void rest_if_true(struct pml_code *code, const char *condition)
{
	pml_set(code, "x_worker", "0");
	pml_loop(code);
	pml_case(code, "x_worker < %zu", code->model->late_workers);
	pml_when(code, "%s", condition);
	PML_DO(code, fence, .of.by_mutator = true, .who = "MEM_FIRST_WORKER + x_worker",
	    .order = "MEM_SEQ_CST");
	pml_end(code);
	pml_advance(code, "x_worker");
	pml_else_break(code);
	pml_end(code);
	pml_set(code, "x_worker", "0");
}

void pml_rest_workers(struct pml_code *code)
{
	if (code->model->late_workers)
		rest_if_true(code, "worker_is[x_worker] > 1");
}

void pml_rest_at_opening(struct pml_code *code, const struct ir_expr *guard, const char *all_rest)
{
	const struct ir_spec *spec = code->model->spec;
	unsigned long drained = 0;

	for (size_t i = 0; i < spec->kind_count && guard; i++)
		drained |= (unsigned long)pml_says_drained(guard, spec->kinds[i]) << i;
	rest_if_true(code,
	    gd_arena_printf(code->model->arena,
		"(worker_is[x_worker] > 1 && %s) || (worker_ran[x_worker] & %lu)", all_rest,
		drained));
}

/* ---------------------------------------------------------------- what orders */
struct asked {
	struct pml_step *step;
};

/* If the answer is yes, no other worker has a packet. */
static void rest_if(const struct ir_expr *expr, void *data)
{
	struct pml_step *step = ((struct asked *)data)->step;

	if (!pml_waits_for_others(expr, NULL))
		return;
	pml_if(step->code);
	pml_case(step->code, "%s", pml_expr(step->model, &step->env, expr));
	pml_rest_workers(step->code);
	pml_else_skip(step->code);
	pml_end(step->code);
}

void pml_order_worker(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct asked asked = { step };

	if (!has_window(step) || !pml_orders_stores(step->model, stmt))
		return;
	perform_all(step);
	if (stmt->op == IR_OP_if || stmt->op == IR_OP_let)
		ir_expr_each(stmt->args[0], rest_if, &asked);
}

/* ------------------------------------------------------------------- of a unit */
void pml_take_window(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct pml_node *node = pml_node_of(step->kernel, stmt);

	if (has_window(step) && node && node->takes_window)
		PML_DO(step->code, take_window, .window = window_of(step->kernel),
		    .kind = number_of(step->model, step->kernel->kind));
}

void pml_use_window(struct pml_step *step)
{
	if (has_window(step) && pml_counts_held(step->model))
		PML_DO(step->code, overtake, .who = step->who);
}

void pml_trim_window(struct pml_step *step)
{
	if (has_window(step))
		PML_DO(step->code, trim_window, .window = window_of(step->kernel));
}

void pml_leave_window(struct pml_step *step)
{
	const struct ir_kind *kind = step->kernel->kind;

	if (!has_window(step))
		return;
	if (pml_ends_under_lock(step->model, kind))
		perform_all(step);
	PML_DO(step->code, leave_window, .window = window_of(step->kernel),
	    .kind = number_of(step->model, kind));
}

void pml_keep_unit(struct pml_step *step, const struct ir_kind *kind, const char *args)
{
	const struct pml_kernel *kernel = &step->model->kinds[kind->index];

	if (has_window(step) && pml_keeps_units(step->model, kernel))
		PML_DO(step->code, keep_unit, .of = PML_OF(kind), .window = window_of(step->kernel),
		    .unit = gd_arena_printf(step->model->arena, "UNIT_%s(%s)", kind->name, args));
}

size_t pml_unit_picks(struct pml_model *model, const struct pml_kernel *kernel)
{
	size_t sources = kernel->buffered && model->takes_from_buffers ? 1 + model->mutators : 1;

	return sources * pml_unit_colours(model, kernel);
}

void pml_take_with_window(struct pml_code *code, const struct pml_kernel *kernel)
{
	struct pml_model *model = code->model;
	const char *window;

	if (!kernel->window)
		return;
	window = window_of(kernel);
	pml_set(code, window, "0");
	if (pml_is_taken_under_lock(model, kernel->kind))
		return;
	pml_set(code, window, "pick / %zu", pml_unit_picks(model, kernel));
	pml_set(code, "pick", "pick %% %zu", pml_unit_picks(model, kernel));
	PML_DO(code, join_window, .window = window, .kind = number_of(model, kernel->kind));
	if (!pml_keeps_units(model, kernel))
		return;
	pml_set(code, "x_window", "(pick < %zu -> %s : 0)", pml_unit_colours(model, kernel),
	    window);
	PML_DO(code, keep_no_more, .of = PML_OF(kernel->kind), .window = "x_window",
	    .unit = "pick");
	pml_set(code, "x_window", "0");
}

/* ------------------------------------------------------------------------ room */
const char *pml_has_room(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *const *names)
{
	if (!kernel->window || !place->node || place->point != PML_BEFORE ||
	    !pml_needs_room(model, kernel, place->node->stmt))
		return "";
	return gd_arena_printf(model->arena, " && mem_room(COLLECTOR + %s)",
	    names[kernel->window->index]);
}
