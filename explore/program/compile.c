/* compile.c: runs the C compiler. */
#include "explore/program/compile.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/program/program.h"
#include "explore/program/tool.h"

enum { MOST_WORDS = 1000, MOST_FILES = 100 };

struct command {
	char *word[MOST_WORDS];
	int count;
};

/* A word that does not fit is missed by `run'. */
static void add(struct command *command, const char *word)
{
	if (command->count < MOST_WORDS)
		command->word[command->count] = (char *)word;
	command->count++;
}

static void add_all(struct command *command, char *const *words)
{
	while (*words)
		add(command, *words++);
}

static bool run(struct command *command)
{
	if (command->count >= MOST_WORDS) {
		fprintf(stderr, "gcexplore: a command of the compiler has more than %d words\n",
		    MOST_WORDS - 1);
		return false;
	}
	command->word[command->count] = NULL;
	return gcx_run_tool(command->word, NULL, 0, false);
}

/* No access to memory is to be left out.  But without any optimisation, what a loop has read is
 * still on the stack when it reads again, so that it is found to wait one turn later. */
static const char *const optimisation[] = { "-Og", "-fno-tree-dce", "-fno-tree-dse",
	"-fno-tree-fre", NULL };
/* Clang has none of these, and what it leaves out cannot be said so well. */
static const char *const no_optimisation[] = { "-O0", NULL };
/* The compiler would do the work of memcpy itself, and not say so. */
static const char *const compile_flags[] = { "-fsanitize=thread", "-fPIC", "-fno-builtin",
	"-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-g", NULL };
/* GCC's static library has a __wrap_pthread_create of its own.  What the program defines, it uses, also if
 * the library of C has a function of that name. */
static const char *const link_flags[] = { "-shared", "-g", "-Wl,-Bsymbolic", "-nodefaultlibs",
	"-lm", "-l:libgcc_s.so.1", "-lc",
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

static bool is_clang(const char *cc)
{
	char *words[] = { (char *)cc, "--version", NULL }, text[1024];

	return strcmp(cc, "gcc") != 0 && gcx_run_tool(words, text, sizeof text, true) &&
	    strstr(text, "clang");
}

static bool compile(const char *cc, const char *file, char *const *flags, const char *object)
{
	struct command command = { .count = 0 };

	add(&command, cc);
	add(&command, "-std=gnu11");
	add(&command, "-w");
	add_all(&command, (char *const *)(is_clang(cc) ? no_optimisation : optimisation));
	add_all(&command, (char *const *)compile_flags);
	if (gcx_program_options.volatiles && !is_clang(cc))
		add(&command, "--param=tsan-distinguish-volatile=1");
	add_all(&command, flags);
	add(&command, "-U_FORTIFY_SOURCE"); /* other functions than those of calls.def */
	add(&command, "-c");
	add(&command, file);
	add(&command, "-o");
	add(&command, object);
	return run(&command);
}

/* Compiles what is C; objects[i] becomes the name of the object, or that of the file. */
static bool compile_all(const char *cc, char *const *files, int count, char *const *flags,
    const char *folder, char (*objects)[PATH_MAX])
{
	for (int i = 0; i < count; i++) {
		if (!is_c(files[i])) {
			snprintf(objects[i], PATH_MAX, "%s", files[i]);
			continue;
		}
		if (snprintf(objects[i], PATH_MAX, "%s/%d.o", folder, i) >= PATH_MAX ||
		    !compile(cc, files[i], flags, objects[i]))
			return false;
	}
	return true;
}

bool gcx_compile(const char *cc, char *const *files, int count, char *const *flags,
    const char *folder, const char *output)
{
	static char objects[MOST_FILES][PATH_MAX];
	struct command link = { .count = 0 };
	bool done;

	if (count > MOST_FILES) {
		fprintf(stderr, "gcexplore: a program has at most %d files\n", MOST_FILES);
		return false;
	}
	done = compile_all(cc, files, count, flags, folder, objects);
	add(&link, cc);
	for (int i = 0; i < count; i++)
		add(&link, objects[i]);
	add_all(&link, (char *const *)link_flags);
	add(&link, "-o");
	add(&link, output);
	done = done && run(&link);
	for (int i = 0; i < count; i++)
		if (is_c(files[i]))
			unlink(objects[i]);
	return done;
}
