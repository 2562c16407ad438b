/* task.c: the steps from a model to a verdict.
 *
 *	spin -a          the verifier's source
 *	cc               once for each set of flags; neither is needed if such a verifier is kept
 *	pan              the search; again with a deeper stack if it wants one
 *	cc, pan -i       only when a short counterexample is wanted and likely
 *	spin -t, pan -r  the replay, which must show the same error */
#include "promela-backend/campaign/task.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "promela-backend/campaign/command.h"
#include "promela-backend/campaign/ends.h"
#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/replay.h"
#include "promela-backend/campaign/search.h"
#include "promela-backend/campaign/settle.h"

static bool after_spin(struct camp_task *task)
{
	const char *source = camp_path_of(task, "pan.c");

	if (!camp_went_well(&task->process) && task->is_shared)
		return camp_leave_shared(task);
	if (!camp_went_well(&task->process) && task->wanted == CAMP_SHORT_CC && !task->direct)
		return camp_begin_replay(task); /* of the trail that is there */
	if (!camp_went_well(&task->process) && task->process.output &&
	    strstr(task->process.output, "d_step sequence too long"))
		return camp_too_large(task,
		    "a step of the model is longer than SPIN allows: "
		    "expect fewer properties of a cell, or write fewer objects in the scenario");
	if (task->whole && task->process.end == CAMP_OUT_OF_TIME)
		return camp_give_up_whole(task);
	if (!camp_went_well(&task->process))
		return camp_child_failed(task, "spin");
	if (access(source, R_OK) != 0)
		return camp_tool_failed(task, "spin", "ended well but made no pan.c");
	task->has_source = true;
	return camp_begin_cc(task, task->wanted);
}

static bool after_cc(struct camp_task *task)
{
	if (!camp_went_well(&task->process) && task->is_shared)
		return camp_leave_shared(task);
	if (task->whole && task->process.end == CAMP_OUT_OF_TIME)
		return camp_give_up_whole(task);
	if (!camp_went_well(&task->process) && !task->optimised &&
	    task->tools->quick_cc != task->tools->cc) {
		task->optimised = true; /* perhaps the other compiler can */
		return camp_begin_cc(task, CAMP_CC);
	}
	if (!camp_went_well(&task->process))
		return camp_child_failed(task, task->tools->cc);
	if (task->stage == CAMP_CC && camp_is_linked_apart(task, CAMP_CC))
		return camp_begin_link(task, CAMP_LINK);
	return camp_keep_compiled(task, CAMP_CC);
}

static bool after_short_cc(struct camp_task *task)
{
	if (!camp_went_well(&task->process))
		return task->direct ? camp_search_all(task) : camp_begin_replay(task);
	if (task->stage == CAMP_SHORT_CC && camp_is_linked_apart(task, CAMP_SHORT_CC))
		return camp_begin_link(task, CAMP_SHORT_LINK);
	return camp_keep_compiled(task, CAMP_SHORT_CC);
}

void camp_task_start(struct camp_task *task)
{
	const char *root = task->options->keep ? task->options->keep : task->tools->scratch;

	task->directory = camp_folder(task->arena, root, task->job->name);
	task->storage = task->job->bits ? CAMP_BITS : CAMP_PLAIN;
	task->whole = task->job->whole && task->job->use_whole == CAMP_WHOLE_FIRST;
	task->is_shared =
	    !task->whole && !task->options->keep && task->job->shared && !task->job->shared->failed;
	task->job->result.reduced = task->job->whole && !task->whole;
	task->job->result.late =
	    camp_late_window(task->whole ? task->job->whole : task->job->model);
	if (camp_write_files(task)) {
		camp_begin_run(task);
		return;
	}
	camp_finish(task, CAMP_TOOL_FAILED,
	    gd_arena_printf(task->arena, "cannot write in %s: %s", task->directory,
		strerror(errno)));
}

static bool next_stage(struct camp_task *task)
{
	task->job->result.seconds += task->process.seconds;
	switch (task->stage) {
	case CAMP_SPIN: return after_spin(task);
	case CAMP_CC:
	case CAMP_LINK: return after_cc(task);
	case CAMP_PAN: return camp_after_pan(task);
	case CAMP_SHORT_CC:
	case CAMP_SHORT_LINK: return after_short_cc(task);
	case CAMP_SHORT_PAN: return camp_after_short_pan(task);
	case CAMP_REPLAY:
		return task->job->collects ? camp_after_replay_of_one(task)
					   : camp_after_replay(task);
	case CAMP_WAITING:
	case CAMP_FINISHED: break;
	}
	return true;
}

bool camp_task_poll(struct camp_task *task)
{
	while (task->stage != CAMP_FINISHED) {
		if (task->stage == CAMP_WAITING || !camp_process_poll(&task->process))
			return false;
		next_stage(task);
	}
	camp_process_free(&task->process);
	return true;
}

bool camp_is_building(const struct camp_task *task)
{
	return task->stage == CAMP_SPIN || task->stage == CAMP_CC || task->stage == CAMP_LINK;
}

void camp_task_resume(struct camp_task *task)
{
	task->reserved = task->wants;
	task->wants = 0;
	camp_begin_pan(task, task->waits_for);
}

void camp_task_cancel(struct camp_task *task)
{
	camp_process_free(&task->process);
	memset(&task->job->result, 0, sizeof task->job->result);
	camp_finish(task, CAMP_NOT_RUN, "interrupted");
}
