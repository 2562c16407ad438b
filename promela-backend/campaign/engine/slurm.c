/* slurm.c: tasks as array jobs of Slurm.
 *
 * squeue shows the states of tasks, for some minutes after their end too (MinJobAge).  Accounting may be off, so
 * sacct is only asked about tasks that squeue does not show any more. */
#include "promela-backend/campaign/engine/work.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/base/out.h"

enum {
	COMMAND_SECONDS = 60,
	OUTPUT_BYTES = 64 << 20,
	MOST_TASKS = 1000, /* of an array: Slurm's MaxArraySize is 1001 by default */
	MOST_SILENT = 600  /* seconds for which the controller may not answer */
};

/* ------------------------------------------------------------------------ states */
enum meaning { ALIVE, WELL, LOST, MEMORY, STOPPED };
static const struct state {
	const char *name;
	enum meaning meaning;
	const char *trouble;
} states[] = {
	{ "COMPLETED", WELL, NULL },
	{ "FAILED", LOST, "failed" },
	{ "TIMEOUT", LOST, "took longer than its time limit" },
	{ "DEADLINE", LOST, "reached its deadline" },
	{ "NODE_FAIL", LOST, "was lost with its node (NODE_FAIL)" },
	{ "BOOT_FAIL", LOST, "was lost because its node did not boot (BOOT_FAIL)" },
	{ "PREEMPTED", LOST, "was preempted" },
	{ "REVOKED", LOST, "was revoked" },
	{ "LAUNCH_FAILED", LOST, "could not be launched" },
	{ "OUT_OF_MEMORY", MEMORY, "ran out of memory (OUT_OF_MEMORY)" },
	{ "CANCELLED", STOPPED, "was cancelled (scancel)" },
};

static const struct state *state_of(const char *name)
{
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (strncmp(name, states[i].name, strlen(states[i].name)) == 0)
			return &states[i];
	return NULL;
}

static void end_task(struct work *work, struct work_task *task, const struct state *state,
    const char *node)
{
	task->is_memory = state->meaning == MEMORY;
	task->is_final = state->meaning == STOPPED;
	work_end_task(task, state->meaning == WELL,
	    !state->trouble ? NULL
		: *node && *node != '('
		? gd_arena_printf(work->arena, "%s, on %s", state->trouble, node)
		: state->trouble);
}

/* ---------------------------------------------------------------------- commands */
/* What ARGV prints.  NULL: it fails; *why.  In ARENA. */
static const char *output_of(struct gd_arena *arena, const char *const *argv, const char **why)
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

