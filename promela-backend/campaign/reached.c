/* reached.c: what the verifiers of a job print about the points that they have reached. */
#include "promela-backend/campaign/reached.h"

#include <string.h>

#include "promela-backend/campaign/command.h"

/* Adds to REACHED what BEFORE, of the same length, says. */
static void add(char *reached, const char *before)
{
	for (size_t i = 0; before[i]; i++)
		if (before[i] == PML_POINT_REACHED ||
		    (before[i] == PML_POINT_UNKNOWN && reached[i] == PML_POINT_NOT_REACHED))
			reached[i] = before[i];
}

void camp_note_reached(struct camp_task *task)
{
	const char *output = task->process.output;
	const char *line = output ? strstr(output, "\n" PML_REACHED) : NULL;
	const char *before = task->job->result.reached;
	char *reached;

	if (!task->job->coverage)
		return;
	if (!line) { /* if it has seen all states, nobody knows what they are */
		if (camp_went_well(&task->process))
			task->job->result.reached = NULL;
		return;
	}
	line += strlen("\n" PML_REACHED);
	reached = gd_arena_strndup(task->arena, line, strspn(line, "012"));
	if (before && strlen(before) == strlen(reached)) /* else the output was cut */
		add(reached, before);
	task->job->result.reached = reached;
}
