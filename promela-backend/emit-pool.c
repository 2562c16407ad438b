/* emit-pool.c: units: emitted, buffered, flushed, taken.
 *
 * A kernel's emit puts a unit into the pool, a barrier's into the buffer of its
 * mutator.  From there each unit moves to the pool at any time, and all of them
 * when the mutator stops or handshakes. */
#include "promela-backend/emit-pool.h"
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-colour.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/step.h"

/* ------------------------------------------------------------- declarations */
void pml_declare_buffers(struct pml_model *model, const struct pml_kernel *kernel)
{
	if (kernel->merges_by)
		gd_out_line(model->out,
		    "byte doubt_%s;                  // where a unit may be that was left out (pool.pml)",
		    kernel->name);
	if (!kernel->buffered)
		return;
	gd_out_line(model->out, "byte waiting_%s;               // in the mutators' buffers",
	    kernel->name);
	gd_out_line(model->out, "byte buffered_%s[%zu];         // by mutator, then unit",
	    kernel->name,
	    pml_unit_colours(model, kernel) * (model->mutators ? model->mutators : 1));
}

/* --------------------------------------------------------------------- emit */
static void unique_check(struct pml_model *model, const struct pml_kernel *kernel, const char *unit)
{
	size_t number = pml_number_of(model, IR_UNIT_UNIQUE);

	if (!number || kernel->kind->multiplicity == IR_BAG)
		return;
	gd_out_line(model->out,
	    "WHEN(holds_%s[%s] > 0, printf(\"@ fail property=unit_unique binding=-"
	    " where=%s\\n\"); FAIL(%zu));",
	    kernel->name, unit, pml_where(model, kernel->kind->loc), number);
}

/* Counts one more unit of KERNEL's kind in COUNTER. */
static const char *more(struct pml_model *model, const struct pml_kernel *kernel,
    const char *counter)
{
	return gd_arena_printf(model->arena,
	    "MORE(%s, \"@ fail property=over-bound binding=- kind=%s "
	    "where=%s\\n\")",
	    counter, kernel->name, pml_where(model, kernel->kind->loc));
}

/* Counts a unit in COUNTER.  A unit of a merged kind is counted only if it is not there yet. */
static void join(struct pml_model *model, const struct pml_kernel *kernel, const char *counter,
    const char *total)
{
	const char *grows =
	    more(model, kernel, gd_arena_printf(model->arena, "%s_%s", total, kernel->name));

	if (kernel->merges) {
		gd_out_line(model->out, "WHEN(%s == 0, %s; %s = 1)", counter, grows, counter);
	} else {
		gd_out_line(model->out, "%s;", grows);
		gd_out_line(model->out, "%s++", counter);
	}
}

static void appears(struct pml_model *model, const struct pml_kernel *kernel, const char *unit)
{
	unique_check(model, kernel, unit);
	if (kernel->holds)
		gd_out_line(model->out, "holds_%s[%s]++;", kernel->name, unit);
	if (!kernel->merges_by || pml_number_of(model, IR_NO_FREED_ACCESS))
		return;
	gd_out_line(model->out, "WHEN(!live[a_%s], FAIL(FAILED_FOLD));", kernel->var_name[0] + 2);
}

/* " && (running_c || …)": a cycle runs in which KERNEL's units run. */
static const char *and_cycle_runs(struct pml_model *model, const struct pml_kernel *kernel)
{
	const char *text = "";

	for (size_t i = 0; i < model->spec->cycle_count; i++)
		for (size_t j = 0; j < kernel->kind->bucket_count; j++)
			if (ir_takes_part(kernel->kind->buckets[j], model->spec->cycles[i]))
				text = gd_arena_printf(model->arena, "%s%srunning_%s", text,
				    *text ? " || " : "", model->spec->cycles[i]->name);
	return gd_arena_printf(model->arena, " && (%s)", *text ? text : "false");
}

/* Of a merged kind only units that will do something are kept, one copy of each: in the pool, where
 * `idle' sees it, or otherwise in buffers.  A no-op could run at once, but not outside of a cycle:
 * there it stays in its buffer, where it is seen.  A unit about null or a freed object fails when
 * it runs: it is kept if that is checked, and otherwise appears() asserts that there is none.  A
 * unit that would access a location with a late store is kept, too. */
