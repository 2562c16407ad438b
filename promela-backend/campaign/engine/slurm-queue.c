/* slurm-queue.c: how tasks are.
 *
 * squeue shows the states of tasks, for some minutes after their end too (MinJobAge).  Accounting may be off, so
 * sacct is only asked about tasks that squeue does not show any more. */
#include "promela-backend/campaign/engine/slurm.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SILENT = 600 }; /* seconds for which the controller may not answer */

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
	camp_work_end_task(task, state->meaning == WELL,
	    !state->trouble ? NULL
		: *node && *node != '('
		? gd_arena_printf(work->arena, "%s, on %s", state->trouble, node)
		: state->trouble);
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
		for (const char *at = one->reference; at; index += SLURM_MOST_TASKS) {
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

	camp_slurm_output(work->arena, argv, &why);
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

const char *camp_slurm_arrays(struct gd_arena *arena, const struct work *work)
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
				camp_work_end_task(&one->tasks.at[j], true,
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

	read_lines(work, camp_slurm_output(shown->arena, argv, &why), shown, read_account_line);
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
	const char *all = camp_slurm_arrays(arena, work), *why, *text;
	const char *argv[] = { "squeue", "--noheader", "--array", "--states=all", "--jobs", all,
		"--format=%F|%K|%T|%N|%r", NULL };
	struct shown shown = { .arena = arena };

	if (!*all)
		return NULL;
	text = camp_slurm_output(arena, argv, &why);
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
const char *camp_slurm_poll(struct work *work)
{
	struct gd_arena *arena = gd_arena_new();
	const char *why = look_at_queue(work, arena);

	gd_arena_free(arena);
	return why;
}
