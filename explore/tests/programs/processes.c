// FORK_NOW => 1 calls _Fork, which cannot be explored
// DAEMON => 1 calls daemon, which cannot be explored
// EXECL => 1 calls execl, which cannot be explored
// EXECV => 1 calls execv, which cannot be explored
// EXECVP => 1 calls execvp, which cannot be explored
// EXECVE => 1 calls execve, which cannot be explored
// SPAWN => 1 calls posix_spawn, which cannot be explored
// SYSTEM => 1 calls system, which cannot be explored
// POPEN => 1 calls popen, which cannot be explored
/* Functions that begin another process or program are refused. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	char *arguments[] = { "true", NULL };
	pid_t process;

	(void)arguments;
	(void)process;
#if defined FORK_NOW
	return _Fork();
#elif defined DAEMON
	return daemon(0, 0);
#elif defined EXECL
	return execl("/bin/true", "true", (char *)0);
#elif defined EXECV
	return execv("/bin/true", arguments);
#elif defined EXECVP
	return execvp("true", arguments);
#elif defined EXECVE
	return execve("/bin/true", arguments, environ);
#elif defined SPAWN
	return posix_spawn(&process, "/bin/true", NULL, NULL, arguments, environ);
#elif defined SYSTEM
	return system("true");
#elif defined POPEN
	return popen("true", "r") == NULL;
#endif
	return 0;
}
