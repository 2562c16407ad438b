/* pool.c: units: emitted, buffered, flushed, taken.
 *
 * A kernel's emit puts a unit into the pool, a barrier's into the buffer of its
 * mutator.  From there each unit moves to the pool at any time, and all of them
 * when the mutator stops or handshakes. */
#include "promela-backend/steps/pool.h"
#include "promela-backend/facts/coverage.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/colour.h"
#include "promela-backend/steps/failure.h"

/* --------------------------------------------------------------------- emit */
static void unique_check(struct pml_code *code, const struct pml_kernel *kernel, const char *unit)
{
	struct pml_model *model = code->model;
	size_t number = pml_number_of(model, IR_UNIT_UNIQUE);

	if (!number || kernel->kind->multiplicity == IR_BAG)
		return;
	pml_when(code, "holds_%s[%s] > 0", kernel->name, unit);
	PML_EVENT(code, fail, .property = pml_text("unit_unique"), .binding = pml_text("-"),
	    .where = pml_at(model, kernel->kind->loc));
	pml_fail(code, gd_arena_printf(model->arena, "%zu", number));
	pml_end(code);
}

/* One more in the counter TOTAL_k of units of KERNEL's kind. */
static void more(struct pml_code *code, const struct pml_kernel *kernel, const char *total)
{
	struct pml_model *model = code->model;
	struct pml_line full =
	    PML_LINE(model, fail, .property = pml_text("over-bound"), .binding = pml_text("-"),
		.kind = pml_text(kernel->name), .where = pml_at(model, kernel->kind->loc));

	PML_DO(code, more_units, .of = PML_OF(kernel->kind),
	    .counter = gd_arena_printf(model->arena, "%s_%s", total, kernel->name),
	    .said = gd_arena_printf(model->arena, "\"%s\\n\"", pml_line_format(model, &full)));
}

/* A unit about OBJECT that is left out would have reached points. */
static void mark_left_out(struct pml_code *code, const struct pml_kernel *kernel,
    const char *object)
{
	struct pml_model *model = code->model;

	if (!model->request->marks_points || !kernel->merges_by ||
	    !pml_left_out_values(kernel->kind))
		return;
	pml_mark_flag(code,
	    gd_arena_printf(model->arena, "%zu + mem_peek(AT_%s(%s))",
		pml_left_out_flag(model->spec, model->flags, kernel->kind), kernel->merges_by->name,
		object));
}

/* Prints for a story that the unit of a merged kind about OBJECT was left out. */
static void say_needless(struct pml_code *code, const struct pml_kernel *kernel, const char *object)
{
	PML_EVENT(code, needless, .kind = pml_text(kernel->name),
	    .unit = pml_number(gd_arena_printf(code->model->arena, "SHOWN(%s)", object)));
	mark_left_out(code, kernel, object);
}

/* Counts a unit in COUNTER.  A unit of a merged kind is counted only if it is not there yet.  OBJECT
 * is what it is about then; NULL: it cannot be there. */
static void join(struct pml_code *code, const struct pml_kernel *kernel, const char *counter,
    const char *total, const char *object)
{
	if (kernel->merges && object) {
		pml_if(code);
		pml_case(code, "%s == 0", counter);
		more(code, kernel, total);
		PML_DO(code, appear_once_in, .of = PML_OF(kernel->kind), .counter = counter);
		pml_case(code, "else");
		say_needless(code, kernel, object);
		pml_end(code);
	} else if (kernel->merges) {
		pml_when(code, "%s == 0", counter);
		more(code, kernel, total);
		PML_DO(code, appear_once_in, .of = PML_OF(kernel->kind), .counter = counter);
		pml_end(code);
	} else {
		more(code, kernel, total);
		PML_DO(code, appear_in, .of = PML_OF(kernel->kind), .counter = counter);
	}
	pml_last(code);
}

