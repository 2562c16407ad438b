/* settle.h: how a job ends, and which of its models is searched next.
 *
 * These functions return true if the job is finished, and false if a process was started for it. */
#ifndef CAMP_SETTLE_H
#define CAMP_SETTLE_H

#include "promela-backend/campaign/task.h"

bool camp_finish(struct camp_task *task, enum camp_verdict verdict, const char *reason);
/* WHY a search has ended too early, and how far it came. */
const char *camp_how_far(struct camp_task *task, const char *why);
/* TOOL failed: HOW. */
bool camp_tool_failed(struct camp_task *task, const char *tool, const char *how);
/* The process of TOOL has ended, but not with status 0. */
bool camp_child_failed(struct camp_task *task, const char *tool);

/* Begins with the run task->run of the current model; after the last one, with what comes then. */
bool camp_begin_run(struct camp_task *task);
/* Searches again, with a deeper stack. */
bool camp_search_deeper(struct camp_task *task);
/* Begins with the whole model, or with the reduced one. */
bool camp_try_model(struct camp_task *task, bool whole);
/* The verifier of the shared model cannot be made: begins with the job's own model, and so do the other jobs. */
bool camp_leave_shared(struct camp_task *task);
/* Compiles the current model again, because its search needs another verifier.  A shared model is compiled in one
 * way only: then it is the job's own. */
bool camp_build_otherwise(struct camp_task *task);
/* Begins with MODEL. */
bool camp_change_model(struct camp_task *task, const char *model);
/* Begins with MODEL, because a folding of the one before was not sound: nothing that it has reached counts. */
bool camp_change_folding(struct camp_task *task, const char *model);
/* The next model with fewer foldings that is another one than the current one.  NULL: there is none. */
const char *camp_next_fallback(struct camp_task *task);
/* A side condition of the model's foldings does not hold, so the model shows nothing. */
bool camp_fold_less(struct camp_task *task);
/* The model in which stores of workers are late, instead of the current one, which has met such a store.  NULL:
 * there is none. */
const char *camp_late_model(const struct camp_task *task);
/* Of how many stores the windows of workers have room in MODEL. 0: they have none. */
size_t camp_late_window(const char *model);
/* The current model is not decided, because of WHY. */
bool camp_too_large(struct camp_task *task, const char *why);
/* A tool did not finish with the whole model. */
bool camp_give_up_whole(struct camp_task *task);

/* Whether TEXT is about FAILURE.  TEXT is the message of an assertion, or the output of a replay. */
bool camp_is_about(struct camp_task *task, const char *text, int failure);

/* The last lines of TEXT that are worth showing, at most COUNT. */
const char *camp_last_lines(struct gd_arena *arena, const char *text, unsigned count);

#endif
