/* engine.c: submits what waits, until each job has its result. */
#include "promela-backend/campaign/engine/engine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "promela-backend/campaign/engine/take.h"
#include "promela-backend/campaign/engine/work.h"

static const long CLASSES[] = { 1000, 4000, 16000, 64000, 256000 };

static const struct work_kind *const kinds[] = { [CAMP_LIST] = &camp_work_list,
	[CAMP_PARALLEL] = &camp_work_parallel,
	[CAMP_SLURM] = &camp_work_slurm };

/* ------------------------------------------------------------------------- submit */
static size_t count_of(const struct work *work, enum work_place place)
{
	size_t count = 0;

	for (size_t i = 0; i < work->count; i++)
		count += work->jobs[i].place == place;
	return count;
}

static bool is_busy(const struct work *work)
{
	for (size_t i = 0; i < work->submissions.count; i++)
		if (!work->submissions.at[i]->ended)
			return true;
	return false;
}

/* The file of a job that has been lost once may be damaged. */
static const char *write_lost_jobs(struct work *work, const struct work_submission *submission)
{
	const char *why = NULL;

	for (size_t i = 0; i < submission->tasks.count; i++)
		for (size_t j = 0; j < submission->tasks.at[i].jobs.count && !why; j++) {
			const struct work_job *job =
			    &work->jobs[submission->tasks.at[i].jobs.at[j]];

			if (job->attempts)
				why = camp_work_write_job(work, job);
		}
	return why;
}

static void mark_submitted(struct work *work, const struct work_submission *submission)
{
	for (size_t i = 0; i < submission->tasks.count; i++)
		for (size_t j = 0; j < submission->tasks.at[i].jobs.count; j++) {
			struct work_job *job = &work->jobs[submission->tasks.at[i].jobs.at[j]];

			job->place = WORK_SUBMITTED;
			job->attempts++;
		}
}

static const char *submit(struct work *work, const struct work_kind *kind,
    struct work_submission *submission)
{
	const char *why;

	submission->number = ++work->last_number;
	why = write_lost_jobs(work, submission);
	if (!why)
		why = camp_work_write_tasks(work, submission);
	GD_PUSH(work->arena, work->submissions, submission);
	if (!why && kind->one_at_a_time) /* it could be lost between its start and this line */
		why = camp_work_write_submitted(work);
	if (!why)
		why = kind->submit(work, submission);
	if (why)
		return why;
	mark_submitted(work, submission);
	return camp_work_write_submitted(work);
}

/* The largest class comes first: its jobs take longest. */
static const char *submit_all(struct work *work, const struct work_kind *kind)
{
	long chunk = work->engine->chunk ? work->engine->chunk : kind->chunk;
	const char *why = NULL;

	for (size_t rank = work->class_count; rank-- > 0 && !why;) {
		struct work_submission *submission;

		if (kind->one_at_a_time && is_busy(work))
			break;
		submission = camp_work_make_tasks(work, rank, chunk);
		if (submission)
			why = submit(work, kind, submission);
	}
	return why;
}

/* --------------------------------------------------------------------------- loop */
static void show(struct work *work, const struct work_kind *kind)
{
	char text[100];

	snprintf(text, sizeof text, "%s: %zu submitted, %zu wait", kind->name,
	    count_of(work, WORK_SUBMITTED), count_of(work, WORK_WAITS));
	camp_show(work->campaign, text);
}

static const char *look(struct work *work, const struct work_kind *kind)
{
	const char *why = kind->poll(work);

	camp_take_results(work);
	for (size_t i = 0; !why && i < work->submissions.count; i++)
		if (!work->submissions.at[i]->ended)
			camp_take_ends(work, work->submissions.at[i]);
	return why ? why : submit_all(work, kind);
}

static const char *wait_for_all(struct work *work, const struct work_kind *kind)
{
	double wait = kind->first_wait;
	const char *why = NULL;

	while (!why && count_of(work, WORK_FINISHED) < work->count) {
		why = look(work, kind);
		if (why || work->engine->detach || work->engine->kind == CAMP_LIST)
			break;
		show(work, kind);
		if (count_of(work, WORK_FINISHED) == work->count)
			break;
		if (!camp_wait(work->campaign, work->has_process ? work->process.fd : -1, wait)) {
			kind->cancel(work);
			camp_take_results(work);
			break;
		}
		wait = wait * 1.2 > kind->longest_wait ? kind->longest_wait : wait * 1.2;
	}
	if (why &&
	    work->silent_since == 0) /* an engine that does not answer may still run the tasks */
		kind->cancel(work);
	return why;
}

