/* verify-options.c: which cells, with which limits. */
#include "compiler/driver/verify.h"
#include "compiler/driver/litmus.h"
#include "compiler/driver/plan-estimate.h"

#include "promela-backend/campaign/memory.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
	KEY_SET = 0x2000,
	KEY_SCENARIO,
	KEY_MEMORY,
	KEY_WORKERS,
	KEY_PROPERTY,
	KEY_MUTANT,
	KEY_MEMORY_LIMIT,
	KEY_TIME_LIMIT,
	KEY_JSON,
	KEY_NO_CACHE,
	KEY_RESULTS,
	KEY_KEEP,
	KEY_UNTIL,
	KEY_STRATEGY,
	KEY_NO_MUTANTS,
	KEY_EACH_PROPERTY,
	KEY_MEMORY_TOTAL,
	KEY_BITSTATE
};
enum { DEFAULT_MEMORY_LIMIT = 2000 }; /* MB */

/* Options that litmus tests have as well. */
#define LIMITS                                                                                     \
	{ "memory-limit", KEY_MEMORY_LIMIT, "MB", 0,                                               \
		"the memory limit of each search (default 2000)", 2 },                             \
	    { "memory-total", KEY_MEMORY_TOTAL, "SIZE", 0,                                         \
		    "the memory of all searches together, in MB, or `8G' (default: what the "      \
		    "machine has free, but for a part)",                                           \
		    2 },                                                                           \
	    { "time-limit", KEY_TIME_LIMIT, "SECONDS", 0,                                          \
		    "the time limit of each run of a tool (default 600)", 2 },                     \
	    { "json", KEY_JSON, 0, 0, "write JSON for tools", 3 },                                 \
	    { "no-cache", KEY_NO_CACHE, 0, 0,                                                      \
		    "check again, and do not use the results that are kept", 4 },                  \
	    { "results", KEY_RESULTS, "FILE", 0,                                                   \
		    "keep results in FILE (default "                                               \
		    "$XDG_CACHE_HOME/gcdsl/results.sqlite)",                                       \
		    4 },                                                                           \
	{                                                                                          \
		"keep", KEY_KEEP, "DIR", 0, "leave models, verifiers and trails in DIR", 4         \
	}
static const struct argp_option cells_options[] = {
	{ "set", KEY_SET, "OPTION=VALUE", 0, "only cells with this value of an option", 1 },
	{ "scenario", KEY_SCENARIO, "NAME", 0,
	    "only this scenario (may be repeated, as all "
	    "that follow)",
	    1 },
	{ "memory", KEY_MEMORY, "MODEL", 0, "only this memory model; or a list: `sc,tso'", 1 },
	{ "workers", KEY_WORKERS, "W", 0, "only these workers: `any', `2', `2 mark_obj'", 1 },
	{ "property", KEY_PROPERTY, "NAME", 0, "only this property", 1 },
	{ "mutant", KEY_MUTANT, "NAME", 0, "only this mutant, not the specification itself", 1 },
	{ 0 }
};
static const struct argp_option options[] = { LIMITS, { 0 } };
static const struct argp_option runs_options[] = {
	{ "until", KEY_UNTIL, "NAME", 0,
	    "cut every run when this bucket is drained, or this "
	    "phase has ended: no error is then inconclusive",
	    2 },
	{ "strategy", KEY_STRATEGY, "S", 0,
	    "`safety' (the default), or `ltl': each formula as "
	    "LTL under weak fairness",
	    2 },
	{ "bitstate", KEY_BITSTATE, 0, 0,
	    "where memory does not suffice in any other way, keep some bits of each state: the "
	    "verdict is then `bounded'",
	    2 },
	{ 0 }
};
static const struct argp_option which_options[] = { { "no-mutants", KEY_NO_MUTANTS, 0, 0,
							"leave out the mutants", 1 },
	{ "each-property", KEY_EACH_PROPERTY, 0, 0,
	    "a cell of its own, and a search, for each property with a formula", 1 },
	{ 0 } };
