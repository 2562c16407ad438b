/* explore.c: gcdsl explore: every schedule of a scenario's C. */
#include "compiler/driver/agree.h"

#include <jansson.h>
#include <string.h>

#include "compiler/driver/outputs.h"
#include "trace/marks-json.h"

enum { KEY_REPLAY = 0x5100, KEY_FOLLOW, KEY_DIRECTED, KEY_MODEL, KEY_TRACE };

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0,
	    "write the schedule of a failure to FILE (default gcdsl.schedule)", 3 },
	{ "replay", KEY_REPLAY, "FILE", 0, "repeat the execution whose schedule is in FILE", 3 },
	{ "follow", KEY_FOLLOW, "STORY", 0,
	    "find a schedule in which the C does what STORY says, a file that `gcdsl trace --json' "
	    "has written",
	    3 },
	{ "directed", KEY_DIRECTED, NULL, 0,
	    "with --follow: STORY is the scheduler of the C at once; otherwise, only if no schedule of "
	    "the runtime does what it says",
	    3 },
	{ "model", KEY_MODEL, NULL, 0,
	    "of an execution that fails or is repeated: have the model do what the C has done", 3 },
	{ "trace", KEY_TRACE, "FILE", 0,
	    "write the first execution that fails to FILE (-: standard output) as a trace, which "
	    "`gcdsl view --events' shows; under sc only",
	    3 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct agree_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = a; return 0;
	case 'o': a->bounds.schedule = arg; return 0;
	case KEY_REPLAY: a->bounds.replay = arg; return 0;
	case KEY_FOLLOW: a->follow = arg; return 0;
	case KEY_DIRECTED: a->directs = true; return 0;
	case KEY_MODEL: a->retraces = true; return 0;
	case KEY_TRACE: a->trace = arg; return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* ----------------------------------------------------------------------- verdicts */
static const char *verdict(const struct agree_cell *cell)
{
	static const char *const names[] = { [AGREE_ALL] = "verified",
		[AGREE_SOME] = "bounded",
		[AGREE_WRONG] = "fails",
		[AGREE_REFUSED] = "refused",
		[AGREE_CRASHED] = "tool failed" };

	return cell->verdict == AGREE_UNKNOWN ? names[cell->found.is]
					      : agree_verdict_name[cell->verdict];
}

static const char *reason(const struct agree_cell *cell)
{
	const char *why = cell->verdict == AGREE_UNKNOWN ? cell->found.why : cell->why;

	return why && *why ? why : NULL;
}

static int status_of(const struct agree_cell *cell)
{
	if (cell->verdict != AGREE_UNKNOWN)
		return cell->verdict == AGREE_FAILED ? DRIVER_FAILED : DRIVER_INCONCLUSIVE;
	switch (cell->found.is) {
	case AGREE_ALL: return DRIVER_OK;
	case AGREE_SOME: return DRIVER_INCONCLUSIVE;
	case AGREE_WRONG: return DRIVER_DIFFERS;
	case AGREE_REFUSED: return DRIVER_WRONG;
	case AGREE_CRASHED: break;
	}
	return DRIVER_FAILED;
}

/* -------------------------------------------------------------------------- text */
static void write_row(const struct agree_cell *cell, int width, FILE *out)
{
	fprintf(out, "%-*s  %-7s %6zu %11llu %9llu %8llu %8.2f  %s%s%s\n", width,
	    cell->scenario->name, ir_memory_name[cell->memory], cell->c.at.count,
	    (unsigned long long)cell->found.complete, (unsigned long long)cell->found.blocked,
	    (unsigned long long)cell->found.deepest, cell->found.seconds, verdict(cell),
	    reason(cell) ? ": " : "", reason(cell) ? reason(cell) : "");
}

/* What repeats the failure. */
static void write_command(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	const char *command = a->bounds.replay ? NULL : explore_command(a, plan, cell);

	if (command)
		fprintf(out, "\nto see it again: %s\n", command);
}

/* It shows the failure again as a trace, if the model can do what the C does. */
static const char *command_of(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell)
{
	const char *command = explore_command(a, plan, cell);

	return command && cell->memory == IR_MEM_SC
	    ? gd_arena_printf(plan->arena, "%s --trace -", command)
	    : command;
}

static bool is_failure(const struct agree_cell *cell)
{
	return cell->found.is == AGREE_WRONG && cell->verdict == AGREE_UNKNOWN;
}

/* The failure that is written as a trace, or NULL. */
static const struct agree_cell *traced(const struct agree_arguments *a,
    const struct agree_plan *plan)
{
	for (size_t i = 0; a->trace && i < plan->cells.count; i++)
		if (is_failure(&plan->cells.at[i]))
			return &plan->cells.at[i];
	return NULL;
}

/* Has the model do what the C of the cells that fail has done, if an option needs it. */
static void retrace_failures(const struct agree_arguments *a, struct agree_plan *plan)
{
	for (size_t i = 0; i < plan->cells.count; i++) {
		struct agree_cell *cell = &plan->cells.at[i];

		if (is_failure(cell) && !agree_was_interrupted(plan) &&
		    (cell == traced(a, plan) || outputs_want_runs(&a->verify) ||
			(a->retraces && !a->verify.json && cell->found.trace)))
			agree_retrace_cell(a, plan, cell);
	}
}

/* OUT may be NULL.  false: a trace is asked for, and was not written. */
static bool write_retraced(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	if (a->retraces && out && cell->retraced && cell->found.trace)
		agree_write_retraced(plan, cell, cell->retraced, out);
	return cell != traced(a, plan) || explore_write_trace(a, plan, cell, cell->retraced, out);
}

static bool write_failure(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	fprintf(out, "\n----\n%s: %s\n\n", cell->name, cell->found.why);
	agree_tell_program(plan, cell, cell->found.trace ? cell->found.trace : "", out);
	write_command(a, plan, cell, out);
	return write_retraced(a, plan, cell, out);
}

/* The execution of a schedule that does not fail. */
static void write_repeated(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	const struct agree_end *end = &cell->c.at.at[0];
	struct agree_retraced found;

	fprintf(out, "\n----\n%s: %s\n\n", cell->name, end->text);
	agree_tell_program(plan, cell, end->trace, out);
	if (!a->retraces)
		return;
	agree_retrace(a, plan, cell, end->trace, end, &found);
	agree_write_retraced(plan, cell, &found, out);
}

static void write_heading(const struct agree_plan *plan, int width, FILE *out)
{
	fprintf(out, "%s%s%s\n\n%-*s  %-7s %6s %11s %9s %8s %8s  %s\n", plan->spec->path,
	    *plan->ir->options_text ? ", " : "", plan->ir->options_text, width, "scenario",
	    "memory", "ends", "executions", "blocked", "longest", "seconds", "verdict");
}

/* false: a trace is asked for, and was not written. */
static bool write_text(const struct agree_arguments *a, const struct agree_plan *plan, FILE *out)
{
	bool good = true;
	int width = 8;

	for (size_t i = 0; i < plan->cells.count; i++)
		if ((int)strlen(plan->cells.at[i].scenario->name) > width)
			width = (int)strlen(plan->cells.at[i].scenario->name);
	write_heading(plan, width, out);
	for (size_t i = 0; i < plan->cells.count; i++)
		write_row(&plan->cells.at[i], width, out);
	for (size_t i = 0; i < plan->cells.count; i++)
		if (is_failure(&plan->cells.at[i]))
			good = write_failure(a, plan, &plan->cells.at[i], out) && good;
		else if (a->bounds.replay && plan->cells.at[i].c.at.count)
			write_repeated(a, plan, &plan->cells.at[i], out);
	agree_write_counterexamples(plan, out);
	return good;
}

/* -------------------------------------------------------------------------- JSON */
static json_t *cell_json(const struct agree_cell *cell)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:o}", "scenario", cell->scenario->name,
	    "memory", ir_memory_name[cell->memory], "verdict", verdict(cell), "reason",
	    marks_text_json(reason(cell)));

	json_object_set_new(object, "ends", agree_ends_json(&cell->c));
	agree_add_counts(cell, object);
	return object;
}

