/* report-list.c: the cells that would be searched, one a line.
 *
 * The columns have two blanks between them, so that other programs can read them. */
#include "compiler/driver/report-list.h"
#include "compiler/driver/litmus.h"
#include "compiler/driver/plan-estimate.h"
#include "trace/marks-json.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static const char *expected_text(const struct plan *plan, const struct plan_cell *cell)
{
	const char *text = "";

	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];
		const char *more = check->expected == SEM_HOLDS ? "holds"
		    : cell->property
		    ? "fails"
		    : gd_arena_printf(plan->arena, "%s fails", check->properties[0]->name);

		text = gd_arena_printf(plan->arena, "%s%s%s", text, *text ? ", " : "", more);
	}
	return text;
}

/* Two digits of a guess are more than enough. */
static double rounded(double number)
{
	double unit = 1;

	while (number / unit >= 100)
		unit *= 10;
	return round(number / unit) * unit;
}

static void write_line(FILE *out, const struct plan *plan, int width, const char *name,
    const char *expected, const struct camp_estimate *e)
{
	fprintf(out, "%s%s%-*s  %-5s", plan->title ? plan->title : "", plan->title ? "  " : "",
	    width, name, expected);
	if (e->source == CAMP_UNKNOWN)
		fprintf(out, "  no model\n");
	else
		fprintf(out, "  %8.0f states  %6.2f s  %5.1f MB  %s\n",
		    e->source == CAMP_GUESSED ? rounded(e->states) : e->states, e->seconds,
		    e->memory, camp_estimate_source_name[e->source]);
}

/* A mutant is tried in one cell after the other, and most are caught in the first. */
static struct camp_estimate of_mutant(const struct plan *plan, const struct plan_cell *first)
{
	struct camp_estimate estimate = { .source = CAMP_MEASURED };

	return first->ir ? plan_estimate_of(plan, first) : estimate;
}

static int width_of(const struct plan *plan)
{
	size_t width = 0;

	for (size_t i = 0; i < plan->cells.count; i++)
		if (!plan->cells.at[i].cell->mutant && strlen(plan->cells.at[i].name) > width)
			width = strlen(plan->cells.at[i].name);
	for (size_t i = 0; i < plan->litmus.count; i++)
		if (strlen(plan->litmus.at[i].name) > width)
			width = strlen(plan->litmus.at[i].name);
	return (int)width;
}

typedef void line_function(void *data, const struct plan *plan, const struct plan_cell *cell,
    const struct plan_litmus *test, const struct camp_estimate *estimate);

/* Calls LINE with each cell, with the first cell of each mutant, and with each litmus test. */
static void each_line(const struct plan *plan, line_function *line, void *data)
{
	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];
		struct camp_estimate estimate =
		    cell->cell->mutant ? of_mutant(plan, cell) : plan_estimate_of(plan, cell);

		line(data, plan, cell, NULL, &estimate);
		if (cell->cell->mutant)
			i = plan_mutant_end(plan, i) - 1;
	}
	for (size_t i = 0; i < plan->litmus.count; i++) {
		struct camp_estimate estimate =
		    plan_estimate_of_job(&plan->jobs.at[plan->litmus.at[i].job]);

		line(data, plan, NULL, &plan->litmus.at[i], &estimate);
	}
}

struct list {
	FILE *out;
	int width;
};

static void write_one(void *data, const struct plan *plan, const struct plan_cell *cell,
    const struct plan_litmus *test, const struct camp_estimate *estimate)
{
	const struct list *list = data;

	if (test)
		write_line(list->out, plan, list->width, test->name, "", estimate);
	else if (cell->cell->mutant)
		write_line(list->out, plan, list->width,
		    gd_arena_printf(plan->arena, "mutant %s", cell->cell->mutant->name.text),
		    "is caught", estimate);
	else
		write_line(list->out, plan, list->width, cell->name, expected_text(plan, cell),
		    estimate);
}

void report_list(const struct plan *plan, FILE *out)
{
	struct list list = { out, width_of(plan) };

	each_line(plan, write_one, &list);
}

/* ------------------------------------------------------------------------------ JSON */
static json_t *estimate_json(const struct camp_estimate *e)
{
	if (e->source == CAMP_UNKNOWN)
		return json_null();
	return json_pack("{s:s, s:I, s:f, s:f}", "source", camp_estimate_source_name[e->source],
	    "states", (json_int_t)e->states, "seconds", e->seconds, "memory_mb", e->memory);
}

static void append_one(void *data, const struct plan *plan, const struct plan_cell *cell,
    const struct plan_litmus *test, const struct camp_estimate *estimate)
{
	const char *kind = test ? "litmus" : cell->cell->mutant ? "mutant" : "cell";
	const char *name = test  ? test->name
	    : cell->cell->mutant ? cell->cell->mutant->name.text
				 : cell->name;

	json_array_append_new(data,
	    json_pack("{s:s, s:s, s:o, s:o}", "kind", kind, "name", name, "expected",
		cell && !cell->cell->mutant ? json_string(expected_text(plan, cell)) : json_null(),
		"estimate", estimate_json(estimate)));
}

json_t *report_list_json(const struct plan *plan)
{
	json_t *cells = json_array();

	each_line(plan, append_one, cells);
	return json_pack("{s:i, s:o, s:o, s:o}", "version", 1, "file", marks_text_json(plan->file),
	    "part", marks_text_json(plan->title), "list", cells);
}
