/* verify.c: gcdsl verify. */
#include "compiler/driver/campaign-totals.h"
#include "compiler/driver/counterexample.h"
#include "compiler/driver/coverage.h"
#include "compiler/driver/history.h"
#include "compiler/driver/junit.h"
#include "compiler/driver/litmus.h"
#include "compiler/driver/outputs.h"
#include "compiler/driver/report-page.h"
#include "compiler/driver/report-list.h"
#include "compiler/driver/rows.h"
#include "compiler/driver/sarif.h"
#include "compiler/driver/story.h"
#include "compiler/driver/weaken.h"
#include "promela-backend/campaign/process.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_CAMPAIGN = 0x3000, KEY_LIST, KEY_STREAM, STORIES = 3 };

static const struct argp_option options[] = {
	{ "campaign", KEY_CAMPAIGN, "NAME", 0,
	    "instead of files: the runs of this campaign, a file or one that comes with gcdsl "
	    "(`paper')",
	    1 },
	{ "list", KEY_LIST, 0, 0,
	    "only list the cells: what is expected, and what each search will need", 3 },
	{ "stream", KEY_STREAM, 0, 0, "write rows in the order in which searches end", 3 },
	{ "quiet", 'q', 0, 0, "write only rows that are not as expected, and no progress", 3 },
	{ 0 }
};

static const struct argp_child children[] = { { &verify_common_argp, 0, NULL, 0 },
	{ &verify_runs_argp, 0, NULL, 0 }, { &outputs_argp, 0, NULL, 0 },
	{ &verify_which_argp, 0, NULL, 0 }, { &outputs_junit_argp, 0, NULL, 0 },
	{ &outputs_coverage_argp, 0, NULL, 0 }, { &engine_argp, 0, NULL, 0 }, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		for (size_t i = 0; children[i].argp; i++)
			state->child_inputs[i] = a;
		return 0;
	case KEY_CAMPAIGN: a->run_campaign = arg; return 0;
	case KEY_LIST: a->list = true; return 0;
	case KEY_STREAM: a->stream = true; return 0;
	case 'q': a->quiet = true; return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* The one of two exit statuses that is earlier in the order 2, 4, 1, 3, 0. */
static int worse(int a, int b)
{
	static const int weight[] = { 0, 2, 4, 1, 3 };

	return weight[a] > weight[b] ? a : b;
}

static bool has_guide(const struct plan *plan, const struct plan_cell *cell, FILE *in)
{
	struct story story;
	const char *why;
	bool good = story_read(&story, plan->arena, in, &why) &&
	    story_guide(&story, cell->ir, cell->scenario, false, &why);

	story_free(&story);
	return good;
}

/* Whether `explore --follow' takes the story of CELL: it has a step that can be seen in C. */
static bool can_be_followed(const struct plan *plan, const struct plan_cell *cell)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length), *in;
	bool good = out && report_story(plan, cell, NULL, NULL, NULL, out);

	if (out)
		fclose(out);
	in = good && length ? fmemopen(text, length, "r") : NULL;
	good = in && has_guide(plan, cell, in);
	if (in)
		fclose(in);
	free(text);
	return good;
}

/* A program can do what a run of a script does under some memory models (follow.c).  A program has no limits of a
 * model. */
static void offer_to_follow(const struct plan *plan, const struct plan_cell *cell, FILE *out)
{
	const struct plan_check *told = report_told(plan, cell);

	if (plan->jobs.at[told->job].result.verdict != CAMP_FAILS || cell->scenario->client ||
	    !story_is_followed_under(cell->cell->memory) || !can_be_followed(plan, cell))
		return;
	fprintf(out,
	    "to see it in C: %s --json > story.json; gcdsl explore %s --follow story.json\n",
	    report_command(plan, cell), plan_quoted(plan->arena, plan->file));
}

