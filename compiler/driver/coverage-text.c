/* coverage-text.c: the lines after the summary about what no cell reaches. */
#include "compiler/driver/coverage.h"

enum { SHOWN = 10 };

const char *const coverage_does[] = { [IR_POINT_STATEMENT] = "runs",
	[IR_POINT_TRUE] = "is true",
	[IR_POINT_FALSE] = "is false",
	[IR_POINT_OPENS] = "opens",
	[IR_POINT_CLOSES] = "closes",
	[IR_POINT_BEGINS] = "begins",
	[IR_POINT_ENDS] = "ends" };
const char *const coverage_never[] = { [IR_POINT_STATEMENT] = "never runs",
	[IR_POINT_TRUE] = "is never true",
	[IR_POINT_FALSE] = "is never false",
	[IR_POINT_OPENS] = "never opens",
	[IR_POINT_CLOSES] = "never closes",
	[IR_POINT_BEGINS] = "never begins",
	[IR_POINT_ENDS] = "never ends" };

static bool is_missing(enum coverage_state state)
{
	return state == COVERAGE_NEVER || state == COVERAGE_SO_FAR || state == COVERAGE_LEFT_OUT;
}

static bool is_answer(const struct coverage_place *place)
{
	return place->kind == IR_POINT_TRUE || place->kind == IR_POINT_FALSE;
}

/* The other answer of the same condition, which is not missed. */
static bool is_other_answer(const struct coverage_place *place, const struct coverage_place *next)
{
	return is_answer(place) && is_answer(next) && place->line == next->line &&
	    place->column == next->column && !is_missing(coverage_state(next));
}

/* How many of the next COUNT places, after PLACE, are reported with it: statements, and answers of their
 * conditions, that are missed for the same reason. */
static size_t follow(const struct coverage_place *place, size_t count, size_t *statements)
{
	size_t used = 0;

	*statements = 0;
	if (place->kind != IR_POINT_STATEMENT && !is_answer(place))
		return 0;
	for (; used < count; used++) {
		const struct coverage_place *next = &place[used + 1];

		if (is_other_answer(place, next))
			continue;
		if (coverage_state(next) != coverage_state(place) ||
		    (next->kind != IR_POINT_STATEMENT && !is_answer(next)))
			break;
		*statements += next->kind == IR_POINT_STATEMENT;
	}
	return used;
}

static const char *reason(enum coverage_state state)
{
	return state == COVERAGE_SO_FAR  ? ", so far"
	    : state == COVERAGE_LEFT_OUT ? ": the options leave it out in each cell"
					 : "";
}

static void write_place(const struct coverage_place *place, size_t statements, FILE *out)
{
	fprintf(out, "  %s:%u:%u: `%s' %s", place->path, place->line, place->column, place->text,
	    coverage_never[place->kind]);
	if (statements == 1)
		fprintf(out, ", and the statement after it never runs");
	if (statements > 1)
		fprintf(out, ", and the %zu statements after it never run", statements);
	fprintf(out, "%s\n", reason(coverage_state(place)));
}

static size_t write_points(const struct coverage *coverage, FILE *out)
{
	size_t groups = 0;

	for (size_t i = 0; i < coverage->points.count; i++) {
		const struct coverage_place *place = &coverage->points.at[i];
		size_t statements, more;

		if (!is_missing(coverage_state(place)))
			continue;
		more = follow(place, coverage->points.count - i - 1, &statements);
		if (groups++ < SHOWN)
			write_place(place, statements, out);
		i += more;
	}
	return groups;
}

static size_t write_premises(const struct coverage *coverage, size_t shown, FILE *out)
{
	size_t groups = shown;

	for (size_t i = 0; i < coverage->premises.count; i++) {
		const struct coverage_place *place = &coverage->premises.at[i];

		if (place->cells.reached || !place->cells.never || groups++ >= SHOWN)
			continue;
		fprintf(out, "  %s:%u:%u: in `%s', %s%s\n", place->path, place->line, place->column,
		    place->property,
		    place->is_range ? "this quantifier ranges over nothing"
				    : "what stands before `implies' is never true",
		    place->cells.open ? ", so far" : "");
	}
	return groups;
}

void coverage_text(const struct coverage *coverage, bool whole, FILE *out)
{
	struct coverage_counts counts;
	size_t groups;

	coverage_count(coverage, &counts);
	if (!coverage->cells || (!whole && !counts.missing && !counts.vacuous))
		return;
	fprintf(out, "\n%zu of %zu statements, answers and guards are reached in some cell%s\n",
	    counts.of[COVERAGE_REACHED], counts.places,
	    counts.missing + counts.vacuous ? "; in no cell:" : "");
	groups = write_points(coverage, out);
	groups = write_premises(coverage, groups, out);
	if (groups > SHOWN)
		fprintf(out, "  (%zu more: --json, --report and --coverage show them)\n",
		    groups - SHOWN);
	if (counts.of[COVERAGE_SO_FAR] && coverage->complete == coverage->cells)
		fprintf(out,
		    "so far: the reductions of some model leave open whether it is reached (doc/coverage.md)\n");
	else if (counts.of[COVERAGE_SO_FAR])
		fprintf(out, "so far: %zu of %zu cells ended before all states were searched\n",
		    coverage->cells - coverage->complete, coverage->cells);
}
