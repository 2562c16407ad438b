/* emit-process.c: the processes: one option a step and colour.
 *
 * Each process has one control location, a `do` whose options are d_steps, so
 * that no state exists only because a process is between two statements. */
#include "promela-backend/emit-process.h"
#include "promela-backend/emit-await.h"
#include "promela-backend/emit-bound.h"
#include "promela-backend/emit-client.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/steps/await.h"
#include "promela-backend/steps/colour.h"
#include "promela-backend/steps/late-load.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/emit-memory.h"
#include "promela-backend/emit-mutator.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-pool.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/emit-releaser.h"
#include "promela-backend/emit-machine.h"
#include "promela-backend/steps/event.h"
#include "promela-backend/steps/window.h"
#include "promela-backend/facts/await.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/policy.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"

#include <string.h>

/* ------------------------------------------------------- a kind's declarations */
static const char *place_comment(struct pml_model *model, const struct pml_place *place)
{
	static const char *const text[] = { [PML_BEFORE] = "before",
		[PML_HEAD] = "after the body of the loop",
		[PML_STOPPED] = "waits for the stop of",
		[PML_ACT] = "before the program's own store",
		[PML_ROOT] = "before the new object's root",
		[PML_OVER] = "has done all of" };

	return gd_arena_printf(model->arena, "%s %s", text[place->point],
	    pml_line_at(model, place->loc));
}

static void declare_kind(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel)
{
	const char *name = kernel->name;

	gd_out_line(out, "// %s: work %s, %s", pml_line_at(model, kernel->kind->loc), name,
	    ir_multiplicity_name[kernel->kind->multiplicity]);
	gd_out_line(out, "byte units_%s, busy_%s, pending_%s[%zu]%s;", name, name, name,
	    pml_unit_colours(model, kernel),
	    kernel->holds ? gd_arena_printf(model->arena, ", holds_%s[%zu]", name,
				pml_unit_colours(model, kernel))
			  : "");
	gd_out_line(out, "#define UNIT_%s(%s) %s", name,
	    pml_variables(model, kernel, pml_params(kernel), "a_"),
	    pml_colour(model, kernel, pml_params(kernel), kernel->nonnull_params, "a_"));
	pml_declare_buffers(model, out, kernel);
	for (size_t i = kernel->claims_late; i < kernel->places.count; i++) {
		const struct pml_place *place = kernel->places.at[i];

		gd_out_line(out, "byte at_%s_%zu[%zu];    // %s", name, i, place->colours,
		    place_comment(model, place));
		gd_out_line(out, "#define VALUES_%s_%zu(%s) %s", name, i,
		    pml_variables(model, kernel, place->live, "a_"),
		    pml_colour(model, kernel, place->live, place->nonnull, "a_"));
	}
	if (kernel->kind->bucket_count)
		pml_declare_kind_states(model, out, kernel->kind);
	gd_out_line(out, "%s", "");
}

void pml_declare_kinds(struct pml_model *model, struct gd_out *out)
{
	static const char *const lines[] = {
		"For each kind of work K, by the number u of the unit or of its variables:",
		"  units_K       units that are pending or running     pending_K[u]  that are pending",
		"  busy_K        units that are running                holds_K[u]    pending or running",
		"  at_K_N[u]     units that are running and go on from place N",
		NULL,
	};

	pml_put_lines(out, "// ", lines);
	for (size_t i = 0; i < model->spec->kind_count; i++)
		declare_kind(model, out, &model->kinds[i]);
}