static const struct argp_option litmus_options[] = {
	{ "scenario", KEY_SCENARIO, "NAME", 0,
	    "only this scenario or litmus test (may be repeated)", 1 },
	{ "memory", KEY_MEMORY, "LIST", 0, "only these memory models: `sc,tso'", 1 }, LIMITS, { 0 }
};

static void take_number(const char *option, const char *arg, long low, long *value)
{
	if (driver_number(arg, low, 100000000, value))
		return;
	driver_error(NULL, "%s cannot be `%s`: a number of at least %ld is needed", option, arg,
	    low);
	exit(DRIVER_WRONG);
}

/* "500", "500M", "8G" */
static void take_size(const char *option, const char *arg, long *megabytes)
{
	char *end;
	long number, factor = 1;

	errno = 0;
	number = strtol(arg, &end, 10);
	if (*end == 'G')
		factor = 1024;
	if (!errno && end != arg && number <= 100000000 &&
	    number * factor >= CAMP_MEMORY_OF_TOOLS &&
	    (!*end || ((*end == 'G' || *end == 'M') && !end[1]))) {
		*megabytes = number * factor;
		return;
	}
	driver_error("write 500, 500M or 8G", "%s cannot be `%s`: at least %d MB are needed",
	    option, arg, CAMP_MEMORY_OF_TOOLS);
	exit(DRIVER_WRONG);
}

/* "sc,tso" */
static void push_list(struct verify_arguments *a, plan_words *words, const char *list)
{
	while (list) {
		const char *comma = strchr(list, ',');

		GD_PUSH(a->arena, *words,
		    comma ? gd_arena_strndup(a->arena, list, (size_t)(comma - list)) : list);
		list = comma ? comma + 1 : NULL;
	}
}

static bool take_filter(int key, const char *arg, struct verify_arguments *a)
{
	plan_words *words = NULL;

	switch (key) {
	case KEY_SET: words = &a->filter.sets; break;
	case KEY_SCENARIO: words = &a->filter.scenarios; break;
	case KEY_MEMORY: words = &a->filter.memories; break;
	case KEY_WORKERS: words = &a->filter.workers; break;
	case KEY_PROPERTY: words = &a->filter.properties; break;
	case KEY_MUTANT: words = &a->filter.mutants; break;
	}
	if (words == &a->filter.memories)
		push_list(a, words, arg);
	else if (words)
		GD_PUSH(a->arena, *words, arg);
	return words;
}

