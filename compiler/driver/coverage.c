/* coverage.c: which parts of a specification no cell has reached.
 *
 * Only a search that held looked at all states.  A cell whose searches all ended early (a property
 * failed, a limit was reached) says what it reached, and nothing about the rest. */
#include "compiler/driver/coverage.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- places */
static const char *source_text(struct gd_arena *arena, struct gd_loc loc)
{
	enum { MOST = 60 };
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
	if (length <= MOST)
		return gd_arena_strndup(arena, text, length);
	for (length = MOST; length && ((unsigned char)text[length] & 0xC0) == 0x80;)
		length--; /* not within a character of several bytes */
	return gd_arena_printf(arena, "%.*s…", (int)length, text);
}

static bool is_at(const struct coverage_place *place, enum ir_point_kind kind, const char *path,
    struct gd_loc loc)
{
	return place->kind == kind && place->line == loc.line && place->column == loc.column &&
	    strcmp(place->path, path) == 0;
}

static const char *path_of(const struct coverage *coverage, struct gd_loc loc)
{
	return loc.source ? loc.source->path : coverage->file;
}

/* The element of the table that has the number of this point, or 0 if there is none. */
static size_t *find(struct coverage *coverage, enum ir_point_kind kind, const char *path,
    struct gd_loc loc)
{
	size_t at = ((size_t)loc.line * 1009 + loc.column) * 8 + (size_t)kind;

	for (at &= coverage->room - 1; coverage->table[at] &&
	     !is_at(&coverage->points.at[coverage->table[at] - 1], kind, path, loc);)
		at = (at + 1) & (coverage->room - 1);
	return &coverage->table[at];
}

/* Makes the table anew: it is larger, or the points have another order. */
static void make_table(struct gd_arena *arena, struct coverage *coverage)
{
	while (coverage->room < 2 * (coverage->points.count + 1))
		coverage->room = coverage->room ? 4 * coverage->room : 256;
	coverage->table = GD_NEW_ARRAY(arena, size_t, coverage->room);
	for (size_t i = 0; i < coverage->points.count; i++) {
		const struct coverage_place *place = &coverage->points.at[i];
		struct gd_loc loc = { .line = place->line, .column = place->column };

		*find(coverage, place->kind, place->path, loc) = i + 1;
	}
}

static struct coverage_place *place_of(struct gd_arena *arena, struct coverage *coverage,
    const struct ir_point *point)
{
	const char *path = path_of(coverage, point->loc);
	size_t *number;

	if (coverage->room < 2 * (coverage->points.count + 1))
		make_table(arena, coverage);
	number = find(coverage, point->kind, path, point->loc);
	if (*number == 0) {
		GD_PUSH(arena, coverage->points,
		    ((struct coverage_place){ .kind = point->kind,
			.path = gd_arena_strdup(arena, path),
			.line = point->loc.line,
			.column = point->loc.column,
			.text = source_text(arena, point->loc) }));
		*number = coverage->points.count;
	}
	return &coverage->points.at[*number - 1];
}

/* -------------------------------------------------------------------------- points */
static bool is_complete(const struct plan_check *check, const struct camp_result *result)
{
	return result->verdict == CAMP_HOLDS && check->sees_all;
}

/* Counts point P of a cell.  REACHED, NEVER: what its searches say. */
static void count_point(const struct ir_point *point, bool is_live, bool reached, bool never,
    struct coverage_cells *cells)
{
	if (reached)
		cells->reached++;
	else if (point->unseen)
		cells->unseen++;
	else if (!is_live &&
	    (point->kind == IR_POINT_TRUE || point->kind == IR_POINT_FALSE ||
		point->kind == IR_POINT_STATEMENT))
		cells->left_out++;
	else if (never)
		cells->never++;
	else
		cells->open++;
}

