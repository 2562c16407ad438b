/* window.c: windows of workers: Note [Late stores] in facts/late.c. */
#include "promela-backend/steps/window.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/late.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/expr.h"

static const char *window_of(const struct pml_step *step)
{
	return step->kernel->var_name[step->kernel->window->index];
}

static bool has_window(const struct pml_step *step)
{
	return step->kernel->window != NULL;
}

const char *pml_worker(struct pml_model *model, const struct pml_kernel *kernel)
{
	return kernel->window ? gd_arena_printf(model->arena, "COLLECTOR + %s",
				    kernel->var_name[kernel->window->index])
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

struct pml_value pml_window_value(const struct pml_step *step)
{
	struct pml_value none = { NULL, NULL };

	return has_window(step)
	    ? pml_number(gd_arena_printf(step->model->arena, "%s - 1", window_of(step)))
	    : none;
}

/* ------------------------------------------------------- workers without a unit */
void pml_rest_workers(struct pml_code *code)
{
	for (size_t i = 0; i < code->model->late_workers; i++) {
		pml_when(code, "worker_is[%zu] > 1", i);
		PML_DO(code, fence, .of.by_mutator = true,
		    .who = gd_arena_printf(code->model->arena, "MEM_FIRST_WORKER + %zu", i),
		    .order = "MEM_SEQ_CST");
		pml_end(code);
	}
}

static void rest_of_kind(struct pml_code *code, const struct ir_kind *kind)
{
	for (size_t i = 0; i < code->model->late_workers; i++) {
		pml_when(code, "worker_ran[%zu] >> %zu & 1", i, kind->index);
		PML_DO(code, fence, .of.by_mutator = true,
		    .who = gd_arena_printf(code->model->arena, "MEM_FIRST_WORKER + %zu", i),
		    .order = "MEM_SEQ_CST");
		pml_end(code);
	}
}

void pml_rest_drained(struct pml_code *code, const struct ir_expr *guard)
{
	const struct ir_spec *spec = code->model->spec;

	for (size_t i = 0; i < spec->kind_count && code->model->late_workers; i++)
		if (pml_says_drained(guard, spec->kinds[i]))
			rest_of_kind(code, spec->kinds[i]);
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
		PML_DO(step->code, take_window, .window = window_of(step),
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
		PML_DO(step->code, trim_window, .window = window_of(step));
}

void pml_leave_window(struct pml_step *step)
{
	const struct ir_kind *kind = step->kernel->kind;

	if (!has_window(step))
		return;
	if (pml_ends_under_lock(step->model, kind))
		perform_all(step);
	PML_DO(step->code, leave_window, .window = window_of(step),
	    .kind = number_of(step->model, kind));
}

void pml_keep_unit(struct pml_step *step, const struct ir_kind *kind, const char *args)
{
	const struct pml_kernel *kernel = &step->model->kinds[kind->index];

	if (has_window(step) && pml_keeps_units(step->model, kernel))
		PML_DO(step->code, keep_unit, .of = PML_OF(kind), .window = window_of(step),
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
	window = kernel->var_name[kernel->window->index];
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
