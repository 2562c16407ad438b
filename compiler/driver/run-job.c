/* run-job.c: gcdsl run-job. */
#include "compiler/driver/verify.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "promela-backend/campaign/engine/run-job.h"

enum { KEY_MEMORY = 0x7100, KEY_NO_CACHE, KEY_WITH_PARENT };
static const struct argp_option options[] = {
	{ "memory", KEY_MEMORY, "MB", 0, "what this process and its tools may use together", 1 },
	{ "no-cache", KEY_NO_CACHE, 0, 0, "compile verifiers again", 1 },
	{ "with-parent", KEY_WITH_PARENT, 0, 0, "end when the process that started this one ends",
	    1 },
	{ 0 }
};

struct arguments {
	struct driver_common common; /* first, as for every subcommand */
	struct gd_arena *arena;
	struct camp_run_job run;
	plan_words files;
};

/* The parent may have ended before this was asked for. */
static void end_with_parent(void)
{
	pid_t parent = getppid();

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		raise(SIGTERM);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = &a->common; return 0;
	case KEY_MEMORY:
		if (driver_number(arg, 1, 100000000, &a->run.memory))
			return 0;
		driver_error(NULL, "--memory cannot be `%s`: a number of MB is needed", arg);
		exit(DRIVER_WRONG);
	case KEY_NO_CACHE: a->run.ignore_kept = true; return 0;
	case KEY_WITH_PARENT: end_with_parent(); return 0;
	case ARGP_KEY_ARG: GD_PUSH(a->arena, a->files, arg); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int run(const struct arguments *a)
{
	const char *why = NULL;
	int signal_number = 0;
	enum camp_run_job_end end = camp_run_job_files(a->arena, a->files.at, a->files.count,
	    &a->run, &signal_number, &why);

	if (why)
		driver_error(NULL, "%s", why);
	switch (end) {
	case CAMP_ALL_RUN: return DRIVER_OK;
	case CAMP_NOT_ALL_RUN: return DRIVER_FAILED;
	case CAMP_STOPPED: verify_die_of(signal_number); return DRIVER_FAILED;
	case CAMP_BAD_JOB: break;
	}
	return DRIVER_WRONG;
}

int driver_run_job(int argc, char **argv)
{
	static const struct argp_child children[] = { { &driver_common_argp, 0, NULL, 90 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc =
		    "Runs jobs of a campaign's folder, one after the other, and writes the result of "
		    "X.job to X.result.  `gcdsl verify --engine' has engines start it.\v"
		    "Exit status: 0 each job has a result, whatever it is; 2 a file is not a job; 4 a "
		    "result could not be written, or the tools are not those of the machine that wrote "
		    "the job." };
	struct arguments arguments = { .arena = gd_arena_new() };
	int status = driver_parse(&argp, argc, argv, &arguments);

	if (status == DRIVER_OK && arguments.files.count == 0) {
		driver_error("gcdsl run-job FILE…", "which job?");
		status = DRIVER_WRONG;
	}
	if (status == DRIVER_OK)
		status = run(&arguments);
	gd_arena_free(arguments.arena);
	return status;
}
