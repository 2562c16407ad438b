/* emit-late.c: windows of workers, and the choice of who takes a unit: Note [Late stores] in facts/late.c.
 *
 * A unit that a worker emits while entries wait in its window is `kept': kept_K counts it under the window, how
 * many entries must be performed before others may take it, and its number. */
#include "promela-backend/emit-late.h"
#include "compiler/ir/walk.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/facts/late.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/colour.h"
#include "promela-backend/steps/window.h"

static size_t first_worker(const struct pml_model *model)
{
	return (model->mutators ? model->mutators : 1) + 1;
}

static const char *all_quiet(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->windows; i++)
		text = gd_arena_printf(model->arena, "%s!MEM_USED(%zu, 0) && ", text, i);
	for (size_t i = 0; i < model->late_workers; i++)
		text = gd_arena_printf(model->arena, "%s%s!MEM_USED(%zu, 0)", text, i ? " && " : "",
		    first_worker(model) + i);
	return text;
}

void pml_declare_late_memory(struct pml_model *model, struct gd_out *out)
{
	size_t first = first_worker(model);

	if (!model->late_workers) {
		gd_out_line(out, "#define MEM_THREADS %zu", model->windows);
		return;
	}
	gd_out_line(out, "#define MEM_THREADS %zu", first + model->late_workers);
	gd_out_line(out, "#define MEM_MUTATORS %zu", model->windows);
	gd_out_line(out,
	    "#define MEM_FIRST_WORKER %zu       // a window is a worker's from here on", first);
	gd_out_line(out, "#define MEM_REMOVED(who, k) entry_removed(who, k)");
	gd_out_line(out, "#define MEM_ALL_QUIET (%s)", all_quiet(model));
}

/* ------------------------------------------------------------------ who has which */
static void put_take(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "inline take_window(a_window, a_kind) {");
	gd_out_line(out, "\tif");
	for (size_t i = 0; i < model->late_workers; i++) {
		const char *others = "";

		for (size_t j = 0; j < i; j++)
			others = gd_arena_printf(model->arena, "%s && worker_is[%zu]", others, j);
		gd_out_line(out,
		    "\t:: !a_window%s && !worker_is[%zu] -> a_window = %zu; worker_is[%zu] = 1; "
		    "worker_ran[%zu] = 1 << a_kind",
		    others, i, i + 1, i, i);
	}
	gd_out_line(out, "\t:: else -> skip");
	gd_out_line(out, "\tfi\n}");
}

static void put_windows(struct pml_model *model, struct gd_out *out)
{
	static const char *const lines[] = {
		"inline trim_window(a_window) {  // nothing waits in it any more",
		"\tWHEN(a_window > 0 && !MEM_USED(COLLECTOR + a_window, 0), worker_is[a_window - 1] = 0; "
		"worker_ran[a_window - 1] = 0; a_window = 0)",
		"}",
		"inline leave_window(a_window, a_kind) {  // its worker has no unit any more",
		"\tif",
		"\t:: a_window > 0 && MEM_USED(COLLECTOR + a_window, 0) -> worker_is[a_window - 1] = a_kind + 2",
		"\t:: a_window > 0 && !MEM_USED(COLLECTOR + a_window, 0) -> worker_is[a_window - 1] = 0; "
		"worker_ran[a_window - 1] = 0",
		"\t:: else -> skip",
		"\tfi;",
		NULL,
	};

	gd_out_line(out,
	    "byte worker_is[%zu];            // for each window of workers: 0 free, 1 a unit's, K + 2 that of",
	    model->late_workers);
	gd_out_line(out,
	    "                                // a worker without a unit, whose last one was of kind K");
	gd_out_line(out,
	    "int worker_ran[%zu];            // the kinds that it has run with this window, as bits",
	    model->late_workers);
	gd_out_line(out, "hidden byte x_entry, x_held_unit, x_window, x_worker;");
	put_take(model, out);
	pml_put_lines(out, "", lines);
	if (pml_counts_held(model))
		gd_out_line(out, "\tmem_count(COLLECTOR + a_window, MEM_WINDOW);");
	gd_out_line(out, "\ta_window = 0\n}");
	gd_out_line(out, "inline join_window(a_window, a_kind) {");
	gd_out_line(out,
	    "\tWHEN(a_window > 0, worker_is[a_window - 1] = 1; "
	    "worker_ran[a_window - 1] = worker_ran[a_window - 1] | (1 << a_kind))");
	gd_out_line(out, "}");
}

