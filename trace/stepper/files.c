/* files.c: reads specifications.  A trace can name any file; a device or a FIFO would block. */
#include "trace/stepper/files.h"

#include <string.h>
#include <sys/stat.h>

struct step_files {
	struct gd_arena *arena;
	GD_VEC(struct step_file *) read;
};

struct step_files *step_files_new(struct gd_arena *arena)
{
	struct step_files *files = GD_NEW(arena, struct step_files);

	files->arena = arena;
	return files;
}

static struct step_file *read_file(struct gd_arena *arena, const char *path)
{
	struct step_file *file = GD_NEW(arena, struct step_file);
	struct stat status;

	file->path = gd_arena_strdup(arena, path);
	if (stat(path, &status) != 0)
		file->why = "it is not found from the current folder";
	else if (!S_ISREG(status.st_mode))
		file->why = "it is no regular file";
	else
		file->source = gd_source_read(arena, path, &file->why);
	return file;
}

const struct step_file *step_file_named(struct step_files *files, const char *path)
{
	for (size_t i = 0; i < files->read.count; i++)
		if (strcmp(files->read.at[i]->path, path) == 0)
			return files->read.at[i];
	GD_PUSH(files->arena, files->read, read_file(files->arena, path));
	return files->read.at[files->read.count - 1];
}