static const char *resume(struct work *work, const struct work_kind *kind)
{
	const char *why = NULL;

	camp_work_read_submitted(work);
	for (size_t i = 0; i < work->submissions.count && !why; i++)
		if (!work->submissions.at[i]->ended)
			why = kind->resume(work, work->submissions.at[i]);
	return why;
}

/* ------------------------------------------------------------------------ campaign */
static void make_classes(struct work *work)
{
	long last = work->field.options->memory_limit + WORK_ROOM;

	for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES && CLASSES[i] < last; i++)
		work->classes[work->class_count++] = CLASSES[i];
	work->classes[work->class_count++] = last;
}

/* Whether JOB, which waits, has the key of an earlier one that waits, whose result is its own as well. */
static bool find_leader(struct work *work, struct work_job *job)
{
	const struct camp_options *options = work->field.options;

	if (options->ignore_kept || job->job->cut || job->job->group)
		return false;
	for (struct work_job *other = work->jobs; other < job; other++)
		if (other->place == WORK_WAITS && !other->job->group && !other->job->cut &&
		    strcmp(camp_key(work->campaign, other->job),
			camp_key(work->campaign, job->job)) == 0) {
			job->leader = (size_t)(other - work->jobs);
			return true;
		}
	return false;
}

/* A search that keeps bits takes all the memory that it may have. */
static size_t first_class(const struct work *work, const struct camp_job *job)
{
	if (job->bits)
		return work->class_count - 1;
	return job->large && work->class_count > 1 ? 1 : 0;
}

static void make_jobs(struct work *work)
{
	work->count = work->field.count;
	work->jobs = GD_NEW_ARRAY(work->arena, struct work_job, work->count + 1);
	for (size_t i = 0; i < work->count; i++) {
		struct work_job *job = &work->jobs[i];

		job->job = &work->field.jobs[i];
		job->rank = first_class(work, job->job);
		if (camp_is_done(work->campaign, job->job))
			job->place = WORK_FINISHED;
		else if (find_leader(work, job))
			job->place = WORK_SHARES;
	}
}

static const char *find_program(struct work *work)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	work->program = work->engine->program;
	if (!work->program && length > 0)
		work->program = gd_arena_strndup(work->arena, path, (size_t)length);
	return work->program ? NULL : "the path of gcdsl is not known: name it with --program";
}

static void say_what_is_left(struct work *work, const struct work_kind *kind)
{
	size_t left = work->count - count_of(work, WORK_FINISHED);

	if (left && (work->engine->detach || work->engine->kind == CAMP_LIST))
		camp_warn(work->campaign,
		    gd_arena_printf(work->arena,
			"%zu jobs have no result yet (%s: %s); the same command takes the results "
			"that are there",
			left, kind->name,
			work->engine->kind == CAMP_LIST ? camp_work_path(work, "jobs.list")
							: work->folder));
}

static const char *run(struct work *work, const struct work_kind *kind)
{
	bool begun;
	const char *why = camp_work_open(work, &begun);

	if (!why && count_of(work, WORK_FINISHED) < work->count)
		why = kind->check(work);
	if (!why)
		why = camp_work_write_jobs(work);
	if (!why && begun)
		why = resume(work, kind);
	if (!why && !begun)
		why = camp_work_write_submitted(work);
	if (!why)
		why = wait_for_all(work, kind);
	if (!why)
		say_what_is_left(work, kind);
	return why;
}

const char *camp_engine_run(void *engine, struct campaign *campaign)
{
	const struct camp_engine *how = engine;
	const struct work_kind *kind = kinds[how->kind];
	struct work work = { .engine = how, .campaign = campaign, .kind = kind, .lock = -1 };
	const char *why;

	work.field = camp_field_of(campaign);
	work.arena = work.field.arena;
	make_classes(&work);
	make_jobs(&work);
	why = find_program(&work);
	if (!why)
		why = run(&work, kind);
	if (work.has_process)
		camp_process_free(&work.process);
	if (work.folder)
		camp_work_close(&work, !why && count_of(&work, WORK_FINISHED) == work.count);
	return why;
}
