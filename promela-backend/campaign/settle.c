/* settle.c: how a job ends, and which of its models is searched next.
 *
 * Where there is a whole model its verdict counts, as it rests on no reduction.  Where its
 * search takes more memory than WHOLE_MEMORY, the reduced model decides.  Memory is the measure,
 * as it is the same on each machine. */
#include "promela-backend/campaign/settle.h"

#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#include "promela-backend/campaign/command.h"
#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/panout.h"

enum { FIRST_DEPTH = 20000, LAST_DEPTH = 8000000, DEPTH_FACTOR = 20 };

static bool show_whole(struct camp_task *task);

bool camp_finish(struct camp_task *task, enum camp_verdict verdict, const char *reason)
{
	if (task->known == CAMP_WHOLE_FAILS && verdict != CAMP_FAILS && verdict != CAMP_NOT_RUN)
		return show_whole(task);
	task->job->result.verdict = verdict;
	task->job->result.reason = reason;
	task->stage = CAMP_FINISHED;
	if (!task->options->keep && task->directory)
		camp_remove_tree(task->directory);
	return true;
}

const char *camp_last_lines(struct gd_arena *arena, const char *text, unsigned count)
{
	size_t length = strlen(text), start;

	while (length && strchr(" \t\n", text[length - 1]))
		length--;
	for (start = length; start > 0; start--)
		if (text[start - 1] == '\n' && count-- <= 1)
			break;
	return length ? gd_arena_strndup(arena, text + start, length - start) : NULL;
}

static bool is_full(const char *directory)
{
	struct statvfs vfs;

	return statvfs(directory, &vfs) == 0 && vfs.f_blocks > 0 &&
	    vfs.f_bavail * vfs.f_frsize < 128 << 10;
}

const char *camp_how_far(struct camp_task *task, const char *why)
{
	double states, depth;

	if (!task->process.output || !camp_pan_reached(task->process.output, &states, &depth))
		return why;
	return gd_arena_printf(task->arena, "%s, after %.3g states, at depth %.0f", why, states,
	    depth);
}

/* Reports that TOOL failed: HOW. */
bool camp_tool_failed(struct camp_task *task, const char *tool, const char *how)
{
	task->job->result.detail =
	    camp_last_lines(task->arena, task->process.output ? task->process.output : "", 12);
	return camp_finish(task, CAMP_TOOL_FAILED,
	    gd_arena_printf(task->arena, "%s %s%s%s", tool, how,
		is_full(task->directory) ? "; no space is left in " : "",
		is_full(task->directory) ? task->directory : ""));
}

/* The child has ended, but not with status 0. */
bool camp_child_failed(struct camp_task *task, const char *tool)
{
	char how[200];

	camp_process_describe(&task->process, how, sizeof how);
	if (task->process.end == CAMP_OUT_OF_TIME)
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    camp_how_far(task, gd_arena_printf(task->arena, "%s %s", tool, how)));
	return camp_tool_failed(task, tool, how);
}

/* Results of the model before do not count for the next one. */
bool camp_change_model(struct camp_task *task, const char *model)
{
	const struct camp_job *job = task->job;

	task->is_shared = false;
	if (!camp_write_model(task, model))
		return camp_tool_failed(task, "gcdsl", "cannot write a model");
	task->run = 0;
	task->has_source = false;
	task->built = NULL;
	task->job->result.met = NULL;
	task->job->result.reduced = job->whole && !task->whole && strcmp(model, job->whole) != 0;
	task->job->result.late = camp_late_window(model);
	return camp_begin_run(task);
}

bool camp_leave_shared(struct camp_task *task)
{
	task->job->shared->failed = true;
	return camp_change_model(task, task->job->model);
}

bool camp_build_otherwise(struct camp_task *task)
{
	return task->is_shared ? camp_change_model(task, task->job->model)
			       : camp_begin_cc(task, CAMP_CC);
}

bool camp_change_folding(struct camp_task *task, const char *model)
{
	task->job->result.reached = NULL;
	return camp_change_model(task, model);
}

bool camp_try_model(struct camp_task *task, bool whole)
{
	task->whole = whole;
	task->optimised = false;
	task->vector = 0;
	task->storage = task->job->bits ? CAMP_BITS : CAMP_PLAIN;
	task->bounded = false;
	task->job->result.memory = 0;
	return camp_change_model(task, whole ? task->job->whole : task->job->model);
}

/* The whole model fails and the reduced one does not show it: shows it in the whole model. */
static bool show_whole(struct camp_task *task)
{
	task->known = CAMP_REDUCED_SAYS_LESS;
	task->direct = false;
	return camp_try_model(task, true);
}

