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
#include "explore/program/options.h"
#include "explore/program/program.h"
#include "explore/program/report.h"

/* Executions that making a schedule simpler may take. */
enum { MINIMISING = 20000 };

static struct options options = { .explore = { .instrumented = true }, .cc = "gcc" };

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

static int replay(const struct gcx_program *program, const char *file, struct gcx_program_run *run)
{
	struct gcx_result result;
	int status;

	gcx_replay_file(&options.explore, gcx_program_main, run, options.replay, &result);
	status = gcx_report(program, file, &result, 0);
	free(result.schedule);
	return status;
}

static int explore_all(const struct gcx_program *program, const char *file,
    struct gcx_program_run *run)
{
	struct gcx_result result;
	double from;
	int status;

	estimate(run);
	from = now();
	gcx_explore(&options.explore, gcx_program_main, run, &result);
	status = gcx_report(program, file, &result, now() - from);
	minimise(run, &result);
	if (!write_schedule(&result, run->argv[0]))
		status = STATUS_ERROR;
	free(result.schedule);
	return status;
}

static int explore(const char *file, char *name)
{
	char *arguments[] = { name, NULL };
	struct gcx_program_run run = { .argc = 1, .argv = arguments };
	struct gcx_program *program;
	const char *why;
	int status;

	program = gcx_program_load(file, &why);
	if (!program) {
		fprintf(stderr, "gcexplore: %s\n", why);
		return STATUS_ERROR;
	}
	run.program = program;
	gcx_watch();
	status = options.replay ? replay(program, file, &run) : explore_all(program, file, &run);
	gcx_program_unload(program);
	return fflush(stdout) == 0 ? status : STATUS_ERROR;
}

/* ----------------------------------------------------------------------- compiling */
static bool is_shared_object(const char *file)
{
	const char *dot = strrchr(file, '.');

	return dot && strcmp(dot, ".so") == 0;
}

static int compile_and_explore(const char *folder)
{
	char file[PATH_MAX];
	int status = STATUS_ERROR;

	if (snprintf(file, sizeof file, "%s/program.so", folder) < (int)sizeof file &&
	    gcx_compile(options.cc, options.files, options.file_count, options.flags, folder, file))
		status = explore(file, options.files[0]);
	unlink(file);
	return status;
}

int main(int argc, char **argv)
{
	const char *where = getenv("TMPDIR");
	char file[PATH_MAX], folder[PATH_MAX];
	int status = gcx_read_options(argc, argv, &options);

	if (status >= 0)
		return status;
	if (options.file_count == 1 && is_shared_object(options.files[0])) {
		const char *name = options.files[0];

		snprintf(file, sizeof file, "%s%s", strchr(name, '/') ? "" : "./", name);
		return explore(file, options.files[0]);
	}
	snprintf(folder, sizeof folder, "%s/gcexplore.XXXXXX", where && *where ? where : "/tmp");
	if (!mkdtemp(folder)) {
		fprintf(stderr, "gcexplore: %s: %s\n", folder, strerror(errno));
		return STATUS_ERROR;
	}
	status = compile_and_explore(folder);
	rmdir(folder);
	return status;
}
