/* explore.c: gcdsl explore: every schedule of a scenario's C. */
#include "compiler/driver/agree.h"

#include <jansson.h>
#include <string.h>

enum { KEY_REPLAY = 0x5100, KEY_FOLLOW, KEY_MODEL };

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0,
	    "write the schedule of a failure to FILE (default gcdsl.schedule)", 3 },
	{ "replay", KEY_REPLAY, "FILE", 0, "repeat the execution whose schedule is in FILE", 3 },
	{ "follow", KEY_FOLLOW, "STORY", 0,
	    "find a schedule in which the C does what STORY says, a file that `gcdsl trace --json' "
	    "has written",
	    3 },
	{ "model", KEY_MODEL, NULL, 0,
	    "of an execution that fails or is repeated: have the model do what the C has done", 3 },
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
	case KEY_MODEL: a->retraces = true; return 0;
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
    const struct agree_cell *cell)
{
	printf("\nto see it again: gcdsl explore %s", plan->spec->path);
	for (size_t i = 0; i < a->verify.filter.sets.count; i++)
		printf(" --set %s", a->verify.filter.sets.at[i]);
	printf(" --scenario %s --memory %s --workers %u --replay %s\n", cell->scenario->name,
	    ir_memory_name[cell->memory], a->bounds.workers, agree_schedule_of(a, plan, cell));
}

static void write_failure(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell)
{
	printf("\n----\n%s: %s\n\n", cell->name, cell->found.why);
	agree_tell_program(plan, cell, cell->found.trace ? cell->found.trace : "", stdout);
	if (!a->bounds.replay && !strstr(cell->found.why, AGREE_NOT_KEPT))
		write_command(a, plan, cell);
	if (a->retraces && cell->found.trace)
		agree_retrace(a, plan, cell, cell->found.trace, NULL, stdout);
}

/* The execution of a schedule that does not fail. */
static void write_repeated(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell)
{
	const struct agree_end *end = &cell->c.at.at[0];

	printf("\n----\n%s: %s\n\n", cell->name, end->text);
	agree_tell_program(plan, cell, end->trace, stdout);
	if (a->retraces)
		agree_retrace(a, plan, cell, end->trace, end, stdout);
}

static void write_text(const struct agree_arguments *a, const struct agree_plan *plan)
{
	int width = 8;

	for (size_t i = 0; i < plan->cells.count; i++)
		if ((int)strlen(plan->cells.at[i].scenario->name) > width)
			width = (int)strlen(plan->cells.at[i].scenario->name);
	printf("%s%s%s\n\n%-*s  %-7s %6s %11s %9s %8s %8s  %s\n", plan->spec->path,
	    *plan->ir->options_text ? ", " : "", plan->ir->options_text, width, "scenario",
	    "memory", "ends", "executions", "blocked", "longest", "seconds", "verdict");
	for (size_t i = 0; i < plan->cells.count; i++)
		write_row(&plan->cells.at[i], width, stdout);
	for (size_t i = 0; i < plan->cells.count; i++)
		if (plan->cells.at[i].found.is == AGREE_WRONG &&
		    plan->cells.at[i].verdict == AGREE_UNKNOWN)
			write_failure(a, plan, &plan->cells.at[i]);
		else if (a->bounds.replay && plan->cells.at[i].c.at.count)
			write_repeated(a, plan, &plan->cells.at[i]);
}

/* -------------------------------------------------------------------------- JSON */
static json_t *cell_json(const struct agree_cell *cell)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:o}", "scenario", cell->scenario->name,
	    "memory", ir_memory_name[cell->memory], "verdict", verdict(cell), "reason",
	    reason(cell) ? json_string(reason(cell)) : json_null());

	json_object_set_new(object, "ends", agree_ends_json(&cell->c));
	agree_add_counts(cell, object);
	return object;
}

static void write_json(const struct agree_plan *plan)
{
	json_t *cells = json_array(), *object;

	for (size_t i = 0; i < plan->cells.count; i++)
		json_array_append_new(cells, cell_json(&plan->cells.at[i]));
	object = json_pack("{s:i, s:s, s:s, s:o}", "version", 1, "file", plan->spec->path,
	    "collector", plan->ir->name, "cells", cells);
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
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

static int explore_file(const struct agree_arguments *a, const char *file)
{
	struct agree_plan plan;
	int status = DRIVER_WRONG;

	if (agree_plan_cells(a, file, &plan) && may_replay(a, &plan)) {
		status = DRIVER_FAILED;
		if (agree_run_programs(a, &plan, false)) {
			status = DRIVER_OK;
			for (size_t i = 0; i < plan.cells.count; i++)
				status = worse(status, status_of(&plan.cells.at[i]));
			if (a->verify.json)
				write_json(&plan);
			else
				write_text(a, &plan);
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
		    "decided whether the property fails in the C." };
	struct agree_arguments a;
	int status = agree_parse_arguments(&argp, argc, argv, &a);

	if (!a.bounds.schedule)
		a.bounds.schedule = "gcdsl.schedule";
	for (size_t i = 0; status != DRIVER_WRONG && i < a.verify.files.count; i++)
		status = worse(status,
		    a.follow ? follow_file(&a, a.verify.files.at[i])
			     : explore_file(&a, a.verify.files.at[i]));
	gd_arena_free(a.verify.arena);
	return status;
}
