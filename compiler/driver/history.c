/* history.c: what a run was asked for, and what it found, as rows of the past. */
#include "compiler/driver/history.h"

#include <string.h>
#include <sys/utsname.h>

#include "compiler/driver/litmus.h"
#include "promela-backend/campaign/process.h"
#include "promela-backend/campaign/record.h"

struct history {
	const char *path; /* of the results' file */
	struct camp_record *record;
	double began;
};

/* A record that cannot be kept is no reason to stop, and it is said once. */
static void give_up(struct history *history, const char *why)
{
	fprintf(stderr, "gcdsl: warning: the run is not recorded in %s: %s\n", history->path, why);
	history->record = NULL;
}

/* -------------------------------------------------------------------- what was asked for */
static const char *add_words(struct gd_arena *arena, const char *text, const char *option,
    const plan_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		text = gd_arena_printf(arena, "%s%s--%s %s", text, *text ? " " : "", option,
		    plan_quoted(arena, words->at[i]));
	return text;
}

static const char *selection_of(const struct verify_arguments *a)
{
	const struct plan_filter *filter = &a->filter;
	const struct {
		const char *option;
		const plan_words *words;
	} all[] = { { "set", &filter->sets }, { "scenario", &filter->scenarios },
		{ "memory", &filter->memories }, { "workers", &filter->workers },
		{ "property", &filter->properties }, { "mutant", &filter->mutants } };
	const char *text = filter->no_mutants ? "--no-mutants" : "";

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		text = add_words(a->arena, text, all[i].option, all[i].words);
	return text;
}

static const char *settings_of(const struct verify_arguments *a)
{
	const char *text = gd_arena_printf(a->arena, "--strategy %s --memory-limit %ld%s%s",
	    a->filter.strategy == PML_LTL ? "ltl" : "safety", a->campaign.memory_limit,
	    a->filter.each_property ? " --each-property" : "",
	    driver_model_text(a->arena, &a->filter.model));

	return a->filter.until ? gd_arena_printf(a->arena, "%s --until %s", text,
				     plan_quoted(a->arena, a->filter.until))
			       : text;
}

/* ARGV[0] is "gcdsl verify". */
static const char *command_of(struct gd_arena *arena, int argc, char **argv)
{
	const char *text = argv[0];

	for (int i = 1; i < argc; i++) {
		const char *word = plan_quoted(arena, argv[i]);

		/* an option is no file whose name begins with `-' */
		if (argv[i][0] == '-')
			word = *word == '\'' ? gd_arena_printf(arena, "'%s", word + 3) : word + 2;
		text = gd_arena_printf(arena, "%s %s", text, word);
	}
	return text;
}

static const char *machine(struct gd_arena *arena)
{
	struct utsname system;

	return uname(&system) == 0 ? gd_arena_printf(arena, "%s %s %s %s", system.nodename,
					 system.sysname, system.release, system.machine)
				   : "";
}

void history_begin(struct verify_arguments *a, int argc, char **argv)
{
	const char *path = a->results ? a->results : camp_default_results(a->arena), *why;
	struct camp_past_run run = { .gcdsl = PACKAGE_VERSION };
	struct history *history = GD_NEW(a->arena, struct history);

	*history = (struct history){ .path = path, .began = camp_now() };
	a->history = history;
	if (!path)
		return;
	run.command = command_of(a->arena, argc, argv);
	run.selection = selection_of(a);
	run.settings = settings_of(a);
	run.machine = machine(a->arena);
	for (size_t i = 0; i < a->files.count; i++)
		GD_PUSH(a->arena, run.files, a->files.at[i]);
	history->record = camp_record_begin(a->arena, path, &run, &why);
	if (why)
		give_up(history, why);
}

/* --------------------------------------------------------------------- what was found */
static const char *const outcome_name[] = { [PLAN_AS_EXPECTED] = "as expected",
	[PLAN_DIFFERS] = "differs",
	[PLAN_INCONCLUSIVE] = "inconclusive",
	[PLAN_TOOL_FAILED] = "tool failed",
	[PLAN_NOT_RUN] = "not run" };

static struct camp_past_row row_of(const struct plan *plan, size_t job)
{
	const struct camp_result *result = &plan->jobs.at[job].result;

	return (struct camp_past_row){ .file = plan_subject(plan),
		.kind = "cell",
		.properties = "",
		.verdict = camp_verdict_name[result->verdict],
		.property = result->property,
		.reason = result->reason,
		.key = plan->jobs.at[job].key,
		.states = result->states,
		.transitions = result->transitions,
		.depth = result->depth,
		.seconds = result->seconds,
		.memory = result->memory,
		.kept = result->kept };
}

