/* slurm.c: tasks as array jobs of Slurm. */
#include "promela-backend/campaign/engine/slurm.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/base/out.h"

/* ------------------------------------------------------------------------ check */

static const char *check(struct work *work)
{
	static const char *const programs[] = { "sbatch", "squeue", "scancel" };
	const char *why = NULL;

	for (size_t i = 0; i < sizeof programs / sizeof *programs && !why; i++)
		camp_slurm_output(work->arena,
		    (const char *const[]){ programs[i], "--version", NULL }, &why);
	return why
	    ? gd_arena_printf(work->arena,
		  "Slurm cannot be used: %s (run gcdsl on a machine of the cluster, or leave "
		  "out --engine slurm)",
		  why)
	    : NULL;
}

/* ------------------------------------------------------------------------ submit */
static const char *write_script(struct work *work, const struct work_submission *submission,
    size_t first, const char **path)
{
	const char *tasks = camp_work_path(work, "tasks-%u", submission->number), *text;

	*path = camp_work_path(work, "script-%u-%zu.sh", submission->number, first);
	text = gd_arena_printf(work->arena,
	    "#!/bin/sh\n"
	    "# The task with number N of this array is line %zu + N of the list.\n"
	    "line=$(sed -n \"$((SLURM_ARRAY_TASK_ID + %zu))p\" %s)\n"
	    "eval \"$line\"\n",
	    first + 1, first + 1, camp_work_quoted(work->arena, tasks));
	return gd_write_file(*path, text, strlen(text))
	    ? NULL
	    : gd_arena_printf(work->arena, "cannot write %s", *path);
}

/* PATH for --output, in which sbatch replaces %a. */
static const char *without_patterns(struct gd_arena *arena, const char *path)
{
	const char *text = "";

	for (size_t length; *path; path += length) {
		length = *path == '%' ? 1 : strcspn(path, "%");
		text = gd_arena_printf(arena, "%s%.*s%s", text, (int)length, path,
		    *path == '%' ? "%" : "");
	}
	return text;
}

/* The array of SUBMISSION's tasks from FIRST to before LAST. */
static const char *submit_array(struct work *work, const struct work_submission *submission,
    size_t first, size_t last, const char **reference)
{
	struct gd_arena *arena = work->arena;
	GD_VEC(const char *) list = { 0 };
	const char *script, *said, *why = write_script(work, submission, first, &script);

	if (why)
		return why;
	GD_PUSH(arena, list, "sbatch");
	GD_PUSH(arena, list, "--parsable");
	GD_PUSH(arena, list, "--requeue");
	GD_PUSH(arena, list, "--job-name=gcdsl");
	GD_PUSH(arena, list, "--ntasks=1");
	GD_PUSH(arena, list, gd_arena_printf(arena, "--chdir=%s", work->folder));
	GD_PUSH(arena, list,
	    gd_arena_printf(arena, "--output=%s/logs/%u-%zu-%%a.log",
		without_patterns(arena, work->folder), submission->number, first));
	GD_PUSH(arena, list, gd_arena_printf(arena, "--mem=%ldM", work->classes[submission->rank]));
	GD_PUSH(arena, list,
	    gd_arena_printf(arena, "--time=%.0f", camp_work_seconds(work, submission) / 60 + 1));
	GD_PUSH(arena, list,
	    work->engine->throttle ? gd_arena_printf(arena, "--array=0-%zu%%%ld", last - first - 1,
					 work->engine->throttle)
				   : gd_arena_printf(arena, "--array=0-%zu", last - first - 1));
	for (const char *const *option = work->engine->slurm_options; option && *option; option++)
		GD_PUSH(arena, list, *option);
	GD_PUSH(arena, list, script);
	GD_PUSH(arena, list, NULL);
	said = camp_slurm_output(arena, list.at, &why);
	if (said && !isdigit((unsigned char)*said))
		why = gd_arena_printf(arena, "`sbatch' printed no job number: %.*s",
		    (int)strcspn(said, "\n"), said);
	if (!why)
		*reference = gd_arena_strndup(arena, said, strspn(said, "0123456789"));
	return why;
}

/* The reference has the number of each array: "12,13". */
static const char *submit(struct work *work, struct work_submission *submission)
{
	const char *why = NULL, *array;

	for (size_t first = 0; first < submission->tasks.count && !why; first += SLURM_MOST_TASKS) {
		size_t last = first + SLURM_MOST_TASKS;

		if (last > submission->tasks.count)
			last = submission->tasks.count;
		why = submit_array(work, submission, first, last, &array);
		if (!why)
			submission->reference = first
			    ? gd_arena_printf(work->arena, "%s,%s", submission->reference, array)
			    : array;
	}
	return why;
}

static const char *resume(struct work *work, struct work_submission *submission)
{
	(void)work;
	(void)submission;
	return NULL;
}

static void cancel(struct work *work)
{
	const char *all = camp_slurm_arrays(work->arena, work), *why;
	const char *argv[] = { "scancel", NULL, NULL };
	char *copy = gd_arena_strdup(work->arena, all);

	for (char *one = strtok(copy, ","); one; one = strtok(NULL, ",")) {
		argv[1] = one;
		camp_slurm_output(work->arena, argv, &why);
		if (why)
			camp_warn(work->campaign, why);
	}
	for (size_t i = 0; i < work->submissions.count; i++) {
		struct work_submission *submission = work->submissions.at[i];

		submission->stopped = !submission->ended;
		submission->ended = true;
	}
	camp_work_write_submitted(work);
}

const struct work_kind camp_work_slurm = { .name = "Slurm",
	.chunk = 20,
	.first_wait = 0.5,
	.longest_wait = 10,
	.check = check,
	.submit = submit,
	.resume = resume,
	.poll = camp_slurm_poll,
	.cancel = cancel };