static const char *check(struct work *work)
{
	static const char *const programs[] = { "sbatch", "squeue", "scancel" };
	const char *why = NULL;

	for (size_t i = 0; i < sizeof programs / sizeof *programs && !why; i++)
		output_of(work->arena, (const char *const[]){ programs[i], "--version", NULL },
		    &why);
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
	const char *tasks = work_path(work, "tasks-%u", submission->number), *text;

	*path = work_path(work, "script-%u-%zu.sh", submission->number, first);
	text = gd_arena_printf(work->arena,
	    "#!/bin/sh\n"
	    "# The task with number N of this array is line %zu + N of the list.\n"
	    "line=$(sed -n \"$((SLURM_ARRAY_TASK_ID + %zu))p\" %s)\n"
	    "eval \"$line\"\n",
	    first + 1, first + 1, work_quoted(work->arena, tasks));
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
	    gd_arena_printf(arena, "--time=%.0f", work_seconds(work, submission) / 60 + 1));
	GD_PUSH(arena, list,
	    work->engine->throttle ? gd_arena_printf(arena, "--array=0-%zu%%%ld", last - first - 1,
					 work->engine->throttle)
				   : gd_arena_printf(arena, "--array=0-%zu", last - first - 1));
	for (const char *const *option = work->engine->slurm_options; option && *option; option++)
		GD_PUSH(arena, list, *option);
	GD_PUSH(arena, list, script);
	GD_PUSH(arena, list, NULL);
	said = output_of(arena, list.at, &why);
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

	for (size_t first = 0; first < submission->tasks.count && !why; first += MOST_TASKS) {
		size_t last = first + MOST_TASKS;

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

/* -------------------------------------------------------------------------- poll */
/* The task of an array, by the array's number and its own. */
static struct work_task *find_task(struct work *work, unsigned long array, unsigned long number)
{
	for (size_t i = 0; i < work->submissions.count; i++) {
		struct work_submission *one = work->submissions.at[i];
		size_t index = number;

		if (one->ended)
			continue;
		for (const char *at = one->reference; at; index += MOST_TASKS) {
			if (strtoul(at, NULL, 10) == array && index < one->tasks.count)
				return &one->tasks.at[index];
			at = strchr(at, ',');
			at = at ? at + 1 : NULL;
		}
	}
	return NULL;
}

struct shown {                  /* which tasks a command has shown */
	struct gd_arena *arena; /* of one look at the queue */
	GD_VEC(const struct work_task *) tasks;
};

static bool was_shown(const struct shown *shown, const struct work_task *task)
{
	for (size_t i = 0; i < shown->tasks.count; i++)
		if (shown->tasks.at[i] == task)
			return true;
	return false;
}

/* Slurm holds a task that a node could not start, and would hold it for ever. */
static bool is_held(const char *reason)
{
	return strstr(reason, "launch") && strstr(reason, "held");
}

static void stop_task(struct work *work, unsigned long array, unsigned long number)
{
	const char *argv[] = { "scancel", gd_arena_printf(work->arena, "%lu_%lu", array, number),
		NULL };
	const char *why;

	output_of(work->arena, argv, &why);
}

/* "12|3|RUNNING|node|reason" */
static void read_queue_line(struct work *work, const char *line, struct shown *shown)
{
	char state[40], node[256] = "", reason[256] = "";
	unsigned long array, number;
	struct work_task *task;
	const struct state *end;

	if (sscanf(line, "%lu|%lu|%39[^|]|%255[^|\n]|%255[^\n]", &array, &number, state, node,
		reason) < 3)
		return;
	task = find_task(work, array, number);
	if (!task)
		return;
	GD_PUSH(shown->arena, shown->tasks, task);
	end = state_of(is_held(reason) || is_held(node) ? "LAUNCH_FAILED" : state);
	if (end && strcmp(end->name, "LAUNCH_FAILED") == 0)
		stop_task(work, array, number);
	if (end)
		end_task(work, task, end, node);
}

/* "12_3|NODE_FAIL|node" */
static void read_account_line(struct work *work, const char *line, struct shown *shown)
{
	char state[40], node[256] = "";
	unsigned long array, number;
	struct work_task *task;
	const struct state *end;

	if (sscanf(line, "%lu_%lu|%39[^|]|%255[^\n]", &array, &number, state, node) < 3)
		return;
	task = find_task(work, array, number);
	end = state_of(state);
	if (!task || was_shown(shown, task))
		return;
	if (!end) { /* the accounting may lag behind */
		GD_PUSH(shown->arena, shown->tasks, task);
		return;
	}
	end_task(work, task, end, node);
}

static void read_lines(struct work *work, const char *text, struct shown *shown,
    void (*read)(struct work *work, const char *line, struct shown *shown))
{
	while (text && *text) {
		read(work, text, shown);
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
}

/* "12,13,14": all arrays that have not ended. */
static const char *arrays(struct gd_arena *arena, const struct work *work)
{
	const char *all = "";

	for (size_t i = 0; i < work->submissions.count; i++) {
		const struct work_submission *one = work->submissions.at[i];

		if (!one->ended && isdigit((unsigned char)one->reference[0]))
			all =
			    gd_arena_printf(arena, "%s%s%s", all, *all ? "," : "", one->reference);
	}
	return all;
}

/* Tasks that neither of the two shows have ended, nobody knows how. */
static void end_the_rest(struct work *work, const struct shown *shown)
{
	for (size_t i = 0; i < work->submissions.count; i++) {
		struct work_submission *one = work->submissions.at[i];

		for (size_t j = 0; !one->ended && j < one->tasks.count; j++)
			if (!was_shown(shown, &one->tasks.at[j]))
				work_end_task(&one->tasks.at[j], true,
				    "is no longer known to Slurm, and wrote no result");
	}
}

static const char *no_answer(struct work *work, const char *why)
{
	if (work->silent_since == 0) {
		work->silent_since = camp_now();
		camp_warn(work->campaign,
		    gd_arena_printf(work->arena, "Slurm does not answer; asking again: %s", why));
	}
	if (camp_now() - work->silent_since <= MOST_SILENT)
		return NULL;
	return gd_arena_printf(work->arena,
	    "%s (what was submitted stays so: the same command goes on from there)", why);
}

static void ask_accounting(struct work *work, const char *all, struct shown *shown)
{
	const char *argv[] = { "sacct", "-n", "-P", "-X", "-j", all, "-o", "JobID,State,NodeList",
		NULL };
	const char *why;

	read_lines(work, output_of(shown->arena, argv, &why), shown, read_account_line);
}

static bool all_are_shown(struct work *work, const struct shown *shown)
{
	for (size_t i = 0; i < work->submissions.count; i++)
		for (size_t j = 0; j < work->submissions.at[i]->tasks.count; j++)
			if (!work->submissions.at[i]->ended &&
			    !work->submissions.at[i]->tasks.at[j].ended &&
			    !was_shown(shown, &work->submissions.at[i]->tasks.at[j]))
				return false;
	return true;
}

static const char *look_at_queue(struct work *work, struct gd_arena *arena)
{
	const char *all = arrays(arena, work), *why, *text;
	const char *argv[] = { "squeue", "--noheader", "--array", "--states=all", "--jobs", all,
		"--format=%F|%K|%T|%N|%r", NULL };
	struct shown shown = { .arena = arena };

	if (!*all)
		return NULL;
	text = output_of(arena, argv, &why);
	if (!text && !strstr(why, "Invalid job id"))
		return no_answer(work, why);
	work->silent_since = 0;
	read_lines(work, text, &shown, read_queue_line);
	if (all_are_shown(work, &shown))
		return NULL;
	ask_accounting(work, all, &shown);
	end_the_rest(work, &shown);
	return NULL;
}

/* A campaign may last for days: what each look reads is forgotten. */
static const char *poll_it(struct work *work)
{
	struct gd_arena *arena = gd_arena_new();
	const char *why = look_at_queue(work, arena);

	gd_arena_free(arena);
	return why;
}

static void cancel(struct work *work)
{
	const char *all = arrays(work->arena, work), *why;
	const char *argv[] = { "scancel", NULL, NULL };
	char *copy = gd_arena_strdup(work->arena, all);

	for (char *one = strtok(copy, ","); one; one = strtok(NULL, ",")) {
		argv[1] = one;
		output_of(work->arena, argv, &why);
		if (why)
			camp_warn(work->campaign, why);
	}
	for (size_t i = 0; i < work->submissions.count; i++) {
		struct work_submission *submission = work->submissions.at[i];

		submission->stopped = !submission->ended;
		submission->ended = true;
	}
	work_write_submitted(work);
}

const struct work_kind work_slurm = { .name = "Slurm",
	.chunk = 20,
	.first_wait = 0.5,
	.longest_wait = 10,
	.check = check,
	.submit = submit,
	.resume = resume,
	.poll = poll_it,
	.cancel = cancel };
