/* gcexplore.c: explores every schedule of a C program that is compiled as it is. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "explore/gcexplore.h"
#include "explore/program/compile.h"
#include "explore/program/program.h"

enum { VERIFIED, FAILED, WRONG_USE, BOUNDED, ERROR = 4 };

static struct options {
	struct gcx_options explore;
	const char *cc;
	char **flags; /* of the compiler */
	bool is_quiet;
} options = { .explore = { .instrumented = true }, .cc = "gcc" };

static void usage(FILE *to)
{
	fputs("usage: gcexplore [OPTION]... FILE... [-- FLAG...]\n"
	      "Explores every schedule of the program in FILE..., which are C, or one shared\n"
	      "object. The compiler gets each FLAG.\n"
	      "\n"
	      "  --reduction=R      optimal, source, sleep or none\n"
	      "  --executions=N     at most so many\n"
	      "  --steps=N          at most so many operations in an execution\n"
	      "  --timeouts=N       each task may time out so often where it can\n"
	      "  --cc=COMPILER      instead of gcc\n"
	      "  --print            shows what the program prints\n"
	      "  --flags, --link-flags\n"
	      "                     prints what the program is to be compiled and linked with\n"
	      "  --help, --version\n"
	      "\n"
	      "Exits with 0 if every execution is right, 1 if one fails, 2 after wrong usage,\n"
	      "3 if a bound was reached, 4 if the program cannot be compiled or explored.\n",
	    to);
}

static int wrong(const char *what, const char *why)
{
	fprintf(stderr, "gcexplore: %s: %s\n", what, why);
	return WRONG_USE;
}

/* ------------------------------------------------------------------------- options */
static bool number(const char *text, uint64_t most, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *value <= most;
}

static bool reduction(const char *name)
{
	static const char *const names[] = { "optimal", "source", "sleep", "none" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0) {
			options.explore.reduction = (enum gcx_reduction)i;
			return true;
		}
	return false;
}

enum word {
	OPTION_REDUCTION = 256,
	OPTION_EXECUTIONS,
	OPTION_STEPS,
	OPTION_TIMEOUTS,
	OPTION_CC,
	OPTION_PRINT,
	OPTION_FLAGS,
	OPTION_LINK,
	OPTION_HELP,
	OPTION_VERSION
};

static const struct option known[] = { { "reduction", 1, NULL, OPTION_REDUCTION },
	{ "executions", 1, NULL, OPTION_EXECUTIONS }, { "steps", 1, NULL, OPTION_STEPS },
	{ "timeouts", 1, NULL, OPTION_TIMEOUTS }, { "cc", 1, NULL, OPTION_CC },
	{ "print", 0, NULL, OPTION_PRINT }, { "flags", 0, NULL, OPTION_FLAGS },
	{ "link-flags", 0, NULL, OPTION_LINK }, { "help", 0, NULL, OPTION_HELP },
	{ "version", 0, NULL, OPTION_VERSION }, { NULL, 0, NULL, 0 } };

/* false: it is no option, or its argument is wrong. */
static bool take(int option, const char *argument)
{
	uint64_t value = 0;

	switch (option) {
	case OPTION_REDUCTION: return reduction(argument);
	case OPTION_CC: options.cc = argument; return true;
	case OPTION_PRINT: gcx_program_options.prints = true; return true;
	case OPTION_EXECUTIONS:
		return number(argument, UINT64_MAX, &options.explore.most_executions);
	case OPTION_STEPS:
		if (!number(argument, UINT_MAX, &value))
			return false;
		options.explore.most_steps = (unsigned)value;
		return true;
	case OPTION_TIMEOUTS:
		if (!number(argument, 1000, &value))
			return false;
		gcx_program_options.timeouts = (unsigned)value;
		return true;
	default: return false;
	}
}

/* Those that print something, and end. */
static int print(int option)
{
	if (option == OPTION_HELP)
		usage(stdout);
	else if (option == OPTION_VERSION)
		puts("gcexplore " PACKAGE_VERSION);
	else
		gcx_print_flags(option == OPTION_LINK);
	return fflush(stdout) == 0 ? VERIFIED : ERROR;
}