/* ------------------------------------------------------------ options of a kind */
/* The value of variable VAR when its digit is DIGIT, as the argument of an inline. */
static const char *value_of(struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    size_t value, const size_t *digits)
{
	const struct ir_var *v = kernel->ir->vars[var];
	const struct ir_stmt *loop = kernel->loop_of[var];

	if (v->type.kind == IR_REF && value == model->objects)
		return "NIL";
	if (v->type.kind == IR_INT)
		return gd_arena_printf(model->arena, "%ld", (long)value + v->type.low);
	if (v->type.kind != IR_SLOT)
		return gd_arena_printf(model->arena, "%zu", value);
	if (!loop)
		return gd_arena_printf(model->arena, "FIRST_SLOT + %zu", value);
	if (loop->domain == IR_DOMAIN_ROOTS)
		return gd_arena_printf(model->arena, "FIRST_ROOT + %zu",
		    pml_first_root(model, digits[loop->args[0]->var->index]) + value);
	return gd_arena_printf(model->arena, "FIRST_OF_%s(%zu) + %zu", loop->group->name,
	    digits[loop->args[0]->var->index], value);
}

/* Whether the slot exists: a mutator may have fewer roots than others. */
static bool exists(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    const size_t *digits)
{
	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		const struct ir_stmt *loop = kernel->loop_of[i];

		if (live >> i & 1 && loop && loop->domain == IR_DOMAIN_ROOTS &&
		    digits[i] >= pml_root_count(model, digits[loop->args[0]->var->index]))
			return false;
	}
	return true;
}

static void find_digits(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, size_t number, size_t digits[64])
{
	for (size_t i = kernel->ir->var_count; i-- > 0;) {
		if (live >> i & 1) {
			size_t radix = pml_radix(model, kernel, i, nonnull);

			digits[i] = number % radix;
			number /= radix;
		}
	}
}

/* The values of the live variables of colour NUMBER. false: no such colour exists. */
static bool arguments(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, size_t number, const char **text)
{
	size_t digits[64] = { 0 };

	find_digits(model, kernel, live, nonnull, number, digits);
	*text = "";
	for (size_t i = 0; i < kernel->ir->var_count; i++)
		if (live >> i & 1)
			*text = gd_arena_printf(model->arena, "%s%s%s", *text, **text ? ", " : "",
			    value_of(model, kernel, i, digits[i], digits));
	return exists(model, kernel, live, digits);
}

/* " + !is_stopped[0] + …": a mutator that is not stopped looks for free cells, and helps with a
 * loop over all objects. */
static const char *and_helpers(const struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->mutators; i++)
		text = gd_arena_printf(model->arena,
		    model->comes_and_goes ? "%s + (THERE(%zu) && !is_stopped[%zu])"
					  : "%s + !is_stopped[%zu]",
		    text, i, i);
	return text;
}

/* " && busy_k < 2": the limit of units of KIND that run at once.  `at most n` limits all of them.
 * `workers n` limits only workers, not mutators that run units of a kind `on m` or help. */
static const char *has_room(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_workers *workers = model->request->workers;
	long limit = workers->any || kind->on ? 0 : workers->of_kind[kind->index];
	const char *text = "";

	if (kind->at_most > 0)
		text =
		    gd_arena_printf(model->arena, " && busy_%s < %ld", kind->name, kind->at_most);
	if (limit > 0 && (kind->at_most <= 0 || kind->at_most > limit))
		text = gd_arena_printf(model->arena, "%s && busy_%s < %ld%s", text, kind->name,
		    limit, ir_is_listed(model->spec, kind) ? and_helpers(model) : "");
	return text;
}

/* The same for a worker that holds nothing back: another one may, and have no unit at the moment. */
static const char *has_idle_worker(struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_workers *workers = model->request->workers;
	long limit = workers->any || kind->on ? 0 : workers->of_kind[kind->index];

	if (!model->late_workers || limit <= 0)
		return "";
	return gd_arena_printf(model->arena, " && busy_%s%s < %ld%s", kind->name,
	    pml_and_resting(model, kind), limit,
	    ir_is_listed(model->spec, kind) ? and_helpers(model) : "");
}

