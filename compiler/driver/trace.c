/* trace.c: gcdsl trace: one failing run, told step by step. */
#include "compiler/driver/asked.h"
#include "compiler/driver/passing.h"
#include "compiler/driver/promela.h"
#include "compiler/driver/rows.h"
#include "compiler/driver/simplest.h"
#include "compiler/driver/trace-file.h"
#include "compiler/driver/trace-step.h"
#include "compiler/driver/trace.h"
#include "promela-backend/litmus/run.h"

#include <stdlib.h>
#include <string.h>

/* The check whose run is shown, and its cell. */
struct shown {
	const struct plan_cell *cell; /* NULL: there is none */
	const struct plan_check *check;
};

/* If another cell of a group has decided for a mutant's cell, that cell has no run to print. */
static struct shown find(const struct plan *plan, enum camp_verdict verdict)
{
	for (size_t i = 0; i < plan->cells.count; i++)
		for (size_t j = 0; j < plan->cells.at[i].checks.count; j++) {
			const struct plan_check *check = &plan->cells.at[i].checks.at[j];
			const struct camp_result *result = &plan->jobs.at[check->job].result;

			if (result->verdict == verdict && result->events)
				return (struct shown){ &plan->cells.at[i], check };
		}
	return (struct shown){ NULL, NULL };
}

/* A run to a limit of the model is shown only if nothing fails. */
static struct shown choose_run(const struct plan *plan)
{
	struct shown fails = find(plan, CAMP_FAILS);

	return fails.cell ? fails : find(plan, CAMP_INCONCLUSIVE);
}

/* Makes all jobs one group, so that the first failure ends the search. */
static void one_group(struct plan *plan)
{
	for (size_t i = 0; i < plan->jobs.count; i++) {
		plan->jobs.at[i].group = !plan->jobs.at[i].collects;
		plan->jobs.at[i].passes_asserts = false;
	}
}

