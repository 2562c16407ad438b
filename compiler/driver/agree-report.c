/* agree-report.c: what a comparison of model and C has found. */
#include "compiler/driver/agree.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/driver/outputs.h"
#include "promela-backend/trail/trail.h"
#include "trace/marks-json.h"

const char *const agree_verdict_name[] = { [AGREE_UNKNOWN] = "not run",
	[AGREE_EQUAL] = "equal",
	[AGREE_WITHIN] = "within",
	[AGREE_DIFFERENT] = "different",
	[AGREE_UNDECIDED] = "inconclusive",
	[AGREE_FAILED] = "tool failed" };

/* ------------------------------------------------------------- what a program does */
/* "# action 0 2": mutator 0 does the third action of its script. */
static void tell_action(const struct agree_plan *plan, const struct agree_cell *cell,
    unsigned script, unsigned number, FILE *out)
{
	const struct ir_mutator *mutator;
	const struct ir_action *action;
	struct trail_place place;

	if (script >= cell->scenario->mutator_count ||
	    number >= cell->scenario->mutators[script].action_count)
		return;
	mutator = &cell->scenario->mutators[script];
	action = &mutator->actions[number];
	place = (struct trail_place){ action->loc.source ? action->loc.source->path : NULL,
		action->loc.line, action->loc.column };
	fprintf(out, "%u:%u: mutator %s: %s\n", action->loc.line, action->loc.column, mutator->name,
	    trail_statement(plan->arena, plan->ir, &place));
}

static void tell_line(const struct agree_plan *plan, const struct agree_cell *cell,
    const char *line, unsigned *step, FILE *out)
{
	unsigned which, number;

	if (strncmp(line, "outcome ", 8) == 0 || strncmp(line, "units ", 6) == 0 ||
	    strncmp(line, "# seen ", 7) == 0 || !*line)
		return;
	fprintf(out, "%4u  ", ++*step);
	if (sscanf(line, "# action %u %u", &which, &number) == 2)
		tell_action(plan, cell, which, number, out);
	else if (sscanf(line, "# units %u %u", &which, &number) == 2 &&
	    which < plan->ir->kind_count)
		fprintf(out, "a worker runs %s%s\n", plan->ir->kinds[which]->name,
		    number > 1 ? gd_arena_printf(plan->arena, ", %u units", number) : "");
	else
		fprintf(out, "%s\n", line + (strncmp(line, "# ", 2) == 0 ? 2 : 0));
}

void agree_tell_program(const struct agree_plan *plan, const struct agree_cell *cell,
    const char *trace, FILE *out)
{
	char *text = gd_arena_strdup(plan->arena, trace), *end;
	unsigned step = 0;

	for (char *line = text; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		tell_line(plan, cell, line, &step, out);
	}
}