/* The condition that the unit's mutator is at a yield point.  DIGITS: the unit's parameters. */
static const char *on_guard(struct pml_model *model, const struct pml_kernel *kernel, size_t unit)
{
	size_t digits[64] = { 0 };

	if (!kernel->kind->on)
		return "";
	for (size_t i = kernel->kind->param_count; i-- > 0;) {
		size_t radix = pml_radix(model, kernel, i, kernel->nonnull_params);

		digits[i] = unit % radix;
		unit /= radix;
	}
	return gd_arena_printf(model->arena, " && AT_YIELD(%zu)%s", digits[kernel->kind->on->index],
	    pml_has_worker(model, kernel, &digits[kernel->kind->on->index]));
}

/* A choice of every unit of the pool, and of the buffers if units are taken from them directly. */
static void choose_units(struct pml_model *model, const struct pml_kernel *kernel,
    struct pml_choice *choice)
{
	size_t colours = pml_unit_colours(model, kernel);
	size_t sources = kernel->buffered && model->takes_from_buffers ? 1 + model->mutators : 1;

	for (size_t i = 0; i < sources * colours; i++) {
		size_t unit = i % colours;
		const char *values, *guard;

		if (!arguments(model, kernel, pml_params(kernel), kernel->nonnull_params, unit,
			&values))
			continue;
		guard = i < colours
		    ? gd_arena_printf(model->arena, "pending_%s[%zu] > 0", kernel->name, unit)
		    : gd_arena_printf(model->arena, "buffered_%s[%zu] > 0", kernel->name,
			  i - colours);
		guard = gd_arena_printf(model->arena, "%s%s", guard, on_guard(model, kernel, unit));
		pml_choose(model, choice, i,
		    gd_arena_printf(model->arena, "%s%s%s", guard,
			i < colours ? pml_may_take_afresh(model, kernel, unit) : "",
			has_idle_worker(model, kernel->kind)),
		    values);
		pml_choose_windows(model, kernel, choice, i, unit, i < colours, guard, values);
	}
}

static const char *ready_text(struct pml_model *model, const struct pml_place *place);

/* " && doubt_k > 0 && …": a left-out unit may exist. */
static const char *if_in_doubt(struct pml_model *model)
{
	return gd_arena_printf(model->arena, " && doubt_%s > 0 && doubt_%s < 3",
	    pml_doubted(model)->name, pml_doubted(model)->name);
}

static void choose_cells(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, struct pml_choice *choice)
{
	const struct ir_stmt *alloc = pml_alloc_at(place);

	const struct ir_stmt *ask = pml_ask_at(place);

	if (alloc)
		pml_choose_cells(model, choice, kernel->ir->body, alloc);
	if (ask)
		pml_choose_answer(model, choice, ask);
}

static void claim_option(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel, bool doubting)
{
	struct pml_choice choice = { .loc = kernel->kind->loc };

	choice.guard = gd_arena_printf(model->arena, " && open_%s%s%s",
	    kernel->kind->buckets[0]->name, has_room(model, kernel->kind),
	    kernel->kind->on ? "" : pml_has_worker(model, kernel, NULL));
	choice.step = gd_arena_printf(model->arena, "claim_%s()", kernel->name);
	if (kernel->claims_late) {
		choice.guard = gd_arena_printf(model->arena, "%s%s%s", choice.guard,
		    ready_text(model, kernel->places.at[0]), doubting ? if_in_doubt(model) : "");
		choice.step = gd_arena_printf(model->arena, "run_%s_0%s()", kernel->name,
		    doubting ? "_doubting" : "");
		choice.loc = kernel->places.at[0]->loc;
		choose_cells(model, kernel, kernel->places.at[0], &choice);
	}
	choose_units(model, kernel, &choice);
	pml_put_choice(model, out, &choice);
}

static void claim_options(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel)
{
	if (kernel->kind->bucket_count == 0)
		return;
	claim_option(model, out, kernel, false);
	if (kernel->claims_late && kernel->places.at[0]->doubting)
		claim_option(model, out, kernel, true);
}

static const char *ready_text(struct pml_model *model, const struct pml_place *place)
{
	(void)model;
	return place->point == PML_STOPPED ? " && (ALL_STOPPED || !stop_requested)" : "";
}

