/* parallel.c: GNU parallel runs the tasks of one memory class at a time, here or on hosts by ssh.
 *
 * Its job log says how each task ended.  With the log and the same list of tasks it goes on where it was
 * stopped. */
#include "promela-backend/campaign/engine/work.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SSH_SECONDS = 30, OUTPUT_BYTES = 64 << 20, STOP_SECONDS = 10 };

static const char *log_path(const struct work *work, const struct work_submission *submission)
{
	return camp_work_path(work, "joblog-%u", submission->number);
}

/* ----------------------------------------------------------------------- check */
/* What PROCESS says last, or how it ended. */
static const char *last_words(struct work *work, const struct camp_process *process)
{
	size_t length = process->length, start;
	char how[200];

	while (length && strchr(" \t\r\n", process->output[length - 1]))
		length--;
	for (start = length; start && process->output[start - 1] != '\n';)
		start--;
	if (length)
		return gd_arena_strndup(work->arena, process->output + start, length - start);
	camp_process_describe(process, how, sizeof how);
	return gd_arena_strdup(work->arena, how);
}

/* HOST as ssh takes it: of "4/me@host" without the number of jobs. */
static const char *without_count(const char *host)
{
	size_t digits = strspn(host, "0123456789");

	return digits && host[digits] == '/' ? host + digits + 1 : host;
}

/* "ssh" with options, as parallel gets it from the environment; a host can be a whole command of ssh, too. */
static const char *ssh_of(const char *host)
{
	const char *ssh = getenv("PARALLEL_SSH");

	return strchr(host, ' ') ? "" : ssh && *ssh ? ssh : "ssh";
}

/* Whether HOST is one host, and not this machine, a file of hosts, or a pattern, which parallel alone knows. */
static bool is_plain(const char *host)
{
	return *host && strcmp(host, ":") != 0 && strcmp(host, "-") != 0 &&
	    strspn(host, ".") != strlen(host) && !strchr("@+/", *host) && !strpbrk(host, "[{");
}

static const char *check_host(struct work *work, const char *host)
{
	const char *script = gd_arena_printf(work->arena,
	    "test -d %s || echo 'the folder is not there'; exec %s --version",
	    camp_work_quoted(work->arena, work->folder),
	    camp_work_quoted(work->arena, work->program));
	const char *line = gd_arena_printf(work->arena, "exec %s %s %s", ssh_of(host), host,
	    camp_work_quoted(work->arena, script));
	const char *argv[] = { "sh", "-c", line, NULL }, *why = NULL;
	struct camp_limits limits = { SSH_SECONDS, 0, OUTPUT_BYTES, 0 };
	struct camp_process process;

	camp_process_run(&process, NULL, argv, &limits);
	if (process.end != CAMP_EXITED || process.code != 0)
		why = gd_arena_printf(work->arena, "the host %s cannot be used: %s", host,
		    last_words(work, &process));
	else if (strstr(process.output, "is not there"))
		why = gd_arena_printf(work->arena,
		    "the host %s does not see the folder %s: name one with --work that all hosts share",
		    host, work->folder);
	camp_process_free(&process);
	return why;
}

static const char *check(struct work *work)
{
	const char *argv[] = { "parallel", "--version", NULL };
	struct camp_limits limits = { SSH_SECONDS, 0, OUTPUT_BYTES, 0 };
	const char *why = NULL, *host = work->engine->hosts;
	struct camp_process process;

	camp_process_run(&process, NULL, argv, &limits);
	if (process.end != CAMP_EXITED || !strstr(process.output, "GNU parallel"))
		why =
		    "GNU parallel is not installed, or not on PATH (leave out --engine parallel, or "
		    "install it)";
	camp_process_free(&process);
	while (!why && host) {
		size_t length = strcspn(host, ",");
		const char *one = without_count(gd_arena_strndup(work->arena, host, length));

		if (is_plain(one))
			why = check_host(work, one);
		host = host[length] ? host + length + 1 : NULL;
	}
	return why;
}

/* ---------------------------------------------------------------------- submit */
typedef GD_VEC(const char *) argument_list;

static void add(struct work *work, argument_list *list, const char *option, const char *value)
{
	GD_PUSH(work->arena, *list, option);
	if (value)
		GD_PUSH(work->arena, *list, value);
}

/* A task that failed on one host is tried on another: a host that is down would fail all tasks, one after the
 * other.  Without the options of ssh, a host that goes down is noticed hours later. */
static void add_hosts(struct work *work, argument_list *list)
{
	const char *ssh = getenv("PARALLEL_SSH");

	add(work, list, "--sshlogin", work->engine->hosts);
	add(work, list, "--retries", "2");
	if (!ssh || !*ssh)
		add(work, list, "--ssh",
		    "ssh -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=4");
}

