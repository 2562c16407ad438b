/* ends.c: jobs that want all errors, and jobs that want the ends of all runs. */
#include "promela-backend/campaign/ends.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/base/out.h"
#include "promela-backend/campaign/command.h"
#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/settle.h"

/* ------------------------------------------------------- jobs that want all errors */
/* With -e pan names its trails F1.trail, F2.trail … */
static bool replay_next(struct camp_task *task)
{
	struct camp_result *result = &task->job->result;

	if (task->replayed == task->trails) {
		result->property = PML_OUTCOME;
		result->events = task->collected;
		return camp_finish(task, CAMP_FAILS, NULL);
	}
	task->trail =
	    gd_arena_printf(task->arena, "%s%lu.trail", camp_model_file(task), task->replayed + 1);
	return camp_begin_replay(task);
}

bool camp_collect(struct camp_task *task, const struct camp_pan *pan)
{
	if (pan->error != CAMP_NO_ERROR && pan->error != CAMP_ASSERTION)
		return camp_tool_failed(task, "pan", "met an error that was not looked for");
	if (pan->not_completed || pan->depth_too_small)
		return camp_search_deeper(task);
	task->trails = pan->errors;
	task->collected = strstr(task->process.output, "@ partial\n") ? "@ partial\n" : "";
	return replay_next(task);
}

bool camp_after_replay_of_one(struct camp_task *task)
{
	const char *output = task->process.output, *outcome = strstr(output, "@ outcome ");

	if (!camp_went_well(&task->process))
		return camp_child_failed(task, "pan, replaying,");
	if (!outcome || !strstr(output, "spin: trail ends after"))
		return camp_tool_failed(task, "pan, replaying,",
		    "did not get to the end of a trail");
	task->collected = gd_arena_printf(task->arena, "%s%s", task->collected, output);
	task->replayed++;
	return replay_next(task);
}

/* -------------------------------------------------- jobs that want the ends of all runs */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The lines of what the verifier has printed that say how runs end: each once, sorted. */
static const char *ends_of_runs(struct camp_task *task)
{
	GD_VEC(const char *) lines = { 0 };
	const char *text = "";
	struct gd_out out;

	for (char *line = strtok(task->process.output, "\n"); line; line = strtok(NULL, "\n"))
		if (strncmp(line, "@ outcome ", 10) == 0 || strncmp(line, "@ failed ", 9) == 0)
			GD_PUSH(task->arena, lines, line);
	if (lines.count)
		qsort(lines.at, lines.count, sizeof *lines.at, by_text);
	gd_out_init(&out, 0);
	for (size_t i = 0; i < lines.count; i++)
		if (i == 0 || strcmp(lines.at[i], lines.at[i - 1]) != 0)
			gd_out_line(&out, "%s", lines.at[i]);
	text = gd_arena_strndup(task->arena, out.text ? out.text : "", out.length);
	gd_out_free(&out);
	return text;
}

static bool has_failed(const char *ends, int failure)
{
	char line[40];

	snprintf(line, sizeof line, "@ failed %d\n", failure);
	return strstr(ends, line);
}

/* The search is complete. */
bool camp_keep_ends(struct camp_task *task)
{
	const char *ends = ends_of_runs(task);

	if (has_failed(ends, PML_FAILED_FOLD))
		return camp_fold_less(task);
	if (has_failed(ends, PML_FAILED_FULL))
		return camp_too_large(task, "a counter of units is full");
	if (has_failed(ends, PML_FAILED_BOUND))
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    "a number leaves its range in the model");
	if (has_failed(ends, PML_FAILED_LATE) && camp_late_model(task))
		return camp_change_folding(task, camp_late_model(task));
	if (has_failed(ends, PML_FAILED_LATE))
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    "a store of a worker's may still be on its way when its location is met");
	task->job->result.property = PML_OUTCOME;
	task->job->result.events = ends;
	return camp_finish(task, CAMP_FAILS, NULL);
}
