/* report-list.c: the cells that would be searched, one a line.
 *
 * The columns have two blanks between them, so that other programs can read them. */
#include "compiler/driver/report-list.h"
#include "compiler/driver/litmus.h"

#include <string.h>

/* What the search of COUNT checks needed.  false: not all results are kept. */
static bool was_searched(const struct plan *plan, const struct plan_cell *cell, double *states,
    double *seconds)
{
	*states = *seconds = 0;
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct camp_result *result = &plan->jobs.at[cell->checks.at[i].job].result;

		if (!result->kept)
			return false;
		*states += result->states;
		*seconds += result->seconds;
	}
	return true;
}

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

static void write_line(FILE *out, const struct plan *plan, int width, const char *name,
    const char *expected, bool searched, double states, double seconds)
{
	fprintf(out, "%s%s%-*s  %-5s", plan->title ? plan->title : "", plan->title ? "  " : "",
	    width, name, expected);
	if (searched)
		fprintf(out, "  %8.0f states  %6.2f s\n", states, seconds);
	else
		fprintf(out, "  not searched yet\n");
}

static void list_mutant(const struct plan *plan, const struct plan_cell *cell, int width, FILE *out)
{
	write_line(out, plan, width,
	    gd_arena_printf(plan->arena, "mutant %s", cell->cell->mutant->name.text), "is caught",
	    false, 0, 0);
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

void report_list(const struct plan *plan, FILE *out)
{
	int width = width_of(plan);

	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];
		double states, seconds;

		if (cell->cell->mutant) {
			list_mutant(plan, cell, width, out);
			i = plan_mutant_end(plan, i) - 1;
		} else {
			bool searched = was_searched(plan, cell, &states, &seconds);

			write_line(out, plan, width, cell->name, expected_text(plan, cell),
			    searched, states, seconds);
		}
	}
	for (size_t i = 0; i < plan->litmus.count; i++) {
		const struct camp_result *result = &plan->jobs.at[plan->litmus.at[i].job].result;

		write_line(out, plan, width, plan->litmus.at[i].name, "", result->kept,
		    result->states, result->seconds);
	}
}
