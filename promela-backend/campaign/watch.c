/* watch.c: from a task's stage, the reports of its verifier, and /proc. */
#include "promela-backend/campaign/watch.h"

#include <stdio.h>
#include <unistd.h>

#include "promela-backend/campaign/panout.h"

/* Memory of a process, in MB. */
static long resident(pid_t pid)
{
	char path[64];
	long all, here = 0;
	FILE *in;

	snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
	in = fopen(path, "r");
	if (in && fscanf(in, "%ld %ld", &all, &here) != 2)
		here = 0;
	if (in)
		fclose(in);
	return here * (sysconf(_SC_PAGESIZE) >> 10) >> 10;
}

static const char *const doing[] = { [CAMP_SPIN] = "spin",
	[CAMP_CC] = "compiling",
	[CAMP_LINK] = "compiling",
	[CAMP_PAN] = NULL,
	[CAMP_SHORT_CC] = "compiling, for a shorter run",
	[CAMP_SHORT_LINK] = "compiling, for a shorter run",
	[CAMP_SHORT_PAN] = "looking for a shorter run",
	[CAMP_REPLAY] = "replaying a run",
	[CAMP_WAITING] = "waiting for memory",
	[CAMP_FINISHED] = "done" };

void camp_watch_task(const struct camp_task *task, struct camp_live_row *row)
{
	double seconds = camp_now() - task->process.started, memory,
	       states = task->job->estimate.states;

	*row = (struct camp_live_row){ .name = task->job->name,
		.doing = doing[task->stage],
		.left = -1 };
	if (task->stage != CAMP_PAN)
		return;
	row->memory = task->process.pid > 0 ? resident(task->process.pid) : 0;
	camp_pan_progress(task->process.output, &row->states, &memory);
	if (row->states <= 0 || seconds <= 0)
		return;
	row->rate = row->states / seconds;
	if (states > row->states)
		row->left = (states - row->states) / row->rate;
}

/* ------------------------------------------------------------------------- all jobs */
void camp_pace_add(struct camp_pace *pace, const struct camp_job *job)
{
	if (job->result.kept || job->result.verdict == CAMP_NOT_RUN)
		return;
	pace->needed += job->result.seconds;
	pace->expected += job->estimate.seconds;
	pace->done++;
}

double camp_pace_of(const struct camp_pace *pace, const struct camp_job *job)
{
	enum { MOST = 10 };
	double factor = 1;

	if (job->estimate.source == CAMP_UNKNOWN || job->estimate.seconds <= 0)
		return pace->done ? pace->needed / (double)pace->done : -1;
	if (pace->expected > 0)
		factor = pace->needed / pace->expected;
	return job->estimate.seconds *
	    (factor > MOST                ? MOST
		    : factor < 1.0 / MOST ? 1.0 / MOST
					  : factor);
}
