/* gcexplore.c: explores every schedule of a C program that is compiled as it is. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "explore/program/compile.h"
#include "explore/program/folder.h"
#include "explore/program/options.h"
#include "explore/program/program.h"
#include "explore/program/report.h"

/* Executions that making a schedule simpler may take. */
enum { MINIMISING = 20000 };

static struct options options = {
	.explore = { .instrumented = true, .is_over = gcx_program_is_over },
	.cc = "gcc",
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ----------------------------------------------------------------------- exploring */
static void estimate(struct gcx_program_run *run)
{
	struct gcx_estimate found;

	if (options.probes == 0 ||
	    !gcx_estimate(&options.explore, gcx_program_main, run, options.probes, &found))
		return;
	printf("estimate: %.3g executions, give or take %.2g\n", found.executions, found.deviation);
	fflush(stdout);
}

/* Replaces the schedule by a simpler one that fails in the same way. */
static void minimise(struct gcx_program_run *run, struct gcx_result *result)
{
	struct gcx_result simpler;

	if (!options.minimises || result->verdict != GCX_FAILED || !result->schedule)
		return;
	if (gcx_minimise(&options.explore, gcx_program_main, run, result->schedule,
		result->schedule_length, MINIMISING, &simpler) != GCX_FAILED) {
		free(simpler.schedule);
		return;
	}
	free(result->schedule);
	result->schedule = simpler.schedule;
	result->schedule_length = simpler.schedule_length;
}

static bool write_schedule(const struct gcx_result *result, const char *name)
{
	char why[GCX_TEXT];

	if (!options.schedule || result->verdict != GCX_FAILED || !result->schedule)
		return true;
	if (gcx_write_schedule(options.schedule, name, result->schedule, result->schedule_length,
		why))
		return true;
	fprintf(stderr, "gcexplore: %s\n", why);
	return false;
}

static int replay(const struct gcx_program *program, struct gcx_program_run *run)
{
	struct gcx_result result;
	int status;

	gcx_replay_file(&options.explore, gcx_program_main, run, options.replay, &result);
	status = gcx_report(program, &result, 0);
	free(result.schedule);
	return status;
}

static int explore_all(const struct gcx_program *program, struct gcx_program_run *run)
{
	struct gcx_result result;
	double from;
	int status;

	estimate(run);
	from = now();
	gcx_explore(&options.explore, gcx_program_main, run, &result);
	status = gcx_report(program, &result, now() - from);
	minimise(run, &result);
	if (!write_schedule(&result, run->argv[0]))
		status = STATUS_ERROR;
	free(result.schedule);
	return status;
}

/* A program may say itself which ends are no failures. */
static bool (*program_is_over)(void);

static bool is_over(void *argument)
{
	(void)argument;
	return program_is_over();
}

static void find_is_over(const struct gcx_program *program)
{
	*(void **)&program_is_over = gcx_program_symbol(program, "gcexplore_is_over");
	if (program_is_over)
		options.explore.is_over = is_over;
}

/* Unloads it. */
static int explore(struct gcx_program *program, char *name)
{
	char *arguments[] = { name, NULL };
	struct gcx_program_run run = { .program = program, .argc = 1, .argv = arguments };
	int status;

	find_is_over(program);
	gcx_watch();
	status = options.replay ? replay(program, &run) : explore_all(program, &run);
	gcx_program_unload(program);
	return fflush(stdout) == 0 ? status : STATUS_ERROR;
}

/* ----------------------------------------------------------------------- compiling */
static bool is_shared_object(const char *file)
{
	const char *dot = strrchr(file, '.');

	return dot && strcmp(dot, ".so") == 0;
}

static struct gcx_program *load(const char *file)
{
	const char *why;
	struct gcx_program *program = gcx_program_load(file, &why);

	if (!program)
		fprintf(stderr, "gcexplore: %s\n", why);
	else if (*gcx_program_imports(program))
		fprintf(stderr, "gcexplore: what these functions access is not seen: %s\n",
		    gcx_program_imports(program));
	return program;
}

static struct gcx_program *load_shared_object(const char *name)
{
	char file[PATH_MAX];

	snprintf(file, sizeof file, "%s%s", strchr(name, '/') ? "" : "./", name);
	return load(file);
}

/* The folder is gone when this returns, so that nothing is left behind if the exploration is killed. */
static struct gcx_program *compile(void)
{
	const char *where = getenv("TMPDIR");
	char folder[PATH_MAX - 64], file[PATH_MAX];
	struct gcx_program *program = NULL;

	snprintf(folder, sizeof folder, "%s/gcexplore.XXXXXX", where && *where ? where : "/tmp");
	if (!gcx_make_folder(folder)) {
		fprintf(stderr, "gcexplore: %s: %s\n", folder, strerror(errno));
		return NULL;
	}
	snprintf(file, sizeof file, "%s/program.so", folder);
	if (gcx_compile(options.cc, options.files, options.file_count, options.flags, folder, file))
		program = load(file);
	gcx_remove_folder();
	return program;
}

int main(int argc, char **argv)
{
	struct gcx_program *program;
	int status = gcx_read_options(argc, argv, &options);

	if (status >= 0)
		return status;
	program = options.file_count == 1 && is_shared_object(options.files[0])
	    ? load_shared_object(options.files[0])
	    : compile();
	return program ? explore(program, options.files[0]) : STATUS_ERROR;
}
