/* process.h: a child process with limits, in a process group of its own. */
#ifndef CAMP_PROCESS_H
#define CAMP_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct camp_limits {
	double seconds;             /* of wall-clock time; 0: none */
	size_t memory_bytes;        /* of address space; 0: none */
	size_t output_bytes;        /* of output; 0: none */
	unsigned processor_seconds; /* 0: none; code is SIGXCPU when it is this that was reached */
};

enum camp_end { /* how a child ended */
	CAMP_RUNNING,
	CAMP_EXITED,
	CAMP_SIGNALLED,
	CAMP_OUT_OF_TIME,     /* it was killed for it */
	CAMP_TOO_MUCH_OUTPUT, /* it was killed for it */
	CAMP_NOT_STARTED      /* the program could not be run: code is errno */
};

struct camp_process {
	pid_t pid;
	int fd; /* the read end of its output; -1: closed */
	struct camp_limits limits;
	enum camp_end end;
	int code;     /* exit status, signal or errno */
	char *output; /* standard output and error; NUL-terminated */
	size_t length, room;
	double started, seconds; /* processor time, after the end */
};

double camp_now(void); /* seconds, monotonic */

/* Starts ARGV (found on PATH) in DIRECTORY.  Its standard input is empty.  If it cannot be started,
 * the process counts as ended. */
void camp_process_start(struct camp_process *process, const char *directory,
    const char *const *argv, const struct camp_limits *limits);
/* The same, with SETTING, "NAME=VALUE", in its environment.  NULL: nothing is added. */
void camp_process_start_with(struct camp_process *process, const char *directory,
    const char *setting, const char *const *argv, const struct camp_limits *limits);
/* Reads the output, enforces the limits, and notices the end.  Never blocks.  Returns true when the
 * process has ended (and its group is dead). */
bool camp_process_poll(struct camp_process *process);
/* Kills the process's group and waits for the process. */
void camp_process_kill(struct camp_process *process);
/* Seconds until the time limit. < 0: there is no limit. */
double camp_process_left(const struct camp_process *process);
/* Starts a short command, and returns after its end. */
void camp_process_run(struct camp_process *process, const char *directory, const char *const *argv,
    const struct camp_limits *limits);
void camp_process_free(struct camp_process *process);
/* Writes the end of the process to TEXT: "was killed by signal 11 (Segmentation fault)" … */
void camp_process_describe(const struct camp_process *process, char *text, size_t size);

#endif