static void add_points(struct gd_arena *arena, const struct plan *plan,
    const struct plan_cell *cell, struct coverage *coverage)
{
	size_t points = cell->ir->point_count;
	bool *live = GD_NEW_ARRAY(plan->arena, bool, points + 1);
	bool *reached = GD_NEW_ARRAY(plan->arena, bool, points + 1);
	bool *never = GD_NEW_ARRAY(plan->arena, bool, points + 1);

	ir_live_points(cell->ir, cell->scenario, live);
	ir_add_idle_points(cell->ir, live);
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];
		const struct camp_result *result = &plan->jobs.at[check->job].result;
		const char *digits =
		    pml_points_reached(plan->arena, cell->ir, cell->scenario, result->reached);

		for (size_t p = 0; digits && p < points; p++) {
			reached[p] |= digits[p] == PML_POINT_REACHED;
			never[p] |=
			    is_complete(check, result) && digits[p] == PML_POINT_NOT_REACHED;
		}
	}
	for (size_t p = 0; p < points; p++)
		if (live[p] || !cell->ir->points[p].is_of_script)
			count_point(&cell->ir->points[p], live[p], reached[p], never[p],
			    &place_of(arena, coverage, &cell->ir->points[p])->cells);
}

static bool was_searched(const struct plan *plan, const struct plan_cell *cell)
{
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];
		const struct camp_result *result = &plan->jobs.at[check->job].result;

		if (is_complete(check, result) && result->reached)
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------------ premises */
static struct coverage_cells *premise_of(struct gd_arena *arena, struct coverage *coverage,
    const struct pml_premise *premise)
{
	const char *path = path_of(coverage, premise->loc);

	for (size_t i = 0; i < coverage->premises.count; i++) {
		struct coverage_place *place = &coverage->premises.at[i];

		if (is_at(place, IR_POINT_STATEMENT, path, premise->loc) &&
		    place->is_range == premise->is_range &&
		    strcmp(place->property, premise->property->name) == 0)
			return &place->cells;
	}
	GD_PUSH(arena, coverage->premises,
	    ((struct coverage_place){ .property = gd_arena_strdup(arena, premise->property->name),
		.is_range = premise->is_range,
		.path = gd_arena_strdup(arena, path),
		.line = premise->loc.line,
		.column = premise->loc.column,
		.text = source_text(arena, premise->loc) }));
	return &coverage->premises.at[coverage->premises.count - 1].cells;
}

static size_t *checks_of(struct gd_arena *arena, struct coverage *coverage, const char *property)
{
	for (size_t i = 0; i < coverage->checks.count; i++)
		if (strcmp(coverage->checks.at[i].property, property) == 0)
			return &coverage->checks.at[i].count;
	GD_PUSH(arena, coverage->checks,
	    ((struct coverage_checks){ gd_arena_strdup(arena, property), 0 }));
	return &coverage->checks.at[coverage->checks.count - 1].count;
}

/* A premise that a model does not examine is not in the list of its check: so checks are counted, too. */
static void add_premises(struct gd_arena *arena, const struct plan *plan,
    const struct plan_check *check, struct coverage *coverage)
{
	const struct camp_result *result = &plan->jobs.at[check->job].result;

	for (size_t i = 0; i < check->property_count; i++)
		++*checks_of(arena, coverage, check->properties[i]->name);
	for (size_t i = 0; i < check->premises.count; i++) {
		struct coverage_cells *cells;

		if (check->premises.at[i].is_reading) /* the row says it */
			continue;
		cells = premise_of(arena, coverage, &check->premises.at[i]);

		if (result->verdict == CAMP_HOLDS)
			++*(pml_is_met(&check->premises, i, result->met) ? &cells->reached
									 : &cells->never);
	}
}

static void settle_premises(struct gd_arena *arena, struct coverage *coverage)
{
	for (size_t i = 0; i < coverage->premises.count; i++) {
		struct coverage_place *place = &coverage->premises.at[i];

		place->cells.open = *checks_of(arena, coverage, place->property) -
		    place->cells.reached - place->cells.never;
	}
}