static int nothing_fails(const struct verify_arguments *a, struct plan *plan)
{
	struct report_counts counts;

	report_count(plan, &counts);
	if (counts.tool_failed || counts.mutants_failed || counts.inconclusive ||
	    counts.mutants_inconclusive) {
		rows_all(plan, &counts, stderr);
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
	struct trace_end *end;
};

/* The stores that are overtaken in the run, and its context switches. */
static const char *describe(struct gd_arena *arena, const struct litmus_run *run,
    const struct simplest *simplest)
{
	const char *text = simplest_text(arena, simplest, "happens");
	const char *switches =
	    simplest_switches(arena, simplest, run->switches, litmus_has_fewest(run));
	struct simplest_stores stores = { .count = 0 };

	for (size_t i = 0; i < run->step_count; i++)
		simplest_add(&stores, run->steps[i].red, run->steps[i].red_count);
	if (text && simplest->is == SIMPLEST_FOUND)
		text = gd_arena_printf(arena, "%s%s", text,
		    simplest_which(arena, &stores, simplest->needed));
	return !text   ? switches
	    : switches ? gd_arena_printf(arena, "%s\n%s", text, switches)
		       : text;
}

static void choose(const struct litmus_teller *litmus_teller, const struct plan_litmus *cell,
    const struct litmus_sought *sought, struct litmus_told *told)
{
	const struct teller *teller = (const struct teller *)litmus_teller;
	struct gd_arena *arena = teller->plan->arena;
	struct simplest *simplest = GD_NEW(arena, struct simplest);
	struct litmus_outcomes found;

	if (!simplest_of_litmus(teller->arguments, teller->plan, cell, sought, simplest)) {
		teller->end->interrupted_by = simplest->interrupted_by;
		if (simplest->interrupted_by)
			told->outcome = NULL;
		return;
	}
	told->text = simplest_text(arena, simplest, "happens");
	*teller->found = !(simplest->is == SIMPLEST_NOT_FOUND && simplest->is_limited);
	if (!*teller->found)
		told->outcome = NULL;
	if (simplest->has_run &&
	    litmus_read_outcomes(arena, cell->test, simplest->result.events, &found) &&
	    found.count) {
		told->outcome = &found.at[0];
		told->memory = simplest->memory;
		if (simplest->is == SIMPLEST_FOUND && !simplest->is_limited)
			told->needed = &simplest->needed;
	}
	if (told->outcome)
		told->text = describe(arena,
		    litmus_run(arena, cell->test, told->memory, told->outcome), simplest);
}

/* Whether the run has what STYLE (or NULL) asks for. */
static bool has_asked(const struct plan *plan, const struct shown *shown,
    const struct simplest *simplest, const struct style *style)
{
	char *text = NULL;
	size_t length = 0;
	FILE *events = style && asked_for_something(style) ? open_memstream(&text, &length) : NULL;
	bool has;

	if (!events)
		return true;
	has = !report_story(plan, shown->cell, shown->check, simplest, NULL, events);
	fclose(events);
	has = has || asked_is_in(plan->arena, style, text, length);
	free(text);
	return has;
}

/* The same for the litmus tests, one of which will be shown. */
static bool litmus_has_asked(const struct plan *plan, const struct style *style)
{
	struct asked_of of = { .last = 0 };

	if (!style || !asked_for_something(style) || !plan->litmus.count)
		return true;
	for (size_t i = 0; i < plan->litmus.count; i++) {
		const struct ir_litmus *test = plan->litmus.at[i].test;

		for (size_t j = 0; j < test->thread_count; j++)
			asked_add(plan->arena, &of.threads,
			    gd_arena_printf(plan->arena, "thread %zu", j + 1));
		for (size_t j = 0; j < test->location_count; j++)
			asked_add(plan->arena, &of.names, test->locations[j]->name);
		for (size_t j = 0; j < test->register_count; j++)
			asked_add(plan->arena, &of.names, test->registers[j]->name);
	}
	asked_add(plan->arena, &of.threads, "memory");
	return asked_is_there(plan->arena, style, &of);
}

/* Returns a driver_status. */
static int tell_simplest(const struct verify_arguments *a, const struct plan *plan,
    const struct shown *shown, const struct style *style, FILE *out, struct trace_end *end)
{
	const struct plan_cell *cell = shown->cell;
	const struct plan_check *check = shown->check;
	struct simplest simplest;

	if (!simplest_of_check(a, plan, cell, check, &simplest)) {
		end->interrupted_by = simplest.interrupted_by;
		return DRIVER_FAILED;
	}
	if (simplest.is == SIMPLEST_NOT_FOUND && simplest.is_limited) {
		if (style)
			fprintf(out, "%s: %s\n", cell->name,
			    simplest_text(plan->arena, &simplest, "fails"));
		return DRIVER_DIFFERS;
	}
	if (a->simplest.passing)
		return passing_write(a, plan, cell, check, &simplest, style, out,
		    &end->interrupted_by);
	if (!has_asked(plan, shown, &simplest, style))
		return DRIVER_WRONG;
	return report_story(plan, cell, check, &simplest, style, out) ? DRIVER_OK : DRIVER_FAILED;
}

static int no_passing_litmus(void)
{
	driver_error("leave out --passing; --with of `gcdsl view' compares two traces",
	    "--passing is for runs of collectors, not of litmus tests");
	return DRIVER_WRONG;
}

static int tell(const struct verify_arguments *a, const struct plan *plan,
    const struct style *style, FILE *out, struct trace_end *end)
{
	const struct shown shown = choose_run(plan);
	bool found = true;
	const struct teller teller = { { choose }, a, plan, &found, end };

	end->any = true;
	if (shown.cell)
		return tell_simplest(a, plan, &shown, style, out, end);
	if (a->simplest.passing && plan->litmus.count)
		return no_passing_litmus();
	if (!litmus_has_asked(plan, style))
		return DRIVER_WRONG;
	end->any = litmus_trace(plan, &teller.is, style, out);
	return end->any && found ? DRIVER_OK : DRIVER_DIFFERS;
}

/* false: nothing could be run, or a signal ended it. */
static bool search(const struct verify_arguments *a, struct plan *plan, struct trace_end *end)
{
	struct camp_summary summary;

	one_group(plan);
	if (!verify_run(a, plan, &summary))
		return false;
	if (summary.status == CAMP_INTERRUPTED)
		end->interrupted_by = summary.interrupted_by;
	return !end->interrupted_by;
}

/* Nothing fails in the first COUNT cells. */
static void leave_out(struct plan *plan, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < plan->cells.at[i].checks.count; j++) {
			struct camp_job *job = &plan->jobs.at[plan->cells.at[i].checks.at[j].job];

			job->model = NULL;
			job->no_model = "not needed";
		}
}

