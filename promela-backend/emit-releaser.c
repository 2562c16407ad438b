/* emit-releaser.c: declarations and options of buckets and cycles, and how runs end. */
#include "promela-backend/emit-releaser.h"
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

static void put_bucket(struct pml_model *model, const struct ir_bucket *bucket)
{
	gd_out_printf(model->out, "// %s: bucket %s", pml_line_at(model, bucket->loc),
	    bucket->name);
	for (size_t i = 0; i < bucket->kind_count; i++)
		gd_out_printf(model->out, "%s %s", i ? "," : ":", bucket->kinds[i]->name);
	gd_out_printf(model->out, "%s%s\n",
	    clause(model, bucket->opening == IR_WHENEVER ? "opens whenever" : "opens when",
		bucket->guard),
	    clause(model, "closes when", bucket->close_when));
}

static void declare_bucket(struct pml_model *model, const struct ir_bucket *bucket)
{
	put_bucket(model, bucket);
	gd_out_line(model->out, "bool open_%s;", bucket->name);
	if (pml_opens_again(bucket))
		gd_out_line(model->out, "bool opened_%s;", bucket->name);
	pml_declare_bucket_states(model, bucket);
	gd_out_line(model->out, "%s", "");
}

void pml_declare_releaser(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->cycle_count; i++) {
		gd_out_line(model->out, "// %s: cycle %s", pml_line_at(model, spec->cycles[i]->loc),
		    spec->cycles[i]->name);
		gd_out_line(model->out, "bool requested_%s;", spec->cycles[i]->name);
		gd_out_line(model->out, "bool running_%s;", spec->cycles[i]->name);
		gd_out_line(model->out,
		    "hidden byte number_%s;        // for the events of a replay\n",
		    spec->cycles[i]->name);
	}
	for (size_t i = 0; i < spec->bucket_count; i++)
		declare_bucket(model, spec->buckets[i]);
	pml_declare_phases(model);
	for (size_t i = 0; i < spec->ghost_count; i++)
		if (pml_reads_ghost(model, spec->ghosts[i]))
			gd_out_line(model->out, "%s ghost_%s = %ld;    // %s",
			    spec->ghosts[i]->type.kind == IR_INT ? "int" : "byte",
			    spec->ghosts[i]->name, spec->ghosts[i]->init,
			    pml_where(model, spec->ghosts[i]->loc));
}

/* ------------------------------------------------------------------ options */
static void option(struct pml_model *model, struct gd_loc loc, enum pml_rule rule,
    const struct pml_it *it, const char *step)
{
	pml_option(model, loc, pml_guard(model, rule, it), step);
}

static void bucket_options(struct pml_model *model, const struct ir_bucket *bucket)
{
	struct pml_it it = { .bucket = bucket };

	if (bucket->guard && !model->opens_at_once[bucket->index])
		option(model, bucket->loc, pml_opening_rule(bucket), &it,
		    gd_arena_printf(model->arena, "step_open_%s()", bucket->name));
	if (bucket->close_when)
		option(model, bucket->loc, PML_RULE_close, &it,
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

static void cycle_options(struct pml_model *model, const struct ir_cycle *cycle)
{
	struct pml_it it = { .cycle = cycle };

	option(model, cycle->loc, PML_RULE_begin, &it,
	    gd_arena_printf(model->arena, "step_begin_%s()", cycle->name));
	pml_option(model, cycle->loc,
	    gd_arena_printf(model->arena, "%s%s", pml_guard(model, PML_RULE_end, &it),
		all_ended(model)),
	    gd_arena_printf(model->arena, "step_end_%s()", cycle->name));
}

/* The condition that everything the scenario requests is done. */
static const char *over(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	struct gd_arena *arena = model->arena;
	const char *alive = model->request->outcomes ? "!finished && !failed" : "!finished";
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
static void deadlock_is_an_end(struct pml_model *model)
{
	struct pml_line line = PML_STEP_LINE(model, finish, .thread = pml_text("environment"));

	if (!pml_is_owed(model->request))
		return;
	gd_out_line(model->out, ":: atomic { !finished && timeout -> d_step {");
	model->out->indent++;
	gd_out_line(model->out, "%s;", pml_line_text(model, &line));
	pml_put_final_checks(model);
	model->out->indent--;
	gd_out_line(model->out, "} }");
}

/* Prints how runs end, where a deadlock is not checked. */
static void deadlock_is_an_outcome(struct pml_model *model)
{
	gd_out_line(model->out, ":: atomic { !finished && !failed && timeout -> d_step {");
	model->out->indent++;
	pml_put_final_checks(model);
	pml_put_outcome(model, "stuck");
	gd_out_line(model->out, "finished = true");
	model->out->indent--;
	gd_out_line(model->out, "} }");
}

static void deadlock_fails(struct pml_model *model, size_t number)
{
	struct pml_line line =
	    PML_LINE(model, fail, .property = pml_text("cycle_ends"), .binding = pml_text("-"));

	gd_out_line(model->out, ":: atomic { !finished%s && timeout -> %s; FAIL(%zu) }",
	    model->request->outcomes ? " && !failed" : "", pml_line_text(model, &line), number);
}

/* `timeout`: no process has a step that it can take. */
static void deadlock_option(struct pml_model *model)
{
	size_t number = pml_number_of(model, IR_CYCLE_ENDS);

	if (model->request->strategy != PML_SAFETY)
		return;
	if (!number && model->request->outcomes)
		deadlock_is_an_outcome(model);
	else if (!number)
		deadlock_is_an_end(model);
	else
		deadlock_fails(model, number);
}

void pml_releaser_options(struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		bucket_options(model, model->spec->buckets[i]);
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		cycle_options(model, model->spec->cycles[i]);
	pml_phase_options(model);
	pml_line_back(model);
	gd_out_line(model->out, ":: d_step { %s -> step_finish()%s }", over(model),
	    pml_canonical(model));
	deadlock_option(model);
}