/* ------------------------------------------------------------------------- all of it */
void coverage_begin(struct verify_arguments *a)
{
	a->coverages = GD_NEW(a->arena, struct coverage *);
}

bool coverage_has_begun(const struct verify_arguments *a)
{
	return a->coverages != NULL;
}

const struct coverage *coverage_first(const struct verify_arguments *a)
{
	return a->coverages ? *a->coverages : NULL;
}

static struct coverage *coverage_of(struct verify_arguments *a, const char *file)
{
	struct coverage **at = a->coverages;

	while (*at && strcmp((*at)->file, file) != 0)
		at = &(*at)->next;
	if (!*at) {
		*at = GD_NEW(a->arena, struct coverage);
		(*at)->file = gd_arena_strdup(a->arena, file);
	}
	return *at;
}

static int by_place(const void *a, const void *b)
{
	const struct coverage_place *x = a, *y = b;
	int order = strcmp(x->path, y->path);

	if (order == 0)
		order = x->line != y->line   ? (x->line < y->line ? -1 : 1)
		    : x->column != y->column ? (x->column < y->column ? -1 : 1)
					     : (int)x->kind - (int)y->kind;
	return order;
}

const struct coverage *coverage_add(struct verify_arguments *a, const struct plan *plan)
{
	struct coverage *coverage = coverage_of(a, plan->file);

	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];

		if (cell->cell->mutant || !cell->ir)
			continue;
		coverage->cells++;
		coverage->complete += was_searched(plan, cell);
		add_points(a->arena, plan, cell, coverage);
		for (size_t j = 0; j < cell->checks.count; j++)
			add_premises(a->arena, plan, &cell->checks.at[j], coverage);
	}
	if (coverage->points.count)
		qsort(coverage->points.at, coverage->points.count, sizeof *coverage->points.at,
		    by_place);
	make_table(a->arena, coverage);
	settle_premises(a->arena, coverage);
	return coverage;
}

enum coverage_state coverage_state(const struct coverage_place *place)
{
	const struct coverage_cells *cells = &place->cells;

	if (cells->reached)
		return COVERAGE_REACHED;
	if (cells->unseen)
		return COVERAGE_UNKNOWN;
	if (cells->open)
		return COVERAGE_SO_FAR;
	if (cells->never)
		return COVERAGE_NEVER;
	return cells->left_out ? COVERAGE_LEFT_OUT : COVERAGE_UNKNOWN;
}

void coverage_count(const struct coverage *coverage, struct coverage_counts *counts)
{
	*counts = (struct coverage_counts){ 0 };
	for (size_t i = 0; i < coverage->points.count; i++)
		counts->of[coverage_state(&coverage->points.at[i])]++;
	counts->missing = counts->of[COVERAGE_NEVER] + counts->of[COVERAGE_SO_FAR] +
	    counts->of[COVERAGE_LEFT_OUT];
	counts->places = counts->missing + counts->of[COVERAGE_REACHED];
	for (size_t i = 0; i < coverage->premises.count; i++) {
		const struct coverage_cells *cells = &coverage->premises.at[i].cells;

		counts->vacuous += !cells->reached && cells->never;
	}
}

int coverage_status(const struct verify_arguments *a)
{
	int status = DRIVER_OK;

	for (const struct coverage *c = coverage_first(a); a->require_coverage && c; c = c->next) {
		struct coverage_counts counts;

		coverage_count(c, &counts);
		if (counts.missing > counts.of[COVERAGE_SO_FAR])
			return DRIVER_DIFFERS;
		if (counts.missing)
			status = DRIVER_INCONCLUSIVE;
	}
	return status;
}

bool coverage_is_wanted(const struct verify_arguments *a)
{
	return a->coverage_file || a->require_coverage;
}

bool coverage_is_filtered(const struct plan_filter *filter)
{
	return filter->scenarios.count || filter->memories.count || filter->workers.count ||
	    filter->properties.count || filter->mutants.count || filter->sets.count ||
	    filter->until;
}