static void write_stories(const struct plan *plan, FILE *out)
{
	size_t told = 0;

	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];

		if (cell->cell->mutant || !report_has_story(plan, cell))
			continue;
		if (told++ < STORIES) {
			fprintf(out, "\n----\n");
			if (report_story(plan, cell, NULL, NULL, &style_plain, out))
				offer_to_follow(plan, cell, out);
		}
	}
	for (size_t i = 0; i < plan->litmus.count; i++) {
		if (plan_litmus_outcome(plan, &plan->litmus.at[i]) != PLAN_DIFFERS)
			continue;
		if (told++ < STORIES) {
			fprintf(out, "\n----\n");
			litmus_explain(plan, &plan->litmus.at[i], NULL, &style_plain, out);
		}
	}
	if (told > STORIES)
		fprintf(out, "\n(%zu more are not shown)\n", told - STORIES);
}

static void write_resume(const struct report_counts *counts)
{
	size_t left = counts->not_run + counts->mutants_not_run;

	fprintf(stderr,
	    "gcdsl: interrupted: %zu of %zu cells and mutants are checked and their "
	    "results kept; the same command goes on from there\n",
	    counts->cells + counts->mutants - left, counts->cells + counts->mutants);
}

static void write_remarks(const struct plan *plan)
{
	fflush(stdout);
	for (size_t i = 0; i < plan->remarks.count; i++)
		fprintf(stderr, "remark: %s\n", plan->remarks.at[i]);
	if (plan->remarks.count)
		fprintf(stderr, "  help: `gcdsl weaken --apply %s` writes the weaker order%s\n",
		    plan->file, plan->remarks.count == 1 ? "" : "s");
}

static void write_text(const struct verify_arguments *a, const struct plan *plan,
    const struct report_counts *counts, const struct coverage *coverage, struct rows *rows)
{
	rows_end(rows);
	report_summary(counts, stdout);
	if (coverage)
		coverage_text(coverage, coverage_is_wanted(a), stdout);
	write_stories(plan, stdout);
	write_remarks(plan);
}

static void write_for_tools(const struct verify_arguments *a, const struct plan *plan,
    const struct report_counts *counts, const struct camp_summary *summary,
    const struct coverage *coverage)
{
	json_t *object = report_json(plan, counts, summary);

	json_object_set_new(object, "coverage", coverage_json(coverage));
	if (a->json)
		driver_print_json(object);
	if (a->report)
		coverage_add_source(plan, json_object_get(object, "coverage"));
	report_page_add(a, "verify", object);
	sarif_add_plan(a, plan);
	junit_add_plan(a, plan, summary);
	history_add(a, plan, counts, summary);
}

static bool tells_coverage(const struct verify_arguments *a)
{
	return coverage_is_wanted(a) || (!a->quiet && !coverage_is_filtered(&a->filter));
}

/* The results of PLAN, whose runs are over or were interrupted. */
static int write_results(struct verify_arguments *a, struct plan *plan, struct rows *rows,
    struct camp_summary *summary, struct report_counts *counts)
{
	const struct coverage *coverage = coverage_add(a, plan);
	bool is_told = !a->run_campaign && summary->status != CAMP_INTERRUPTED && tells_coverage(a);

	report_count(plan, counts);
	if (report_status(counts) == DRIVER_OK)
		weaken_find_remarks(a, plan);
	if (!a->json)
		write_text(a, plan, counts, is_told ? coverage : NULL, rows);
	counterexample_find_all(a, plan, summary);
	if (!a->json)
		counterexample_write_text(plan, stdout);
	write_for_tools(a, plan, counts, summary, coverage);
	return report_status(counts);
}

static void write_list(const struct verify_arguments *a, const struct plan *plan)
{
	json_t *object;

	if (!a->json) {
		report_list(plan, stdout);
		return;
	}
	object = report_list_json(plan);
	driver_print_json(object);
	json_decref(object);
}

static int verify_plan(struct verify_arguments *a, struct plan *plan,
    struct campaign_totals *totals)
{
	struct report_counts counts;
	struct camp_summary summary;
	struct rows *rows = NULL;
	int status;
	bool good;

