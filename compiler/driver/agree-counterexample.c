/* agree-counterexample.c: the runs of cells in which the C fails, or ends otherwise than the model. */
#include "compiler/driver/agree.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/driver/outputs.h"
#include "compiler/driver/report-page.h"
#include "compiler/driver/sarif.h"
#include "promela-backend/trail/trail.h"

struct found {
	const struct agree_arguments *arguments;
	const struct agree_plan *plan;
	struct agree_cell *cell;
	struct counterexample *c;
	const char *command; /* that shows the failure again; or NULL */
};

static bool take_trail(const struct found *f, const struct trail *trail, const char *workers)
{
	struct gd_arena *arena = f->plan->arena;
	const struct trail_heading heading = { .file = f->plan->spec->path,
		.memory = ir_memory_name[f->cell->memory],
		.workers = workers,
		.command = f->command };
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return false;
	trail_write_json(trail, &heading, out);
	fclose(out);
	f->c->events = gd_arena_strndup(arena, text, length);
	f->c->length = length;
	free(text);
	return true;
}

/* An end that only the model has: the run of the model. */
static bool take_model_run(const struct found *f)
{
	struct trail trail;

	if (!f->cell->model_run)
		return false;
	trail = *f->cell->model_run;
	trail.failure = (struct trail_failure){ .property = AGREE_THE_C,
		.why = gd_arena_printf(f->plan->arena,
		    "no execution of the C ends as this run of the model does: %s",
		    f->cell->only_model->text) };
	return take_trail(f, &trail, "any");
}

static bool take_program_run(const struct found *f)
{
	const struct agree_retraced *retraced = f->cell->retraced;
	struct trail trail;

	if (!retraced || !(retraced->run || retraced->failing))
		return false;
	trail = explore_trail(f->plan, f->cell, retraced);
	return take_trail(f, &trail, gd_arena_printf(f->plan->arena, "%u", f->cell->workers));
}

static const char *why_none(const struct found *f)
{
	if (f->cell->memory != IR_MEM_SC)
		return gd_arena_printf(f->plan->arena,
		    "a model repeats what the C has done under sc only, not under %s",
		    ir_memory_name[f->cell->memory]);
	if (f->cell->only_model)
		return "no run of the model could be found again";
	return f->cell->retraced && f->cell->retraced->why
	    ? f->cell->retraced->why
	    : "the model does none of the events of the C";
}

static const char *what_failed(const struct found *f)
{
	const struct agree_cell *cell = f->cell;
	const struct agree_end *end = cell->only_c ? cell->only_c : cell->only_model;

	return gd_arena_printf(f->plan->arena, "In scenario %s%s%s, memory %s, workers %u: %s%s%s.",
	    cell->scenario->name, *f->plan->ir->options_text ? ", " : "", f->plan->ir->options_text,
	    ir_memory_name[cell->memory], cell->workers, cell->why ? cell->why : cell->found.why,
	    end ? ": " : "", end ? end->text : "");
}

static void find(const struct found *f)
{
	f->cell->counterexample = f->c;
	if (take_model_run(f) || take_program_run(f)) {
		counterexample_keep(&f->arguments->verify, f->plan->arena, f->plan->spec->path,
		    f->cell->name, f->c);
		return;
	}
	f->c->explanation = what_failed(f);
	f->c->command = f->command;
	f->c->why = why_none(f);
}

void agree_find_counterexamples(const struct agree_arguments *a, struct agree_plan *plan,
    bool (*fails)(const struct agree_cell *cell),
    const char *(*command)(const struct agree_arguments *a, const struct agree_plan *plan,
	const struct agree_cell *cell))
{
	for (size_t i = 0; outputs_want_runs(&a->verify) && i < plan->cells.count; i++) {
		struct agree_cell *cell = &plan->cells.at[i];

		if (fails(cell))
			find(&(struct found){ a, plan, cell,
			    GD_NEW(plan->arena, struct counterexample), command(a, plan, cell) });
	}
}

void agree_write_counterexamples(const struct agree_plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->cells.count; i++)
		counterexample_write_one(plan->cells.at[i].name, plan->cells.at[i].counterexample,
		    out);
}

/* ------------------------------------------------------------------------- for tools */
static void add_cell(struct sarif_log *log, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *verdict)
{
	const struct counterexample *c = cell->counterexample;
	struct sarif_finding f = { .arena = plan->arena,
		.file = plan->spec->path,
		.name = cell->name,
		.rule = "the C",
		.rule_text = "the C fails, or ends otherwise than the model",
		.certain = true,
		.loc = &cell->scenario->loc };
	const char *why = cell->why && *cell->why ? cell->why : cell->found.why;

	if (c && c->events && c->length) {
		sarif_add_run(log, &f, c);
	} else if (c) {
		f.text = c->command ? gd_arena_printf(plan->arena, "%s To see it again: %s",
					  c->explanation, c->command)
				    : c->explanation;
		sarif_add_result(log, &f);
	} else if (why && *why) {
		sarif_add_note(log,
		    cell->verdict == AGREE_FAILED || cell->found.is == AGREE_CRASHED,
		    gd_arena_printf(plan->arena, "%s: %s: %s: %s", plan->spec->path, cell->name,
			verdict, why));
	}
}

void agree_write_for_tools(const struct agree_arguments *a, const struct agree_plan *plan,
    const char *command, struct json_t *object,
    const char *(*verdict)(const struct agree_cell *cell))
{
	if (a->verify.json)
		driver_print_json(object);
	report_page_add(&a->verify, command, object);
	for (size_t i = 0; a->verify.sarif_log && i < plan->cells.count; i++)
		add_cell(a->verify.sarif_log, plan, &plan->cells.at[i],
		    verdict(&plan->cells.at[i]));
}
