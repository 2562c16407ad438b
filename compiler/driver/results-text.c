/* results-text.c: the runs, and the rows of one, as tables. */
#include "compiler/driver/results.h"

#include <string.h>

/* ----------------------------------------------------------------------------- runs */
const char *results_end(struct gd_arena *arena, const struct camp_past_run *run)
{
	if (run->interrupted_by)
		return gd_arena_printf(arena, "interrupted (%s)", strsignal(run->interrupted_by));
	if (run->status < 0)
		return "not finished";
	return gd_arena_printf(arena, "exit status %d", run->status);
}

/* "examples/stw.gc and 3 more" */
static void write_files(const struct camp_past_run *run, FILE *out)
{
	if (run->files.count)
		fputs(run->files.at[0], out);
	if (run->files.count > 1)
		fprintf(out, " and %zu more", run->files.count - 1);
}

/* Only what is not usual. */
static void write_end(const struct camp_past_run *run, FILE *out)
{
	if (run->interrupted_by)
		fprintf(out, "  interrupted");
	else if (run->status < 0)
		fprintf(out, "  not finished");
	if (run->counts.tool_failed)
		fprintf(out, "  a tool failed");
	if (*run->selection)
		fprintf(out, "  %s", run->selection);
}

void results_list_text(const camp_past_runs *runs, size_t first, FILE *out)
{
	fprintf(out, "%5s  %-19s  %8s  %5s  %11s  %4s  %12s  %8s  %s\n", "run", "started (UTC)",
	    "seconds", "cells", "as expected", "not", "inconclusive", "mutants", "files");
	for (size_t i = first; i < runs->count; i++) {
		const struct camp_past_run *run = &runs->at[i];
		const struct camp_past_counts *c = &run->counts;
		char mutants[48] = "";

		if (c->mutants)
			snprintf(mutants, sizeof mutants, "%zu/%zu", c->caught, c->mutants);
		fprintf(out, "%5ld  %-19s  %8.2f  %5zu  %11zu  %4zu  %12zu  %8s  ", run->number,
		    run->started, run->seconds, c->cells, c->as_expected, c->differ,
		    c->inconclusive, mutants);
		write_files(run, out);
		write_end(run, out);
		putc('\n', out);
	}
	if (first)
		fprintf(out, "(%zu older runs: --all)\n", first);
}

/* ----------------------------------------------------------------------------- rows */
static void write_head(const struct camp_past_run *run, FILE *out)
{
	struct gd_arena *arena = gd_arena_new();
	const struct {
		const char *name, *value;
	} all[] = { { "command", run->command }, { "started", run->started },
		{ "gcdsl", run->gcdsl }, { "spin", run->spin }, { "compiler", run->cc },
		{ "machine", run->machine }, { "ended", results_end(arena, run) } };

	fprintf(out, "run %ld\n", run->number);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (*all[i].value)
			fprintf(out, "  %-8s  %s\n", all[i].name, all[i].value);
	fprintf(out, "  %-8s  %.2f\n", "seconds", run->seconds);
	gd_arena_free(arena);
}

static int width_of(int width, const char *text)
{
	return (int)strlen(text) > width ? (int)strlen(text) : width;
}

struct widths {
	int cell, verdict, expected, outcome;
};

/* "holds", "fails (none_lost)", "caught (none_lost)" */
static void put_verdict(char *text, size_t size, const struct camp_past_row *row)
{
	snprintf(text, size, row->property ? "%s (%s)" : "%s", row->verdict, row->property);
}

static struct widths measure(const camp_past_rows *rows)
{
	struct widths w = { 4, 7, 8, 7 };
	char verdict[512];

	for (size_t i = 0; i < rows->count; i++) {
		put_verdict(verdict, sizeof verdict, &rows->at[i]);
		w.cell = width_of(w.cell, rows->at[i].cell);
		w.verdict = width_of(w.verdict, verdict);
		w.expected = width_of(w.expected, rows->at[i].expected);
		w.outcome = width_of(w.outcome, rows->at[i].outcome);
	}
	return w;
}

static void write_row(const struct camp_past_row *row, const struct widths *w, FILE *out)
{
	char verdict[512];

	put_verdict(verdict, sizeof verdict, row);
	fprintf(out, "%-*s  %-*s  %-*s  %-*s  %12.0f  %8.2f  %8.1f  %-4s%s%s\n", w->cell, row->cell,
	    w->verdict, verdict, w->expected, row->expected, w->outcome, row->outcome, row->states,
	    row->seconds, row->memory, row->kept ? "kept" : "", *row->properties ? "  " : "",
	    row->properties);
	if (row->reason && strcmp(row->outcome, "as expected") != 0)
		fprintf(out, "    %s\n", row->reason);
}

void results_rows_text(const struct results_past *past, FILE *out)
{
	const camp_past_rows *rows = &past->rows;
	struct widths w = measure(rows);
	const char *file = NULL;

	write_head(past->run, out);
	for (size_t i = 0; i < rows->count; i++) {
		const struct camp_past_row *row = &rows->at[i];

		if (!file || strcmp(file, row->file) != 0) {
			fprintf(out, "\n%s\n", row->file);
			fprintf(out, "%-*s  %-*s  %-*s  %-*s  %12s  %8s  %8s  %4s  %s\n", w.cell,
			    "cell", w.verdict, "verdict", w.expected, "expected", w.outcome,
			    "outcome", "states", "seconds", "MB", "", "properties");
		}
		file = row->file;
		write_row(row, &w, out);
	}
	if (!rows->count)
		fprintf(out, "\nnothing is recorded of what it found\n");
}