/* An assert fails in the run of SHOWN, before any property that was asked for.  Searches AGAIN, the
 * same cells without the runs in which an assert fails. false: no run breaks what was asked for, as far
 * as is known, or a signal ended the search. */
static bool search_asked(const struct verify_arguments *a, const struct plan *plan,
    const struct shown *shown, struct plan *again, struct trace_end *end)
{
	struct plan_filter filter = a->filter;
	const char *why;

	filter.cuts_asserts = true;
	if (!plan_again(again, plan, plan->arena, &filter, &why))
		return false;
	leave_out(again, (size_t)(shown->cell - plan->cells.at));
	return search(a, again, end) && find(again, CAMP_FAILS).cell;
}

int driver_trace_plan(const struct verify_arguments *a, struct plan *plan,
    const struct style *style, FILE *out, struct trace_end *end)
{
	struct shown shown;
	struct plan again;

	*end = (struct trace_end){ true, 0 };
	if (a->simplest.passing && plan->litmus.count && !plan->cells.count)
		return no_passing_litmus(); /* whatever a search would find */
	if (!search(a, plan, end))
		return DRIVER_FAILED;
	shown = find(plan, CAMP_FAILS);
	if (!shown.cell || !plan->properties.count || plan->strategy != PML_SAFETY)
		return tell(a, plan, style, out, end);
	if (!report_is_other(plan, &plan->jobs.at[shown.check->job].result))
		plan->cuts_asserts = true; /* also for the simplest run */
	else if (search_asked(a, plan, &shown, &again, end))
		return tell(a, &again, style, out, end);
	return end->interrupted_by ? DRIVER_FAILED : tell(a, plan, style, out, end);
}

int driver_trace_file(const struct verify_arguments *a, const char *file, const struct style *style,
    FILE *out)
{
	struct trace_end end;
	int status = DRIVER_WRONG;
	struct plan plan;

	if (plan_make(&plan, &a->common, file, &a->filter)) {
		status = driver_trace_plan(a, &plan, style, out, &end);
		if (end.interrupted_by)
			verify_die_of(end.interrupted_by);
		if (!end.any)
			status = nothing_fails(a, &plan);
	}
	plan_free(&plan);
	return status;
}

int driver_trace_search(const struct verify_arguments *a, const struct promela_arguments *promela,
    struct view_trace *trace)
{
	const char *file = promela->model ? promela->model : a->files.at[0];
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	int status;

