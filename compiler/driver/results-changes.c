/* results-changes.c: what is different between two runs, for people. */
#include "compiler/driver/results.h"

#include <string.h>

/* A search is named by its cell; by its properties, too, if the cell has several searches. */
static const char *name_of(struct gd_arena *arena, const struct results_changes *changes,
    const struct camp_past_row *row, const char *property)
{
	bool many = changes->before.run->files.count > 1 || changes->after.run->files.count > 1;
	const char *kind = strcmp(row->kind, "mutant") == 0 ? "mutant " : "";

	return gd_arena_printf(arena, "%s%s%s%s%s%s", many ? row->file : "", many ? ": " : "", kind,
	    row->cell, property ? ": " : "", property ? property : "");
}

/* The property that tells a failing search from the others of its cell. */
static const char *property_of(const struct camp_past_row *row)
{
	return strcmp(row->expected, "fails") == 0 ? row->properties : NULL;
}

static void write_run(const char *which, const struct camp_past_run *run, FILE *out)
{
	struct gd_arena *arena = gd_arena_new();

	fprintf(out, "%s  run %ld, %s: %s; %s\n", which, run->number, run->started, run->command,
	    results_end(arena, run));
	gd_arena_free(arena);
}

static void write_verdicts(struct gd_arena *arena, const struct results_changes *changes, FILE *out)
{
	static const char *const way[] = { [RESULTS_WORSE] = "worse",
		[RESULTS_OTHER] = "other",
		[RESULTS_BETTER] = "better" };

	if (changes->verdicts.count)
		fprintf(out, "\nverdicts that differ\n");
	for (size_t i = 0; i < changes->verdicts.count; i++) {
		const struct results_verdict *v = &changes->verdicts.at[i];

		fprintf(out, "  %-6s  %s: %s -> %s (%s)\n", way[v->way],
		    name_of(arena, changes, v->after,
			v->property ? v->property : property_of(v->after)),
		    v->was, v->is, v->after->outcome);
	}
}

static void write_lone(struct gd_arena *arena, const struct results_changes *changes, bool is_gone,
    FILE *out)
{
	size_t count = is_gone ? changes->gone.count : changes->added.count;
	const struct camp_past_run *run = is_gone ? changes->before.run : changes->after.run;

	if (count)
		fprintf(out, "\nonly in run %ld\n", run->number);
	for (size_t i = 0; i < count; i++) {
		const struct results_lone *lone =
		    is_gone ? &changes->gone.at[i] : &changes->added.at[i];

		fprintf(out, "  %s: %s%s\n", name_of(arena, changes, lone->row, lone->property),
		    lone->row->verdict, lone->not_run ? "; the other run did not run it" : "");
	}
}

static void write_states(struct gd_arena *arena, const struct results_changes *changes, FILE *out)
{
	if (changes->states.count)
		fprintf(out, "\nstates that differ\n");
	for (size_t i = 0; i < changes->states.count; i++) {
		const struct results_pair *pair = &changes->states.at[i];

		fprintf(out, "  %s: %.0f -> %.0f\n",
		    name_of(arena, changes, pair->after, property_of(pair->after)),
		    pair->before->states, pair->after->states);
	}
}

static void write_time(struct gd_arena *arena, const struct results_changes *changes,
    const struct results_pair *pair, FILE *out)
{
	double was = pair->before->seconds, is = pair->after->seconds;

	fprintf(out, "  %s: %.2f s -> %.2f s (%.2f times)\n",
	    name_of(arena, changes, pair->after, property_of(pair->after)), was, is, is / was);
}

static void write_times(struct gd_arena *arena, const struct results_changes *changes, FILE *out)
{
	if (changes->slower.count)
		fprintf(out, "\nslower\n");
	for (size_t i = 0; i < changes->slower.count; i++)
		write_time(arena, changes, &changes->slower.at[i], out);
	if (changes->faster.count)
		fprintf(out, "\nfaster\n");
	for (size_t i = 0; i < changes->faster.count; i++)
		write_time(arena, changes, &changes->faster.at[i], out);
}

static void write_sum(const struct results_changes *changes, FILE *out)
{
	const struct results_limits *limits = &changes->limits;

	fprintf(out, "\n%zu compared: %zu verdict%s worse, %zu better, %zu otherwise different; ",
	    changes->compared, changes->worse, changes->worse == 1 ? "" : "s", changes->better,
	    changes->verdicts.count - changes->worse - changes->better);
	fprintf(out, "%zu only in run %ld, %zu only in run %ld\n", changes->gone.count,
	    changes->before.run->number, changes->added.count, changes->after.run->number);
	if (changes->timed)
		fprintf(out,
		    "%zu searched in both: %.2f s -> %.2f s; %zu slower, %zu faster (by a factor of %g "
		    "and by %g s)\n",
		    changes->timed, changes->seconds_before, changes->seconds_after,
		    changes->slower.count, changes->faster.count, limits->factor, limits->least);
	else
		fprintf(out, "nothing was searched in both runs, so no times are compared\n");
}

void results_changes_text(struct gd_arena *arena, const struct results_changes *changes, FILE *out)
{
	write_run("before", changes->before.run, out);
	write_run("after ", changes->after.run, out);
	for (size_t i = 0; i < changes->notes.count; i++)
		fprintf(out, "note: %s\n", changes->notes.at[i]);
	write_verdicts(arena, changes, out);
	write_lone(arena, changes, true, out);
	write_lone(arena, changes, false, out);
	write_states(arena, changes, out);
	write_times(arena, changes, out);
	write_sum(changes, out);
}
