/* coverage-files.c: coverage as JSON (doc/verify-json.md), for the page of --report, and as a tracefile for lcov. */
#include "compiler/driver/coverage.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "trace/marks-json.h"

static const char *const state_name[] = { [COVERAGE_REACHED] = "reached",
	[COVERAGE_NEVER] = "never",
	[COVERAGE_SO_FAR] = "so far never",
	[COVERAGE_LEFT_OUT] = "left out",
	[COVERAGE_UNKNOWN] = "unknown" };

/* --------------------------------------------------------------------------- JSON */
static json_t *place_json(const struct coverage_place *place)
{
	return json_pack("{s:o, s:i, s:i, s:o}", "file", marks_text_json(place->path), "line",
	    (int)place->line, "column", (int)place->column, "text", marks_text_json(place->text));
}

static json_t *point_json(const struct coverage_place *place)
{
	const struct coverage_cells *cells = &place->cells;
	json_t *object = place_json(place);

	json_object_set_new(object, "what", json_string(coverage_does[place->kind]));
	json_object_set_new(object, "state", json_string(state_name[coverage_state(place)]));
	json_object_set_new(object, "cells",
	    json_pack("{s:i, s:i, s:i, s:i, s:i}", "reached", (int)cells->reached, "never",
		(int)cells->never, "unfinished", (int)cells->open, "left_out", (int)cells->left_out,
		"unknown", (int)cells->unseen));
	return object;
}

static json_t *premise_json(const struct coverage_place *place)
{
	json_t *object = place_json(place);

	json_object_set_new(object, "property", json_string(place->property));
	json_object_set_new(object, "part", json_string(place->is_range ? "range" : "antecedent"));
	json_object_set_new(object, "state",
	    json_string(state_name[place->cells.open ? COVERAGE_SO_FAR : COVERAGE_NEVER]));
	return object;
}

json_t *coverage_json(const struct coverage *coverage)
{
	json_t *points = json_array(), *vacuous = json_array();
	struct coverage_counts counts;

	coverage_count(coverage, &counts);
	for (size_t i = 0; i < coverage->points.count; i++)
		if (coverage_state(&coverage->points.at[i]) != COVERAGE_UNKNOWN)
			json_array_append_new(points, point_json(&coverage->points.at[i]));
	for (size_t i = 0; i < coverage->premises.count; i++) {
		const struct coverage_cells *cells = &coverage->premises.at[i].cells;

		if (!cells->reached && cells->never)
			json_array_append_new(vacuous, premise_json(&coverage->premises.at[i]));
	}
	return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:o}", "cells",
	    (int)coverage->cells, "complete", (int)coverage->complete, "places", (int)counts.places,
	    "reached", (int)counts.of[COVERAGE_REACHED], "never", (int)counts.of[COVERAGE_NEVER],
	    "so_far_never", (int)counts.of[COVERAGE_SO_FAR], "left_out",
	    (int)counts.of[COVERAGE_LEFT_OUT], "points", points, "vacuous", vacuous);
}

static const struct gd_source *source_of(const struct plan *plan)
{
	for (size_t i = 0; i < plan->cells.count; i++)
		if (plan->cells.at[i].ir)
			return plan->cells.at[i].ir->source;
	return NULL;
}

void coverage_add_source(const struct plan *plan, json_t *object)
{
	const struct gd_source *source = source_of(plan);
	json_t *lines = json_array();

	for (unsigned i = 0; source && i < source->line_count; i++) {
		const char *line = source->text + source->line_start[i];

		json_array_append_new(lines,
		    marks_text_json(gd_arena_strndup(plan->arena, line, strcspn(line, "\r\n"))));
	}
	json_object_set_new(object, "path", marks_text_json(source ? source->path : ""));
	json_object_set_new(object, "lines", lines);
}

/* --------------------------------------------------------------------------- lcov */
static bool is_answer(const struct coverage_place *place)
{
	return place->kind == IR_POINT_TRUE || place->kind == IR_POINT_FALSE;
}

static bool is_claimed(const struct coverage_place *place)
{
	return coverage_state(place) != COVERAGE_UNKNOWN;
}

static bool is_on_line(const struct coverage_place *place, const struct coverage_place *first)
{
	return place->line == first->line && strcmp(place->path, first->path) == 0;
}

struct totals {
	size_t lines, lines_hit, branches, branches_hit;
};

static void end_record(struct gd_out *out, struct totals *totals)
{
	gd_out_line(out, "BRF:%zu\nBRH:%zu\nLF:%zu\nLH:%zu\nend_of_record", totals->branches,
	    totals->branches_hit, totals->lines, totals->lines_hit);
	*totals = (struct totals){ 0 };
}

/* A branch of lcov is an answer of a condition. */
static void put_answers(const struct coverage_place *first, size_t count, struct gd_out *out,
    struct totals *totals)
{
	for (size_t i = 0; i < count; i++) {
		if (!is_answer(&first[i]) || !is_claimed(&first[i]))
			continue;
		gd_out_line(out, "BRDA:%u,%u,%d,%zu", first[i].line, first[i].column,
		    first[i].kind == IR_POINT_FALSE, first[i].cells.reached);
		totals->branches++;
		totals->branches_hit += first[i].cells.reached > 0;
	}
}

/* A line counts as often as that of its places that the fewest cells reach. */
static void put_line(const struct coverage_place *first, size_t count, struct gd_out *out,
    struct totals *totals)
{
	const struct coverage_place *least = NULL;

	for (size_t i = 0; i < count; i++)
		if (!is_answer(&first[i]) && is_claimed(&first[i]) &&
		    (!least || first[i].cells.reached < least->cells.reached))
			least = &first[i];
	if (!least)
		return;
	gd_out_line(out, "DA:%u,%zu", least->line, least->cells.reached);
	totals->lines++;
	totals->lines_hit += least->cells.reached > 0;
}

static void put_file(const struct coverage *coverage, struct gd_out *out)
{
	struct totals totals = { 0 };
	const char *path = NULL;

	for (size_t i = 0, count; i < coverage->points.count; i += count) {
		const struct coverage_place *first = &coverage->points.at[i];

		for (count = 1; i + count < coverage->points.count; count++)
			if (!is_on_line(&first[count], first))
				break;
		if (path && strcmp(path, first->path) != 0)
			end_record(out, &totals);
		if (!path || strcmp(path, first->path) != 0)
			gd_out_line(out, "TN:\nSF:%s", first->path);
		path = first->path;
		put_answers(first, count, out, &totals);
		put_line(first, count, out, &totals);
	}
	if (path)
		end_record(out, &totals);
}

bool coverage_write(const struct verify_arguments *a)
{
	struct gd_out out;
	bool written;

	if (!a->coverage_file || !coverage_has_begun(a))
		return true;
	gd_out_init(&out, 0);
	gd_out_puts(&out, "");
	for (const struct coverage *c = coverage_first(a); c; c = c->next)
		put_file(c, &out);
	written = gd_write_file(a->coverage_file, out.text ? out.text : "", out.length);
	if (!written)
		driver_error(NULL, "cannot write %s: %s", a->coverage_file, strerror(errno));
	gd_out_free(&out);
	return written;
}
