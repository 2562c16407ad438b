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

struct line {
	const char *kind, *name;
	const char
	    *expected; /* "holds, p fails"; NULL: it is no cell of the specification itself */
	struct camp_estimate estimate;
};
typedef void line_function(void *data, const struct plan *plan, const struct line *line);

static struct line line_of(const struct plan *plan, const struct plan_cell *cell)
{
	if (cell->cell->mutant)
		return (struct line){ "mutant", cell->cell->mutant->name.text, NULL,
			of_mutant(plan, cell) };
	return (struct line){ "cell", cell->name, expected_text(plan, cell),
		plan_estimate_of(plan, cell) };
}

/* Calls GIVE with each cell, with the first cell of each mutant, and with each litmus test. */
static void each_line(const struct plan *plan, line_function *give, void *data)
{
	for (size_t i = 0; i < plan->cells.count; i++) {
		struct line line = line_of(plan, &plan->cells.at[i]);

		give(data, plan, &line);
		if (plan->cells.at[i].cell->mutant)
			i = plan_mutant_end(plan, i) - 1;
	}
	for (size_t i = 0; i < plan->litmus.count; i++) {
		const struct plan_litmus *test = &plan->litmus.at[i];
		struct line line = { "litmus", test->name, NULL,
			plan_estimate_of_job(&plan->jobs.at[test->job]) };

		give(data, plan, &line);
	}
}

struct list {
	FILE *out;
	int width;
};

static void write_one(void *data, const struct plan *plan, const struct line *line)
{
	const struct list *list = data;
	bool is_mutant = strcmp(line->kind, "mutant") == 0;

	write_line(list->out, plan, list->width,
	    is_mutant ? gd_arena_printf(plan->arena, "mutant %s", line->name) : line->name,
	    is_mutant            ? "is caught"
		: line->expected ? line->expected
				 : "",
	    &line->estimate);
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

static void append_one(void *data, const struct plan *plan, const struct line *line)
{
	(void)plan;
	json_array_append_new(data,
	    json_pack("{s:s, s:s, s:s?, s:o}", "kind", line->kind, "name", line->name, "expected",
		line->expected, "estimate", estimate_json(&line->estimate)));
}

json_t *report_list_json(const struct plan *plan)
{
	json_t *cells = json_array();

	each_line(plan, append_one, cells);
	return json_pack("{s:i, s:o, s:o, s:o}", "version", 1, "file", marks_text_json(plan->file),
	    "part", marks_text_json(plan->title), "list", cells);
}
