/* files.c: a job's folder. */
#include "promela-backend/campaign/files.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "compiler/base/out.h"

const char camp_first_trail[] = "first.trail", camp_premises[] = "premises.h";

const char *camp_path_of(struct camp_task *task, const char *name)
{
	return gd_arena_printf(task->arena, "%s/%s", task->directory, name);
}

const char *camp_model_file(const struct camp_task *task)
{
	return task->is_shared ? task->job->shared->file : task->job->file;
}

/* Temporary files need no fsync. */
static bool write_text(struct camp_task *task, const char *name, const char *text)
{
	FILE *file = fopen(gd_arena_printf(task->arena, "%s/%s", task->directory, name), "w");
	bool good = file && fputs(text, file) >= 0;
	int saved = errno;

	if (file && fclose(file) != 0 && good) {
		saved = errno;
		good = false;
	}
	errno = saved;
	return good;
}

/* Writes the support files that TEXT includes, and those that they include. */
static bool write_included(struct camp_task *task, const char *text)
{
	static const char include[] = "#include \"";
	const struct camp_tools *tools = task->tools;

	for (const char *at = text; (at = strstr(at, include));) {
		at += strlen(include);
		for (size_t i = 0; i < tools->support_count; i++) {
			const struct pml_support_file *file = &tools->support[i];
			size_t length = strlen(file->name);

			if (strncmp(at, file->name, length) == 0 && at[length] == '"' &&
			    !(write_text(task, file->name, file->text) &&
				write_included(task, file->text)))
				return false;
		}
	}
	return true;
}

bool camp_write_model(struct camp_task *task, const char *model)
{
	task->model = model;
	return write_text(task, camp_model_file(task), model) && write_included(task, model);
}

/* What the verifier is compiled with, beside the model. */
static bool write_premises(struct camp_task *task)
{
	const char *premises = task->job->premises, *coverage = task->job->coverage;

	return (!premises && !coverage) ||
	    write_text(task, camp_premises,
		gd_arena_printf(task->arena, "%s%s", premises ? premises : "",
		    coverage ? coverage : ""));
}

bool camp_write_files(struct camp_task *task)
{
	const struct camp_job *job = task->job;

	return gd_make_directories(task->directory) && write_premises(task) &&
	    camp_write_model(task,
		task->whole           ? job->whole
		    : task->is_shared ? job->shared->model
				      : job->model);
}

const char *camp_folder(struct gd_arena *arena, const char *root, const char *name)
{
	char *copy = gd_arena_strdup(arena, name);

	for (char *c = copy; *c; c++)
		if (strchr("/ \t\n=*?\"'", *c))
			*c = '-';
	return gd_arena_printf(arena, "%s/%s", root, copy);
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
	(void)info;
	(void)type;
	(void)walk;
	remove(path);
	return 0;
}

void camp_remove_tree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
