/* trace-options.c: which run gcdsl trace and gcdsl view show, and how it is shown as text. */
#include "compiler/driver/trace-options.h"

#include <stdlib.h>

#include "compiler/driver/verify.h"

enum { KEY_ONLY = 0x5100, KEY_HEAP, KEY_LANES, KEY_STEP, KEY_EVENTS };
enum { KEY_RAW = 0x3200, KEY_REORDERINGS, KEY_PASSING, MOST_REORDERINGS = 100 };

static const struct argp_option options[] = { { NULL, 0, NULL, 0, "How a run is shown:", 6 },
	{ "only", KEY_ONLY, "WHAT", 0,
	    "only steps of a thread (`thread=m'), about an object or location "
	    "(`object=a'), or with marks (`red'); may be repeated",
	    6 },
	{ "heap", KEY_HEAP, "STEP", OPTION_ARG_OPTIONAL,
	    "draw the heap after this step, or after each that is shown", 6 },
	{ "lanes", KEY_LANES, 0, 0, "a column for each thread", 6 },
	{ "step", KEY_STEP, 0, 0, "step through the run with keys, on the whole terminal", 6 },
	{ "events", KEY_EVENTS, "TRACE", 0, "with --step: show this trace, and search none", 6 },
	{ 0 } };

static void wrong(const char *option, const char *arg, const char *hint)
{
	driver_error(hint, "%s cannot be `%s`", option, arg);
	exit(DRIVER_WRONG);
}

static void take_only(struct trace_options *o, const char *arg)
{
	if (!style_add_only(o->arena, &o->style, arg))
		wrong("--only", arg, "it can be thread=NAME, object=NAME or red");
}

static void take_heap(struct trace_options *o, const char *arg)
{
	o->style.heap = STYLE_EACH_HEAP;
	if (arg && !driver_number(arg, 1, 100000000, &o->style.heap))
		wrong("--heap", arg, "it can be the number of a step");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct trace_options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT: o->style = style_plain; return 0;
	case KEY_ONLY: take_only(o, arg); return 0;
	case KEY_HEAP: take_heap(o, arg); return 0;
	case KEY_LANES: o->style.lanes = true; return 0;
	case KEY_STEP: o->step = true; return 0;
	case KEY_EVENTS: o->events = arg; return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp trace_options_argp = { .options = options, .parser = parse };

/* ---------------------------------------------------------------------- which run */
static const struct argp_option search_options[] = {
	{ "reorderings", KEY_REORDERINGS, "N", 0,
	    "only runs with at most N reorderings of stores (otherwise as few as possible)", 1 },
	{ "passing", KEY_PASSING, 0, 0,
	    "beside the failing run, one in which nothing fails and which begins as it does for as "
	    "many steps as possible: trace shows it instead, view beside it",
	    1 },
	{ "raw", KEY_RAW, 0, 0, "the short run that SPIN finds, however many reorderings it has",
	    1 },
	{ 0 }
};

static void take_reorderings(struct verify_arguments *a, const char *arg)
{
	long number;

	if (!driver_number(arg, 0, MOST_REORDERINGS, &number))
		wrong("--reorderings", arg,
		    gd_arena_printf(a->arena, "write a number from 0 to %d", MOST_REORDERINGS));
	a->simplest.is_limited = true;
	a->simplest.limit = (unsigned)number;
}

static error_t parse_search(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	switch (key) {
	case KEY_PASSING: a->simplest.passing = true; return 0;
	case KEY_RAW: a->simplest.raw = true; return 0;
	case KEY_REORDERINGS: take_reorderings(a, arg); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp trace_search_argp = { .options = search_options, .parser = parse_search };
