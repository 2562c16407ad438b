/* tasks.c: jobs that one process runs, and which of them were submitted. */
#include "promela-backend/campaign/engine/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/base/out.h"

enum { SECONDS_OF_SHORT_JOB = 60 };
static const char OPEN_LINE[] = "# number, MB, the engine's name\n";

const char *camp_work_write_tasks(struct work *work, const struct work_submission *submission)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	for (size_t i = 0; i < submission->tasks.count; i++) {
		const struct work_task *task = &submission->tasks.at[i];
		const char *text = gd_arena_printf(work->arena, "exec %s",
		    camp_work_command(work, work->classes[submission->rank]));

		gd_out_raw(&out, text, strlen(text));
		for (size_t j = 0; j < task->jobs.count; j++) {
			text = gd_arena_printf(work->arena, "%s%s", j ? " " : "",
			    camp_work_quoted(work->arena, work->jobs[task->jobs.at[j]].file));
			gd_out_raw(&out, text, strlen(text));
		}
		gd_out_raw(&out, "\n", 1);
	}
	return camp_work_write_out(work,
	    gd_arena_printf(work->arena, "tasks-%u", submission->number), &out);
}

double camp_work_seconds(const struct work *work, const struct work_submission *submission)
{
	size_t most = 1;

	for (size_t i = 0; i < submission->tasks.count; i++)
		if (submission->tasks.at[i].jobs.count > most)
			most = submission->tasks.at[i].jobs.count;
	return WORK_TIMES_LIMIT * work->field.options->time_limit +
	    (double)(most - 1) * SECONDS_OF_SHORT_JOB;
}

void camp_work_end_task(struct work_task *task, bool well, const char *trouble)
{
	if (task->ended)
		return;
	task->ended = true;
	task->went_well = well;
	task->trouble = trouble;
	task->ended_at = camp_now();
}

const char *camp_work_write_submitted(struct work *work)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	gd_out_raw(&out, OPEN_LINE, strlen(OPEN_LINE));
	for (size_t i = 0; i < work->submissions.count; i++) {
		const struct work_submission *one = work->submissions.at[i];
		const char *line = gd_arena_printf(work->arena, "%u %ld %s\n", one->number,
		    work->classes[one->rank],
		    one->stopped     ? "stopped"
			: one->ended ? "ended"
				     : one->reference);

		gd_out_raw(&out, line, strlen(line));
	}
	return camp_work_write_out(work, camp_work_submitted, &out);
}

/* The jobs whose files LINE names.  Paths may have anything in them, but names end with an identity. */
static void read_task(struct work *work, const char *line, struct work_submission *submission)
{
	struct work_task task = { 0 };

	for (const char *at = line; (at = strstr(at, ".job")); at++) {
		if (at - line < WORK_ID_DIGITS)
			continue;
		for (size_t i = 0; i < work->count; i++)
			if (strncmp(at - WORK_ID_DIGITS, work->jobs[i].id, WORK_ID_DIGITS) == 0) {
				GD_PUSH(work->arena, task.jobs, i);
				work->jobs[i].attempts++;
				work->jobs[i].rank = submission->rank;
				if (work->jobs[i].place == WORK_WAITS && !submission->ended)
					work->jobs[i].place = WORK_SUBMITTED;
			}
	}
	GD_PUSH(work->arena, submission->tasks, task);
}

static void read_tasks(struct work *work, struct work_submission *submission)
{
	FILE *in = fopen(camp_work_path(work, "tasks-%u", submission->number), "r");
	char *line = NULL;
	size_t room = 0;

	while (in && getline(&line, &room, in) > 0)
		read_task(work, line, submission);
	free(line);
	if (in)
		fclose(in);
}

static void read_submission(struct work *work, const char *line)
{
	struct work_submission *one = GD_NEW(work->arena, struct work_submission);
	char reference[100];
	long rank;

	if (sscanf(line, "%u %ld %99s", &one->number, &rank, reference) != 3)
		return;
	while (one->rank + 1 < work->class_count && work->classes[one->rank] < rank)
		one->rank++;
	one->reference = gd_arena_strdup(work->arena, reference);
	one->stopped = strcmp(reference, "stopped") == 0;
	one->ended = one->stopped || strcmp(reference, "ended") == 0;
	if (!one->stopped) /* to be interrupted is no failed attempt */
		read_tasks(work, one);
	if (one->number > work->last_number)
		work->last_number = one->number;
	GD_PUSH(work->arena, work->submissions, one);
}

void camp_work_read_submitted(struct work *work)
{
	FILE *in = fopen(camp_work_path(work, "%s", camp_work_submitted), "r");
	char *line = NULL;
	size_t room = 0;

	while (in && getline(&line, &room, in) > 0)
		if (line[0] != '#')
			read_submission(work, line);
	free(line);
	if (in)
		fclose(in);
}

/* ----------------------------------------------------------------- making tasks */
enum { SHORT_JOB = 1, LARGE_JOB = 60 }; /* seconds, a guess */

static long seconds_of(const struct work_job *job)
{
	return job->job->large ? LARGE_JOB : SHORT_JOB;
}

/* Whether JOB goes into the task of LAST, which takes SECONDS so far.  The jobs of a group stay together: after a
 * failure the rest is not run.  What has failed before is tried alone, so that it takes nothing else with it. */
static bool goes_along(const struct work_job *job, const struct work_job *last, long seconds,
    long chunk)
{
	if (job->job->group || last->job->group)
		return job->job->group == last->job->group;
	return !job->attempts && !last->attempts && seconds + seconds_of(job) <= chunk;
}

struct work_submission *camp_work_make_tasks(struct work *work, size_t rank, long chunk)
{
	struct work_submission *submission = GD_NEW(work->arena, struct work_submission);
	const struct work_job *last = NULL;
	long seconds = 0;

	submission->rank = rank;
	submission->reference = "-";
	for (size_t i = 0; i < work->count; i++) {
		struct work_job *job = &work->jobs[i];

		if (job->place != WORK_WAITS || job->rank != rank)
			continue;
		if (!last || !goes_along(job, last, seconds, chunk)) {
			GD_PUSH(work->arena, submission->tasks, (struct work_task){ 0 });
			seconds = 0;
		}
		GD_PUSH(work->arena, submission->tasks.at[submission->tasks.count - 1].jobs, i);
		seconds += seconds_of(job);
		last = job;
	}
	return submission->tasks.count ? submission : NULL;
}