	if (!a->json && !a->list) {
		rows = rows_begin(plan, a->stream ? ROWS_AS_DONE : ROWS_OF_TABLE, a->quiet, stdout);
		a->campaign.done = rows_done;
		a->campaign.done_data = rows;
	}
	a->campaign.progress = !a->quiet;
	good = verify_run(a, plan, &summary);
	a->campaign.done = NULL; /* other searches have no rows */
	if (!good)
		return DRIVER_FAILED;
	if (a->list) {
		write_list(a, plan);
		return DRIVER_OK;
	}
	status = write_results(a, plan, rows, &summary, &counts);
	campaign_add(totals, plan, &counts);
	if (summary.status == CAMP_INTERRUPTED) {
		write_resume(&counts);
		status = outputs_finish(a, status, summary.interrupted_by);
		history_end(a, status, summary.interrupted_by);
	}
	verify_die(&summary);
	return status;
}

/* PART's options, and those of the command line: a list selects within a list. */
static struct plan_filter filter_of(const struct verify_arguments *a,
    const struct campaign_part *part)
{
	struct plan_filter filter = part->filter;
	const struct driver_model *asked = &a->filter.model;

	filter.within = &a->filter;
	filter.no_mutants |= a->filter.no_mutants;
	filter.each_property |= a->filter.each_property;
	filter.model.no_fold |= asked->no_fold;
	filter.model.always_fold |= asked->always_fold;
	if (asked->canonical != DRIVER_AUTO)
		filter.model.canonical = asked->canonical;
	if (asked->window)
		filter.model.window = asked->window;
	if (asked->atomic)
		filter.model.atomic = asked->atomic;
	if (a->filter.strategy == PML_LTL)
		filter.strategy = PML_LTL;
	if (a->filter.until)
		filter.until = a->filter.until;
	return filter;
}

/* Whether a part before is about the same file. */
static bool is_again(const struct campaign_part *part, const struct campaign_file *campaign)
{
	for (const struct campaign_part *before = campaign->parts.at; before < part; before++)
		if (strcmp(before->file, part->file) == 0)
			return true;
	return false;
}

static int verify_part(const struct verify_arguments *arguments,
    const struct campaign_file *campaign, const struct campaign_part *part,
    struct campaign_totals *totals)
{
	struct verify_arguments a = *arguments;
	int status = DRIVER_WRONG;
	struct plan plan;

	a.common.has_warned = is_again(part, campaign);
	a.filter = part->name ? filter_of(arguments, part) : part->filter;
	if (plan_make(&plan, &a.common, part->file, &a.filter)) {
		plan.title = part->name;
		if (plan.cells.count + plan.litmus.count) {
			status = verify_plan(&a, &plan, totals);
			totals->parts++;
		} else {
			status = DRIVER_OK;
			junit_leave_out(&a, part->file);
		}
	}
	plan_free(&plan);
	return status;
}

/* What is verified: the parts of the campaign, or one for each file.  false: a message was written. */
static bool find_parts(const struct verify_arguments *a, struct campaign_file *campaign)
{
	if (a->run_campaign && a->files.count) {
		driver_error("leave out one of them",
		    "`--campaign` says which files are verified, and `%s` is another one",
		    a->files.at[0]);
		return false;
	}
	if (a->list && (outputs_want_runs(a) || a->junit || coverage_is_wanted(a))) {
		driver_error("leave out one of them",
		    "`--list` searches nothing, and writes no files");
		return false;
	}
	if (a->run_campaign)
		return campaign_read(a->arena, a->run_campaign, campaign);
	*campaign = (struct campaign_file){ 0 };
	for (size_t i = 0; i < a->files.count; i++) {
		struct campaign_part part = { .file = a->files.at[i], .filter = a->filter };

		GD_PUSH(a->arena, campaign->parts, part);
	}
	if (!a->files.count)
		driver_error("gcdsl verify FILE…", "which file?");
	return a->files.count > 0;
}

