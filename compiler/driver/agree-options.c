/* agree-options.c: the command lines of agree and explore. */
#include "compiler/driver/agree.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/driver/outputs.h"

enum { KEY_SET = 0x5000, KEY_WORKERS, KEY_PREEMPTIONS, KEY_SECONDS };

static const struct argp_option options[] = {
	{ "set", KEY_SET, "OPTION=VALUE", 0, "set an option; the others have their default values",
	    1 },
	{ "workers", KEY_WORKERS, "N", 0, "how many workers the C has (default 1)", 1 },
	{ "preemptions", KEY_PREEMPTIONS, "N", 0,
	    "explore only schedules with at most N preemptions", 2 },
	{ "seconds", KEY_SECONDS, "N", 0,
	    "explore the C of each cell for at most N seconds (default 60; 0: any time)", 2 },
	{ 0 }
};

static long number(const char *option, const char *arg, long low, long high)
{
	long value;

	if (driver_number(arg, low, high, &value))
		return value;
	driver_error(NULL, "%s cannot be `%s`: a number from %ld to %ld is needed", option, arg,
	    low, high);
	exit(DRIVER_WRONG);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct agree_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = state->child_inputs[1] = &a->verify; return 0;
	case KEY_SET: GD_PUSH(a->verify.arena, a->verify.filter.sets, arg); return 0;
	case KEY_WORKERS:
		a->bounds.workers = (unsigned)number("--workers", arg, 1, 16);
		a->chose_workers = true;
		return 0;
	case KEY_PREEMPTIONS:
		a->bounds.preemptions = number("--preemptions", arg, 0, 1000);
		return 0;
	case KEY_SECONDS: a->bounds.seconds = number("--seconds", arg, 0, 1000000); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &verify_litmus_argp, 0, NULL, 0 },
	{ &outputs_argp, 0, NULL, 0 }, { 0 } };
const struct argp agree_common_argp = { .options = options, .parser = parse, .children = children };

int agree_parse_arguments(const struct argp *argp, int argc, char **argv,
    struct agree_arguments *arguments)
{
	int status;

	memset(arguments, 0, sizeof *arguments);
	verify_defaults(&arguments->verify);
	arguments->bounds = (struct agree_bounds){ .workers = 1, .preemptions = -1, .seconds = 60 };
	status = driver_parse(argp, argc, argv, arguments);
	if (status == DRIVER_OK && arguments->verify.files.count == 0) {
		driver_error(gd_arena_printf(arguments->verify.arena, "%s FILE", argv[0]),
		    "which file?");
		status = DRIVER_WRONG;
	}
	return status;
}
