/* process.c: children.
 *
 * A child leads a process group, so that what it starts (cc starts cc1, as,
 * ld) is killed with it; it dies with this process; it cannot dump core.  Its
 * output comes through a pipe and not through a file, so that a verdict is not
 * lost when the disk is full.
 *
 * vfork, and not fork: this process holds the models of all jobs, and to copy its page tables for
 * each of some thousand children took a third of the time of a campaign. */
#include "promela-backend/campaign/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double camp_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void limit(int resource, size_t value)
{
	struct rlimit rlimit;

	if (getrlimit(resource, &rlimit) != 0)
		return;
	if (rlimit.rlim_max == RLIM_INFINITY || value < rlimit.rlim_max)
		rlimit.rlim_cur = value;
	setrlimit(resource, &rlimit);
}

extern char **environ;

/* The environment of a child.  Its messages are parsed, so they are in English; a tool that is killed
 * leaves its files in DIRECTORY, which is removed.  SETTING may be NULL.  Returns NULL when there is no memory. */
static char **make_environment(const char *directory, const char *setting)
{
	size_t count = 0, kept = 0;
	char **list;

	while (environ[count])
		count++;
	list = malloc((count + 4) * sizeof *list);
	if (!list)
		return NULL;
	if (setting) /* getenv finds what is first */
		list[kept++] = (char *)setting;
	for (size_t i = 0; i < count; i++)
		if (strncmp(environ[i], "LC_ALL=", 7) != 0 &&
		    (!directory || strncmp(environ[i], "TMPDIR=", 7) != 0))
			list[kept++] = environ[i];
	list[kept++] = "LC_ALL=C";
	if (directory)
		list[kept++] = "TMPDIR=.";
	list[kept] = NULL;
	return list;
}

struct start { /* of a child */
	const char *directory, *setting, *const *argv;
	char **environment;
	const struct camp_limits *limits;
	int output, report; /* pipes, for what it prints and for errno when it fails */
};

/* Runs in the child, until exec.  If it fails, writes errno to the pipe.  Its memory is still that of
 * this process: it may not change any. */
