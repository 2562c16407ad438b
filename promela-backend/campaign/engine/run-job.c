/* run-job.c: jobs from files, results to files.
 *
 * A result is worth something only if the tools are those of the machine that reports it.  So a job is refused, in
 * its result, if they are others: before it takes time. */
#include "promela-backend/campaign/engine/run-job.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "promela-backend/campaign/engine/job-file.h"
#include "promela-backend/campaign/engine/work.h"

struct runner {
	struct gd_arena *arena;
	const struct camp_job_file *files; /* by job */
	const char *const *paths;
	struct camp_job *jobs;
	struct camp_summary summary; /* of the run, with the versions of the tools here */
	long limit;                  /* MB for a search, here */
	bool refused;
	const char *why;
};

/* ---------------------------------------------------------------------- results */
static const char *result_path(struct gd_arena *arena, const char *path)
{
	size_t length = strlen(path), ending = strlen(".job");

	if (length > ending && strcmp(path + length - ending, ".job") == 0)
		length -= ending;
	return gd_arena_printf(arena, "%.*s.result", (int)length, path);
}

static bool is_verdict(enum camp_verdict verdict)
{
	return verdict == CAMP_HOLDS || verdict == CAMP_FAILS || verdict == CAMP_BOUNDED;
}

static void finished(void *data, const struct camp_job *job, const char *key)
{
	struct runner *runner = data;
	size_t index = (size_t)(job - runner->jobs);
	const struct camp_job_file *file = &runner->files[index];
	const char *path = result_path(runner->arena, runner->paths[index]);
	struct camp_result_file result = { .id = file->id,
		.key = key,
		.spin = runner->summary.spin_version,
		.cc = runner->summary.cc_version,
		.needs_memory = !is_verdict(job->result.verdict) && !job->result.kept &&
		    runner->limit < file->memory_limit,
		.result = job->result };
	char host[256] = "";

	gethostname(host, sizeof host - 1);
	result.host = host;
	if (camp_result_write(runner->arena, path, &result))
		printf("%s: %s\n", job->name, camp_verdict_name[job->result.verdict]);
	else
		runner->why =
		    gd_arena_printf(runner->arena, "cannot write %s: %s", path, strerror(errno));
	fflush(stdout);
}

static bool admit(void *data, struct camp_job *job, const char *key)
{
	struct runner *runner = data;
	const struct camp_job_file *file = &runner->files[job - runner->jobs];
	struct camp_result_file there;
	const char *why;

	if (strcmp(key, file->key) != 0) {
		job->result.verdict = CAMP_TOOL_FAILED;
		job->result.reason = gd_arena_printf(runner->arena,
		    "refused: the tools here are `%s' and `%s', or another gcdsl, and the job is for `%s' and `%s'",
		    runner->summary.spin_version, runner->summary.cc_version, file->spin, file->cc);
		job->result.kept = true; /* more memory does not help */
		runner->refused = true;
		return false;
	}
	if (camp_result_read(runner->arena,
		result_path(runner->arena, runner->paths[job - runner->jobs]), &there,
		&why) != CAMP_READ ||
	    strcmp(there.key, key) != 0 ||
	    (!is_verdict(there.result.verdict) && there.needs_memory))
		return true;
	job->result = there.result;
	return false;
}

/* -------------------------------------------------------------------------- run */
/* The memory for the search: the whole model's share is part of the key, and must not become less. */
static long limit_of(const struct camp_job_file *file, const struct camp_run_job *options)
{
	long limit = options->memory > WORK_ROOM + 64 ? options->memory - WORK_ROOM : 64;

	return options->memory && limit < file->memory_limit ? limit : file->memory_limit;
}

/* Where more memory can be had in another class, a search is over when it has too little here: it is not made
 * again with another storage, which may take long, or miss states. */
static void set_limits(struct camp_options *options, const struct camp_job_file *file,
    const struct camp_run_job *asked)
{
	options->memory_limit = limit_of(file, asked);
	options->time_limit = file->time_limit;
	options->gives_up = file->gives_up || options->memory_limit < file->memory_limit;
	options->bitstate = file->bitstate;
}

static bool have_same_limits(const struct camp_job_file *a, const struct camp_job_file *b)
{
	return a->memory_limit == b->memory_limit && a->time_limit == b->time_limit &&
	    a->bitstate == b->bitstate && a->gives_up == b->gives_up;
}

static enum camp_run_job_end end_of(const struct runner *runner, int *signal_number,
    const char **why)
{
	*why = runner->why ? runner->why : runner->summary.why;
	*signal_number = runner->summary.interrupted_by;
	if (runner->summary.status == CAMP_INTERRUPTED)
		return CAMP_STOPPED;
	if (runner->refused && !*why)
		*why = "the tools of this machine are not those that the jobs are for";
	return *why ? CAMP_NOT_ALL_RUN : CAMP_ALL_RUN;
}

static bool read_files(struct gd_arena *arena, const char *const *paths, size_t count,
    struct camp_job_file *files, struct camp_job *jobs, const char **why)
{
	for (size_t i = 0; i < count; i++) {
		enum camp_read read = camp_job_read(arena, paths[i], &files[i], why);

		if (read == CAMP_READ && strcmp(files[i].id, "") != 0) {
			jobs[i] = files[i].job;
			continue;
		}
		*why = gd_arena_printf(arena, "%s is not a job: %s", paths[i],
		    read == CAMP_MISSING ? "there is no such file" : *why);
		return false;
	}
	return true;
}

enum camp_run_job_end camp_run_job_files(struct gd_arena *arena, const char *const *paths,
    size_t count, const struct camp_run_job *asked, int *signal_number, const char **why)
{
	struct camp_job_file *files = GD_NEW_ARRAY(arena, struct camp_job_file, count + 1);
	struct camp_job *jobs = GD_NEW_ARRAY(arena, struct camp_job, count + 1);
	struct runner runner = { .arena = arena, .files = files, .paths = paths, .jobs = jobs };
	struct camp_watch watch = { admit, finished, &runner };
	struct camp_options options = { .jobs = 1,
		.watch = &watch,
		.ignore_kept = asked->ignore_kept };

	if (!read_files(arena, paths, count, files, jobs, why))
		return CAMP_BAD_JOB;
	for (size_t i = 1; i < count; i++)
		if (!have_same_limits(&files[i], &files[0])) {
			*why = "the jobs are of several campaigns";
			return CAMP_BAD_JOB;
		}
	set_limits(&options, &files[0], asked);
	runner.limit = options.memory_limit;
	camp_run_jobs(arena, jobs, count, &options, &runner.summary);
	return end_of(&runner, signal_number, why);
}
