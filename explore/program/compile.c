/* compile.c: runs the C compiler. */
#include "explore/program/compile.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

enum { MOST_WORDS = 400 };

struct command {
	char *word[MOST_WORDS];
	int count;
};

static void add(struct command *command, const char *word)
{
	if (command->count < MOST_WORDS - 1)
		command->word[command->count++] = (char *)word;
}

static void add_all(struct command *command, char *const *words)
{
	while (*words)
		add(command, *words++);
}

static bool run(struct command *command)
{
	int status = 0;
	pid_t child;

	command->word[command->count] = NULL;
	if (posix_spawnp(&child, command->word[0], NULL, NULL, command->word, environ) != 0) {
		fprintf(stderr, "gcexplore: %s cannot be started\n", command->word[0]);
		return false;
	}
	while (waitpid(child, &status, 0) < 0)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* No access to memory is to be left out.  But without any optimisation, what a loop has read is
 * still on the stack when it reads again, so that it is found to wait one turn later. */
static const char *const optimisation[] = { "-Og", "-fno-tree-dce", "-fno-tree-dse",
	"-fno-tree-fre", NULL };
static const char *const compile_flags[] = { "-fsanitize=thread", "-fPIC", "-g", NULL };
/* GCC's static library has a __wrap_pthread_create of its own. */
static const char *const link_flags[] = { "-shared", "-g", "-nodefaultlibs", "-lm",
	"-l:libgcc_s.so.1", "-lc",
#define CALL(name) "-Wl,--wrap=" #name,
#include "explore/program/calls.def"
	NULL };

void gcx_print_flags(bool link)
{
	const char *const *flags = link ? link_flags : compile_flags;

	for (; *flags; flags++)
		printf("%s%c", *flags, flags[1] ? ' ' : '\n');
}

static bool is_c(const char *file)
{
	const char *dot = strrchr(file, '.');

	return dot && strcmp(dot, ".c") == 0;
}

static bool compile(const char *cc, const char *file, char *const *flags, const char *object)
{
	struct command command = { .count = 0 };

	add(&command, cc);
	add(&command, "-std=gnu11");
	add(&command, "-w");
	add_all(&command, (char *const *)optimisation);
	add_all(&command, (char *const *)compile_flags);
	add_all(&command, flags);
	add(&command, "-c");
	add(&command, file);
	add(&command, "-o");
	add(&command, object);
	return run(&command);
}

bool gcx_compile(const char *cc, char *const *files, int count, char *const *flags,
    const char *folder)
{
	struct command link = { .count = 0 };
	char name[64][4200];
	bool done = count < 64;

	add(&link, cc);
	for (int i = 0; done && i < count; i++) {
		snprintf(name[i], sizeof name[i], "%s/%d.o", folder, i);
		if (is_c(files[i]))
			done = compile(cc, files[i], flags, name[i]);
		add(&link, is_c(files[i]) ? name[i] : files[i]);
	}
	add_all(&link, (char *const *)link_flags);
	snprintf(name[count < 63 ? count : 63], sizeof *name, "%s/program.so", folder);
	add(&link, "-o");
	add(&link, name[count < 63 ? count : 63]);
	return done && run(&link);
}
