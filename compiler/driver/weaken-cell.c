/* weaken-cell.c: cells of scenarios and of litmus tests, seen as one kind, and how reports call places. */
#include "compiler/driver/weaken.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/driver/litmus.h"

size_t weaken_cell_count(const struct plan *plan)
{
	return plan->cells.count + plan->litmus.count;
}

struct weaken_cell weaken_cell_at(const struct plan *plan, size_t index)
{
	if (index < plan->cells.count) {
		struct plan_cell *cell = &plan->cells.at[index];

		return (struct weaken_cell){ cell->name,
			cell->scenario ? cell->scenario->name : NULL, cell->cell->memory, cell,
			NULL };
	} else {
		struct plan_litmus *litmus = &plan->litmus.at[index - plan->cells.count];

		return (struct weaken_cell){ litmus->name, litmus->test->name,
			ir_memory_name[litmus->memory], NULL, litmus };
	}
}

bool weaken_cell_find(const struct plan *plan, const char *name, struct weaken_cell *cell)
{
	for (size_t i = 0; i < weaken_cell_count(plan); i++) {
		*cell = weaken_cell_at(plan, i);
		if (strcmp(cell->name, name) == 0)
			return true;
	}
	return false;
}

size_t weaken_cell_jobs(const struct weaken_cell *cell)
{
	return cell->litmus ? 1 : cell->cell->checks.count;
}

size_t *weaken_cell_job(const struct weaken_cell *cell, size_t index)
{
	return cell->litmus ? &cell->litmus->job : &cell->cell->checks.at[index].job;
}

enum plan_outcome weaken_cell_outcome(const struct plan *plan, const struct weaken_cell *cell)
{
	return cell->litmus ? plan_litmus_outcome(plan, cell->litmus)
			    : plan_cell_outcome(plan, cell->cell);
}

/* The verdict of job INDEX that is not expected.  A litmus test has none, because its search always
 * runs to the end. */
enum camp_verdict weaken_cell_unwanted(const struct weaken_cell *cell, size_t index)
{
	if (cell->litmus)
		return CAMP_NOT_RUN;
	return cell->cell->checks.at[index].expected == SEM_HOLDS ? CAMP_FAILS : CAMP_HOLDS;
}

/* -------------------------------------------------------------------- failures */
const char *weaken_cell_story(struct gd_arena *arena, const struct plan *plan,
    const struct weaken_cell *cell)
{
	char *text = NULL, *copy = NULL;
	size_t length = 0;
	FILE *memory = open_memstream(&text, &length);
	bool told = true;

	if (!memory)
		return NULL;
	if (cell->litmus)
		litmus_explain(plan, cell->litmus, NULL, &style_plain, memory);
	else
		told = report_story(plan, cell->cell, NULL, NULL, &style_plain, memory);
	if (fflush(memory) == 0 && told) {
		/* the specification as it is written does not fail, so no command shows the run */
		const char *end = strstr(text, "\nto see it again: ");

		copy = gd_arena_strndup(arena, text, end ? (size_t)(end - text) : length);
	}
	fclose(memory);
	free(text);
	return copy;
}

const char *weaken_cell_property(const struct plan *plan, const struct weaken_cell *cell)
{
	for (size_t i = 0; !cell->litmus && i < cell->cell->checks.count; i++) {
		const struct plan_check *check = &cell->cell->checks.at[i];

		if (plan_check_outcome(plan, check) == PLAN_DIFFERS)
			return plan->jobs.at[check->job].result.property;
	}
	return NULL;
}

/* "none_lost fails", "forbidden (a == 1) is reached" */
const char *weaken_cell_what(struct gd_arena *arena, const struct plan *plan,
    const struct weaken_cell *cell, const char *story)
{
	const char *property = weaken_cell_property(plan, cell);
	const char *line = cell->litmus && story ? strstr(story, ": ") : NULL;

	if (property)
		return gd_arena_printf(arena, "%s fails", property);
	if (line)
		return gd_arena_strndup(arena, line + 2, strcspn(line + 2, ";\n"));
	return "a property that should fail holds";
}

/* ----------------------------------------------------------------------- places */
const char *weaken_short_place(const struct weaken *w, const struct gd_loc *loc)
{
	bool is_given = strcmp(loc->source->path, w->file) == 0;

	return gd_arena_printf(w->arena, "%s%s%u:%u", is_given ? "" : loc->source->path,
	    is_given ? "" : ":", loc->line, loc->column);
}