static bool keep_reduced(struct camp_task *task)
{
	double seconds = task->job->result.seconds;

	task->job->result = task->before;
	task->job->result.seconds = seconds;
	return camp_finish(task, CAMP_HOLDS, NULL);
}

/* The current model is not decided, because of WHY. */
bool camp_too_large(struct camp_task *task, const char *why)
{
	if (!task->whole)
		return camp_finish(task, CAMP_INCONCLUSIVE, why);
	switch (task->known) {
	case CAMP_NOTHING_KNOWN: return camp_try_model(task, false);
	case CAMP_REDUCED_HOLDS: return keep_reduced(task);
	case CAMP_WHOLE_FAILS:
	case CAMP_REDUCED_SAYS_LESS: break;
	}
	return camp_finish(task, CAMP_INCONCLUSIVE, why ? why : "the model is too large");
}

/* A tool did not finish with the whole model. */
bool camp_give_up_whole(struct camp_task *task)
{
	task->hurried |= task->process.end == CAMP_OUT_OF_TIME || camp_was_killed(&task->process);
	return camp_too_large(task, NULL);
}

/* No run of the current model has found an error. */
static bool found_nothing(struct camp_task *task)
{
	const struct camp_job *job = task->job;

	if (job->cut)
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    "no error before the point where runs are cut");
	if (task->bounded)
		return camp_finish(task, CAMP_BOUNDED,
		    gd_arena_printf(task->arena,
			"no error in the %.3g states that a bitstate search has told apart; it may "
			"have missed others",
			job->result.states));
	if (task->whole || !job->whole || job->use_whole != CAMP_WHOLE_LAST)
		return camp_finish(task, CAMP_HOLDS, NULL);
	task->known = CAMP_REDUCED_HOLDS;
	task->before = job->result;
	return camp_try_model(task, true);
}

/* If an earlier search of this model is known to have gone deeper, the search begins with the depth at which
 * that one succeeded.  The steps are the same ones, so the same error is found first. */
static long first_depth(const struct camp_task *task)
{
	const struct camp_estimate *estimate = &task->job->estimate;
	long depth = FIRST_DEPTH;

	while (!task->whole && estimate->source == CAMP_MEASURED && depth < LAST_DEPTH &&
	    (double)depth < estimate->depth)
		depth *= DEPTH_FACTOR;
	return depth;
}

bool camp_begin_run(struct camp_task *task)
{
	const struct camp_job *job = task->job;

	if (task->run == job->run_count)
		return found_nothing(task);
	task->depth = first_depth(task);
	if (task->built && task->built == job->runs[task->run].cc_flags)
		return camp_begin_pan(task, CAMP_PAN);
	return camp_begin_cc(task, task->direct ? CAMP_SHORT_CC : CAMP_CC);
}

/* The next model with fewer foldings that is another one than the current one.  NULL: there is
 * none. */
const char *camp_next_fallback(struct camp_task *task)
{
	const struct camp_job *job = task->job;
	const char *model;

	do
		model = job->fallback ? job->fallback(job->fallback_of, task->fallback++) : NULL;
	while (model && strcmp(model, task->model) == 0);
	return model;
}

/* A side condition of the model's foldings does not hold, so the model shows nothing. */
bool camp_fold_less(struct camp_task *task)
{
	const char *model = camp_next_fallback(task);

	if (!model)
		return camp_tool_failed(task, "pan",
		    "met a folding that cannot be used, and there is no "
		    "model without it");
	return camp_change_folding(task, model);
}

const char *camp_late_model(const struct camp_task *task)
{
	const char *model = task->whole ? task->job->late_whole : task->job->late;

	return model && strcmp(model, task->model) != 0 ? model : NULL;
}

size_t camp_late_window(const char *model)
{
	const char *window = strstr(model, "#define MEM_WINDOW ");
	unsigned long size = 0;

	if (window && strstr(model, "#define MEM_FIRST_WORKER "))
		sscanf(window, "#define MEM_WINDOW %lu", &size);
	return size;
}

/* Whether TEXT is about FAILURE.  TEXT is the message of an assertion, or the output of a
 * replay. */
bool camp_is_about(struct camp_task *task, const char *text, int failure)
{
	return strstr(text, gd_arena_printf(task->arena, "failed_property!=%d)", failure));
}

bool camp_search_deeper(struct camp_task *task)
{
	if (task->depth >= LAST_DEPTH)
		return camp_too_large(task,
		    gd_arena_printf(task->arena, "a run has more than %ld steps", task->depth));
	task->depth *= DEPTH_FACTOR;
	return camp_begin_pan(task, CAMP_PAN);
}
