/* emit-unit.c: a unit's first step and its last. */
#include "promela-backend/emit-unit.h"
#include "promela-backend/emit-colour.h"
#include "promela-backend/emit-expr.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-pool.h"
#include "promela-backend/emit-walk.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"
#include "promela-backend/step.h"

/* "unit=%d,%d" and its arguments, for the parameters that LIVE names. */
static void unit_text(struct pml_step *step, uint64_t live, const char **format, const char **args)
{
	struct pml_model *model = step->model;
	const struct pml_kernel *kernel = step->kernel;

	*format = *args = "";
	for (size_t i = 0; i < kernel->kind->param_count; i++) {
		bool known = live >> i & 1;

		*format = gd_arena_printf(model->arena, "%s%s%s", *format, i ? "," : "",
		    known ? "%d" : "?");
		if (known)
			*args = gd_arena_printf(model->arena, "%s, %s", *args,
			    pml_shown(model, &kernel->ir->vars[i]->type, kernel->var_name[i]));
	}
	if (kernel->kind->param_count == 0)
		*format = "-";
}

/* A bucket `whenever' stays open until its units are over. */
static void close_drained(struct pml_step *step, const struct ir_kind *kind)
{
	for (size_t i = 0; i < kind->bucket_count; i++) {
		const struct ir_bucket *bucket = kind->buckets[i];

		if (bucket->opening != IR_WHENEVER)
			continue;
		pml_do(step->model, step->out, PML_ACT_shut_if_drained,
		    &(struct pml_it){ .bucket = bucket }, step->writes);
	}
}

/* The unit has done its last statement. */
static void unit_is_over(struct pml_step *step)
{
	const struct pml_kernel *kernel = step->kernel;

	if (kernel->merges_by)
		pml_drop_copies(step);
	if (kernel->holds)
		gd_out_line(step->out, "holds_%s[%s]--;", kernel->name,
		    pml_unit_number(step->model, kernel, "v_"));
	pml_set_add(step->model, step->writes, PML_CELL_UNITS, kernel->kind->index);
}

static void end_unit(struct pml_step *step)
{
	const struct pml_kernel *kernel = step->kernel;
	const char *format, *args;

	unit_text(step, step->place->live, &format, &args);
	gd_out_line(step->out, "busy_%s--; units_%s--;", kernel->name, kernel->name);
	gd_out_line(step->out, "printf(\"@ done kind=%s unit=%s\\n\"%s);", kernel->name, format,
	    args);
	pml_set_add(step->model, step->writes, PML_CELL_UNITS, kernel->kind->index);
	pml_set_add(step->model, step->writes, PML_CELL_BUSY, kernel->kind->index);
	close_drained(step, kernel->kind);
	if (kernel->kind->on)
		gd_out_line(step->out, "handshakes[%s] = 0;",
		    kernel->var_name[kernel->kind->on->index]);
}

void pml_finish_unit(struct pml_step *step)
{
	bool is_over = step->place->point == PML_OVER;

	if (!is_over)
		unit_is_over(step);
	if (is_over || !step->kernel->ends_apart)
		end_unit(step);
	else
		pml_go_to(step, NULL, PML_OVER);
}

/* Whether this step itself takes the unit from the pool. */
static bool is_claimed_here(const struct pml_kernel *kernel, const struct pml_place *place)
{
	return kernel->claims_late && place->number == 0;
}

static void take(struct pml_step *step)
{
	struct pml_model *model = step->model;
	struct pml_kernel *kernel = step->kernel;

	pml_take_unit(model, step->out, kernel);
	pml_decode(model, kernel, pml_params(kernel), kernel->nonnull_params, step->out);
	pml_begin_handshake(model, kernel, step->out);
	if (kernel->kind->on)
		pml_note_performed(model, step->writes);
	if (kernel->asserts_stopped)
		gd_out_line(step->out, "WHEN(!ALL_STOPPED, FAIL(FAILED_FOLD));");
	pml_set_add(model, step->writes, PML_CELL_BUSY, kernel->kind->index);
	pml_set_add(model, step->writes, PML_CELL_UNITS, kernel->kind->index);
}

void pml_unit_header(struct pml_step *step, const struct pml_place *place)
{
	const struct pml_kernel *kernel = step->kernel;
	bool here = is_claimed_here(kernel, place);
	const char *format, *args;

	if (here) {
		take(step);
	} else {
		pml_decode(step->model, kernel, place->live, place->nonnull, step->out);
		gd_out_line(step->out, "at_%s_%zu[%s]--;", kernel->name, place->number,
		    pml_colour_number(step->model, kernel, place));
	}
	unit_text(step, here ? pml_params(kernel) : place->live, &format, &args);
	gd_out_line(step->out,
	    "printf(\"@ step do=run thread=worker kind=%s unit=%s where=%s\\n\"%s);", kernel->name,
	    format, pml_where(step->model, place->loc), args);
}

/* The mutator runs the unit at a yield point, after it has got the current phases, and does nothing
 * else meanwhile. */
void pml_begin_handshake(struct pml_model *model, const struct pml_kernel *kernel,
    struct gd_out *out)
{
	if (!kernel->kind->on)
		return;
	gd_out_line(out, "x_who = %s;", kernel->var_name[kernel->kind->on->index]);
	pml_order_handshake(model, out, "x_who", kernel->kind->on_order);
	gd_out_line(out, "handshakes[x_who] = 1;");
	pml_pass(model, out, PML_RULE_handshake, &(struct pml_it){ 0 }, NULL);
}