static void add_cell(const struct plan *plan, const struct plan_cell *cell, camp_past_rows *rows)
{
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];
		struct camp_past_row row = row_of(plan, check->job);

		row.cell = cell->name;
		row.properties = plan_properties_of(plan, check);
		row.expected = check->expected == SEM_HOLDS ? "holds" : "fails";
		row.outcome = outcome_name[plan_check_outcome(plan, check)];
		GD_PUSH(plan->arena, *rows, row);
	}
}

/* What all cells of a mutant that were searched have cost.  If one of them is kept, nobody knows what all of
 * them would cost now. */
static void add_costs(const struct plan *plan, const struct plan_cell *cell,
    struct camp_past_row *row)
{
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct camp_result *result = &plan->jobs.at[cell->checks.at[i].job].result;

		if (result->verdict == CAMP_NOT_RUN)
			continue;
		row->states += result->states;
		row->transitions += result->transitions;
		row->seconds += result->seconds;
		row->depth = result->depth > row->depth ? result->depth : row->depth;
		row->memory = result->memory > row->memory ? result->memory : row->memory;
		row->kept |= result->kept;
		if (!row->reason)
			row->reason = result->reason;
	}
}

static void add_mutant(const struct plan *plan, size_t first, size_t last, camp_past_rows *rows)
{
	const struct plan_cell *caught;
	enum plan_outcome outcome = plan_mutant_outcome(plan, first, last, &caught);
	struct camp_past_row row = { .file = plan_subject(plan),
		.kind = "mutant",
		.cell = plan->cells.at[first].cell->mutant->name.text,
		.properties = "",
		.expected = "caught",
		.verdict = outcome == PLAN_AS_EXPECTED ? "caught"
		    : outcome == PLAN_DIFFERS          ? "not caught"
						       : outcome_name[outcome],
		.outcome = outcome_name[outcome] };

	for (size_t i = first; i < last; i++)
		add_costs(plan, &plan->cells.at[i], &row);
	if (caught) {
		row.reason = NULL;
		row.property =
		    caught->ir ? plan->jobs.at[caught->checks.at[0].job].result.property : "check";
	}
	GD_PUSH(plan->arena, *rows, row);
}

static void add_litmus(const struct plan *plan, const struct plan_litmus *cell,
    camp_past_rows *rows)
{
	enum plan_outcome outcome = plan_litmus_outcome(plan, cell);
	struct camp_past_row row = row_of(plan, cell->job);

	row.kind = "litmus";
	row.cell = cell->name;
	row.expected = "as claimed";
	row.outcome = outcome_name[outcome];
	row.verdict = outcome == PLAN_AS_EXPECTED ? "as claimed"
	    : outcome == PLAN_DIFFERS             ? "not as claimed"
						  : row.outcome;
	row.property = NULL;
	row.reason = litmus_reason(plan, cell);
	GD_PUSH(plan->arena, *rows, row);
}

void history_add(const struct verify_arguments *a, const struct plan *plan,
    const struct report_counts *counts, const struct camp_summary *summary)
{
	const struct camp_past_counts past = { counts->cells, counts->as_expected, counts->differ,
		counts->inconclusive, counts->tool_failed, counts->not_run, counts->mutants,
		counts->caught, counts->kept };
	camp_past_rows rows = { 0 };
	const char *why;

	if (!a->history || !a->history->record)
		return;
	for (size_t i = 0; i < plan->cells.count; i = plan_mutant_end(plan, i))
		if (plan->cells.at[i].cell->mutant)
			add_mutant(plan, i, plan_mutant_end(plan, i), &rows);
		else
			for (size_t j = i; j < plan_mutant_end(plan, i); j++)
				add_cell(plan, &plan->cells.at[j], &rows);
	for (size_t i = 0; i < plan->litmus.count; i++)
		add_litmus(plan, &plan->litmus.at[i], &rows);
	if (!camp_record_add(a->history->record, plan->file, &rows, &past, summary->spin_version,
		summary->cc_version, &why))
		give_up(a->history, why);
}

void history_end(struct verify_arguments *a, int status, int interrupted_by)
{
	struct history *history = a->history;
	const char *why;

	if (history && history->record &&
	    !camp_record_end(history->record, camp_now() - history->began, status, interrupted_by,
		&why))
		give_up(history, why);
	a->history = NULL;
}