/* ------------------------------------------------------------------ units that are kept */
/* The index of counters of kept_K: by window from 0 on, entry from 0 on, and unit. */
static const char *kept_at(struct pml_model *model, const struct pml_kernel *kernel,
    const char *window, const char *entry, const char *unit)
{
	return gd_arena_printf(model->arena, "kept_%s[((%s) * MEM_WINDOW + %s) * %zu + %s]",
	    kernel->name, window, entry, pml_unit_colours(model, kernel), unit);
}

static void put_keep(struct pml_model *model, struct gd_out *out, const struct pml_kernel *kernel)
{
	const char *name = kernel->name;
	const char *last = kept_at(model, kernel, "a_window - 1", "x_entry - 1", "a_unit");

	gd_out_line(out, "inline keep_%s(a_window, a_unit) {", name);
	gd_out_line(out, "\tx_entry = 0;");
	gd_out_line(out, "\tdo");
	gd_out_line(out,
	    "\t:: a_window > 0 && x_entry < MEM_WINDOW && MEM_USED(COLLECTOR + a_window, x_entry) -> "
	    "x_entry++");
	gd_out_line(out, "\t:: else -> break");
	gd_out_line(out, "\tod;");
	if (pml_counts_held(model))
		gd_out_line(out, "\tmem_count(COLLECTOR + a_window, x_entry);");
	gd_out_line(out, "\tWHEN(x_entry > 0, %s++);", last);
	gd_out_line(out, "\tx_entry = 0\n}");
	gd_out_line(out,
	    "inline keep_%s_no_more(a_window, a_unit) {  // the window's worker takes it", name);
	gd_out_line(out, "\tx_entry = (a_window > 0 -> MEM_WINDOW : 0);");
	gd_out_line(out, "\tdo");
	gd_out_line(out, "\t:: x_entry > 0 && %s == 0 -> x_entry--", last);
	gd_out_line(out, "\t:: else -> break");
	gd_out_line(out, "\tod;");
	gd_out_line(out, "\tWHEN(x_entry > 0, %s--);", last);
	gd_out_line(out, "\tx_entry = 0\n}");
}

/* One entry less is before the units that wait for entry x_entry. */
static void put_shift(struct pml_model *model, struct gd_out *out, const struct pml_kernel *kernel)
{
	const char *window = "a_who - MEM_FIRST_WORKER";
	const char *here = kept_at(model, kernel, window, "x_entry", "x_held_unit");
	const char *before = kept_at(model, kernel, window, "x_entry - 1", "x_held_unit");

	gd_out_line(out, "\t\t\tx_held_unit = 0;");
	gd_out_line(out, "\t\t\tdo");
	gd_out_line(out, "\t\t\t:: x_held_unit < %zu ->", pml_unit_colours(model, kernel));
	gd_out_line(out, "\t\t\t\tWHEN(x_entry > 0, %s = %s + %s);", before, before, here);
	gd_out_line(out, "\t\t\t\t%s = 0;", here);
	gd_out_line(out, "\t\t\t\tx_held_unit++");
	gd_out_line(out, "\t\t\t:: else -> break");
	gd_out_line(out, "\t\t\tod;");
}

