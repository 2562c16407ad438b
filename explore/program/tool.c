/* tool.c: runs other programs, without a shell. */
#include "explore/program/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The rest is read, too, so that the program does not wait. */
static void read_all(int from, char *text, size_t size)
{
	char rest[512];
	size_t used = 0;
	ssize_t got;

	for (;;) {
		bool fits = used + 1 < size;

		got =
		    fits ? read(from, text + used, size - 1 - used) : read(from, rest, sizeof rest);
		if (got <= 0 && !(got < 0 && errno == EINTR))
			break;
		used += fits && got > 0 ? (size_t)got : 0;
	}
	text[used] = '\0';
}

bool gcx_run_tool(char *const *words, char *text, size_t size, bool is_quiet)
{
	posix_spawn_file_actions_t actions;
	int ends[2] = { -1, -1 }, status = 0;
	bool started;
	pid_t child;

	if (text && pipe2(ends, O_CLOEXEC) != 0)
		return false;
	posix_spawn_file_actions_init(&actions);
	if (text)
		posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	if (is_quiet)
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	started = posix_spawnp(&child, words[0], &actions, NULL, words, environ) == 0;
	posix_spawn_file_actions_destroy(&actions);
	if (text) {
		close(ends[1]);
		if (started)
			read_all(ends[0], text, size);
		close(ends[0]);
	}
	if (!started) {
		if (!is_quiet)
			fprintf(stderr, "gcexplore: %s cannot be run\n", words[0]);
		return false;
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