/* " && …": the unit at PLACE waits no longer. */
static const char *await_text(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t colour)
{
	const char *number = gd_arena_printf(model->arena, "%zu", colour);

	if (!pml_is_await(place))
		return "";
	return gd_arena_printf(model->arena, " && %s",
	    pml_await_guard(model, kernel, place, pml_values_in(model, kernel, place, number)));
}

/* The names of variables, for a guard: their values in colour NUMBER. */
static const char *const *values_in(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t number)
{
	const char **names = GD_NEW_ARRAY(model->arena, const char *, kernel->ir->var_count + 1);
	size_t digits[64] = { 0 };

	find_digits(model, kernel, place->live, place->nonnull, number, digits);
	for (size_t i = 0; i < kernel->ir->var_count; i++)
		names[i] =
		    place->live >> i & 1 ? value_of(model, kernel, i, digits[i], digits) : "0";
	return names;
}

/* VARIANT: of the step's name. */
static void run_option(struct pml_model *model, struct gd_out *out, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *variant, const char *guard)
{
	struct pml_choice choice = { .loc = place->loc,
		.guard = gd_arena_printf(model->arena, "%s%s", ready_text(model, place), guard) };

	choice.step =
	    gd_arena_printf(model->arena, "run_%s_%zu%s()", kernel->name, place->number, variant);
	choose_cells(model, kernel, place, &choice);
	for (size_t i = 0; i < place->colours; i++) {
		const char *values;

		if (arguments(model, kernel, place->live, place->nonnull, i, &values))
			pml_choose(model, &choice, i,
			    gd_arena_printf(model->arena, "at_%s_%zu[%zu] > 0%s%s%s", kernel->name,
				place->number, i, await_text(model, kernel, place, i),
				pml_needs_no_load(model, kernel, place,
				    values_in(model, kernel, place, i)),
				pml_has_room(model, kernel, place,
				    values_in(model, kernel, place, i))),
			    values);
	}
	pml_put_choice(model, out, &choice);
}

/* A unit does a load early or late, or passes it by, before it goes on. */
static void load_option(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel, const struct pml_place *place,
    const struct pml_load_step *load)
{
	struct pml_choice choice = { .loc = load->loc, .guard = "", .step = load->call };

	for (size_t i = 0; i < place->colours; i++) {
		const char *values;

		if (!arguments(model, kernel, place->live, place->nonnull, i, &values))
			continue;
		pml_choose(model, &choice, i,
		    gd_arena_printf(model->arena, "at_%s_%zu[%zu] > 0%s", kernel->name,
			place->number, i,
			load->guard(model, kernel, place, load->number,
			    values_in(model, kernel, place, i))),
		    values);
	}
	pml_put_choice(model, out, &choice);
}

static void run_options(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel, const struct pml_place *place)
{
	for (size_t i = 0; i < place->loads.count; i++)
		load_option(model, out, kernel, place, &place->loads.at[i]);
	run_option(model, out, kernel, place, "", "");
	if (place->doubting)
		run_option(model, out, kernel, place, "_doubting", if_in_doubt(model));
	if (place->at_once)
		run_option(model, out, kernel, place, "_at_once", "");
}

static void run_left_out(struct pml_model *model, struct gd_out *out)
{
	const struct pml_kernel *kernel = pml_doubted(model);

	if (kernel && !model->doubts_early)
		pml_option(model, out, kernel->kind->loc,
		    gd_arena_printf(model->arena, "doubt_%s >= 3 && open_%s%s%s", kernel->name,
			kernel->kind->buckets[0]->name, has_room(model, kernel->kind),
			pml_has_worker(model, kernel, NULL)),
		    gd_arena_printf(model->arena, "run_%s_left_out()", kernel->name));
}

static void kind_options(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		claim_options(model, out, kernel);
		for (size_t j = kernel->claims_late; j < kernel->places.count; j++)
			run_options(model, out, kernel, kernel->places.at[j]);
	}
}

