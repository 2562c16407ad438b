/* engine.c: submits what waits, takes results, and tries again what was lost.
 *
 * What counts is a result's file.  The engine only says when a task has ended; a task that has ended without the
 * results of its jobs is tried again a few times, with more memory if that was the trouble. */
#include "promela-backend/campaign/engine/engine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "promela-backend/campaign/engine/job-file.h"
#include "promela-backend/campaign/engine/work.h"

enum { MOST_ATTEMPTS = 3 };
static const double GRACE = 10; /* seconds until a file of another machine is seen here */
static const long CLASSES[] = { 1000, 4000, 16000, 64000, 256000 };

static const struct work_kind *const kinds
    [] = { [CAMP_LIST] = &work_list, [CAMP_PARALLEL] = &work_parallel, [CAMP_SLURM] = &work_slurm };

/* --------------------------------------------------------------------- results */
static void finish(struct work *work, struct work_job *job)
{
	job->place = WORK_FINISHED;
	camp_take_result(work->campaign, job->job);
}

static void give_up(struct work *work, struct work_job *job, enum camp_verdict verdict,
    const char *reason)
{
	memset(&job->job->result, 0, sizeof job->job->result);
	job->job->result.verdict = verdict;
	job->job->result.reason = reason;
	finish(work, job);
}

/* Why a result does not count here.  NULL: it does. */
static const char *refuse(struct work *work, const struct work_job *job,
    const struct camp_result_file *file)
{
	if (strcmp(file->id, job->id) != 0)
		return gd_arena_printf(work->arena, "the result from %s is of another job",
		    file->host);
	if (strcmp(file->key, camp_key(work->campaign, job->job)) == 0)
		return NULL;
	if (strcmp(file->spin, work->field.spin_version) == 0 &&
	    strcmp(file->cc, work->field.cc_version) == 0)
		return gd_arena_printf(work->arena,
		    "the result from %s is refused: it is another gcdsl there, or another sort of machine",
		    file->host);
	return gd_arena_printf(work->arena,
	    "the result from %s is refused: its tools are `%s' and `%s', those of this machine `%s' and `%s'",
	    file->host, file->spin, file->cc, work->field.spin_version, work->field.cc_version);
}

static void take(struct work *work, struct work_job *job, const struct camp_result_file *file)
{
	const char *why = refuse(work, job, file);

	if (why) {
		give_up(work, job, CAMP_TOOL_FAILED, why);
		return;
	}
	if (file->needs_memory && job->rank + 1 < work->class_count) {
		unlink(job->result);
		job->rank++;
		job->place = WORK_WAITS;
		return;
	}
	job->job->result = file->result;
	finish(work, job);
}

static void collect_one(struct work *work, struct work_job *job)
{
	struct camp_result_file file;
	const char *why;

	switch (camp_result_read(work->arena, job->result, &file, &why)) {
	case CAMP_READ: take(work, job, &file); return;
	case CAMP_MISSING: break;
	case CAMP_DAMAGED:
		camp_warn(work->campaign,
		    gd_arena_printf(work->arena, "%s is damaged, and its job is run again: %s",
			job->result, why));
		unlink(job->result);
		break;
	}
	if (camp_is_decided(work->campaign, job->job))
		give_up(work, job, CAMP_NOT_RUN, "not needed");
}

/* Gives JOB the result of its leader, if that is there. */
static void share(struct work *work, struct work_job *job)
{
	const struct work_job *leader = &work->jobs[job->leader];

	if (leader->place != WORK_FINISHED)
		return;
	if (camp_is_done(work->campaign, job->job)) { /* it is in the store */
		job->place = WORK_FINISHED;
		return;
	}
	job->job->result = leader->job->result;
	job->job->result.kept = true;
	finish(work, job);
}

static void collect(struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		struct work_job *job = &work->jobs[i];

		if (job->place == WORK_SHARES)
			share(work, job);
		else if (job->place != WORK_FINISHED &&
		    (access(job->result, F_OK) == 0 || job->job->group))
			collect_one(work, job);
	}
}

