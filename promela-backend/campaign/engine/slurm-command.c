/* slurm-command.c: the programs of Slurm. */
#include "promela-backend/campaign/engine/slurm.h"

#include <errno.h>
#include <string.h>

enum { COMMAND_SECONDS = 60, OUTPUT_BYTES = 64 << 20 };

const char *camp_slurm_output(struct gd_arena *arena, const char *const *argv, const char **why)
{
	struct camp_limits limits = { COMMAND_SECONDS, 0, OUTPUT_BYTES, 0 };
	struct camp_process process;
	const char *text;
	char how[200];

	camp_process_run(&process, NULL, argv, &limits);
	text = gd_arena_strndup(arena, process.output ? process.output : "", process.length);
	camp_process_describe(&process, how, sizeof how);
	*why = NULL;
	if (process.end == CAMP_NOT_STARTED && process.code == ENOENT)
		*why = gd_arena_printf(arena, "`%s' is not installed, or not on PATH", argv[0]);
	else if (process.end == CAMP_NOT_STARTED)
		*why = gd_arena_printf(arena, "`%s' %s", argv[0], how);
	else if (process.end != CAMP_EXITED || process.code != 0)
		*why = gd_arena_printf(arena, "`%s' %s: %.*s", argv[0], how,
		    (int)strcspn(text, "\n"), text);
	camp_process_free(&process);
	return *why ? NULL : text;
}
