/* results-compare.c: what is different between two runs.
 *
 * The same search is one of the same properties in the same cell of the same file.  If the properties of a cell
 * are searched in other groups (with --strategy ltl, or after one was added), each property is compared on its
 * own, and states and times are not compared. */
#include "compiler/driver/results.h"

#include <stdlib.h>
#include <string.h>

typedef GD_VEC(const struct camp_past_row *) row_list;

struct side { /* rows of a run in the order of `by_subject', and which have a counterpart */
	row_list sorted;
	bool *is_met;
};
struct comparison {
	struct gd_arena *arena;
	struct results_changes *changes;
	struct side before, after;
};

/* ------------------------------------------------------------------------ finding rows */
static int by_cell(const struct camp_past_row *a, const struct camp_past_row *b)
{
	int order = strcmp(a->file, b->file);

	if (!order)
		order = strcmp(a->kind, b->kind);
	return order ? order : strcmp(a->cell, b->cell);
}

static int by_subject(const void *one, const void *other)
{
	const struct camp_past_row *a = *(const struct camp_past_row *const *)one,
				   *b = *(const struct camp_past_row *const *)other;
	int order = by_cell(a, b);

	return order ? order : strcmp(a->properties, b->properties);
}

static void sort_side(struct gd_arena *arena, const camp_past_rows *rows, struct side *side)
{
	for (size_t i = 0; i < rows->count; i++)
		GD_PUSH(arena, side->sorted, &rows->at[i]);
	if (rows->count)
		qsort(side->sorted.at, rows->count, sizeof *side->sorted.at, by_subject);
	side->is_met = GD_NEW_ARRAY(arena, bool, rows->count + 1);
}

