/* work.c: the folder of a campaign.
 *
 * The folder's name has the digest of all jobs: the same command finds the same campaign, and another one
 * does not disturb it.  The file `submitted' is there as long as the campaign is not reported: then results in
 * the folder are of this campaign, and are taken. */
#include "promela-backend/campaign/engine/work.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "compiler/base/out.h"
#include "promela-backend/campaign/digest.h"
#include "promela-backend/campaign/engine/job-file.h"
#include "promela-backend/campaign/files.h"

const char camp_work_submitted[] = "submitted";
static const char LIST_LINE[] = "# id\tcell\tMB\tseconds\texpected\tdigest\tcommand\n";

const char *camp_work_path(const struct work *work, const char *format, ...)
{
	va_list args;
	const char *name;

	va_start(args, format);
	name = gd_arena_vprintf(work->arena, format, args);
	va_end(args);
	return gd_arena_printf(work->arena, "%s/%s", work->folder, name);
}

const char *camp_work_quoted(struct gd_arena *arena, const char *text)
{
	char *copy = gd_arena_alloc(arena, 4 * strlen(text) + 3), *next = copy;

	if (*text &&
	    strspn(text,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789/._-+:@%,=") == strlen(text))
		return text;
	*next++ = '\'';
	for (; *text; text++) {
		if (*text == '\'') {
			memcpy(next, "'\\''", 4);
			next += 4;
		} else {
			*next++ = *text;
		}
	}
	*next = '\'';
	return copy;
}

/* ----------------------------------------------------------------------- names */
/* Two jobs with the same key may have other limits, and one of them may be cut. */
static const char *make_id(struct work *work, const struct camp_job *job)
{
	const struct camp_options *options = work->field.options;
	struct camp_digest digest;
	char hex[65];

	camp_digest_init(&digest);
	camp_digest_string(&digest, camp_key(work->campaign, job));
	camp_digest_string(&digest, job->name);
	camp_digest_string(&digest,
	    gd_arena_printf(work->arena, "%ld %g %d %d %d %d %d %d", options->memory_limit,
		options->time_limit, options->bitstate, options->gives_up, job->cut, job->collects,
		job->outcomes, job->large));
	camp_digest_end(&digest, hex);
	return gd_arena_strndup(work->arena, hex, WORK_ID_DIGITS);
}

/* "stw-0123456789abcdef" */
static const char *campaign_name(const struct work *work)
{
	const char *file = work->count ? work->jobs[0].job->file : "none";
	struct camp_digest digest;
	char hex[65];

	camp_digest_init(&digest);
	for (size_t i = 0; i < work->count; i++)
		camp_digest_string(&digest, work->jobs[i].id);
	camp_digest_end(&digest, hex);
	return gd_arena_printf(work->arena, "%.*s-%.*s", (int)strcspn(file, "."), file,
	    WORK_ID_DIGITS, hex);
}

static const char *default_work(struct gd_arena *arena)
{
	const char *cache = camp_default_verifiers(arena);
	const char *end = cache ? strrchr(cache, '/') : NULL;

	return end ? gd_arena_printf(arena, "%.*s/campaigns", (int)(end - cache), cache) : NULL;
}

static const char *absolute(struct gd_arena *arena, const char *path)
{
	char *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
	const char *full = here ? gd_arena_printf(arena, "%s/%s", here, path) : path;

	free(here);
	return full;
}

/* ---------------------------------------------------------------------- folder */
static const char *cannot(struct work *work, const char *what, const char *path)
{
	return gd_arena_printf(work->arena, "cannot %s %s: %s", what, path, strerror(errno));
}

static const char *take_lock(struct work *work)
{
	const char *path = camp_work_path(work, "lock");

	work->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (work->lock < 0)
		return cannot(work, "write", path);
	if (flock(work->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return NULL; /* some file systems have no locks */
	return gd_arena_printf(work->arena,
	    "another `gcdsl verify' is at work on this campaign, in %s", work->folder);
}

static void forget_old_results(const struct work *work)
{
	for (size_t i = 0; i < work->count; i++)
		if (work->jobs[i].place != WORK_FINISHED)
			unlink(work->jobs[i].result);
}

static void name_files(struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		struct work_job *job = &work->jobs[i];

		job->file = camp_work_path(work, "%s.job", job->id);
		job->result = camp_work_path(work, "%s.result", job->id);
	}
}

const char *camp_work_open(struct work *work, bool *begun)
{
	const char *folder = work->engine->work ? work->engine->work : default_work(work->arena);
	const char *why;

	work->lock = -1;
	if (!folder)
		return "there is no home directory for the campaign's files: name a folder with --work";
	for (size_t i = 0; i < work->count; i++)
		if (work->jobs[i].job->model)
			work->jobs[i].id = make_id(work, work->jobs[i].job);
		else
			work->jobs[i].id = "none";
	work->folder = gd_arena_printf(work->arena, "%s/%s", absolute(work->arena, folder),
	    campaign_name(work));
	if (strchr(work->folder, '\n')) /* lists have a line for each job */
		return "the name of the folder for the campaign's files has a line break: name another with --work";
	name_files(work);
	if (!gd_make_directories(camp_work_path(work, "logs")))
		return cannot(work, "make the folder", work->folder);
	why = take_lock(work);
	if (why)
		return why;
	*begun = access(camp_work_path(work, "%s", camp_work_submitted), R_OK) == 0;
	if (!*begun)
		forget_old_results(work);
	return NULL;
}

/* Whether nobody will look at the folder: it is in the cache, and no task is to be explained. */
static bool is_of_no_use(const struct work *work)
{
	for (size_t i = 0; i < work->count; i++)
		if (work->jobs[i].job->result.verdict == CAMP_TOOL_FAILED)
			return false;
	return !work->engine->work;
}

void camp_work_close(struct work *work, bool complete)
{
	if (complete && is_of_no_use(work))
		camp_remove_tree(work->folder);
	else if (complete)
		unlink(camp_work_path(work, "%s", camp_work_submitted));
	if (work->lock >= 0)
		close(work->lock);
}

/* ------------------------------------------------------------------------ jobs */
/* Settings of this process that a job needs, as words for env. */
static const char *settings(struct work *work)
{
	static const char *const names[] = { "SPIN", "GCDSL_CC" };
	const char *words = "";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			words = gd_arena_printf(work->arena, "%s%s=%s ", words, names[i],
			    camp_work_quoted(work->arena, value));
	}
	return *words ? gd_arena_printf(work->arena, "env %s", words) : "";
}

const char *camp_work_command(struct work *work, long megabytes)
{
	return gd_arena_printf(work->arena, "%s%s run-job --memory %ld%s%s ", settings(work),
	    camp_work_quoted(work->arena, work->program), megabytes,
	    work->engine->kind == CAMP_PARALLEL ? " --with-parent" : "",
	    work->field.options->ignore_kept ? " --no-cache" : "");
}

static bool is_written(const struct work_job *job)
{
	struct gd_arena *arena = gd_arena_new();
	struct camp_job_file file;
	const char *why;
	bool good = camp_job_read(arena, job->file, &file, &why) == CAMP_READ &&
	    strcmp(file.id, job->id) == 0;

	gd_arena_free(arena);
	return good;
}

const char *camp_work_write_job(struct work *work, const struct work_job *job)
{
	const struct camp_options *options = work->field.options;
	struct camp_job_file file = { job->id, camp_key(work->campaign, job->job),
		work->field.spin_version, work->field.cc_version, options->memory_limit,
		options->time_limit, options->bitstate, options->gives_up, *job->job };

	if (is_written(job) || camp_job_write(work->arena, job->file, &file))
		return NULL;
	return cannot(work, "write", job->file);
}

const char *camp_work_write_out(struct work *work, const char *name, struct gd_out *out)
{
	const char *path = camp_work_path(work, "%s", name), *why = NULL;

	if (!gd_write_file(path, out->text ? out->text : "", out->length))
		why = cannot(work, "write", path);
	gd_out_free(out);
	return why;
}

const char *camp_work_write_jobs(struct work *work)
{
	const char *why = NULL;
	struct gd_out out;

	gd_out_init(&out, 0);
	gd_out_raw(&out, LIST_LINE, strlen(LIST_LINE));
	for (size_t i = 0; i < work->count && !why; i++) {
		const struct work_job *job = &work->jobs[i];
		const char *line;

		if (job->place == WORK_FINISHED || job->place == WORK_SHARES)
			continue;
		why = camp_work_write_job(work, job);
		line = gd_arena_printf(work->arena, "%s\t%s\t%ld\t%.0f\t%s\t%s\t%s%s\n", job->id,
		    job->job->name, work->classes[job->rank],
		    WORK_TIMES_LIMIT * work->field.options->time_limit,
		    job->job->expected ? job->job->expected : "-",
		    camp_key(work->campaign, job->job),
		    camp_work_command(work, work->classes[job->rank]),
		    camp_work_quoted(work->arena, job->file));
		gd_out_raw(&out, line, strlen(line));
	}
	if (!why)
		return camp_work_write_out(work, "jobs.list", &out);
	gd_out_free(&out);
	return why;
}