/* -------------------------------------------------------------------- the command */
/* The one of two exit statuses that is earlier in the order 2, 4, 1, 3, 0. */
static int worse(int a, int b)
{
	static const int weight[] = { 0, 2, 4, 1, 3 };

	return weight[a] > weight[b] ? a : b;
}

static bool may_replay(const struct agree_arguments *a, const struct agree_plan *plan)
{
	if (!a->bounds.replay || plan->cells.count == 1)
		return true;
	driver_error("choose it with --scenario and --memory",
	    "--replay is for one scenario under one memory model, not for %zu", plan->cells.count);
	return false;
}

static bool is_wrong(const char *hint, const char *what)
{
	driver_error(hint, "%s", what);
	return false;
}

static bool may_direct(const struct agree_arguments *a)
{
	if (a->directs && !a->follow)
		return is_wrong("add --follow STORY", "--directed is for --follow");
	if (a->directs && (a->bounds.replay || a->chose_workers))
		return is_wrong("leave out one of them",
		    "--directed needs no schedule, and has as many workers as the story needs");
	return true;
}

static bool may_trace(const struct agree_arguments *a)
{
	const plan_words *memories = &a->verify.filter.memories;

	if (a->follow && outputs_want_runs(&a->verify))
		return is_wrong("leave out one of them",
		    "--follow starts from a run, and --traces, --sarif and --report write runs");
	if (!a->trace)
		return true;
	for (size_t i = 0; i < memories->count; i++)
		if (strcmp(memories->at[i], ir_memory_name[IR_MEM_SC]) != 0)
			return is_wrong("choose `--memory sc`",
			    "--trace is for sc, under which the model can do what the C has done");
	if (a->follow)
		return is_wrong("leave out one of them",
		    "--follow starts from a trace, and --trace writes one");
	if (a->verify.files.count > 1)
		return is_wrong("give one", "--trace is for one file");
	return !a->verify.json || strcmp(a->trace, "-") != 0 ||
	    is_wrong("choose a file", "--trace - and --json both write to standard output");
}