/* ------------------------------------------------------------------------- results */
/* Where in the source, by addr2line if there is one. */
static void show_place(const struct gcx_program *program, const char *file, const void *place,
    const char *what)
{
	uintptr_t offset = gcx_program_offset(program, place);
	char command[PATH_MAX + 64], line[PATH_MAX];
	FILE *from;

	if (!offset)
		return;
	snprintf(command, sizeof command,
	    "addr2line -s -f -e '%s' %#lx 2>/dev/null | paste -sd ' '", file,
	    (unsigned long)offset - 1);
	fflush(stdout);
	from = popen(command, "r");
	if (from && fgets(line, sizeof line, from) && line[0] != '\n')
		printf("  %s: %s", what, line);
	if (from)
		pclose(from);
}

static int report(const struct gcx_program *program, const char *file,
    const struct gcx_result *result, double seconds)
{
	static const char *const verdicts[] = { "verified", "failed", "bounded" };

	if (result->message[0])
		printf("%s\n", result->message);
	show_place(program, file, result->places[0], "at");
	show_place(program, file, result->places[1], "and");
	printf("%s: %llu complete, %llu blocked, %llu pruned; %.2f s\n", verdicts[result->verdict],
	    (unsigned long long)result->complete, (unsigned long long)result->blocked,
	    (unsigned long long)result->pruned, seconds);
	if (result->verdict == GCX_VERIFIED && result->complete == 0)
		printf("no execution is complete: all are blocked\n");
	switch (result->verdict) {
	case GCX_VERIFIED: return VERIFIED;
	case GCX_FAILED: return FAILED;
	case GCX_BOUNDED: break;
	}
	return BOUNDED;
}

static int explore(const char *file, char *name)
{
	char *arguments[] = { name, NULL };
	struct gcx_program_run run = { .argc = 1, .argv = arguments };
	struct gcx_program *program;
	struct gcx_result result;
	struct timespec from, to;
	const char *why;
	int status;

	program = gcx_program_load(file, &why);
	if (!program) {
		fprintf(stderr, "gcexplore: %s\n", why);
		return ERROR;
	}
	run.program = program;
	clock_gettime(CLOCK_MONOTONIC, &from);
	gcx_explore(&options.explore, gcx_program_main, &run, &result);
	clock_gettime(CLOCK_MONOTONIC, &to);
	status = report(program, file, &result,
	    (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
	free(result.schedule);
	gcx_program_unload(program);
	return fflush(stdout) == 0 ? status : ERROR;
}

/* ---------------------------------------------------------------------------- main */
static char folder[PATH_MAX];

static void remove_folder(void)
{
	char command[PATH_MAX + 16];

	if (!folder[0])
		return;
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	if (system(command) != 0)
		fprintf(stderr, "gcexplore: %s is left\n", folder);
}

static bool is_shared_object(const char *file)
{
	const char *dot = strrchr(file, '.');

	return dot && strcmp(dot, ".so") == 0;
}

static int compile_and_explore(char **files, int count)
{
	const char *where = getenv("TMPDIR");
	char file[PATH_MAX + 16];

	if (count == 1 && is_shared_object(files[0])) {
		snprintf(file, sizeof file, "%s%s", strchr(files[0], '/') ? "" : "./", files[0]);
		return explore(file, files[0]);
	}
	snprintf(folder, sizeof folder, "%s/gcexplore.XXXXXX", where ? where : "/tmp");
	if (!mkdtemp(folder)) {
		fprintf(stderr, "gcexplore: %s: %s\n", folder, strerror(errno));
		folder[0] = '\0';
		return ERROR;
	}
	atexit(remove_folder);
	snprintf(file, sizeof file, "%s/program.so", folder);
	if (!gcx_compile(options.cc, files, count, options.flags, folder))
		return ERROR;
	return explore(file, files[0]);
}

/* The words after "--". */
static int split_flags(int argc, char **argv)
{
	static char *none[] = { NULL };

	options.flags = none;
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--") == 0) {
			argv[i] = NULL;
			options.flags = argv + i + 1;
			return i;
		}
	return argc;
}

int main(int argc, char **argv)
{
	int option, words = split_flags(argc, argv);

	while ((option = getopt_long(words, argv, "", known, NULL)) != -1) {
		if (option == '?')
			return WRONG_USE;
		if (option >= OPTION_FLAGS)
			return print(option);
		if (!take(option, optarg))
			return wrong(optarg, "this option has no such argument");
	}
	if (optind == words) {
		usage(stderr);
		return WRONG_USE;
	}
	return compile_and_explore(argv + optind, words - optind);
}
