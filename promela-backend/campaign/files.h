/* files.h: a job's folder: its models, their support files, and what tools leave there. */
#ifndef CAMP_FILES_H
#define CAMP_FILES_H

#include "promela-backend/campaign/task.h"

/* The trail that was found first. */
extern const char camp_first_trail[];
/* What the compiler includes if a job has premises. */
extern const char camp_premises[];
/* The name of the job's file NAME, in the task's arena. */
const char *camp_path_of(struct camp_task *task, const char *name);
/* The name of the current model's file. */
const char *camp_model_file(const struct camp_task *task);
/* Writes MODEL, which is from now on the current one, and the support files that it includes.
 * false: errno has the reason. */
bool camp_write_model(struct camp_task *task, const char *model);
/* Makes the folder, and writes the first model and what else the compiler reads.  false: errno has the
 * reason. */
bool camp_write_files(struct camp_task *task);
/* The folder's name below ROOT for a job that people call NAME. */
const char *camp_folder(struct gd_arena *arena, const char *root, const char *name);
/* Removes a directory and all that is in it. */
void camp_remove_tree(const char *path);

#endif