/* What counts the unit, if that is needed. */
static void hold(struct pml_code *code, const struct pml_kernel *kernel, const char *unit)
{
	if (kernel->holds)
		PML_DO(code, hold_unit, .of = PML_OF(kernel->kind), .unit = unit);
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

/* Of a merging kind only units that will do something are kept, each once: in
 * the pool, where `idle' sees it, or else in buffers.  One that will do nothing could be
 * run at once; but not outside of a cycle: there it lies in its buffer, and is seen.  One about
 * null or a freed object fails when it runs: it stays where that is asked, and
 * else the folding fails.
 * One that would meet a store that may be late stays, too. */
static const char *is_needless(struct pml_model *model, const struct pml_kernel *kernel,
    const char *unit, bool by_mutator)
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
	    by_mutator ? and_cycle_runs(model, kernel) : "", kernel->name, unit);
}

/* The model does without a unit of a merged kind. */
static void leave_out(struct pml_code *code, const struct pml_kernel *kernel, bool buffers)
{
	if (buffers || code->model->doubts_early)
		PML_DO(code, leave_out_of_buffer, .of = PML_OF(kernel->kind));
	else
		PML_DO(code, leave_out, .of = PML_OF(kernel->kind));
	pml_check_nothing_frees(code);
}

void pml_drop_copies(struct pml_code *code, const struct pml_kernel *kernel, const char *unit,
    const char *prefix)
{
	struct pml_model *model = code->model;

	if (!kernel->merges_by || !kernel->buffered)
		return;
	for (size_t i = 0; i < model->mutators; i++) {
		const char *copy = gd_arena_printf(model->arena, "buffered_%s[%zu + %s]",
		    kernel->name, i * pml_unit_colours(model, kernel), unit);

		pml_when(code, "%s > 0", copy);
		PML_EVENT(code, needless, .kind = pml_text(kernel->name),
		    .unit = pml_number(gd_arena_printf(model->arena, "SHOWN(%s%s)", prefix,
			kernel->var_name[0] + 2)),
		    .mutator = pml_count(model, i));
		mark_left_out(code, kernel,
		    gd_arena_printf(model->arena, "%s%s", prefix, kernel->var_name[0] + 2));
		leave_out(code, kernel, true);
		PML_DO(code, drop_copies, .of = PML_OF(kernel->kind), .copies = copy);
		pml_end(code);
	}
}

/* The object of a unit of a merged kind that is emitted. */
static const char *about(struct pml_model *model, const struct pml_kernel *kernel)
{
	return gd_arena_printf(model->arena, "a_%s", kernel->var_name[0] + 2);
}

/* The unit is none that will do nothing: it is kept. */
static void keep(struct pml_code *code, const struct pml_kernel *kernel, bool buffers)
{
	struct pml_model *model = code->model;
	const char *unit = pml_unit_number(model, kernel, "a_");
	const char *counter = buffers
	    ? gd_arena_printf(model->arena, "buffered_%s[x_who * %zu + %s]", kernel->name,
		  pml_unit_colours(model, kernel), unit)
	    : gd_arena_printf(model->arena, "pending_%s[%s]", kernel->name, unit);

	/* in the pool it is not: `pending_k[unit] > 0' makes it needless */
	join(code, kernel, counter, buffers ? "waiting" : "units",
	    buffers && kernel->merges_by ? about(model, kernel) : NULL);
	if (model->doubts_early && kernel == pml_doubted(model))
		PML_DO(code, leave_out_of_buffer, .of = PML_OF(kernel->kind));
}

/* The unit is emitted: to the pool, or to the buffer of mutator x_who. */
static void appear(struct pml_code *code, const struct pml_kernel *kernel, bool by_mutator)
{
	struct pml_model *model = code->model;
	const char *unit = pml_unit_number(model, kernel, "a_");
	const char *needless = is_needless(model, kernel, unit, by_mutator);
	bool buffers = by_mutator && kernel->buffered;

	unique_check(code, kernel, unit);
	if (!needless && !kernel->merges) {
		pml_row(code);
		hold(code, kernel, unit);
		keep(code, kernel, buffers);
		pml_end(code);
		pml_last(code);
		return;
	}
	hold(code, kernel, unit);
	if (!needless) {
		keep(code, kernel, buffers);
		return;
	}
	if (!pml_number_of(model, IR_NO_FREED_ACCESS))
		pml_fold_fails_when(code,
		    gd_arena_printf(model->arena, "!live[a_%s]", kernel->var_name[0] + 2));
	pml_if(code);
	pml_flat_case(code, "%s", needless);
	say_needless(code, kernel, about(model, kernel));
	leave_out(code, kernel, buffers);
	pml_case(code, "else");
	if (!buffers)
		pml_drop_copies(code, kernel, unit, "a_");
	keep(code, kernel, buffers);
	pml_end(code);
	pml_last(code);
}