static void put_removed(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "inline entry_removed(a_who, a_entry) {");
	gd_out_line(out, "\tif");
	gd_out_line(out, "\t:: a_who >= MEM_FIRST_WORKER ->");
	gd_out_line(out, "\t\tx_entry = a_entry;");
	gd_out_line(out, "\t\tdo");
	gd_out_line(out, "\t\t:: x_entry < MEM_WINDOW ->");
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (pml_keeps_units(model, &model->kinds[i]))
			put_shift(model, out, &model->kinds[i]);
	gd_out_line(out, "\t\t\tx_entry++");
	gd_out_line(out, "\t\t:: else -> break");
	gd_out_line(out, "\t\tod;");
	gd_out_line(out,
	    "\t\tWHEN(worker_is[a_who - MEM_FIRST_WORKER] > 1 && !MEM_USED(a_who, 0), "
	    "worker_is[a_who - MEM_FIRST_WORKER] = 0; worker_ran[a_who - MEM_FIRST_WORKER] = 0);");
	gd_out_line(out, "\t\tx_held_unit = 0;");
	gd_out_line(out, "\t\tx_entry = 0");
	gd_out_line(out, "\t:: else -> skip");
	gd_out_line(out, "\tfi\n}\n");
}

void pml_declare_late(struct pml_model *model, struct gd_out *out)
{
	if (!model->late_workers)
		return;
	put_windows(model, out);
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (!pml_keeps_units(model, kernel))
			continue;
		gd_out_line(out,
		    "byte kept_%s[%zu];    // units that only the worker with this window can take",
		    kernel->name,
		    model->late_workers * model->window * pml_unit_colours(model, kernel));
		put_keep(model, out, kernel);
	}
	put_removed(model, out);
}

/* -------------------------------------------------------------------- who may take it */
/* How many of UNIT only other workers can take than the one with WINDOW; of none if there is no such window. */
static const char *kept_by_others(struct pml_model *model, const struct pml_kernel *kernel,
    size_t unit, size_t window)
{
	size_t colours = pml_unit_colours(model, kernel);
	const char *text = "0";

	if (!pml_keeps_units(model, kernel))
		return text;
	for (size_t i = 0; i < model->late_workers; i++)
		for (size_t j = 0; j < model->window && i != window; j++)
			text = gd_arena_printf(model->arena, "%s + kept_%s[%zu]", text,
			    kernel->name, (i * model->window + j) * colours + unit);
	return text;
}

const char *pml_may_take_afresh(struct pml_model *model, const struct pml_kernel *kernel,
    size_t unit)
{
	if (!model->late_workers || !pml_keeps_units(model, kernel))
		return "";
	return gd_arena_printf(model->arena, " && pending_%s[%zu] > %s", kernel->name, unit,
	    kept_by_others(model, kernel, unit, SIZE_MAX));
}

/* The kinds as bits whose worker may have a unit of KERNEL's kind at hand: in the packet in which the last one was,
 * or in one into which it has emitted. */
static unsigned long at_hand_of(const struct pml_model *model, const struct pml_kernel *kernel)
{
	unsigned long kinds = 1ul << kernel->kind->index;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (ir_list_any(model->spec->kinds[i]->kernel.body, pml_is_emit_of, kernel->kind))
			kinds |= 1ul << i;
	return kinds;
}

void pml_choose_windows(struct pml_model *model, const struct pml_kernel *kernel,
    struct pml_choice *choice, size_t pick, size_t unit, bool in_pool, const char *guard,
    const char *comment)
{
	if (pml_is_taken_under_lock(model, kernel->kind))
		return;
	for (size_t i = 0; i < model->late_workers; i++)
		pml_choose(model, choice, pick + (i + 1) * pml_unit_picks(model, kernel),
		    gd_arena_printf(model->arena,
			"worker_is[%zu] > 1 && (worker_ran[%zu] & %lu) && %s%s", i, i,
			at_hand_of(model, kernel), guard,
			in_pool ? gd_arena_printf(model->arena, " && pending_%s[%zu] > %s",
				      kernel->name, unit, kept_by_others(model, kernel, unit, i))
				: ""),
		    comment);
}

const char *pml_and_resting(struct pml_model *model, const struct ir_kind *kind)
{
	const char *text = "";

	for (size_t i = 0; i < model->late_workers; i++)
		text = gd_arena_printf(model->arena, "%s + (worker_is[%zu] == %zu)", text, i,
		    kind->index + 2);
	return text;
}
