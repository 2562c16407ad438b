/* folder.c: a folder that does not outlive the compiler. */
#include "explore/program/folder.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[PATH_MAX];
static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { SIGNALS = sizeof signals / sizeof *signals };

/* The names of all files in it are known: a handler of signals cannot read a folder. */
enum { MOST_FILES = 100 };

static void remove_files(void)
{
	char name[32];
	int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	for (int i = 0; i <= MOST_FILES; i++) {
		int length = 0;

		for (int digit = 100; digit > 0; digit /= 10)
			if (i >= digit || digit == 1)
				name[length++] = (char)('0' + i / digit % 10);
		name[length++] = '.';
		name[length++] = 'o';
		name[length] = '\0';
		unlinkat(at, name, 0);
	}
	unlinkat(at, "program.so", 0);
	close(at);
	rmdir(folder);
}

static void end(int number)
{
	remove_files();
	signal(number, SIG_DFL);
	raise(number);
}

bool gcx_make_folder(char *name)
{
	if (!mkdtemp(name))
		return false;
	snprintf(folder, sizeof folder, "%s", name);
	for (int i = 0; i < SIGNALS; i++)
		if (signal(signals[i], end) == SIG_IGN)
			signal(signals[i], SIG_IGN);
	return true;
}

void gcx_remove_folder(void)
{
	for (int i = 0; i < SIGNALS; i++)
		if (signal(signals[i], SIG_DFL) == SIG_IGN)
			signal(signals[i], SIG_IGN);
	remove_files();
}
