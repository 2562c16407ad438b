/* rows.c: which row can be written now.
 *
 * An item is what has one row: a cell, a litmus test, or a mutant with all its cells.  Items are in the order of
 * the tables, and jobs end in any order.  The widths of columns are those of what is expected, because the
 * verdicts are not known when the first row is written. */
#include "compiler/driver/rows.h"

#include <string.h>

#include "compiler/driver/litmus.h"

enum kind { CELL, LITMUS, MUTANT, KINDS };
struct item {
	enum kind kind;
	size_t first, last; /* its cells, or its litmus test; `last' is one past the end */
	size_t left;        /* jobs that have no result yet */
	bool written;
};
struct rows {
	struct plan *plan;
	FILE *out;
	enum rows_order order;
	bool quiet;
	GD_VEC(struct item) items;
	size_t *item_of; /* by job */
	size_t next;     /* the first item that is not written; in the order of the table */
	struct report_widths widths;
	int litmus_width, mutant_width;
	bool has_title, has_head[KINDS];
	const char *scenario; /* of the last row of a cell */
};

/* ----------------------------------------------------------------------------- items */
static size_t jobs_of(const struct rows *r, const struct item *item)
{
	size_t jobs = 0;

	if (item->kind == LITMUS)
		return 1;
	for (size_t i = item->first; i < item->last; i++)
		jobs += r->plan->cells.at[i].checks.count;
	return jobs;
}

static void add_item(struct rows *r, enum kind kind, size_t first, size_t last)
{
	struct item item = { .kind = kind, .first = first, .last = last };

	item.left = jobs_of(r, &item);
	if (kind == LITMUS)
		r->item_of[r->plan->litmus.at[first].job] = r->items.count;
	for (size_t i = first; kind != LITMUS && i < last; i++)
		for (size_t j = 0; j < r->plan->cells.at[i].checks.count; j++)
			r->item_of[r->plan->cells.at[i].checks.at[j].job] = r->items.count;
	GD_PUSH(r->plan->arena, r->items, item);
}

static void add_items(struct rows *r)
{
	const struct plan *plan = r->plan;

	for (size_t i = 0; i < plan->cells.count; i++)
		if (!plan->cells.at[i].cell->mutant)
			add_item(r, CELL, i, i + 1);
	for (size_t i = 0; i < plan->litmus.count; i++)
		add_item(r, LITMUS, i, i + 1);
	for (size_t i = 0; i < plan->cells.count; i = plan_mutant_end(plan, i))
		if (plan->cells.at[i].cell->mutant)
			add_item(r, MUTANT, i, plan_mutant_end(plan, i));
}

struct rows *rows_begin(struct plan *plan, enum rows_order order, bool quiet, FILE *out)
{
	struct rows *r = GD_NEW(plan->arena, struct rows);

	*r = (struct rows){ .plan = plan, .out = out, .order = order, .quiet = quiet };
	r->item_of = GD_NEW_ARRAY(plan->arena, size_t, plan->jobs.count + 1);
	add_items(r);
	report_measure(plan, &r->widths);
	r->litmus_width = litmus_width(plan);
	r->mutant_width = report_mutant_width(plan);
	return r;
}

static enum plan_outcome outcome_of(const struct rows *r, const struct item *item)
{
	const struct plan_cell *caught;

	switch (item->kind) {
	case CELL: return plan_cell_outcome(r->plan, &r->plan->cells.at[item->first]);
	case LITMUS: return plan_litmus_outcome(r->plan, &r->plan->litmus.at[item->first]);
	case MUTANT: return plan_mutant_outcome(r->plan, item->first, item->last, &caught);
	case KINDS: break;
	}
	return PLAN_NOT_RUN;
}

/* ------------------------------------------------------------------------------ rows */
static void write_title(struct rows *r)
{
	if (!r->has_title)
		report_title(r->plan, r->out);
	r->has_title = true;
}

/* In the order of the table, a row begins its table, and rows of another scenario are set apart. */
static void write_head(struct rows *r, const struct item *item)
{
	bool is_first = !r->has_head[item->kind];
	const char *scenario =
	    item->kind == CELL ? r->plan->cells.at[item->first].scenario->name : NULL;

	r->has_head[item->kind] = true;
	if (is_first && item->kind == CELL)
		report_cell_head(&r->widths, r->out);
	else if (is_first && item->kind == LITMUS)
		litmus_write_head(r->litmus_width, r->out);
	else if (is_first)
		report_mutant_head(r->mutant_width, r->out);
	else if (scenario && r->order == ROWS_OF_TABLE && strcmp(scenario, r->scenario) != 0)
		putc('\n', r->out);
	if (scenario)
		r->scenario = scenario;
}

static void write_item(struct rows *r, struct item *item)
{
	item->written = true;
	if (r->quiet && outcome_of(r, item) == PLAN_AS_EXPECTED)
		return;
	write_title(r);
	write_head(r, item);
	switch (item->kind) {
	case CELL:
		report_cell_row(r->plan, &r->plan->cells.at[item->first], &r->widths, r->out);
		break;
	case LITMUS:
		litmus_write_row(r->plan, &r->plan->litmus.at[item->first], r->litmus_width,
		    r->out);
		break;
	case MUTANT:
		report_mutant_row(r->plan, item->first, item->last, r->mutant_width, r->out);
		break;
	case KINDS: break;
	}
	fflush(r->out);
}

/* The table of KIND is complete. */
static void end_table(struct rows *r, enum kind kind)
{
	if (r->has_head[kind] && r->order == ROWS_OF_TABLE)
		putc('\n', r->out);
	if (kind == CELL && !r->quiet && r->order == ROWS_OF_TABLE)
		report_meanings(r->plan, r->out);
}

static void write_in_order(struct rows *r)
{
	while (r->next < r->items.count && !r->items.at[r->next].left) {
		struct item *item = &r->items.at[r->next++];

		write_item(r, item);
		if (r->next == r->items.count || r->items.at[r->next].kind != item->kind)
			end_table(r, item->kind);
	}
	fflush(r->out);
}

size_t rows_done(void *data, size_t job)
{
	struct rows *r = data;
	struct item *item = &r->items.at[r->item_of[job]];

	if (--item->left)
		return 0;
	litmus_collect(r->plan);
	if (r->order == ROWS_AS_DONE)
		write_item(r, item);
	else
		write_in_order(r);
	return outcome_of(r, item) != PLAN_AS_EXPECTED;
}

void rows_end(struct rows *r)
{
	write_title(r);
	for (size_t i = 0; i < r->items.count; i++) {
		r->items.at[i].left = 0;
		if (r->order == ROWS_AS_DONE && !r->items.at[i].written)
			write_item(r, &r->items.at[i]);
	}
	if (r->order == ROWS_OF_TABLE) {
		write_in_order(r);
		return;
	}
	if (r->has_head[CELL] || r->has_head[LITMUS] || r->has_head[MUTANT])
		putc('\n', r->out);
	if (!r->quiet)
		report_meanings(r->plan, r->out);
}

void rows_all(struct plan *plan, const struct report_counts *counts, FILE *out)
{
	rows_end(rows_begin(plan, ROWS_OF_TABLE, false, out));
	report_summary(counts, out);
}