/* The first row of the cell of ROW; the number of all rows: there is none. */
static size_t first_of_cell(const struct side *side, const struct camp_past_row *row)
{
	size_t low = 0, high = side->sorted.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (by_cell(side->sorted.at[middle], row) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < side->sorted.count && by_cell(side->sorted.at[low], row) == 0
	    ? low
	    : side->sorted.count;
}

static bool is_of_cell(const struct side *side, size_t i, const struct camp_past_row *row)
{
	return i < side->sorted.count && by_cell(side->sorted.at[i], row) == 0;
}

static bool was_run(const struct camp_past_row *row)
{
	return strcmp(row->outcome, "not run") != 0;
}

static bool is_decided(const struct camp_past_row *row)
{
	return was_run(row) && strcmp(row->outcome, "inconclusive") != 0 &&
	    strcmp(row->outcome, "tool failed") != 0;
}

/* ---------------------------------------------------------------------------- verdicts */
/* "holds", "none_lost fails", "caught by none_lost" */
static const char *verdict_text(struct gd_arena *arena, const struct camp_past_row *row)
{
	if (row->property && strcmp(row->verdict, "fails") == 0)
		return gd_arena_printf(arena, "%s fails", row->property);
	if (row->property && strcmp(row->kind, "mutant") == 0)
		return gd_arena_printf(arena, "%s by %s", row->verdict, row->property);
	return row->verdict;
}

/* How bad an outcome is, as exit statuses have it. */
static int weight(const char *outcome)
{
	static const char *const order[] = { "as expected", "inconclusive", "differs",
		"tool failed" };
	int i = 0;

	while (i < 3 && strcmp(order[i], outcome) != 0)
		i++;
	return i;
}

static void add_verdict(struct comparison *c, struct results_verdict verdict, int was, int is)
{
	verdict.way = is > was ? RESULTS_WORSE : is < was ? RESULTS_BETTER : RESULTS_OTHER;
	c->changes->worse += verdict.way == RESULTS_WORSE;
	c->changes->better += verdict.way == RESULTS_BETTER;
	GD_PUSH(c->arena, c->changes->verdicts, verdict);
}

static void compare_verdicts(struct comparison *c, const struct camp_past_row *before,
    const struct camp_past_row *after)
{
	struct results_verdict verdict = { before, after, NULL, verdict_text(c->arena, before),
		verdict_text(c->arena, after), RESULTS_OTHER };

	if (strcmp(verdict.was, verdict.is) != 0 || strcmp(before->outcome, after->outcome) != 0)
		add_verdict(c, verdict, weight(before->outcome), weight(after->outcome));
}

static void compare_times(struct comparison *c, struct results_pair pair)
{
	struct results_changes *changes = c->changes;
	double was = pair.before->seconds, is = pair.after->seconds,
	       factor = changes->limits.factor, least = changes->limits.least;

	if (pair.before->kept || pair.after->kept || was <= 0 || is <= 0)
		return;
	changes->timed++;
	changes->seconds_before += was;
	changes->seconds_after += is;
	if (is >= was * factor && is - was >= least)
		GD_PUSH(c->arena, changes->slower, pair);
	else if (was >= is * factor && was - is >= least)
		GD_PUSH(c->arena, changes->faster, pair);
}

static void compare_rows(struct comparison *c, const struct camp_past_row *before,
    const struct camp_past_row *after)
{
	struct results_pair pair = { before, after };

	c->changes->compared++;
	compare_verdicts(c, before, after);
	if (is_decided(before) && is_decided(after) && before->states != after->states)
		GD_PUSH(c->arena, c->changes->states, pair);
	if (was_run(before) && was_run(after))
		compare_times(c, pair);
}

/* ----------------------------------------------------------------- the same searches */
static void add_lone(struct comparison *c, bool is_gone, struct results_lone lone)
{
	if (is_gone)
		GD_PUSH(c->arena, c->changes->gone, lone);
	else
		GD_PUSH(c->arena, c->changes->added, lone);
}

static void match_same(struct comparison *c)
{
	for (size_t i = 0; i < c->before.sorted.count; i++) {
		const struct camp_past_row *before = c->before.sorted.at[i], *after;
		size_t j = first_of_cell(&c->after, before);

		while (is_of_cell(&c->after, j, before) &&
		    (c->after.is_met[j] ||
			strcmp(c->after.sorted.at[j]->properties, before->properties) != 0))
			j++;
		if (!is_of_cell(&c->after, j, before))
			continue;
		after = c->after.sorted.at[j];
		c->before.is_met[i] = c->after.is_met[j] = true;
		if (was_run(before) && was_run(after))
			compare_rows(c, before, after);
		else if (was_run(before))
			add_lone(c, true, (struct results_lone){ before, NULL, true });
		else if (was_run(after))
			add_lone(c, false, (struct results_lone){ after, NULL, true });
	}
}

/* ---------------------------------------------------------- searches in other groups */
/* The properties of a list "a, b, c", one after the other; NULL: there are no more. */
static const char *next_property(struct gd_arena *arena, const char **list)
{
	size_t length = strcspn(*list, ",");
	const char *name = length ? gd_arena_strndup(arena, *list, length) : NULL;

	*list += length + strspn(*list + length, ", ");
	return name;
}

static bool has_property(struct gd_arena *arena, const struct camp_past_row *row,
    const char *property)
{
	const char *list = row->properties, *name;

	while ((name = next_property(arena, &list)) != NULL)
		if (strcmp(name, property) == 0)
			return true;
	return false;
}

/* The search that PROPERTY has in the cell of ROW; NULL: none. */
static const struct camp_past_row *search_of(struct comparison *c, const struct side *side,
    const struct camp_past_row *row, const char *property)
{
	for (size_t i = first_of_cell(side, row); is_of_cell(side, i, row); i++)
		if (has_property(c->arena, side->sorted.at[i], property))
			return side->sorted.at[i];
	return NULL;
}

/* What ROW says of PROPERTY, one of those it is about. */
static const char *property_verdict(struct gd_arena *arena, const struct camp_past_row *row,
    const char *property)
{
	if (!row->property || strcmp(row->verdict, "fails") != 0)
		return row->verdict;
	return strcmp(row->property, property) == 0
	    ? "fails"
	    : gd_arena_printf(arena, "not decided: %s fails", row->property);
}

/* Where another property fails first, nothing is known of this one. */
static int property_weight(const struct camp_past_row *row, const char *verdict)
{
	return strncmp(verdict, "not decided", 11) == 0 ? weight("inconclusive")
							: weight(row->outcome);
}

static void compare_property(struct comparison *c, const struct camp_past_row *before,
    const struct camp_past_row *after, const char *property)
{
	struct results_verdict verdict = { before, after, property,
		property_verdict(c->arena, before, property),
		property_verdict(c->arena, after, property), RESULTS_OTHER };
	int was = property_weight(before, verdict.was), is = property_weight(after, verdict.is);

	c->changes->compared++;
	if (strcmp(verdict.was, verdict.is) != 0 || was != is)
		add_verdict(c, verdict, was, is);
}

/* Compares each property of ROW, which has no search of the same properties, with what OTHER says of it.  What
 * both have is compared only once, when IS_GONE. */
static void split_row(struct comparison *c, const struct side *other,
    const struct camp_past_row *row, bool is_gone)
{
	const char *list = row->properties, *property;

	while ((property = next_property(c->arena, &list)) != NULL) {
		const struct camp_past_row *found = search_of(c, other, row, property);

		if (!found || !was_run(found))
			add_lone(c, is_gone, (struct results_lone){ row, property, found != NULL });
		else if (is_gone)
			compare_property(c, row, found, property);
	}
}

static void add_alone(struct comparison *c, const struct side *side, const struct side *other,
    bool is_gone)
{
	const struct camp_past_row *last = NULL;

	for (size_t i = 0; i < side->sorted.count; i++) {
		const struct camp_past_row *row = side->sorted.at[i];

		if (side->is_met[i] || !was_run(row))
			continue;
		if (is_of_cell(other, first_of_cell(other, row), row))
			split_row(c, other, row, is_gone);
		else if (!last || by_cell(last, row) != 0)
			add_lone(c, is_gone, (struct results_lone){ row, NULL, false });
		last = row;
	}
}

/* ------------------------------------------------------------------ the runs themselves */
static void note(struct comparison *c, const char *what, const char *was, const char *is)
{
	if (strcmp(was, is) != 0)
		GD_PUSH(c->arena, c->changes->notes,
		    gd_arena_printf(c->arena, "%s: %s in run %ld, %s in run %ld", what,
			*was ? was : "none", c->changes->before.run->number, *is ? is : "none",
			c->changes->after.run->number));
}

static const char *files_text(struct gd_arena *arena, const struct camp_past_run *run)
{
	const char *text = "";

	for (size_t i = 0; i < run->files.count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "", run->files.at[i]);
	return text;
}

static void note_all(struct comparison *c)
{
	const struct camp_past_run *a = c->changes->before.run, *b = c->changes->after.run;

	note(c, "they checked different files", files_text(c->arena, a), files_text(c->arena, b));
	note(c, "they had different filters, so cells may be in one run only", a->selection,
	    b->selection);
	note(c, "they had different settings", a->settings, b->settings);
	note(c, "gcdsl", a->gcdsl, b->gcdsl);
	note(c, "spin", a->spin, b->spin);
	note(c, "compiler", a->cc, b->cc);
	note(c, "machine", a->machine, b->machine);
	for (int i = 0; i < 2; i++) {
		const struct camp_past_run *run = i ? b : a;
		const char *how = run->interrupted_by ? "was interrupted" : "has not finished";

		if (run->interrupted_by || run->status < 0)
			GD_PUSH(c->arena, c->changes->notes,
			    gd_arena_printf(c->arena, "run %ld %s, so it does not have all cells",
				run->number, how));
	}
}

/* --------------------------------------------------------------------------- all of it */
static double ratio(const struct results_pair *pair)
{
	return pair->after->seconds / pair->before->seconds;
}

static int slowest_first(const void *a, const void *b)
{
	double one = ratio(a), other = ratio(b);

	return (one < other) - (one > other);
}

static int fastest_first(const void *a, const void *b)
{
	return slowest_first(b, a);
}

static int worst_first(const void *a, const void *b)
{
	const struct results_verdict *one = a, *other = b;
	int order = (int)one->way - (int)other->way;

	return order ? order : by_subject(&one->after, &other->after);
}

void results_compare(struct gd_arena *arena, struct results_changes *changes)
{
	struct comparison c = { .arena = arena, .changes = changes };

	sort_side(arena, &changes->before.rows, &c.before);
	sort_side(arena, &changes->after.rows, &c.after);
	note_all(&c);
	match_same(&c);
	add_alone(&c, &c.before, &c.after, true);
	add_alone(&c, &c.after, &c.before, false);
	if (changes->verdicts.count)
		qsort(changes->verdicts.at, changes->verdicts.count, sizeof *changes->verdicts.at,
		    worst_first);
	if (changes->slower.count)
		qsort(changes->slower.at, changes->slower.count, sizeof *changes->slower.at,
		    slowest_first);
	if (changes->faster.count)
		qsort(changes->faster.at, changes->faster.count, sizeof *changes->faster.at,
		    fastest_first);
}

int results_status(const struct results_changes *changes)
{
	return changes->worse     ? DRIVER_DIFFERS
	    : changes->gone.count ? DRIVER_INCONCLUSIVE
				  : DRIVER_OK;
}