static const char *is_needless(struct pml_model *model, const struct pml_kernel *kernel,
    const char *unit, bool buffers)
{
	const char *object, *there = "";

	if (!kernel->merges_by)
		return NULL;
	object = kernel->var_name[0] + 2;
	if (pml_number_of(model, IR_NO_FREED_ACCESS))
		there = gd_arena_printf(model->arena, "live[a_%s] && ", object);
	if (model->late[kernel->merges_by->index])
		there = gd_arena_printf(model->arena, "%s!late_%s[a_%s] && ", there,
		    kernel->merges_by->name, object);
	return gd_arena_printf(model->arena, "%s%s%s || pending_%s[%s] > 0", there,
	    pml_does_nothing(model, kernel,
		gd_arena_printf(model->arena, "mem_peek(AT_%s(a_%s))", kernel->merges_by->name,
		    object)),
	    buffers ? and_cycle_runs(model, kernel) : "", kernel->name, unit);
}

/* Prints for a story that the emitted unit of a merged kind was left out. */
static const char *leaves_out(struct pml_model *model, const struct pml_kernel *kernel,
    const char *prefix, bool buffers)
{
	return gd_arena_printf(model->arena,
	    "printf(\"@ needless kind=%s unit=%%d\\n\", SHOWN(%s%s)); "
	    "%s(doubt_%s)%s",
	    kernel->name, prefix, kernel->var_name[0] + 2,
	    buffers ? "LEFT_OUT_OF_BUFFER" : "LEFT_OUT", kernel->name,
	    pml_check_nothing_frees(model));
}

/* Removes the copies of UNIT from the mutators' buffers. */
static void drop_copies(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel, const char *unit, const char *prefix)
{
	if (!kernel->merges_by || !kernel->buffered)
		return;
	for (size_t i = 0; i < model->mutators; i++) {
		const char *copy = gd_arena_printf(model->arena, "buffered_%s[%zu + %s]",
		    kernel->name, i * pml_unit_colours(model, kernel), unit);

		gd_out_line(out, "WHEN(%s > 0, %s; waiting_%s = waiting_%s - %s; %s = 0);", copy,
		    leaves_out(model, kernel, prefix, true), kernel->name, kernel->name, copy,
		    copy);
	}
}

void pml_drop_copies(struct pml_step *step)
{
	const struct pml_kernel *kernel = step->kernel;

	drop_copies(step->model, step->out, kernel, pml_unit_number(step->model, kernel, "v_"),
	    "v_");
}