static size_t count_of(const struct work *work, enum work_place place)
{
	size_t count = 0;

	for (size_t i = 0; i < work->count; i++)
		count += work->jobs[i].place == place;
	return count;
}

/* ------------------------------------------------------------------- what was lost */
static bool is_cut_short(const struct work_task *task)
{
	return !task->went_well || camp_now() - task->ended_at > GRACE;
}

static void try_again(struct work *work, struct work_job *job, const struct work_task *task)
{
	const char *trouble = task->trouble ? task->trouble : "ended well, but wrote no result";
	bool more = task->is_memory && job->rank + 1 < work->class_count;

	if (task->is_memory && !more)
		give_up(work, job, CAMP_INCONCLUSIVE,
		    gd_arena_printf(work->arena, "%s: %s, in the largest memory class, %ld MB",
			kinds[work->engine->kind]->name, trouble, work->classes[job->rank]));
	else if (task->is_final || (!more && job->attempts >= MOST_ATTEMPTS))
		give_up(work, job, CAMP_TOOL_FAILED,
		    gd_arena_printf(work->arena, "%s: its task %s%s (files: %s)",
			kinds[work->engine->kind]->name, trouble,
			task->is_final ? ""
				       : gd_arena_printf(work->arena, "; it was tried %u times",
					     job->attempts),
			work->folder));
	else {
		job->rank += more;
		job->place = WORK_WAITS;
	}
}

/* Looks at tasks that have ended.  Their results have been taken. */
static void look_at_ends(struct work *work, struct work_submission *submission)
{
	bool ended = true;

	for (size_t i = 0; i < submission->tasks.count; i++) {
		struct work_task *task = &submission->tasks.at[i];

		ended &= task->ended;
		if (!task->ended)
			continue;
		for (size_t j = 0; j < task->jobs.count; j++) {
			struct work_job *job = &work->jobs[task->jobs.at[j]];

			if (job->place != WORK_SUBMITTED || job->rank != submission->rank)
				continue;
			if (is_cut_short(task))
				try_again(work, job, task);
			else
				ended = false;
		}
		if (task->ended && is_cut_short(task))
			task->jobs.count = 0;
	}
	submission->ended = ended;
}

/* ------------------------------------------------------------------------- submit */
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
				why = work_write_job(work, job);
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
		why = work_write_tasks(work, submission);
	GD_PUSH(work->arena, work->submissions, submission);
	if (!why && kind->one_at_a_time) /* it could be lost between its start and this line */
		why = work_write_submitted(work);
	if (!why)
		why = kind->submit(work, submission);
	if (why)
		return why;
	mark_submitted(work, submission);
	return work_write_submitted(work);
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
		submission = work_make_tasks(work, rank, chunk);
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

	collect(work);
	for (size_t i = 0; !why && i < work->submissions.count; i++)
		if (!work->submissions.at[i]->ended)
			look_at_ends(work, work->submissions.at[i]);
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
			collect(work);
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

	work_read_submitted(work);
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
			work->engine->kind == CAMP_LIST ? work_path(work, "jobs.list")
							: work->folder));
}

static const char *run(struct work *work, const struct work_kind *kind)
{
	bool begun;
	const char *why = work_open(work, &begun);

	if (!why && count_of(work, WORK_FINISHED) < work->count)
		why = kind->check(work);
	if (!why)
		why = work_write_jobs(work);
	if (!why && begun)
		why = resume(work, kind);
	if (!why && !begun)
		why = work_write_submitted(work);
	if (!why)
		why = wait_for_all(work, kind);
	if (!why)
		say_what_is_left(work, kind);
	return why;
}

const char *camp_engine_run(void *engine, struct campaign *campaign)
{
	struct work work = { .engine = engine, .campaign = campaign, .lock = -1 };
	const struct work_kind *kind = kinds[work.engine->kind];
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
		work_close(&work, !why && count_of(&work, WORK_FINISHED) == work.count);
	return why;
}
