/* coverage.c: which parts of a specification no cell has reached.
 *
 * Only a search that held looked at all states.  A cell whose searches all ended early (a property
 * failed, a limit was reached) says what it reached, and nothing about the rest. */
#include "compiler/driver/coverage.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 10 };

static struct coverage_place *place_of(const struct plan *plan, struct coverage *coverage,
    const struct ir_point *point)
{
	for (size_t i = 0; i < coverage->places.count; i++) {
		struct coverage_place *place = &coverage->places.at[i];

		if (place->point.kind == point->kind &&
		    place->point.loc.source == point->loc.source &&
		    place->point.loc.line == point->loc.line &&
		    place->point.loc.column == point->loc.column)
			return place;
	}
	GD_PUSH(plan->arena, coverage->places, (struct coverage_place){ .point = *point });
	return &coverage->places.at[coverage->places.count - 1];
}

static bool is_complete(const struct plan_check *check, const struct camp_result *result)
{
	return result->verdict == CAMP_HOLDS && check->sees_all;
}

static void add_cell(const struct plan *plan, const struct plan_cell *cell,
    struct coverage *coverage)
{
	size_t points = cell->ir->point_count;
	bool *live = GD_NEW_ARRAY(plan->arena, bool, points + 1);
	bool *reached = GD_NEW_ARRAY(plan->arena, bool, points + 1);
	bool *never = GD_NEW_ARRAY(plan->arena, bool, points + 1);

	coverage->cells++;
	ir_live_points(cell->ir, cell->scenario, live);
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];
		const struct camp_result *result = &plan->jobs.at[check->job].result;
		const char *digits = pml_points_reached(plan->arena, cell->ir, result->reached);

		for (size_t p = 0; digits && p < points; p++) {
			reached[p] |= digits[p] == PML_POINT_REACHED;
			never[p] |=
			    is_complete(check, result) && digits[p] == PML_POINT_NOT_REACHED;
		}
	}
	for (size_t p = 0; p < points; p++) {
		struct coverage_place *place =
		    live[p] ? place_of(plan, coverage, &cell->ir->points[p]) : NULL;

		if (place)
			++*(reached[p] ? &place->reached : never[p] ? &place->never : &place->open);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct coverage_place *x = a, *y = b;
	int order = gd_loc_compare(&x->point.loc, &y->point.loc);

	return order ? order : (int)x->point.kind - (int)y->point.kind;
}

void coverage_collect(const struct plan *plan, struct coverage *coverage)
{
	memset(coverage, 0, sizeof *coverage);
	for (size_t i = 0; i < plan->cells.count; i++)
		if (!plan->cells.at[i].cell->mutant && plan->cells.at[i].ir)
			add_cell(plan, &plan->cells.at[i], coverage);
	if (coverage->places.count)
		qsort(coverage->places.at, coverage->places.count, sizeof *coverage->places.at,
		    by_place);
	for (size_t i = 0; i < coverage->places.count; i++) {
		const struct coverage_place *place = &coverage->places.at[i];

		coverage->never += !place->reached && place->never;
		coverage->open += !place->reached && !place->never;
	}
}

/* ------------------------------------------------------------------------------- text */
static const char *const never_says[] = { [IR_POINT_STATEMENT] = "never runs",
	[IR_POINT_TRUE] = "is never true",
	[IR_POINT_FALSE] = "is never false",
	[IR_POINT_OPENS] = "never opens",
	[IR_POINT_CLOSES] = "never closes",
	[IR_POINT_BEGINS] = "never begins",
	[IR_POINT_ENDS] = "never ends" };
static const char *const says[] = { [IR_POINT_STATEMENT] = "runs",
	[IR_POINT_TRUE] = "is true",
	[IR_POINT_FALSE] = "is false",
	[IR_POINT_OPENS] = "opens",
	[IR_POINT_CLOSES] = "closes",
	[IR_POINT_BEGINS] = "begins",
	[IR_POINT_ENDS] = "ends" };

/* What the specification says there, up to the end of its line. */
static const char *source_text(struct gd_arena *arena, struct gd_loc loc)
{
	const struct gd_source *source = loc.source;
	const char *text;
	size_t length;

	if (!source || loc.line == 0 || loc.line > source->line_count)
		return "";
	text = source->text + source->line_start[loc.line - 1] + loc.column - 1;
	length = strcspn(text, "\n");
	if (loc.end_line == loc.line && loc.end_column >= loc.column &&
	    loc.end_column - loc.column + 1 < length)
		length = loc.end_column - loc.column + 1;
	return gd_arena_strndup(arena, text, length < 60 ? length : 60);
}