/* The unit is emitted: to the pool, or to the buffer of mutator x_who. */
static void appear_inline(struct pml_model *model, const struct pml_kernel *kernel, bool buffers)
{
	const char *args = pml_unit_args(model, kernel, "a_");
	const char *unit = pml_unit_number(model, kernel, "a_");
	const char *needless = is_needless(model, kernel, unit, buffers);
	const char *counter = buffers
	    ? gd_arena_printf(model->arena, "buffered_%s[x_who * %zu + %s]", kernel->name,
		  pml_unit_colours(model, kernel), unit)
	    : gd_arena_printf(model->arena, "pending_%s[%s]", kernel->name, unit);

	gd_out_line(model->out, "inline %s_%s(%s) {", buffers ? "buffer" : "emit", kernel->name,
	    args);
	model->out->indent++;
	appears(model, kernel, unit);
	if (needless) {
		gd_out_line(model->out, "if");
		gd_out_line(model->out, ":: %s -> %s", needless,
		    leaves_out(model, kernel, "a_", buffers));
		gd_out_line(model->out, ":: else ->");
		model->out->indent++;
		if (!buffers)
			drop_copies(model, model->out, kernel, unit, "a_");
	}
	join(model, kernel, counter, buffers ? "waiting" : "units");
	if (needless) {
		model->out->indent--;
		gd_out_line(model->out, "fi");
	}
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

/* ------------------------------------------------------------------- buffers */
/* Moves one unit, given by its place in the buffers, to the pool. */
static void flush_inline(struct pml_model *model, const struct pml_kernel *kernel)
{
	gd_out_line(model->out, "inline flush_%s(a_at, a_unit) {", kernel->name);
	model->out->indent++;
	gd_out_line(model->out, "buffered_%s[a_at]--;", kernel->name);
	gd_out_line(model->out, "waiting_%s--;", kernel->name);
	join(model, kernel, gd_arena_printf(model->arena, "pending_%s[a_unit]", kernel->name),
	    "units");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

/* Moves all units in the buffers of mutator x_who to the pool. */
static void flush_all_inline(struct pml_model *model)
{
	gd_out_line(model->out, "inline flush_mutator() {       // x_who");
	model->out->indent++;
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		size_t units = kernel->buffered ? pml_unit_colours(model, kernel) : 0;

		if (!units)
			continue;
		gd_out_line(model->out, "x_unit = 0;");
		gd_out_line(model->out, "do");
		gd_out_line(model->out,
		    ":: x_unit < %zu && buffered_%s[x_who * %zu + x_unit] > 0 ->", units,
		    kernel->name, units);
		model->out->indent++;
		gd_out_line(model->out, "flush_%s(x_who * %zu + x_unit, x_unit)", kernel->name,
		    units);
		model->out->indent--;
		gd_out_line(model->out,
		    ":: x_unit < %zu && buffered_%s[x_who * %zu + x_unit] == 0 -> "
		    "x_unit++",
		    units, kernel->name, units);
		gd_out_line(model->out, ":: x_unit >= %zu -> break", units);
		gd_out_line(model->out, "od;");
	}
	gd_out_line(model->out, "x_unit = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

/* Asserts that no unit about the cell's former object is left: for merged units the new object
 * would not be distinguished from it. */
void pml_merge_check_new(struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		const char *text = NULL;

		if (!kernel->merges_by)
			continue;
		text = gd_arena_printf(model->arena, "pending_%s[a_object] > 0", kernel->name);
		for (size_t j = 0; kernel->buffered && j < model->mutators; j++)
			text =
			    gd_arena_printf(model->arena, "%s || buffered_%s[%zu + a_object] > 0",
				text, kernel->name, j * pml_unit_colours(model, kernel));
		gd_out_line(model->out, "WHEN(%s, FAIL(FAILED_FOLD));", text);
	}
}

/* --------------------------------------------------------------------- take */
/* Takes the unit `pick' from the pool; or from a buffer, if its number is beyond those of the pool.
 * `pick' is its colour afterwards. */
void pml_take_unit(struct pml_model *model, struct gd_out *out, const struct pml_kernel *kernel)
{
	const char *name = kernel->name;
	size_t units = pml_unit_colours(model, kernel);

	if (kernel->buffered && model->takes_from_buffers) {
		gd_out_line(out, "if");
		gd_out_line(out, ":: pick < %zu -> pending_%s[pick]--", units, name);
		gd_out_line(out, ":: else ->");
		out->indent++;
		gd_out_line(out, "pick = pick - %zu;", units);
		gd_out_line(out, "buffered_%s[pick]--; waiting_%s--;", name, name);
		gd_out_line(out, "%s;",
		    more(model, kernel, gd_arena_printf(model->arena, "units_%s", name)));
		gd_out_line(out, "pick = pick %% %zu", units);
		out->indent--;
		gd_out_line(out, "fi;");
		gd_out_line(out, "busy_%s++;", name);
	} else {
		gd_out_line(out, "pending_%s[pick]--; busy_%s++;", name, name);
	}
}

void pml_emit_pool(struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		appear_inline(model, kernel, false);
		if (!kernel->buffered)
			continue;
		appear_inline(model, kernel, true);
		flush_inline(model, kernel);
	}
	if (model->buffers)
		flush_all_inline(model);
}

/* Options that flush each unit of each buffer on its own. */
void pml_flush_options(struct pml_model *model)
{
	if (model->takes_from_buffers)
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		size_t units = pml_unit_colours(model, kernel);

		for (size_t j = 0; kernel->buffered && j < units * model->mutators; j++)
			pml_option(model, kernel->kind->loc,
			    gd_arena_printf(model->arena, "buffered_%s[%zu] > 0", kernel->name, j),
			    gd_arena_printf(model->arena, "step_flush_%s(%zu, %zu, %zu)",
				kernel->name, j, j % units, j / units));
	}
}