static error_t parse_cells(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	if (key == ARGP_KEY_INIT)
		state->child_inputs[0] = &a->filter.model;
	return key == ARGP_KEY_INIT || take_filter(key, arg, a) ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp_child cells_children[] = { { &driver_model_argp, 0, NULL, 5 }, { 0 } };
const struct argp verify_cells_argp = { .options = cells_options,
	.parser = parse_cells,
	.children = cells_children };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;
	long number;

	if (take_filter(key, arg, a))
		return 0;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->common;
		state->child_inputs[1] = a;
		return 0;
	case KEY_MEMORY_LIMIT:
		take_number("--memory-limit", arg, 1, &a->campaign.memory_limit);
		return 0;
	case KEY_MEMORY_TOTAL:
		take_size("--memory-total", arg, &a->campaign.memory_total);
		return 0;
	case KEY_TIME_LIMIT:
		take_number("--time-limit", arg, 1, &number);
		a->campaign.time_limit = (double)number;
		return 0;
	case KEY_JSON: a->json = true; return 0;
	case KEY_NO_CACHE: a->campaign.ignore_kept = true; return 0;
	case KEY_RESULTS: a->results = arg; return 0;
	case KEY_KEEP: a->campaign.keep = arg; return 0;
	case ARGP_KEY_ARG: GD_PUSH(a->arena, a->files, arg); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse_runs(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	switch (key) {
	case KEY_BITSTATE: a->campaign.bitstate = true; return 0;
	case KEY_UNTIL: a->filter.until = arg; return 0;
	case KEY_STRATEGY:
		if (strcmp(arg, "ltl") != 0 && strcmp(arg, "safety") != 0) {
			driver_error("it can be safety or ltl", "--strategy cannot be `%s`", arg);
			exit(DRIVER_WRONG);
		}
		a->filter.strategy = strcmp(arg, "ltl") == 0 ? PML_LTL : PML_SAFETY;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp verify_runs_argp = { .options = runs_options, .parser = parse_runs };

static error_t parse_which(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	(void)arg;
	switch (key) {
	case KEY_NO_MUTANTS: a->filter.no_mutants = true; return 0;
	case KEY_EACH_PROPERTY: a->filter.each_property = true; return 0;
	case ARGP_KEY_SUCCESS:
		if (!a->filter.no_mutants || a->filter.mutants.count == 0)
			return 0;
		driver_error("leave out one of them",
		    "`--mutant` asks for a mutant, and `--no-mutants` leaves all of them out");
		exit(DRIVER_WRONG);
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp verify_which_argp = { .options = which_options, .parser = parse_which };

static const struct argp_child children[] = { { &driver_common_argp, 0, NULL, 90 },
	{ &verify_cells_argp, 0, NULL, 0 }, { 0 } };
const struct argp verify_common_argp = { .options = options,
	.parser = parse,
	.children = children };

static error_t parse_litmus(int key, char *arg, struct argp_state *state)
{
	if (key != ARGP_KEY_INIT)
		return parse(key, arg, state);
	state->child_inputs[0] = state->input;
	return 0;
}

static const struct argp_child litmus_children[] = { { &driver_common_argp, 0, NULL, 90 }, { 0 } };
const struct argp verify_litmus_argp = { .options = litmus_options,
	.parser = parse_litmus,
	.children = litmus_children };

void verify_defaults(struct verify_arguments *arguments)
{
	memset(arguments, 0, sizeof *arguments);
	arguments->arena = gd_arena_new();
	arguments->trace_names = GD_NEW(arguments->arena, plan_words);
	arguments->campaign.memory_limit = DEFAULT_MEMORY_LIMIT;
	arguments->campaign.time_limit = 600;
	arguments->campaign.progress = true;
}

bool verify_run(const struct verify_arguments *arguments, struct plan *plan,
    struct camp_summary *summary)
{
	struct camp_options options = arguments->campaign;

	plan->memory_limit =
	    options.memory_limit == DEFAULT_MEMORY_LIMIT ? 0 : options.memory_limit;
	if (arguments->simplest.raw)
		plan->simplest = " --raw";
	else if (arguments->simplest.is_limited)
		plan->simplest =
		    gd_arena_printf(plan->arena, " --reorderings %u", arguments->simplest.limit);
	options.jobs = (unsigned)arguments->common.jobs;
	options.results =
	    arguments->results ? arguments->results : camp_default_results(plan->arena);
	plan_estimate(plan, options.results);
	engine_run_jobs(arguments, plan->arena, plan->jobs.at, plan->jobs.count, &options, summary);
	litmus_collect(plan);
	if (summary->status != CAMP_CANNOT)
		return true;
	driver_error(NULL, "%s: nothing could be verified: %s", plan->file, summary->why);
	return false;
}

bool verify_run_one(const struct verify_arguments *arguments, const struct plan *plan,
    struct camp_job *job, double seconds, long megabytes, int *interrupted_by)
{
	struct camp_options options = arguments->campaign;
	struct camp_summary summary;

	options.jobs = 1;
	options.gives_up = true; /* what is found must not depend on the speed of the machine */
	options.results =
	    arguments->results ? arguments->results : camp_default_results(plan->arena);
	if (options.time_limit > seconds)
		options.time_limit = seconds;
	if (options.memory_limit > megabytes)
		options.memory_limit = megabytes;
	camp_run_jobs(plan->arena, job, 1, &options, &summary);
	if (summary.status == CAMP_INTERRUPTED)
		*interrupted_by = summary.interrupted_by;
	if (summary.status != CAMP_CANNOT)
		return summary.status == CAMP_DONE;
	driver_error(NULL, "%s: nothing could be searched: %s", plan->file, summary.why);
	return false;
}

void verify_die_of(int signal_number)
{
	fflush(NULL);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

void verify_die(const struct camp_summary *summary)
{
	if (summary->status == CAMP_INTERRUPTED)
		verify_die_of(summary->interrupted_by);
}
