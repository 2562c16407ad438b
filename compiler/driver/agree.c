/* agree.c: gcdsl agree: model against code. */
#include "compiler/driver/agree.h"

#include <string.h>

#include "compiler/driver/outputs.h"

static void decide(struct agree_cell *cell, enum agree_verdict verdict, const char *why)
{
	cell->verdict = verdict;
	cell->why = why;
}

/* Decides the cell, unless the ends must be compared. */
static bool judge_exploration(struct agree_cell *cell)
{
	switch (cell->found.is) {
	case AGREE_ALL:
	case AGREE_SOME: return true;
	case AGREE_WRONG: decide(cell, AGREE_DIFFERENT, cell->found.why); break;
	case AGREE_REFUSED:
	case AGREE_CRASHED: decide(cell, AGREE_FAILED, cell->found.why); break;
	}
	return false;
}

/* The first of ENDS that OTHER does not have; NULL: it has them all. */
static const struct agree_end *first_missing(const struct agree_ends *ends,
    const struct agree_ends *other)
{
	for (size_t i = 0; i < ends->at.count; i++)
		if (!agree_find_end(other, ends->at.at[i].text))
			return &ends->at.at[i];
	return NULL;
}

static void compare(struct agree_cell *cell)
{
	bool all = cell->found.is == AGREE_ALL;

	cell->only_c = first_missing(&cell->c, &cell->model);
	cell->only_model = all ? first_missing(&cell->model, &cell->c) : NULL;
	if (cell->only_c)
		decide(cell, AGREE_DIFFERENT, "an end that the model does not have");
	else if (cell->only_model)
		decide(cell, AGREE_DIFFERENT, "an end that only the model has");
	else if (!all && cell->c.at.count == 0)
		decide(cell, AGREE_UNDECIDED, cell->found.why);
	else
		decide(cell, all ? AGREE_EQUAL : AGREE_WITHIN, all ? NULL : cell->found.why);
}

/* -------------------------------------------------------------------- the command */
/* The one of two exit statuses that is earlier in the order 2, 4, 1, 3, 0. */
static int worse(int a, int b)
{
	static const int weight[] = { 0, 2, 4, 1, 3 };

	return weight[a] > weight[b] ? a : b;
}

static int status_of(const struct agree_cell *cell)
{
	switch (cell->verdict) {
	case AGREE_EQUAL:
	case AGREE_WITHIN: return DRIVER_OK;
	case AGREE_DIFFERENT: return DRIVER_DIFFERS;
	case AGREE_FAILED: return DRIVER_FAILED;
	case AGREE_UNDECIDED:
	case AGREE_UNKNOWN: break;
	}
	return DRIVER_INCONCLUSIVE;
}

static bool find_ends(const struct agree_arguments *a, struct agree_plan *plan,
    struct camp_summary *summary)
{
	if (!agree_run_models(a, plan, summary))
		return false;
	if (!agree_run_programs(a, plan, true))
		return false;
	for (size_t i = 0; i < plan->cells.count; i++)
		if (plan->cells.at[i].verdict == AGREE_UNKNOWN &&
		    judge_exploration(&plan->cells.at[i]))
			compare(&plan->cells.at[i]);
	return true;
}

static bool is_different(const struct agree_cell *cell)
{
	return cell->verdict == AGREE_DIFFERENT;
}

/* What the reports show of cells that differ. */
static void find_runs(const struct agree_arguments *a, struct agree_plan *plan)
{
	for (size_t i = 0; i < plan->cells.count && !agree_was_interrupted(plan); i++) {
		struct agree_cell *cell = &plan->cells.at[i];

		if (!is_different(cell) || (a->verify.json && !outputs_want_runs(&a->verify)))
			continue;
		if (cell->only_model)
			cell->model_run = agree_find_model_run(a, plan, cell, cell->only_model);
		if (!cell->only_model || cell->only_c)
			agree_retrace_cell(a, plan, cell);
	}
}

/* The same comparison again. */
static const char *command_of(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell)
{
	return explore_cell_command(a, plan, cell, "agree");
}

static const char *verdict_of(const struct agree_cell *cell)
{
	return agree_verdict_name[cell->verdict];
}

static int agree_file(struct agree_arguments *a, const char *file)
{
	int interrupted_by = 0;
	struct camp_summary summary;
	struct agree_plan plan;
	int status = DRIVER_WRONG;

	if (agree_plan_cells(a, file, &plan)) {
		plan.interrupted_by = &interrupted_by;
		status = DRIVER_FAILED;
		if (find_ends(a, &plan, &summary)) {
			status = DRIVER_OK;
			for (size_t i = 0; i < plan.cells.count; i++)
				status = worse(status, status_of(&plan.cells.at[i]));
			find_runs(a, &plan);
			agree_find_counterexamples(a, &plan, is_different, command_of);
			if (!a->verify.json)
				agree_report_text(a, &plan, stdout);
			agree_write_for_tools(a, &plan, "agree",
			    agree_report_json(&plan, agree_cell_json), verdict_of);
			agree_end_if_interrupted(a, &plan, status);
		}
	}
	driver_close(plan.spec);
	return status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->input;
	return 0;
}

int driver_agree(int argc, char **argv)
{
	static const struct argp_child children[] = { { &agree_common_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc =
		    "Compares models with C: how the runs of a scenario's model can end, and how "
		    "the executions of its C can end, which is explored under every schedule.\v"
		    "Exit status: 0 no end differs; 1 one does, or the C fails; 2, 3, 4 as for "
		    "verify." };
	struct agree_arguments a;
	int status = agree_parse_arguments(&argp, argc, argv, &a);

	if (status == DRIVER_OK)
		status = outputs_prepare(&a.verify);
	if (status == DRIVER_FAILED) {
		gd_arena_free(a.verify.arena);
		return status;
	}
	for (size_t i = 0; status != DRIVER_WRONG && i < a.verify.files.count; i++)
		status = worse(status, agree_file(&a, a.verify.files.at[i]));
	status = outputs_finish(&a.verify, status, 0);
	gd_arena_free(a.verify.arena);
	return status;
}
