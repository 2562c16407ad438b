/* trace.c: gcdsl trace: one failing run, told step by step. */
#include "compiler/driver/litmus.h"
#include "compiler/driver/trace-options.h"
#include "compiler/driver/verify.h"

#include <stdlib.h>
#include <string.h>

/* If another cell of a group has decided for a mutant's cell, that cell has no run to print. */
static const struct plan_cell *failing_cell(const struct plan *plan)
{
	for (size_t i = 0; i < plan->cells.count; i++)
		for (size_t j = 0; j < plan->cells.at[i].checks.count; j++) {
			const struct camp_result *result =
			    &plan->jobs.at[plan->cells.at[i].checks.at[j].job].result;

			if (result->verdict == CAMP_FAILS ||
			    (result->verdict == CAMP_INCONCLUSIVE && result->events))
				return &plan->cells.at[i];
		}
	return NULL;
}

/* Makes all jobs one group, so that the first failure ends the search. */
static void one_group(struct plan *plan)
{
	for (size_t i = 0; i < plan->jobs.count; i++) {
		plan->jobs.at[i].group = !plan->jobs.at[i].collects;
		plan->jobs.at[i].passes_asserts = false;
	}
}

static int nothing_fails(const struct verify_arguments *a, const struct plan *plan)
{
	struct report_counts counts;

	report_count(plan, &counts);
	if (counts.tool_failed || counts.mutants_failed || counts.inconclusive ||
	    counts.mutants_inconclusive) {
		report_text(plan, &counts, stderr);
		return counts.tool_failed || counts.mutants_failed ? DRIVER_FAILED
								   : DRIVER_INCONCLUSIVE;
	}
	if (!a->json)
		printf("%s: no run of %zu cell%s fails: there is nothing to show\n", plan->file,
		    plan->cells.count, plan->cells.count == 1 ? "" : "s");
	return DRIVER_DIFFERS;
}

int driver_trace_file(const struct verify_arguments *a, const char *file, const struct style *style,
    FILE *out)
{
	const struct plan_cell *cell;
	struct camp_summary summary;
	int status = DRIVER_WRONG;
	struct plan plan;

	if (plan_make(&plan, &a->common, file, &a->filter)) {
		one_group(&plan);
		status = DRIVER_FAILED;
		if (verify_run(a, &plan, &summary)) {
			verify_die(&summary);
			cell = failing_cell(&plan);
			if (!cell)
				status = litmus_trace(&plan, style, out) ? DRIVER_OK
									 : nothing_fails(a, &plan);
			else if (report_story(&plan, cell, style, out))
				status = DRIVER_OK;
		}
	}
	plan_free(&plan);
	return status;
}

struct trace_arguments {
	struct verify_arguments verify; /* first, as for every subcommand */
	struct trace_options options;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->child_inputs[1] = state->input;
	state->child_inputs[2] = &((struct trace_arguments *)state->input)->options;
	return 0;
}

int driver_trace(int argc, char **argv)
{
	static const struct argp_child children[] = { { &verify_common_argp, 0, NULL, 0 },
		{ &verify_runs_argp, 0, NULL, 0 }, { &trace_options_argp, 0, NULL, 6 }, { 0 } };
	static const struct argp argp = { .parser = parse,
		.children = children,
		.args_doc = "FILE",
		.doc =
		    "Shows a run in which a property fails, one line a step: a short run of the "
		    "first chosen cell in which something fails.\v"
		    "With --json, the events of doc/events.md, one a line.  Exit status: 0 a run "
		    "is shown; "
		    "1 nothing fails; 2, 3, 4 as for verify." };
	struct trace_arguments all;
	struct verify_arguments *arguments = &all.verify;
	int status;

	verify_defaults(arguments);
	all.options.arena = arguments->arena;
	arguments->filter.shortest = true;
	status = driver_parse(&argp, argc, argv, &all);
	if (status == DRIVER_OK && arguments->files.count != 1) {
		driver_error("gcdsl trace FILE", "one file is needed, not %zu",
		    arguments->files.count);
		status = DRIVER_WRONG;
	}
	all.options.style.colour = driver_wants_color(&arguments->common, stdout);
	arguments->filter.no_mutants = arguments->filter.mutants.count == 0;
	if (status == DRIVER_OK)
		status = driver_trace_file(arguments, arguments->files.at[0],
		    arguments->json ? NULL : &all.options.style, stdout);
	gd_arena_free(arguments->arena);
	return status;
}
