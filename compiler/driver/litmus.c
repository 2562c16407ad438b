/* litmus.c: gcdsl litmus: all outcomes of litmus tests, as herd shows them. */
#include "compiler/driver/litmus.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/driver/counterexample.h"
#include "compiler/driver/junit.h"
#include "compiler/driver/outputs.h"
#include "compiler/driver/report-page.h"
#include "compiler/driver/sarif.h"
#include "trace/marks-json.h"

enum { KEY_WITNESS = 0x3100, KEY_IMPORT, KEY_SPLIT };

struct litmus_arguments {
	struct verify_arguments verify; /* first, as for every subcommand */
	bool witness;
	const char *import, *output;
	bool split;
	char file_name[4200]; /* the name of a translation in diagnostics */
};

static const struct argp_option options[] = {
	{ "witness", KEY_WITNESS, 0, 0, "show for each outcome a run that leads to it", 1 },
	{ "import", KEY_IMPORT, "FILE", 0, "run the litmus test in FILE, written in C for herd",
	    1 },
	{ "output", 'o', "FILE", 0,
	    "with --import: do not run the test, but write its translation "
	    "to FILE (`-': standard output)",
	    1 },
	{ "split-phase", KEY_SPLIT, 0, 0,
	    "with --import: loads are split-phase, received where "
	    "their value is needed (otherwise they are blocking)",
	    1 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct litmus_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		for (int i = 0; i < 3; i++)
			state->child_inputs[i] = &a->verify;
		return 0;
	case KEY_WITNESS: a->witness = true; return 0;
	case KEY_IMPORT: a->import = arg; return 0;
	case KEY_SPLIT: a->split = true; return 0;
	case 'o': a->output = arg; return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* ----------------------------------------------------------------------- text */
static const char *observation(const struct plan_litmus *cell, const struct litmus_count *count)
{
	if (cell->outcomes->partial && (!count->positive || !count->negative))
		return "Unknown";
	return !count->positive ? "Never" : count->negative ? "Sometimes" : "Always";
}

static const char *verdict(enum plan_outcome outcome)
{
	return outcome == PLAN_AS_EXPECTED ? "Ok" : outcome == PLAN_DIFFERS ? "No" : "Unknown";
}

static void write_claims(const struct plan_litmus *cell, FILE *out)
{
	for (size_t i = 0; i < cell->test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &cell->test->claims[i];
		struct litmus_count count;
		enum litmus_judgement is;

		if (!claim->under[cell->memory])
			continue;
		is = litmus_judge(cell->test, claim, cell->outcomes, &count);
		fprintf(out, "Condition %s (%s)\n", claim->allowed ? "allowed" : "forbidden",
		    claim->text);
		fprintf(out, "Observation %s %s %zu %zu%s\n", cell->test->name,
		    observation(cell, &count), count.positive, count.negative,
		    is == LITMUS_NOT_AS_CLAIMED ? "  (not as claimed)" : "");
	}
}

static void write_cell(const struct plan *plan, const struct plan_litmus *cell, bool witness,
    FILE *out)
{
	const struct camp_result *result = &plan->jobs.at[cell->job].result;

	fprintf(out, "Test %s Allowed\nMemory %s\n", cell->test->name,
	    ir_memory_name[cell->memory]);
	if (!cell->outcomes) {
		fprintf(out, "No states: %s\n\n",
		    result->reason ? result->reason : camp_verdict_name[result->verdict]);
		return;
	}
	fprintf(out, "States %zu%s\n", cell->outcomes->count,
	    cell->outcomes->partial ? " at least" : "");
	for (size_t i = 0; i < cell->outcomes->count; i++) {
		const struct litmus_outcome *outcome = &cell->outcomes->at[i];

		for (size_t j = 0; j < cell->test->observed_count; j++)
			fprintf(out, "%s%s=%u;", j ? " " : "", cell->test->observed[j].name,
			    outcome->values[j]);
		putc('\n', out);
		if (witness)
			litmus_write_story(plan->arena, cell->test, cell->memory, outcome,
			    &style_plain, out);
	}
	if (litmus_has_claims(cell->test, cell->memory))
		fprintf(out, "%s\n", verdict(plan_litmus_outcome(plan, cell)));
	write_claims(cell, out);
	if (litmus_reason(plan, cell))
		fprintf(out, "%s\n", litmus_reason(plan, cell));
	fprintf(out, "Time %s %.2f\n\n", cell->test->name, result->seconds);
}

static void write_for_tools(const struct verify_arguments *a, const struct plan *plan,
    const struct camp_summary *summary, bool witness)
{
	json_t *object = json_pack("{s:i, s:o}", "version", 1, "file", marks_text_json(plan->file));

	json_object_set_new(object, "spin", marks_text_json(summary->spin_version));
	json_object_set_new(object, "tests", litmus_json(plan, witness));
	if (a->json)
		driver_print_json(object);
	report_page_add(a, "litmus", object);
	sarif_add_plan(a, plan);
	junit_add_plan(a, plan, summary);
}

/* ------------------------------------------------------------- tests as they finish */
struct progress {
	struct plan *plan;
	bool *done;  /* by job */
	size_t next; /* the first test that is not written */
	bool witness;
};

/* Writes the tests that are done, up to the first that is not. */
static size_t note_done(void *data, size_t job)
{
	struct progress *p = data;
	bool is_good = true;

	p->done[job] = true;
	litmus_collect(p->plan);
	for (size_t i = 0; i < p->plan->litmus.count; i++)
		if (p->plan->litmus.at[i].job == job)
			is_good = plan_litmus_outcome(p->plan, &p->plan->litmus.at[i]) ==
			    PLAN_AS_EXPECTED;
	for (; p->next < p->plan->litmus.count && p->done[p->plan->litmus.at[p->next].job];
	     p->next++)
		write_cell(p->plan, &p->plan->litmus.at[p->next], p->witness, stdout);
	fflush(stdout);
	return !is_good;
}

/* Runs the jobs of PLAN, and writes each test, but not as JSON. */
static bool run_and_write(struct litmus_arguments *a, struct plan *plan,
    struct camp_summary *summary)
{
	struct progress p = { .plan = plan,
		.done = GD_NEW_ARRAY(plan->arena, bool, plan->jobs.count + 1),
		.witness = a->witness };
	bool good;

	a->verify.campaign.done = a->verify.json ? NULL : note_done;
	a->verify.campaign.done_data = &p;
	good = verify_run(&a->verify, plan, summary);
	a->verify.campaign.done = NULL;
	for (; good && !a->verify.json && p.next < plan->litmus.count; p.next++)
		write_cell(plan, &plan->litmus.at[p.next], a->witness, stdout);
	return good;
}

/* -------------------------------------------------------------------- the command */
static int worse(int a, int b)
{
	static const int weight[] = { 0, 2, 4, 1, 3 };

	return weight[a] > weight[b] ? a : b;
}

static int status_of(enum plan_outcome outcome)
{
	switch (outcome) {
	case PLAN_AS_EXPECTED: return DRIVER_OK;
	case PLAN_DIFFERS: return DRIVER_DIFFERS;
	case PLAN_TOOL_FAILED: return DRIVER_FAILED;
	case PLAN_INCONCLUSIVE:
	case PLAN_NOT_RUN: break;
	}
	return DRIVER_INCONCLUSIVE;
}

/* NAME: the name of the file in output. */
static bool make_plan(struct litmus_arguments *a, const char *file, const char *name,
    struct plan *plan)
{
	a->verify.filter.only_litmus = true;
	if (strcmp(file, name) != 0)
		snprintf(a->file_name, sizeof a->file_name, "%s, translated", name);
	a->verify.common.file_name = *a->file_name ? a->file_name : NULL;
	if (!plan_make(plan, &a->verify.common, file, &a->verify.filter))
		return false;
	plan->file = name;
	return true;
}

static int run_plan(struct litmus_arguments *a, struct plan *plan)
{
	struct camp_summary summary;
	int status = DRIVER_OK;

	if (!run_and_write(a, plan, &summary))
		return DRIVER_FAILED;
	litmus_collect(plan);
	for (size_t i = 0; i < plan->litmus.count; i++)
		status = worse(status, status_of(plan_litmus_outcome(plan, &plan->litmus.at[i])));
	counterexample_find_all(&a->verify, plan, &summary);
	if (!a->verify.json)
		counterexample_write_text(plan, stdout);
	write_for_tools(&a->verify, plan, &summary, a->witness);
	if (summary.status == CAMP_INTERRUPTED)
		outputs_finish(&a->verify, status, summary.interrupted_by);
	verify_die(&summary);
	return status;
}

static int litmus_file(void *data, const char *file, const char *name)
{
	struct litmus_arguments *a = data;
	struct plan plan;
	int status = make_plan(a, file, name, &plan) ? run_plan(a, &plan) : DRIVER_WRONG;

	plan_free(&plan);
	return status;
}

/* Tests of several files share verifiers if these are kept from one file to the next. */
static int litmus_files(struct litmus_arguments *a)
{
	size_t count = a->verify.files.count, made = 0, good = 0;
	struct plan *plans = GD_NEW_ARRAY(a->verify.arena, struct plan, count + 1);
	struct plan **runs = GD_NEW_ARRAY(a->verify.arena, struct plan *, count + 1);
	int status = DRIVER_OK;

	for (; made < count && status == DRIVER_OK; made++) {
		const char *file = a->verify.files.at[made];

		if (make_plan(a, file, file, &plans[made]))
			runs[good++] = &plans[made];
		else
			status = DRIVER_WRONG;
	}
	if (!a->verify.campaign.ignore_kept && good > 1)
		litmus_share(runs, good);
	for (size_t i = 0; i < good; i++)
		status = worse(status, run_plan(a, runs[i]));
	for (size_t i = 0; i < made; i++)
		plan_free(&plans[i]);
	return status;
}

int driver_litmus(int argc, char **argv)
{
	static const struct argp_child children[] = { { &verify_litmus_argp, 0, NULL, 0 },
		{ &outputs_argp, 0, NULL, 0 }, { &outputs_junit_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc = "Shows every outcome of the litmus tests under every memory model, as herd "
		       "does.\v"
		       "--memory and --scenario (a test's name) choose among them.  Exit status: 0 "
		       "every claim is true; 1 a claim is not; 2, 3, 4 as for verify." };
	struct litmus_arguments a = { 0 };
	int status;

	verify_defaults(&a.verify);
	status = driver_parse(&argp, argc, argv, &a);
	if (status == DRIVER_OK)
		status = outputs_prepare(&a.verify);
	if (status == DRIVER_FAILED) {
		gd_arena_free(a.verify.arena);
		return status;
	}
	if (status == DRIVER_OK && a.import) {
		status = driver_litmus_import(&a.verify.common, a.import, a.output, a.split,
		    litmus_file, &a);
	} else if (status == DRIVER_OK && (a.output || a.split)) {
		driver_error("gcdsl litmus --import FILE.litmus -o FILE.gc",
		    "-o and --split-phase need --import");
		status = DRIVER_WRONG;
	} else if (status == DRIVER_OK && a.verify.files.count == 0) {
		driver_error("gcdsl litmus FILE…", "which file?");
		status = DRIVER_WRONG;
	}
	if (!a.import && status != DRIVER_WRONG)
		status = litmus_files(&a);
	status = outputs_finish(&a.verify, status, 0);
	gd_arena_free(a.verify.arena);
	return status;
}