/* ---------------------------------------------------------------- processes */
static void collector_process(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out,
	    "// Any number of workers, and the releaser, which opens and closes buckets, and begins "
	    "and ends cycles.");
	gd_out_line(out, "// No worker has a state: a unit that is running is one more in at_K_N.");
	gd_out_line(out, "proctype collector() {");
	out->indent++;
	gd_out_line(out, "do");
	model->begins_step = pml_step_of(model, PML_WORKER);
	kind_options(model, out);
	run_left_out(model, out);
	model->begins_step = NULL;
	pml_await_option(model, out);
	pml_flush_options(model, out);
	pml_releaser_options(model, out);
	pml_memory_options(model, out);
	pml_end_process(model, out);
}

/* "m.a,m.x" */
static const char *root_names(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < m->root_count; j++)
			text = gd_arena_printf(model->arena, "%s%s%s.%s", text, *text ? "," : "",
			    m->name, m->roots[j].name);
	}
	return *text ? text : "-";
}

static const char *object_names(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->objects; i++) {
		const char *name = model->scenario->objects[i].name;

		text =
		    gd_arena_printf(model->arena, "%s%s%s", text, i ? "," : "", name ? name : "-");
	}
	return *text ? text : "-";
}

static const char *mutator_names(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->mutators; i++)
		text = gd_arena_printf(model->arena, "%s%s%s", text, i ? "," : "",
		    model->scenario->mutators[i].name);
	return *text ? text : "-";
}

/* SPIN has room for 2047 characters in a string. */
static void print_in_pieces(struct gd_out *out, const char *text)
{
	enum { PIECE = 1000 };

	for (size_t left = strlen(text); left > PIECE; left -= PIECE, text += PIECE)
		gd_out_line(out, "printf(\"%.*s\");", PIECE, text);
	gd_out_line(out, "printf(\"%s\\n\");", text);
}

static void model_event(struct pml_model *model, struct gd_out *out)
{
	struct pml_line line = PML_LINE(model, model, .spec = pml_text(model->spec->name),
	    .scenario = pml_text(model->scenario->name), .objects = pml_text(object_names(model)),
	    .mutators = pml_text(mutator_names(model)), .roots = pml_text(root_names(model)),
	    .address = pml_count(model, model->spec->meta_count * (model->objects + 1)));

	print_in_pieces(out, pml_line_format(model, &line));
}

static void init_process(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "init {");
	out->indent++;
	gd_out_line(out, "atomic {");
	out->indent++;
	pml_choose_bounds(model, out);
	gd_out_line(out, "d_step {");
	out->indent++;
	model_event(model, out);
	if (!model->scenario->client)
		pml_put_initial_checks(model, out);
	out->indent--;
	gd_out_line(out, "}");
	if (model->scenario->client)
		pml_client_initial(model, out);
	gd_out_line(out, "run collector();");
	for (size_t i = 0; i < model->mutators; i++)
		if (!model->scenario->mutators[i].of_heap)
			gd_out_line(out, "run mutator_%zu();", i);
	if (!model->scenario->collects)
		gd_out_line(out, "run environment();");
	if (pml_client_quits(model->request))
		gd_out_line(out, "run leaving();");
	if (model->request->strategy == PML_LTL)
		gd_out_line(out, "run rest();");
	out->indent--;
	gd_out_line(out, "}");
	out->indent--;
	gd_out_line(out, "}");
}

/* Under fairness pan finds no acceptance cycle in a state without steps.  So a run that has ended,
 * or hangs, repeats a step that does nothing. */
static void rest_process(struct gd_out *out)
{
	gd_out_line(out, "proctype rest() {");
	out->indent++;
	gd_out_line(out, "do :: timeout -> skip od");
	out->indent--;
	gd_out_line(out, "}\n");
}

void pml_emit_processes(struct pml_model *model, struct gd_out *out)
{
	if (model->request->strategy == PML_LTL)
		rest_process(out);
	collector_process(model, out);
	pml_mutator_processes(model, out);
	init_process(model, out);
}
