/* emit-releaser.c: declarations and options of buckets and cycles, and how runs end. */
#include "promela-backend/emit-releaser.h"
#include "promela-backend/emit-bound.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/emit-machine.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-outcome.h"
#include "promela-backend/emit-phase.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/event.h"
#include "promela-backend/steps/releaser.h"
#include "compiler/ir/dump.h"

/* ------------------------------------------------------------- declarations */
/* A clause with a condition; "" without one. */
static const char *clause(struct pml_model *model, const char *words,
    const struct ir_expr *condition)
{
	return condition
	    ? gd_arena_printf(model->arena, "; %s %s", words, ir_expr_text(model->arena, condition))
	    : "";
}

static void put_bucket(struct pml_model *model, struct gd_out *out, const struct ir_bucket *bucket)
{
	gd_out_printf(out, "// %s: bucket %s", pml_line_at(model, bucket->loc), bucket->name);
	for (size_t i = 0; i < bucket->kind_count; i++)
		gd_out_printf(out, "%s %s", i ? "," : ":", bucket->kinds[i]->name);
	gd_out_printf(out, "%s%s\n",
	    clause(model, bucket->opening == IR_WHENEVER ? "opens whenever" : "opens when",
		bucket->guard),
	    clause(model, "closes when", bucket->close_when));
}

static void declare_bucket(struct pml_model *model, struct gd_out *out,
    const struct ir_bucket *bucket)
{
	put_bucket(model, out, bucket);
	gd_out_line(out, pml_opens_again(bucket) ? "bool open_%s, opened_%s;" : "bool open_%s;",
	    bucket->name, bucket->name);
	pml_declare_bucket_states(model, out, bucket);
	gd_out_line(out, "%s", "");
}

void pml_declare_releaser(struct pml_model *model, struct gd_out *out)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->cycle_count; i++) {
		gd_out_line(out, "// %s: cycle %s", pml_line_at(model, spec->cycles[i]->loc),
		    spec->cycles[i]->name);
		gd_out_line(out, "bool requested_%s, running_%s;", spec->cycles[i]->name,
		    spec->cycles[i]->name);
		gd_out_line(out, "hidden byte number_%s;        // for the events of a replay\n",
		    spec->cycles[i]->name);
	}
	for (size_t i = 0; i < spec->bucket_count; i++)
		declare_bucket(model, out, spec->buckets[i]);
	pml_declare_phases(model, out);
	for (size_t i = 0; i < spec->ghost_count; i++)
		if (pml_reads_ghost(model, spec->ghosts[i]))
			gd_out_line(out, "%s ghost_%s = %ld;    // %s",
			    spec->ghosts[i]->type.kind == IR_INT ? "int" : "byte",
			    spec->ghosts[i]->name, spec->ghosts[i]->init,
			    pml_where(model, spec->ghosts[i]->loc));
}

/* ------------------------------------------------------------------ options */
static void option(struct pml_model *model, struct gd_out *out, struct gd_loc loc,
    enum pml_rule rule, const struct pml_it *it, const char *step)
{
	pml_option(model, out, loc, pml_guard(model, rule, it), step);
}

static void bucket_options(struct pml_model *model, struct gd_out *out,
    const struct ir_bucket *bucket)
{
	struct pml_it it = { .bucket = bucket };

	if (bucket->guard && !model->opens_at_once[bucket->index])
		option(model, out, bucket->loc, pml_opening_rule(bucket), &it,
		    gd_arena_printf(model->arena, "step_open_%s()", bucket->name));
	if (bucket->close_when)
		option(model, out, bucket->loc, PML_RULE_close, &it,
		    gd_arena_printf(model->arena, "step_close_%s()", bucket->name));
}

/* " && at_k_3[0] == 0 …": a cycle does not end before units whose last statement is done have
 * ended. */
static const char *all_ended(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		for (size_t j = 0; j < kernel->places.count; j++)
			for (size_t c = 0; kernel->places.at[j]->point == PML_OVER &&
			     c < kernel->places.at[j]->colours;
			     c++)
				text = gd_arena_printf(model->arena, "%s && at_%s_%zu[%zu] == 0",
				    text, kernel->name, j, c);
	}
	return text;
}

