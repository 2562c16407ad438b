/* files.h: the specifications that a run names, each read once. */
#ifndef TRACE_STEPPER_FILES_H
#define TRACE_STEPPER_FILES_H

#include "compiler/base/source.h"

struct step_file {
	const char *path;
	struct gd_source *source; /* NULL: it cannot be shown */
	const char *why;
};
struct step_files;

struct step_files *step_files_new(struct gd_arena *arena);
const struct step_file *step_file_named(struct step_files *files, const char *path);

#endif