static void write_place(const struct plan *plan, const struct coverage_place *place, FILE *out)
{
	const struct gd_loc *loc = &place->point.loc;

	fprintf(out, "  %s:%u:%u: `%s` ", loc->source ? loc->source->path : plan->file, loc->line,
	    loc->column, source_text(plan->arena, *loc));
	if (place->reached)
		fprintf(out, "%s in %zu of %zu cells\n", says[place->point.kind], place->reached,
		    place->reached + place->never + place->open);
	else if (place->never)
		fprintf(out, "%s\n", never_says[place->point.kind]);
	else
		fprintf(out, "%s as far as it was searched\n", never_says[place->point.kind]);
	if (!place->reached && place->never && place->open)
		fprintf(out, "    (in %zu cells; %zu others were not searched to the end)\n",
		    place->never, place->open);
}

void coverage_text(const struct plan *plan, const struct coverage *coverage, bool all, FILE *out)
{
	size_t shown = 0;

	if (!all && coverage->never == 0)
		return;
	fprintf(out, "\n%s\n",
	    all ? "coverage, without mutants:" : "never reached in any cell, so never checked:");
	for (size_t i = 0; i < coverage->places.count; i++) {
		const struct coverage_place *place = &coverage->places.at[i];

		if (all || (!place->reached && place->never && shown++ < SHOWN))
			write_place(plan, place, out);
	}
	if (!all && coverage->never > SHOWN)
		fprintf(out, "  … %zu more; --coverage shows all\n", coverage->never - SHOWN);
	if (all)
		fprintf(out, "%zu of %zu places reached, %zu never, %zu not known\n",
		    coverage->places.count - coverage->never - coverage->open,
		    coverage->places.count, coverage->never, coverage->open);
}

/* ------------------------------------------------------------------------------- files */
static bool is_branch(const struct coverage_place *place)
{
	return place->point.kind == IR_POINT_TRUE || place->point.kind == IR_POINT_FALSE;
}

/* A line of the tracefile has the count of the first place on the line. */
static void put_lcov(const struct coverage *coverage, struct gd_out *out)
{
	const struct gd_source *source = NULL;
	unsigned line = 0;

	for (size_t i = 0; i < coverage->places.count; i++) {
		const struct coverage_place *place = &coverage->places.at[i];
		const struct gd_loc *loc = &place->point.loc;

		if (loc->source != source) {
			if (source)
				gd_out_line(out, "end_of_record");
			gd_out_line(out, "SF:%s", loc->source->path);
			source = loc->source;
			line = 0;
		}
		if (is_branch(place)) {
			gd_out_line(out, "BRDA:%u,%u,%d,%zu", loc->line, loc->column,
			    place->point.kind == IR_POINT_FALSE, place->reached);
			continue;
		}
		if (loc->line != line)
			gd_out_line(out, "DA:%u,%zu", loc->line, place->reached);
		line = loc->line;
	}
	if (source)
		gd_out_line(out, "end_of_record");
}

const char *coverage_lcov(const struct plan *plan, const struct coverage *coverage)
{
	struct gd_out out;
	const char *text;

	gd_out_init(&out, 0);
	put_lcov(coverage, &out);
	text = gd_arena_strndup(plan->arena, out.text ? out.text : "", out.length);
	gd_out_free(&out);
	return text;
}

struct json_t *coverage_json(const struct coverage *coverage)
{
	json_t *places = json_array();

	for (size_t i = 0; i < coverage->places.count; i++) {
		const struct coverage_place *place = &coverage->places.at[i];
		const struct gd_loc *loc = &place->point.loc;

		json_array_append_new(places,
		    json_pack("{s:s, s:i, s:i, s:s, s:i, s:i, s:i}", "what",
			says[place->point.kind], "line", (int)loc->line, "column",
			(int)loc->column, "reached",
			place->reached  ? "yes"
			    : place->never ? "no"
					   : "unknown",
			"cells", (int)place->reached, "complete", (int)place->never, "open",
			(int)place->open));
	}
	return json_pack("{s:i, s:i, s:i, s:o}", "cells", (int)coverage->cells, "never",
	    (int)coverage->never, "unknown", (int)coverage->open, "places", places);
}

bool coverage_is_filtered(const struct plan_filter *filter)
{
	return filter->scenarios.count || filter->memories.count || filter->workers.count ||
	    filter->properties.count || filter->mutants.count || filter->sets.count ||
	    filter->until;
}