/* What is mistyped in a campaign, or on its command line, is reported before anything is searched. */
static bool check_campaign(const struct verify_arguments *a, const struct campaign_file *campaign)
{
	plan_words fitting = { 0 };
	struct driver_common common = a->common;

	common.has_warned = true; /* warnings are written when the part is run */
	for (size_t i = 0; i < campaign->parts.count; i++) {
		struct plan_filter filter = filter_of(a, &campaign->parts.at[i]);

		filter.fitting = &fitting;
		filter.fitting_arena = a->arena;
		if (!plan_check_words(&common, campaign->parts.at[i].file, &filter))
			return false;
	}
	return campaign_fits(campaign, &a->filter, &fitting);
}

/* What no part of a campaign reaches, file by file. */
static void write_coverage(const struct verify_arguments *a)
{
	bool is_wanted = coverage_is_wanted(a);

	if (tells_coverage(a))
		for (const struct coverage *c = coverage_first(a); c; c = c->next)
			coverage_text(c, is_wanted, stdout);
}

static void write_totals(const struct verify_arguments *a, const struct campaign_file *campaign,
    const struct campaign_totals *totals)
{
	json_t *object;

	if (!a->json) {
		campaign_write(campaign, totals, stdout);
		write_coverage(a);
		return;
	}
	object = campaign_json(campaign, totals);
	driver_print_json(object);
	json_decref(object);
}

static int verify_parts(struct verify_arguments *a, const struct campaign_file *campaign, int argc,
    char **argv)
{
	struct campaign_totals totals = { .began = camp_now() };
	int status;

	for (size_t i = 0; campaign->path && i < campaign->parts.count; i++)
		GD_PUSH(a->arena, a->files, campaign->parts.at[i].file); /* nothing replaces them */
	a->campaign.only_kept = a->list;
	status = outputs_prepare(a);
	if (status == DRIVER_FAILED)
		return status;
	if (status == DRIVER_OK && campaign->path && !check_campaign(a, campaign))
		status = DRIVER_WRONG;
	if (status == DRIVER_OK && !a->list)
		history_begin(a, argc, argv);
	for (size_t i = 0; status != DRIVER_WRONG && i < campaign->parts.count; i++)
		status = worse(status, verify_part(a, campaign, &campaign->parts.at[i], &totals));
	if (campaign->path && status != DRIVER_WRONG && !totals.parts) {
		driver_error(NULL, "%s: no cell has all that the options ask for", campaign->path);
		status = DRIVER_WRONG;
	}
	if (campaign->path && !a->list && totals.parts)
		write_totals(a, campaign, &totals);
	status = worse(status, coverage_status(a));
	status = outputs_finish(a, status, 0);
	history_end(a, status, 0);
	return status;
}

int driver_verify(int argc, char **argv)
{
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE...\n--campaign=NAME",
		.doc =
		    "Checks the cells of the verify blocks with SPIN, and the mutants.\v"
		    "Exit status: 0 every verdict is the expected one and every mutant is caught; 2 the "
		    "specification or the command line is wrong; else 4 when a tool failed; else 1 when "
		    "a verdict differs; else 3 when a limit was reached.  A run that is interrupted dies "
		    "of the signal; the same command goes on from there.\n\n"
		    "The environment variables SPIN and GCDSL_CC name the programs (default spin, gcc; "
		    "clang, where there is one, for short searches)." };
	struct verify_arguments arguments;
	struct campaign_file campaign;
	int status;

	verify_defaults(&arguments);
	status = driver_parse(&argp, argc, argv, &arguments);
	if (status == DRIVER_OK)
		status = find_parts(&arguments, &campaign)
		    ? verify_parts(&arguments, &campaign, argc, argv)
		    : DRIVER_WRONG;
	gd_arena_free(arguments.arena);
	return status;
}