/* ------------------------------------------------------------------------- the table */
static int wider(int width, const char *text)
{
	return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static void write_row(const struct agree_cell *cell, int width, FILE *out)
{
	fprintf(out, "%-*s  %-7s %6zu %6zu %11llu %8.2f  %s%s%s\n", width, cell->scenario->name,
	    ir_memory_name[cell->memory], cell->model.at.count, cell->c.at.count,
	    (unsigned long long)cell->found.complete, cell->found.seconds,
	    agree_verdict_name[cell->verdict], cell->why && *cell->why ? ": " : "",
	    cell->why ? cell->why : "");
}

static bool has_interval(const struct ir_spec *ir)
{
	for (size_t i = 0; i < ir->phase_count; i++)
		if (ir->phases[i]->how == IR_INTERVAL)
			return true;
	return false;
}

static void write_difference(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	fprintf(out, "\n----\n%s: %s\n", cell->name, cell->why);
	if (cell->found.is == AGREE_WRONG && cell->found.trace) {
		fprintf(out, "\nthe C, until it fails:\n");
		agree_tell_program(plan, cell, cell->found.trace, out);
		agree_write_retraced(plan, cell, cell->retraced, out);
	}
	if (cell->only_c) {
		fprintf(out, "\nonly the C: %s\n", cell->only_c->text);
		agree_tell_program(plan, cell, cell->only_c->trace, out);
		agree_write_retraced(plan, cell, cell->retraced, out);
	}
	if (cell->only_model) {
		fprintf(out,
		    "\nonly the model: %s\n(perhaps because a model has any number of workers, and the C had %u: "
		    "see --workers%s)\n\n",
		    cell->only_model->text, a->bounds.workers,
		    has_interval(plan->ir)
			? "; or because an interval changes at any time in a model, and first in the C"
			: "");
		if (cell->model_run)
			agree_show_model(a, plan, cell, out);
		else
			fprintf(out, "no run of the model could be shown\n");
	}
}

static void write_summary(const struct agree_plan *plan, FILE *out)
{
	size_t counts[AGREE_FAILED + 1] = { 0 };
	const char *between = ": ";

	for (size_t i = 0; i < plan->cells.count; i++)
		counts[plan->cells.at[i].verdict]++;
	fprintf(out, "\n%zu cell%s", plan->cells.count, plan->cells.count == 1 ? "" : "s");
	for (size_t i = 0; i <= AGREE_FAILED; i++)
		if (counts[i]) {
			fprintf(out, "%s%zu %s", between, counts[i], agree_verdict_name[i]);
			between = ", ";
		}
	putc('\n', out);
}

void agree_report_text(const struct agree_arguments *a, const struct agree_plan *plan, FILE *out)
{
	int width = 8;

	for (size_t i = 0; i < plan->cells.count; i++)
		width = wider(width, plan->cells.at[i].scenario->name);
	fprintf(out, "%s%s%s\n\n%-*s  %-7s %6s %6s %11s %8s  %s\n", plan->spec->path,
	    *plan->ir->options_text ? ", " : "", plan->ir->options_text, width, "scenario",
	    "memory", "model", "C", "executions", "seconds", "verdict");
	for (size_t i = 0; i < plan->cells.count; i++)
		write_row(&plan->cells.at[i], width, out);
	write_summary(plan, out);
	for (size_t i = 0; i < plan->cells.count; i++)
		if (plan->cells.at[i].verdict == AGREE_DIFFERENT)
			write_difference(a, plan, &plan->cells.at[i], out);
	agree_write_counterexamples(plan, out);
}

void agree_end_if_interrupted(struct agree_arguments *a, const struct agree_plan *plan, int status)
{
	size_t left = 0;

	if (!agree_was_interrupted(plan))
		return;
	for (size_t i = 0; i < plan->cells.count; i++)
		left += plan->cells.at[i].why && strcmp(plan->cells.at[i].why, "interrupted") == 0;
	fflush(stdout);
	fprintf(stderr, "gcdsl: interrupted: %zu of %zu cells are decided\n",
	    plan->cells.count - left, plan->cells.count);
	outputs_finish(&a->verify, status, *plan->interrupted_by);
	verify_die_of(*plan->interrupted_by);
}

/* ----------------------------------------------------------------------------- JSON */
json_t *agree_ends_json(const struct agree_ends *ends)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ends->at.count; i++)
		json_array_append_new(list, json_string(ends->at.at[i].text));
	return list;
}

void agree_add_counts(const struct agree_cell *cell, json_t *object)
{
	json_object_set_new(object, "executions", json_integer((json_int_t)cell->found.complete));
	json_object_set_new(object, "blocked", json_integer((json_int_t)cell->found.blocked));
	json_object_set_new(object, "operations", json_integer((json_int_t)cell->found.steps));
	json_object_set_new(object, "longest", json_integer((json_int_t)cell->found.deepest));
	json_object_set_new(object, "seconds", json_real(cell->found.seconds));
	json_object_set_new(object, "counterexample", counterexample_json(cell->counterexample));
}

json_t *agree_cell_json(const struct agree_cell *cell)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:o}", "scenario", cell->scenario->name,
	    "memory", ir_memory_name[cell->memory], "verdict", agree_verdict_name[cell->verdict],
	    "reason", marks_text_json(cell->why));

	json_object_set_new(object, "model", agree_ends_json(&cell->model));
	json_object_set_new(object, "c", agree_ends_json(&cell->c));
	agree_add_counts(cell, object);
	json_object_set_new(object, "only_c",
	    marks_text_json(cell->only_c ? cell->only_c->text : NULL));
	json_object_set_new(object, "only_model",
	    marks_text_json(cell->only_model ? cell->only_model->text : NULL));
	return object;
}

json_t *agree_report_json(const struct agree_plan *plan,
    json_t *(*cell)(const struct agree_cell *cell))
{
	json_t *cells = json_array();

	for (size_t i = 0; i < plan->cells.count; i++)
		json_array_append_new(cells, cell(&plan->cells.at[i]));
	return json_pack("{s:i, s:o, s:s, s:s, s:o, s:b}", "version", 1, "file",
	    marks_text_json(plan->spec->path), "collector", plan->ir->name, "options",
	    plan->ir->options_text, "cells", cells, "interrupted", agree_was_interrupted(plan));
}