/* A trace has standard output for itself. */
static bool write_report(const struct agree_arguments *a, const struct agree_plan *plan)
{
	bool is_alone = a->trace && strcmp(a->trace, "-") == 0;
	const struct agree_cell *cell = traced(a, plan);
	bool good = true;

	if (!a->verify.json)
		good = write_text(a, plan, is_alone ? stderr : stdout);
	agree_write_for_tools(a, plan, "explore", agree_report_json(plan, cell_json), verdict);
	if (a->verify.json && cell)
		good = write_retraced(a, plan, cell, NULL);
	return good;
}

static int explore_file(struct agree_arguments *a, const char *file)
{
	int interrupted_by = 0;
	struct agree_plan plan;
	int status = DRIVER_WRONG;

	if (agree_plan_cells(a, file, &plan) && may_replay(a, &plan)) {
		plan.interrupted_by = &interrupted_by;
		status = DRIVER_FAILED;
		if (agree_run_programs(a, &plan, false)) {
			status = DRIVER_OK;
			for (size_t i = 0; i < plan.cells.count; i++)
				status = worse(status, status_of(&plan.cells.at[i]));
			retrace_failures(a, &plan);
			agree_find_counterexamples(a, &plan, is_failure, command_of);
			if (!write_report(a, &plan))
				status = DRIVER_FAILED;
			agree_end_if_interrupted(a, &plan, status);
		}
	}
	driver_close(plan.spec);
	return status;
}

int driver_explore(int argc, char **argv)
{
	static const struct argp_child children[] = { { &agree_common_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc =
		    "Explores every schedule of the C of scenarios, which runs with the runtime as it "
		    "is.\v"
		    "Exit status: 0 every schedule was explored, and none fails; 1 one fails; 3 a "
		    "bound was reached; 2, 4 as for verify.  With --follow: 0 the C does what the "
		    "story says; 1 no schedule of it does; 3 a bound was reached, or it is not "
		    "decided whether the property fails in the C; with --directed, too, these are about "
		    "the C with the story as its scheduler." };
	struct agree_arguments a;
	int status = agree_parse_arguments(&argp, argc, argv, &a);

	if (!a.bounds.schedule)
		a.bounds.schedule = "gcdsl.schedule";
	if (status != DRIVER_WRONG && !(may_trace(&a) && may_direct(&a)))
		status = DRIVER_WRONG;
	if (status == DRIVER_OK)
		status = outputs_prepare(&a.verify);
	if (status == DRIVER_FAILED) {
		gd_arena_free(a.verify.arena);
		return status;
	}
	for (size_t i = 0; status != DRIVER_WRONG && i < a.verify.files.count; i++)
		status = worse(status,
		    a.follow ? follow_file(&a, a.verify.files.at[i])
			     : explore_file(&a, a.verify.files.at[i]));
	status = outputs_finish(&a.verify, status, 0);
	gd_arena_free(a.verify.arena);
	return status;
}