	status = promela->model ? driver_promela(a->arena, promela, out)
				: driver_trace_file(a, file, NULL, out);
	fclose(out);
	*trace =
	    (struct view_trace){ file, gd_arena_strndup(a->arena, text, length), length, true };
	free(text);
	if (status == DRIVER_DIFFERS && !a->simplest.passing)
		fprintf(stderr, "%s: no run fails: there is nothing to show\n", file);
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

static bool is_wrong(const char *hint, const char *what)
{
	driver_error(hint, "%s", what);
	return false;
}

/* Options that do not go together are reported, and what is shown is given once. */
static bool goes_together(const struct trace_arguments *all)
{
	const struct trace_options *o = &all->options;
	bool needs_file = !o->events && !all->promela.model;

	if (o->events && !o->step)
		return is_wrong("add --step", "--events is for --step");
	if (o->step && all->verify.json)
		return is_wrong("leave out one of them",
		    "--json writes a run, and --step shows it");
	if (o->step && (o->style.lanes || o->style.heap != STYLE_NO_HEAP))
		return is_wrong("the screen of --step has both",
		    "--lanes and --heap are for text, and --step shows none");
	if (all->promela.model && !o->step && (o->style.lanes || o->style.heap != STYLE_NO_HEAP))
		return is_wrong("leave them out; --step has lanes",
		    "--lanes and --heap are for runs of specifications, not of --promela");
	if (all->verify.json && (o->style.lanes || asked_for_something(&o->style) || o->style.red))
		return is_wrong("leave out one of them",
		    "--json writes the whole run: --only, --lanes and --heap are for text");
	if (o->events && all->promela.model)
		return is_wrong("leave out one of them", "a trace is given, and so is a model");
	if (all->verify.simplest.passing && !needs_file)
		return is_wrong("leave it out", "--passing is for runs of specifications");
	if (all->verify.simplest.passing && all->verify.filter.until)
		return is_wrong("leave out one of them",
		    "--passing shows whole runs, and --until cuts them");
	if (all->verify.files.count == needs_file)
		return true;
	driver_error(
	    "gcdsl trace FILE, gcdsl trace --promela MODEL, or gcdsl trace --step --events TRACE",
	    needs_file ? "one file is needed, not %zu"
		       : "a trace or a model is given, and so is a file",
	    all->verify.files.count);
	return false;
}

/* The terminal is looked at before a search that may be long. */
static int step(struct trace_arguments *all)
{
	struct verify_arguments *a = &all->verify;
	const char *events = all->options.events;
	struct view_trace trace;
	int status;

	if (!driver_can_step(a->arena))
		return DRIVER_WRONG;
	a->json = true;
	status = events ? trace_file_read(a->arena, events, &trace)
			: driver_trace_search(a, &all->promela, &trace);
	return status == DRIVER_OK ? driver_step(a->arena, &all->options, &trace) : status;
}

static int show(struct trace_arguments *all)
{
	struct verify_arguments *a = &all->verify;

	if (all->options.step)
		return step(all);
	if (all->promela.model)
		return a->json
		    ? driver_promela(a->arena, &all->promela, stdout)
		    : driver_promela_story(a->arena, &all->promela, &all->options.style, stdout);
	return driver_trace_file(a, a->files.at[0], a->json ? NULL : &all->options.style, stdout);
}

int driver_trace(int argc, char **argv)
{
	static const struct argp_child children[] = { { &verify_common_argp, 0, NULL, 0 },
		{ &verify_runs_argp, 0, NULL, 0 }, { &trace_search_argp, 0, NULL, 1 },
		{ &trace_options_argp, 0, NULL, 6 }, { &promela_argp, 0, NULL, 7 }, { 0 } };
	static const struct argp argp = { .parser = parse,
		.children = children,
		.args_doc = "FILE\n--promela MODEL\n--step --events TRACE",
		.doc =
		    "Shows a run in which a property fails, one line a step: of the first chosen "
		    "cell in which something fails, a short run with as few reorderings of stores "
		    "as possible.\v"
		    "With --json, the events of doc/events.md, one a line.  With --step, the keys "
		    "of doc/stepper.md go through the run; ? lists them.  Exit status: 0 a run "
		    "is shown; "
		    "1 nothing fails; 2, 3, 4 as for verify." };
	struct trace_arguments all = { 0 };
	struct verify_arguments *arguments = &all.verify;
	int status;

	verify_defaults(arguments);
	all.options.arena = arguments->arena;
	status = driver_parse(&argp, argc, argv, &all);
	arguments->filter.shortest = arguments->simplest.raw;
	all.options.style.colour = driver_wants_color(&arguments->common, stdout);
	arguments->filter.no_mutants = arguments->filter.mutants.count == 0;
	if (status == DRIVER_OK)
		status = goes_together(&all) ? show(&all) : DRIVER_WRONG;
	gd_arena_free(arguments->arena);
	return status;
}
