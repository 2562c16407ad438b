/* verify.c: gcdsl verify. */
#include "compiler/driver/counterexample.h"
#include "compiler/driver/litmus.h"
#include "compiler/driver/outputs.h"
#include "compiler/driver/report-page.h"
#include "compiler/driver/sarif.h"
#include "compiler/driver/story.h"
#include "compiler/driver/weaken.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_NO_MUTANTS = 0x3000, STORIES = 3 };

static const struct argp_option options[] = {
	{ "no-mutants", KEY_NO_MUTANTS, 0, 0, "leave out the mutants", 1 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->child_inputs[1] = state->child_inputs[2] =
		    state->child_inputs[3] = a;
		return 0;
	case KEY_NO_MUTANTS: a->filter.no_mutants = true; return 0;
	case ARGP_KEY_SUCCESS:
		if (!a->filter.no_mutants || a->filter.mutants.count == 0)
			return 0;
		driver_error("leave out one of them",
		    "`--mutant` asks for a mutant, and `--no-mutants` leaves all of them out");
		exit(DRIVER_WRONG);
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

static void write_text(const struct plan *plan, const struct report_counts *counts)
{
	report_text(plan, counts, stdout);
	write_stories(plan, stdout);
	write_remarks(plan);
}

static void write_for_tools(const struct verify_arguments *a, const struct plan *plan,
    const struct report_counts *counts, const struct camp_summary *summary)
{
	json_t *object = report_json(plan, counts, summary);

	if (a->json)
		driver_print_json(object);
	report_page_add(a, "verify", object);
	sarif_add_plan(a, plan);
}

static int verify_file(struct verify_arguments *a, const char *file)
{
	struct report_counts counts;
	struct camp_summary summary;
	int status = DRIVER_WRONG;
	struct plan plan;

	if (plan_make(&plan, &a->common, file, &a->filter)) {
		status = DRIVER_FAILED;
		if (verify_run(a, &plan, &summary)) {
			report_count(&plan, &counts);
			if (report_status(&counts) == DRIVER_OK)
				weaken_find_remarks(a, &plan);
			if (!a->json)
				write_text(&plan, &counts);
			counterexample_find_all(a, &plan, &summary);
			if (!a->json)
				counterexample_write_text(&plan, stdout);
			write_for_tools(a, &plan, &counts, &summary);
			status = report_status(&counts);
			if (summary.status == CAMP_INTERRUPTED) {
				write_resume(&counts);
				outputs_finish(a, status, summary.interrupted_by);
			}
			verify_die(&summary);
		}
	}
	plan_free(&plan);
	return status;
}

int driver_verify(int argc, char **argv)
{
	static const struct argp_child children[] = { { &verify_common_argp, 0, NULL, 0 },
		{ &verify_runs_argp, 0, NULL, 0 }, { &outputs_argp, 0, NULL, 0 },
		{ &engine_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc =
		    "Checks the cells of the verify blocks with SPIN, and the mutants.\v"
		    "Exit status: 0 every verdict is the expected one and every mutant is caught; 2 the "
		    "specification or the command line is wrong; else 4 when a tool failed; else 1 when "
		    "a verdict differs; else 3 when a limit was reached.  A run that is interrupted dies "
		    "of the signal; the same command goes on from there.\n\n"
		    "The environment variables SPIN and GCDSL_CC name the programs (default spin, gcc; "
		    "clang, where there is one, for short searches)." };
	struct verify_arguments arguments;
	int status;

	verify_defaults(&arguments);
	status = driver_parse(&argp, argc, argv, &arguments);
	if (status == DRIVER_OK && arguments.files.count == 0) {
		driver_error("gcdsl verify FILE…", "which file?");
		status = DRIVER_WRONG;
	}
	if (status == DRIVER_OK)
		status = outputs_prepare(&arguments);
	if (status == DRIVER_FAILED) {
		gd_arena_free(arguments.arena);
		return status;
	}
	for (size_t i = 0; status != DRIVER_WRONG && i < arguments.files.count; i++)
		status = worse(status, verify_file(&arguments, arguments.files.at[i]));
	status = outputs_finish(&arguments, status, 0);
	gd_arena_free(arguments.arena);
	return status;
}
