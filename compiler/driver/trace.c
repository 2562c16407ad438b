/* trace.c: gcdsl trace: one failing run, told step by step. */
#include "compiler/driver/promela.h"
#include "compiler/driver/simplest.h"
#include "compiler/driver/trace-options.h"
#include "promela-backend/litmus/run.h"

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

/* ------------------------------------------------------------------- the simplest run */
struct teller {
	struct litmus_teller is; /* first */
	const struct verify_arguments *arguments;
	const struct plan *plan;
	bool *found; /* false: no run has as few reorderings as the options ask for */
};

/* The stores that are overtaken in the run that is told. */
static const char *which(struct gd_arena *arena, const struct ir_litmus *test,
    const struct litmus_told *told, unsigned needed)
{
	const struct litmus_run *run = litmus_run(arena, test, told->memory, told->outcome);
	struct simplest_stores stores = { .count = 0 };

	for (size_t i = 0; i < run->step_count; i++)
		simplest_add(&stores, run->steps[i].red, run->steps[i].red_count);
	return simplest_which(arena, &stores, needed);
}

static void choose(const struct litmus_teller *litmus_teller, const struct plan_litmus *cell,
    const struct litmus_sought *sought, struct litmus_told *told)
{
	const struct teller *teller = (const struct teller *)litmus_teller;
	struct gd_arena *arena = teller->plan->arena;
	struct simplest *simplest = GD_NEW(arena, struct simplest);
	struct litmus_outcomes found;

	if (!simplest_of_litmus(teller->arguments, teller->plan, cell, sought, simplest))
		return;
	told->text = simplest_text(arena, simplest, "happens");
	*teller->found = !(simplest->is == SIMPLEST_NOT_FOUND && simplest->is_limited);
	if (!*teller->found)
		told->outcome = NULL;
	if (simplest->is != SIMPLEST_FOUND ||
	    !litmus_read_outcomes(arena, cell->test, simplest->result.events, &found) ||
	    found.count == 0)
		return;
	told->outcome = &found.at[0];
	told->memory = simplest->memory;
	told->text = gd_arena_printf(arena, "%s%s", told->text,
	    which(arena, cell->test, told, simplest->needed));
	told->needed = simplest->is_limited ? NULL : &simplest->needed;
}

/* Returns a driver_status. */
static int tell_simplest(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_cell *cell, const struct style *style, FILE *out)
{
	const struct plan_check *check = report_told(plan, cell);
	struct simplest simplest = { .is = SIMPLEST_NOT_COUNTED };

	if (plan->jobs.at[check->job].result.verdict == CAMP_FAILS &&
	    !simplest_of_check(a, plan, cell, check, &simplest))
		return DRIVER_FAILED;
	if (simplest.is == SIMPLEST_NOT_FOUND && simplest.is_limited) {
		if (style)
			fprintf(out, "%s: %s\n", cell->name,
			    simplest_text(plan->arena, &simplest, "fails"));
		return DRIVER_DIFFERS;
	}
	return report_story(plan, cell, &simplest, style, out) ? DRIVER_OK : DRIVER_FAILED;
}

static int tell(const struct verify_arguments *a, const struct plan *plan,
    const struct style *style, FILE *out)
{
	const struct plan_cell *cell = failing_cell(plan);
	bool found = true;
	const struct teller teller = { { choose }, a, plan, &found };

	if (cell)
		return tell_simplest(a, plan, cell, style, out);
	if (!litmus_trace(plan, &teller.is, style, out))
		return nothing_fails(a, plan);
	return found ? DRIVER_OK : DRIVER_DIFFERS;
}

int driver_trace_file(const struct verify_arguments *a, const char *file, const struct style *style,
    FILE *out)
{
	struct camp_summary summary;
	int status = DRIVER_WRONG;
	struct plan plan;

	if (plan_make(&plan, &a->common, file, &a->filter)) {
		one_group(&plan);
		status = DRIVER_FAILED;
		if (verify_run(a, &plan, &summary)) {
			verify_die(&summary);
			status = tell(a, &plan, style, out);
		}
	}
	plan_free(&plan);
	return status;
}

struct trace_arguments {
	struct verify_arguments verify; /* first, as for every subcommand */
	struct trace_options options;
	struct promela_arguments promela;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->child_inputs[1] = state->child_inputs[2] = state->input;
	state->child_inputs[3] = &((struct trace_arguments *)state->input)->options;
	state->child_inputs[4] = &((struct trace_arguments *)state->input)->promela;
	return 0;
}

int driver_trace(int argc, char **argv)
{
	static const struct argp_child children[] = { { &verify_common_argp, 0, NULL, 0 },
		{ &verify_runs_argp, 0, NULL, 0 }, { &trace_search_argp, 0, NULL, 1 },
		{ &trace_options_argp, 0, NULL, 6 }, { &promela_argp, 0, NULL, 7 }, { 0 } };
	static const struct argp argp = { .parser = parse,
		.children = children,
		.args_doc = "FILE\n--promela MODEL",
		.doc =
		    "Shows a run in which a property fails, one line a step: of the first chosen "
		    "cell in which something fails, a short run with as few reorderings of stores "
		    "as possible.\v"
		    "With --json, the events of doc/events.md, one a line.  Exit status: 0 a run "
		    "is shown; "
		    "1 nothing fails; 2, 3, 4 as for verify." };
	struct trace_arguments all = { 0 };
	struct verify_arguments *arguments = &all.verify;
	int status;

	verify_defaults(arguments);
	all.options.arena = arguments->arena;
	arguments->filter.shortest = true;
	status = driver_parse(&argp, argc, argv, &all);
	if (status == DRIVER_OK && arguments->files.count != !all.promela.model) {
		driver_error("gcdsl trace FILE, or gcdsl trace --promela MODEL",
		    all.promela.model ? "a model is given, and so is a file"
				      : "one file is needed, not %zu",
		    arguments->files.count);
		status = DRIVER_WRONG;
	}
	all.options.style.colour = driver_wants_color(&arguments->common, stdout);
	arguments->filter.no_mutants = arguments->filter.mutants.count == 0;
	if (status == DRIVER_OK && all.promela.model)
		status = (arguments->json ? driver_promela : driver_promela_story)(arguments->arena,
		    &all.promela, stdout);
	else if (status == DRIVER_OK)
		status = driver_trace_file(arguments, arguments->files.at[0],
		    arguments->json ? NULL : &all.options.style, stdout);
	gd_arena_free(arguments->arena);
	return status;
}
