/* take.c: what counts is a result's file.
 *
 * The engine only says when a task has ended.  A task that has ended without the results of its jobs is tried
 * again a few times, with more memory if that was the trouble. */
#include "promela-backend/campaign/engine/take.h"

#include <string.h>
#include <unistd.h>

#include "promela-backend/campaign/engine/job-file.h"

enum { MOST_ATTEMPTS = 3 };
static const double GRACE = 10; /* seconds until a file of another machine is seen here */

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

void camp_take_results(struct work *work)
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
			work->kind->name, trouble, work->classes[job->rank]));
	else if (task->is_final || (!more && job->attempts >= MOST_ATTEMPTS))
		give_up(work, job, CAMP_TOOL_FAILED,
		    gd_arena_printf(work->arena, "%s: its task %s%s (files: %s)", work->kind->name,
			trouble,
			task->is_final ? ""
				       : gd_arena_printf(work->arena, "; it was tried %u times",
					     job->attempts),
			work->folder));
	else {
		job->rank += more;
		job->place = WORK_WAITS;
	}
}

void camp_take_ends(struct work *work, struct work_submission *submission)
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
