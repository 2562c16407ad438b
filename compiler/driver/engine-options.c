/* engine-options.c: on which machines a campaign runs. */
#include "compiler/driver/verify.h"

#include <stdlib.h>
#include <string.h>

#include "promela-backend/campaign/engine/swarm.h"

enum {
	KEY_ENGINE = 0x7000,
	KEY_WORK,
	KEY_HOSTS,
	KEY_SLURM_OPTION,
	KEY_THROTTLE,
	KEY_DETACH,
	KEY_SWARM,
	KEY_PROGRAM,
	KEY_CHUNK
};
static const struct argp_option options[] = { { NULL, 0, NULL, 0,
						  "Where searches run (doc/clusters.md):", 6 },
	{ "engine", KEY_ENGINE, "E", 0,
	    "what runs the jobs: `local' (the default: this process), `parallel' (GNU parallel), "
	    "`slurm', or `list' (nothing: it writes the list of jobs, and takes the results that are there)",
	    6 },
	{ "work", KEY_WORK, "DIR", 0,
	    "with an engine: the folder for its jobs, which all machines share (default "
	    "$XDG_CACHE_HOME/gcdsl/campaigns)",
	    6 },
	{ "hosts", KEY_HOSTS, "HOST,...", 0,
	    "with `parallel': hosts, as for its --sshlogin (default `:', this machine)", 6 },
	{ "slurm-option", KEY_SLURM_OPTION, "OPTION", 0,
	    "with `slurm': an option for sbatch, `--partition=big' (may be repeated)", 6 },
	{ "throttle", KEY_THROTTLE, "N", 0, "with `slurm': at most N tasks of an array at once",
	    6 },
	{ "detach", KEY_DETACH, 0, 0,
	    "with `slurm': do not wait; the same command takes the results later", 6 },
	{ "program", KEY_PROGRAM, "PATH", 0,
	    "with an engine: gcdsl on the other machines (default: the path of this one)", 6 },
	{ "chunk", KEY_CHUNK, "SECONDS", 0,
	    "with an engine: about how long a task of several short jobs takes", 6 },
	{ "swarm", KEY_SWARM, "N", 0,
	    "for models that are too large: N different bitstate searches of each; without an error "
	    "the verdict is `bounded'",
	    6 },
	{ 0 } };

static const struct engine_name {
	const char *name;
	enum camp_engine_kind kind;
} names[] = { { "local", CAMP_LOCAL }, { "list", CAMP_LIST }, { "parallel", CAMP_PARALLEL },
	{ "slurm", CAMP_SLURM } };
enum { NAMES = sizeof names / sizeof *names, MOST_SEARCHES = 10000 };

static enum camp_engine_kind engine_of(const char *arg)
{
	for (int i = 0; i < NAMES; i++)
		if (strcmp(arg, names[i].name) == 0)
			return names[i].kind;
	driver_error("it can be local, list, parallel or slurm", "--engine cannot be `%s`", arg);
	exit(DRIVER_WRONG);
}

static long number(const char *option, const char *arg, long high)
{
	long value;

	if (driver_number(arg, 1, high, &value))
		return value;
	driver_error(NULL, "--%s cannot be `%s`: a number from 1 to %ld is needed", option, arg,
	    high);
	exit(DRIVER_WRONG);
}

/* An option is of use only with its engine. */
static void needs(const char *option, bool given, bool fits, const char *engine)
{
	if (!given || fits)
		return;
	driver_error(NULL, "--%s is for --engine %s", option, engine);
	exit(DRIVER_WRONG);
}

static void check(struct verify_arguments *a)
{
	const struct camp_engine *engine = &a->engine;
	bool elsewhere = engine->kind != CAMP_LOCAL, slurm = engine->kind == CAMP_SLURM;

	needs("work", engine->work, elsewhere, "parallel, slurm or list");
	needs("program", engine->program, elsewhere, "parallel, slurm or list");
	needs("chunk", engine->chunk, elsewhere && engine->kind != CAMP_LIST, "parallel or slurm");
	needs("hosts", engine->hosts, engine->kind == CAMP_PARALLEL, "parallel");
	needs("slurm-option", a->slurm_options.count, slurm, "slurm");
	needs("throttle", engine->throttle, slurm, "slurm");
	needs("detach", engine->detach, slurm, "slurm");
	if (elsewhere && a->campaign.keep) {
		driver_error("the files of a campaign are in its folder: see --work",
		    "--keep is for --engine local");
		exit(DRIVER_WRONG);
	}
	if (a->slurm_options.count) {
		GD_PUSH(a->arena, a->slurm_options, NULL);
		a->engine.slurm_options = a->slurm_options.at;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	switch (key) {
	case KEY_ENGINE: a->engine.kind = engine_of(arg); return 0;
	case KEY_WORK: a->engine.work = arg; return 0;
	case KEY_HOSTS: a->engine.hosts = arg; return 0;
	case KEY_SLURM_OPTION: GD_PUSH(a->arena, a->slurm_options, arg); return 0;
	case KEY_THROTTLE: a->engine.throttle = number("throttle", arg, 1000000); return 0;
	case KEY_DETACH: a->engine.detach = true; return 0;
	case KEY_PROGRAM: a->engine.program = arg; return 0;
	case KEY_CHUNK: a->engine.chunk = number("chunk", arg, 1000000); return 0;
	case KEY_SWARM: a->swarm = number("swarm", arg, MOST_SEARCHES); return 0;
	case ARGP_KEY_SUCCESS: check(a); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp engine_argp = { .options = options, .parser = parse };

void engine_run_jobs(const struct verify_arguments *arguments, struct gd_arena *arena,
    struct camp_job *jobs, size_t count, const struct camp_options *asked,
    struct camp_summary *summary)
{
	struct camp_options where = *asked;
	struct camp_engine engine = arguments->engine;
	struct camp_swarm swarm;

	if (engine.kind != CAMP_LOCAL && !where.only_kept) {
		where.elsewhere = camp_engine_run;
		where.elsewhere_data = &engine;
	}
	if (!arguments->swarm || where.only_kept) {
		camp_run_jobs(arena, jobs, count, &where, summary);
		return;
	}
	where.done = NULL; /* rows are of the jobs that the swarm stands for */
	swarm = camp_swarm_of(arena, jobs, count, (unsigned)arguments->swarm);
	camp_run_jobs(arena, swarm.jobs, swarm.count, &where, summary);
	camp_swarm_collect(arena, &swarm, jobs, count);
}