static const char *start(struct work *work, struct work_submission *submission)
{
	struct camp_limits limits = { 0, 0, OUTPUT_BYTES, 0 };
	argument_list list = { 0 };

	add(work, &list, "parallel", "--will-cite");
	add(work, &list, "--joblog", log_path(work, submission));
	add(work, &list, "--resume-failed", NULL);
	add(work, &list, "--memfree",
	    gd_arena_printf(work->arena, "%ldM", work->classes[submission->rank]));
	add(work, &list, "--timeout",
	    gd_arena_printf(work->arena, "%.0f", camp_work_seconds(work, submission)));
	if (work->field.options->jobs)
		add(work, &list, "--jobs",
		    gd_arena_printf(work->arena, "%u", work->field.options->jobs));
	if (work->engine->hosts)
		add_hosts(work, &list);
	add(work, &list, "--arg-file", camp_work_path(work, "tasks-%u", submission->number));
	add(work, &list, NULL, NULL);
	if (work->has_process)
		camp_process_free(&work->process);
	camp_process_start(&work->process, NULL, list.at, &limits);
	work->has_process = true;
	return NULL;
}

/* ------------------------------------------------------------------------- log */
/* "Seq Host Starttime JobRuntime Send Receive Exitval Signal Command", with tabs between. */
static void read_log_line(struct work *work, const char *line, struct work_submission *submission)
{
	size_t number;
	char host[256];
	int status, signalled;

	if (sscanf(line, "%zu\t%255[^\t]\t%*s\t%*s\t%*s\t%*s\t%d\t%d\t", &number, host, &status,
		&signalled) != 4 ||
	    number < 1 || number > submission->tasks.count)
		return;
	struct work_task *task = &submission->tasks.at[number - 1];

	task->ended = false; /* the last line about a task counts */
	task->is_memory = signalled == SIGKILL || status == 128 + SIGKILL;
	camp_work_end_task(task, !status && !signalled,
	    signalled
		? gd_arena_printf(work->arena, "was killed by signal %d on %s", signalled, host)
		: status < 0
		? gd_arena_printf(work->arena, "took too long on %s", host)
		: gd_arena_printf(work->arena, "ended with status %d on %s", status, host));
}

static void read_log(struct work *work, struct work_submission *submission)
{
	FILE *in = fopen(log_path(work, submission), "r");
	char *line = NULL;
	size_t room = 0;

	while (in && getline(&line, &room, in) > 0)
		read_log_line(work, line, submission);
	free(line);
	if (in)
		fclose(in);
}

static struct work_submission *current(struct work *work)
{
	for (size_t i = 0; i < work->submissions.count; i++)
		if (!work->submissions.at[i]->ended)
			return work->submissions.at[i];
	return NULL;
}

/* parallel cannot begin: nothing that it runs is to blame. */
static bool could_not_start(const struct work *work, const struct work_submission *submission)
{
	return work->process.end == CAMP_NOT_STARTED ||
	    (work->process.end == CAMP_EXITED && work->process.code == 255 &&
		submission->tasks.count && !submission->tasks.at[0].ended);
}

static const char *poll_it(struct work *work)
{
	struct work_submission *submission = current(work);

	if (!submission || !work->has_process || !camp_process_poll(&work->process))
		return NULL;
	read_log(work, submission);
	if (could_not_start(work, submission))
		return gd_arena_printf(work->arena, "parallel cannot run: %s",
		    last_words(work, &work->process));
	for (size_t i = 0; i < submission->tasks.count; i++)
		camp_work_end_task(&submission->tasks.at[i], false,
		    gd_arena_printf(work->arena, "was not run: parallel stopped: %s",
			last_words(work, &work->process)));
	return NULL;
}

/* At the second SIGTERM parallel ends its tasks, also those on other hosts. */
static void cancel(struct work *work)
{
	double until = camp_now() + STOP_SECONDS;

	if (!work->has_process || camp_process_poll(&work->process))
		return;
	kill(work->process.pid, SIGTERM);
	camp_wait(work->campaign, work->process.fd, 0);
	nanosleep(&(struct timespec){ 0, 200000000 }, NULL);
	kill(work->process.pid, SIGTERM);
	while (!camp_process_poll(&work->process) && camp_now() < until)
		nanosleep(&(struct timespec){ 0, 50000000 }, NULL);
	camp_process_kill(&work->process);
}

const struct work_kind camp_work_parallel = { .name = "parallel",
	.one_at_a_time = true,
	.chunk = 5,
	.first_wait = 0.25,
	.longest_wait = 0.25,
	.check = check,
	.submit = start,
	.resume = start,
	.poll = poll_it,
	.cancel = cancel };
