/* command.h: starts SPIN, the compiler and verifiers for a task.
 *
 * The functions that begin something set the task's stage and return false: the job is not finished.
 * If a program cannot be started, its process counts as ended. */
#ifndef CAMP_COMMAND_H
#define CAMP_COMMAND_H

#include "promela-backend/campaign/task.h"

/* MB for the search of a whole model. */
long camp_whole_memory(const struct camp_options *options);
/* Whether the current model is large. */
bool camp_is_large(const struct camp_task *task);
/* Whether the current model has C, which spin cannot replay. */
bool camp_has_code(const struct camp_task *task);
bool camp_went_well(const struct camp_process *process);
/* Whether somebody else has killed it, as the system does when memory is short. */
bool camp_was_killed(const struct camp_process *process);

bool camp_begin_spin(struct camp_task *task);
/* Takes the verifier of STAGE from those that are kept, or has it made; then it searches. */
bool camp_begin_cc(struct camp_task *task, enum camp_stage stage);
/* Whether the object of STAGE's verifier is linked in a step of its own, by camp_begin_link. */
bool camp_is_linked_apart(const struct camp_task *task, enum camp_stage stage);
bool camp_begin_link(struct camp_task *task, enum camp_stage stage);
/* The verifier of STAGE has been compiled: keeps it, and begins to search. */
bool camp_keep_compiled(struct camp_task *task, enum camp_stage stage);
/* Whether the verifier that has ended was kept, and is one of another machine. */
bool camp_is_foreign(const struct camp_task *task);
/* Makes the verifier of STAGE, whatever is kept. */
bool camp_compile_anew(struct camp_task *task, enum camp_stage stage);
/* Searches with the verifier of STAGE, or waits until the task has the memory for it. */
bool camp_begin_pan(struct camp_task *task, enum camp_stage stage);
/* Whether the verifier that has ended had less memory than it may have, and this may be why it did not end
 * well. */
bool camp_has_outgrown(const struct camp_task *task);
/* Searches again with the verifier of STAGE, in more memory. */
bool camp_take_more(struct camp_task *task, enum camp_stage stage);
bool camp_begin_replay(struct camp_task *task);

#endif