static void cycle_options(struct pml_model *model, struct gd_out *out, const struct ir_cycle *cycle)
{
	struct pml_it it = { .cycle = cycle };

	option(model, out, cycle->loc, PML_RULE_begin, &it,
	    gd_arena_printf(model->arena, "step_begin_%s()", cycle->name));
	pml_option(model, out, cycle->loc,
	    gd_arena_printf(model->arena, "%s%s", pml_guard(model, PML_RULE_end, &it),
		all_ended(model)),
	    gd_arena_printf(model->arena, "step_end_%s()", cycle->name));
}

/* A run that is cut has no end that counts. */
static const char *within(struct pml_model *model)
{
	return pml_is_bounded(model) ? gd_arena_printf(model->arena, " && %s", pml_within(model))
				     : "";
}

/* The condition that everything the scenario requests is done. */
static const char *over(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	struct gd_arena *arena = model->arena;
	bool may_fail = model->request->outcomes || model->request->guide;
	const char *alive =
	    gd_arena_printf(arena, "!finished%s%s", may_fail ? " && !failed" : "", within(model));
	const char *text = gd_arena_printf(arena, "%s && !stop_requested && mem_quiet", alive);

	if (pml_is_cut(model))
		return gd_arena_printf(arena, "%s && CUT", alive);
	for (size_t i = 0; i < model->mutators; i++)
		text = gd_arena_printf(arena, "%s && script_at[%zu] == %zu && (RUNS(%zu)%s)", text,
		    i,
		    model->scenario->client ? (size_t)0 : model->scenario->mutators[i].action_count,
		    i, model->comes_and_goes ? gd_arena_printf(arena, " || !THERE(%zu)", i) : "");
	for (size_t i = 0; i < spec->cycle_count; i++)
		text = gd_arena_printf(arena, "%s && !requested_%s && !running_%s", text,
		    spec->cycles[i]->name, spec->cycles[i]->name);
	for (size_t i = 0; i < spec->kind_count; i++)
		text = gd_arena_printf(arena, "%s && busy_%s == 0", text, spec->kinds[i]->name);
	if (!model->scenario->collects)
		text = gd_arena_printf(arena, "%s && asked == %ld", text, model->scenario->cycles);
	return text;
}

/* Deadlocks are not checked.  But a run that ends in one must have done what every run must do. */
static void deadlock_is_an_end(struct pml_model *model, struct gd_out *out)
{
	struct pml_line line = PML_STEP_LINE(model, stuck, .thread = pml_text("environment"));

	if (!pml_is_owed(model->request))
		return;
	gd_out_line(out, ":: atomic { !finished%s && timeout -> d_step {", within(model));
	out->indent++;
	gd_out_line(out, "%s;", pml_line_text(model, &line));
	pml_put_final_checks(model, out);
	out->indent--;
	gd_out_line(out, "} }");
}

/* Prints how runs end, where a deadlock is not checked. */
static void deadlock_is_an_outcome(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, ":: atomic { !finished && !failed && timeout -> d_step {");
	out->indent++;
	pml_put_final_checks(model, out);
	pml_put_outcome(model, out, "stuck");
	gd_out_line(out, "finished = true");
	out->indent--;
	gd_out_line(out, "} }");
}

static void deadlock_fails(struct pml_model *model, struct gd_out *out, size_t number)
{
	struct pml_line line =
	    PML_LINE(model, fail, .property = pml_text("cycle_ends"), .binding = pml_text("-"));

	gd_out_line(out,
	    ":: atomic { !finished%s && timeout -> %s; FAIL(%zu) } // pan -l finds runs without end",
	    model->request->outcomes ? " && !failed" : within(model), pml_line_text(model, &line),
	    number);
}

/* `timeout`: no process has a step that it can take. */
static void deadlock_option(struct pml_model *model, struct gd_out *out)
{
	size_t number = pml_number_of(model, IR_CYCLE_ENDS);

	if (model->request->strategy != PML_SAFETY)
		return;
	if (!number && model->request->outcomes)
		deadlock_is_an_outcome(model, out);
	else if (!number)
		deadlock_is_an_end(model, out);
	else
		deadlock_fails(model, out, number);
}

void pml_releaser_options(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		bucket_options(model, out, model->spec->buckets[i]); /* nobody's steps */
	model->begins_step = pml_step_of(model, PML_RELEASER);
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		cycle_options(model, out, model->spec->cycles[i]);
	pml_phase_options(model, out);
	model->begins_step = NULL;
	pml_line_back(model, out);
	gd_out_line(out, ":: d_step { %s -> step_finish()%s }", over(model), pml_canonical(model));
	deadlock_option(model, out);
}