static _Noreturn void become(const struct start *start)
{
	static const int reset[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGQUIT, SIGXCPU,
		SIGXFSZ };
	const struct camp_limits *limits = start->limits;
	int null = open("/dev/null", O_RDONLY), error;
	sigset_t none;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < sizeof reset / sizeof *reset; i++)
		signal(reset[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	limit(RLIMIT_CORE, 0);
	if (limits->seconds > 0) /* in case the parent no longer polls */
		limit(RLIMIT_CPU, (size_t)limits->seconds + 60);
	if (limits->processor_seconds)
		limit(RLIMIT_CPU, limits->processor_seconds);
	if (dup2(null, 0) >= 0 && dup2(start->output, 1) >= 0 && dup2(start->output, 2) >= 0 &&
	    (!start->directory || chdir(start->directory) == 0)) {
		/* This comes last: a sanitized program has more address space than that already,
		 * and could allocate nothing any more. */
		if (limits->memory_bytes)
			limit(RLIMIT_AS, limits->memory_bytes);
		execvpe(start->argv[0], (char *const *)start->argv, start->environment);
	}
	error = errno;
	if (write(start->report, &error, sizeof error) < 0)
		_exit(126);
	_exit(127);
}

static __attribute__((noinline)) pid_t fork_into(const struct start *start)
{
	pid_t child = vfork();

	if (child == 0)
		become(start);
	return child;
}

/* Blocks all signals until the child has reset its handlers: none may run there, in the memory of
 * this process. */
static pid_t spawn(struct start *start)
{
	sigset_t all, before;
	pid_t child;

	start->environment = make_environment(start->directory, start->setting);
	if (!start->environment)
		return -1;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	child = fork_into(start);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(start->environment);
	return child;
}

static void not_started(struct camp_process *process, int error)
{
	process->end = CAMP_NOT_STARTED;
	process->code = error;
}

void camp_process_start(struct camp_process *process, const char *directory,
    const char *const *argv, const struct camp_limits *limits)
{
	camp_process_start_with(process, directory, NULL, argv, limits);
}

void camp_process_start_with(struct camp_process *process, const char *directory,
    const char *setting, const char *const *argv, const struct camp_limits *limits)
{
	int output[2], report[2], error = 0;
	ssize_t reported;

	memset(process, 0, sizeof *process);
	process->fd = -1;
	process->limits = *limits;
	process->started = camp_now();
	process->output = calloc(1, process->room = 4096);
	if (!process->output || pipe2(output, O_CLOEXEC) != 0) {
		not_started(process, errno);
		return;
	}
	if (pipe2(report, O_CLOEXEC) != 0 ||
	    (process->pid = spawn(&(struct start){ directory, setting, argv, NULL, limits,
		 output[1], report[1] })) < 0) {
		not_started(process, errno);
		close(output[0]);
		close(output[1]);
		return;
	}
	setpgid(process->pid, process->pid);
	close(output[1]);
	close(report[1]);
	fcntl(output[0], F_SETFL, O_NONBLOCK);
	process->fd = output[0];
	do /* another child may end in between */
		reported = read(report[0], &error, sizeof error);
	while (reported < 0 && errno == EINTR);
	if (reported == (ssize_t)sizeof error) {
		waitpid(process->pid, NULL, 0);
		close(process->fd);
		process->fd = -1;
		not_started(process, error);
	}
	close(report[0]);
}

/* Reads the output that is there.  Returns false if there is too much of it. */
static bool take(struct camp_process *process)
{
	while (process->fd >= 0) {
		if (process->room - process->length < 4096) {
			char *more = realloc(process->output, process->room * 2);

			if (!more)
				return false;
			process->output = more;
			process->room *= 2;
		}
		ssize_t got = read(process->fd, process->output + process->length,
		    process->room - process->length - 1);

		if (got < 0 && errno == EINTR)
			continue;
		if (got == 0) {
			close(process->fd);
			process->fd = -1;
		}
		if (got <= 0)
			break;
		process->length += (size_t)got;
		process->output[process->length] = 0;
		if (process->limits.output_bytes && process->length > process->limits.output_bytes)
			return false;
	}
	return true;
}

/* The leader of the group is dead: kills the rest of the group. */
static void finish(struct camp_process *process, int status, const struct rusage *usage)
{
	kill(-process->pid, SIGKILL);
	take(process);
	if (process->fd >= 0)
		close(process->fd);
	process->fd = -1;
	process->seconds = (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
	    (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
	if (process->end != CAMP_RUNNING)
		return;
	process->end = WIFSIGNALED(status) ? CAMP_SIGNALLED : CAMP_EXITED;
	process->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	if (process->limits.processor_seconds && process->end == CAMP_SIGNALLED &&
	    process->code == SIGXCPU)
		process->end = CAMP_OUT_OF_TIME;
}

static void stop(struct camp_process *process, enum camp_end why)
{
	struct rusage usage;
	int status = 0;

	memset(&usage, 0, sizeof usage);
	process->end = why;
	kill(-process->pid, SIGKILL);
	kill(process->pid, SIGKILL);
	while (wait4(process->pid, &status, 0, &usage) < 0 && errno == EINTR)
		;
	finish(process, status, &usage);
}

bool camp_process_poll(struct camp_process *process)
{
	struct rusage usage;
	int status;

	if (process->end != CAMP_RUNNING)
		return true;
	if (!take(process)) {
		stop(process, CAMP_TOO_MUCH_OUTPUT);
		return true;
	}
	memset(&usage, 0, sizeof usage);
	if (wait4(process->pid, &status, WNOHANG, &usage) == process->pid) {
		finish(process, status, &usage);
		return true;
	}
	if (process->limits.seconds > 0 && camp_process_left(process) <= 0) {
		stop(process, CAMP_OUT_OF_TIME);
		return true;
	}
	return false;
}

void camp_process_kill(struct camp_process *process)
{
	if (process->end == CAMP_RUNNING && process->pid > 0)
		stop(process, CAMP_SIGNALLED);
}

double camp_process_left(const struct camp_process *process)
{
	double left;

	if (process->limits.seconds <= 0)
		return -1;
	left = process->started + process->limits.seconds - camp_now();
	return left > 0 ? left : 0;
}

void camp_process_run(struct camp_process *process, const char *directory, const char *const *argv,
    const struct camp_limits *limits)
{
	camp_process_start(process, directory, argv, limits);
	while (!camp_process_poll(process)) {
		struct pollfd fd = { process->fd, POLLIN, 0 };

		poll(&fd, 1, process->fd < 0 ? 2 : 100);
	}
}

void camp_process_free(struct camp_process *process)
{
	camp_process_kill(process);
	free(process->output);
	process->output = NULL;
}

void camp_process_describe(const struct camp_process *process, char *text, size_t size)
{
	switch (process->end) {
	case CAMP_EXITED: snprintf(text, size, "ended with status %d", process->code); break;
	case CAMP_SIGNALLED:
		snprintf(text, size, "was killed by signal %d (%s)", process->code,
		    strsignal(process->code));
		break;
	case CAMP_OUT_OF_TIME:
		snprintf(text, size, "took longer than %g s", process->limits.seconds);
		break;
	case CAMP_TOO_MUCH_OUTPUT:
		snprintf(text, size, "printed more than %zu bytes", process->limits.output_bytes);
		break;
	case CAMP_NOT_STARTED:
		snprintf(text, size, "could not be run: %s", strerror(process->code));
		break;
	case CAMP_RUNNING: snprintf(text, size, "is running"); break;
	}
}