static void put_inline(pml_inlines *inlines, struct pml_code *code, const char *head,
    const char *note)
{
	struct pml_inline part = { .head = head, .note = note, .code = code };

	GD_PUSH(code->model->arena, *inlines, part);
}

static void appear_inline(struct pml_model *model, const struct pml_kernel *kernel, bool by_mutator,
    pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	appear(code, kernel, by_mutator);
	put_inline(inlines, code,
	    gd_arena_printf(model->arena, "%s_%s(%s)", by_mutator ? "buffer" : "emit", kernel->name,
		pml_unit_args(model, kernel, "a_")),
	    "");
}

/* ------------------------------------------------------------------- buffers */
/* Moves one unit, given by its place in the buffers, to the pool. */
static void flush_inline(struct pml_model *model, const struct pml_kernel *kernel,
    pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_DO(code, leave_buffer, .of = PML_OF(kernel->kind), .at = "a_at");
	PML_DO(code, wait_no_more, .of = PML_OF(kernel->kind));
	join(code, kernel, gd_arena_printf(model->arena, "pending_%s[a_unit]", kernel->name),
	    "units", kernel->merges_by ? "a_unit" : NULL);
	put_inline(inlines, code,
	    gd_arena_printf(model->arena, "flush_%s(a_at, a_unit)", kernel->name), "");
}

/* All units of KERNEL's kind that mutator x_who has buffered. */
static void flush_kind(struct pml_code *code, const struct pml_kernel *kernel)
{
	size_t units = pml_unit_colours(code->model, kernel);
	const char *at = gd_arena_printf(code->model->arena, "x_who * %zu + x_unit", units);

	pml_set(code, "x_unit", "0");
	pml_loop(code);
	pml_case(code, "x_unit < %zu && buffered_%s[%s] > 0", units, kernel->name, at);
	PML_DO(code, flush, .of = PML_OF(kernel->kind), .at = at, .unit = "x_unit");
	pml_last(code);
	pml_flat_case(code, "x_unit < %zu && buffered_%s[%s] == 0", units, kernel->name, at);
	pml_advance(code, "x_unit");
	pml_flat_case(code, "x_unit >= %zu", units);
	pml_break(code);
	pml_end(code);
}

static void flush_all_inline(struct pml_model *model, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].buffered && pml_unit_colours(model, &model->kinds[i]))
			flush_kind(code, &model->kinds[i]);
	pml_set(code, "x_unit", "0");
	pml_last(code);
	put_inline(inlines, code, "flush_mutator()", "       // x_who");
}

void pml_pool_inlines(struct pml_model *model, pml_inlines *inlines)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		appear_inline(model, kernel, false, inlines);
		if (kernel->by_mutators)
			appear_inline(model, kernel, true, inlines);
		if (kernel->buffered)
			flush_inline(model, kernel, inlines);
	}
	if (model->buffers)
		flush_all_inline(model, inlines);
}

/* --------------------------------------------------------------------- take */
/* From the pool or, with numbers behind those of the pool, from a buffer; `pick' is the unit's
 * colour then. */
static void take_from_either(struct pml_code *code, const struct pml_kernel *kernel)
{
	size_t units = pml_unit_colours(code->model, kernel);

	pml_if(code);
	pml_flat_case(code, "pick < %zu", units);
	PML_DO(code, take_from_pool, .of = PML_OF(kernel->kind));
	pml_case(code, "else");
	pml_set(code, "pick", "pick - %zu", units);
	PML_DO(code, take_from_buffer, .of = PML_OF(kernel->kind));
	more(code, kernel, "units");
	pml_set(code, "pick", "pick %% %zu", units);
	pml_last(code);
	pml_end(code);
}

void pml_take_unit(struct pml_code *code, const struct pml_kernel *kernel)
{
	if (!kernel->buffered || !code->model->takes_from_buffers) {
		PML_DO(code, take_unit, .of = PML_OF(kernel->kind));
		return;
	}
	take_from_either(code, kernel);
	PML_DO(code, begin_unit, .of = PML_OF(kernel->kind));
}
