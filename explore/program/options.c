/* options.c: the command line of gcexplore. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "explore/program/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/program/compile.h"
#include "explore/program/program.h"

enum word {
	OPTIONS = 256,
#define OPTION(name, word, argument, text) OPTION_##name,
#include "explore/program/options.def"
	OPTIONS_END
};

static const struct row {
	const char *word, *argument, *text;
} rows[] = {
#define OPTION(name, word, argument, text) { word, argument, text },
#include "explore/program/options.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static void usage(FILE *to)
{
	fputs(
	    "usage: gcexplore [OPTION]... FILE... [-- FLAG...]\n"
	    "Explores every schedule of the program in FILE..., which are C, or one shared object.\n"
	    "The compiler gets each FLAG.\n"
	    "\n",
	    to);
	for (int i = 0; i < ROWS; i++) {
		char left[40];

		snprintf(left, sizeof left, "--%s%s%s", rows[i].word, rows[i].argument ? "=" : "",
		    rows[i].argument ? rows[i].argument : "");
		fprintf(to, "  %-20s %s\n", left, rows[i].text);
	}
	fputs(
	    "\n"
	    "Exits with 0 if every execution is right, 1 if one fails, 2 after wrong usage, 3 if a\n"
	    "bound was reached, 4 if the program cannot be compiled or explored.\n",
	    to);
}

static int wrong(const char *what, const char *why)
{
	fprintf(stderr, "gcexplore: %s: %s (gcexplore --help)\n", what, why);
	return STATUS_USAGE;
}

/* The argument is not one that the option can have. */
static int wrong_argument(enum word word, const char *argument)
{
	const struct row *row = &rows[word - OPTIONS - 1];

	fprintf(stderr, "gcexplore: --%s cannot be `%s`\n  --%s=%s: %s\n", row->word, argument,
	    row->word, row->argument, row->text);
	return STATUS_USAGE;
}

/* ------------------------------------------------------------------------ arguments */
static bool number(const char *text, uint64_t most, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *value <= most;
}

static bool small(const char *text, unsigned *value)
{
	uint64_t read;

	if (!number(text, UINT_MAX, &read))
		return false;
	*value = (unsigned)read;
	return true;
}

static bool seconds(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return *text && !*end && *value > 0 && *value < 1e9;
}

static const char *const reductions[] = { "optimal", "source", "sleep", "none", "random", "pct",
	NULL };
static const char *const memories[] = { "sc", "tso", "pso", "c11", NULL };

static bool one_of(const char *const *names, const char *name, unsigned *value)
{
	for (*value = 0; names[*value]; ++*value)
		if (strcmp(names[*value], name) == 0)
			return true;
	return false;
}

static bool show(const struct gcx_progress *progress, void *unused)
{
	(void)unused;
	fprintf(stderr, "gcexplore: %llu executions in %.0f s, %.1f %%",
	    (unsigned long long)progress->executions, progress->seconds, 100 * progress->fraction);
	if (progress->seconds_left >= 0)
		fprintf(stderr, ", about %.0f s left", progress->seconds_left);
	fputc('\n', stderr);
	return true;
}

/* false: it cannot have this argument. */
static bool take(enum word word, const char *argument, struct options *options)
{
	struct gcx_options *explore = &options->explore;
	unsigned which;

	switch (word) {
	case OPTION_MEMORY:
		if (!one_of(memories, argument, &which))
			return false;
		explore->memory = (enum gcx_memory)which;
		return true;
	case OPTION_REDUCTION:
		if (!one_of(reductions, argument, &which))
			return false;
		explore->reduction = (enum gcx_reduction)which;
		return true;
	case OPTION_JOBS: return small(argument, &explore->jobs) && explore->jobs > 0;
	case OPTION_PREEMPTIONS:
		explore->bound_preemptions = true;
		return small(argument, &explore->most_preemptions);
	case OPTION_EXECUTIONS: return number(argument, UINT64_MAX, &explore->most_executions);
	case OPTION_STEPS: return small(argument, &explore->most_steps);
	case OPTION_SECONDS: return seconds(argument, &explore->most_seconds);
	case OPTION_SEED: return number(argument, UINT64_MAX, &explore->seed);
	case OPTION_DEPTH: return small(argument, &explore->pct_depth);
	case OPTION_TIMEOUTS: return small(argument, &gcx_program_options.timeouts);
	case OPTION_INTEGERS:
		return small(argument, &gcx_program_options.integers) &&
		    gcx_program_options.integers <= GCX_CHOICES;
	case OPTION_SYMMETRY: explore->symmetry = true; return true;
	case OPTION_SPURIOUS: return small(argument, &gcx_program_options.spurious);
	case OPTION_UNINITIALISED: explore->finds_uninitialised = true; return true;
	case OPTION_NO_RACES: explore->ignores_races = true; return true;
	case OPTION_ESTIMATE: return small(argument, &options->probes) && options->probes > 0;
	case OPTION_PROGRESS: explore->progress = show; return true;
	case OPTION_CHECKPOINT: explore->checkpoint = argument; return true;
	case OPTION_RESUME: explore->resume = true; return true;
	case OPTION_SCHEDULE: options->schedule = argument; return true;
	case OPTION_MINIMISE: options->minimises = true; return true;
	case OPTION_REPLAY: options->replay = argument; return true;
	case OPTION_VOLATILE: gcx_program_options.volatiles = true; return true;
	case OPTION_PRINT: gcx_program_options.prints = true; return true;
	case OPTION_CC: options->cc = argument; return true;
	case OPTIONS:
	case OPTION_FLAGS:
	case OPTION_LINK_FLAGS:
	case OPTION_HELP:
	case OPTION_VERSION:
	case OPTIONS_END: break;
	}
	return false;
}

/* Those that print something, and end. */
static bool prints(enum word word)
{
	if (word == OPTION_HELP)
		usage(stdout);
	else if (word == OPTION_VERSION)
		puts("gcexplore " PACKAGE_VERSION);
	else if (word == OPTION_FLAGS || word == OPTION_LINK_FLAGS)
		gcx_print_flags(word == OPTION_LINK_FLAGS);
	else
		return false;
	return true;
}

/* ------------------------------------------------------------------- the command line */
/* The words after "--" are the compiler's.  Returns how many come before it. */
static int split_flags(int argc, char **argv, struct options *options)
{
	static char *none[] = { NULL };

	options->flags = none;
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--") == 0) {
			argv[i] = NULL;
			options->flags = argv + i + 1;
			return i;
		}
	return argc;
}

static int check(const struct options *options)
{
	const struct gcx_options *explore = &options->explore;
	bool samples = explore->reduction == GCX_RANDOM || explore->reduction == GCX_PCT;

	if (options->file_count == 0) {
		usage(stderr);
		return STATUS_USAGE;
	}
	if (samples && !explore->most_executions && explore->most_seconds <= 0)
		return wrong("--reduction", "random and pct need --executions or --seconds");
	if (gcx_program_options.volatiles && explore->memory != GCX_SC)
		return wrong("--volatile", "it is for --memory=sc only");
	if (explore->resume && !explore->checkpoint)
		return wrong("--resume", "it needs --checkpoint");
	if (options->minimises && !options->schedule)
		return wrong("--minimise", "it needs --schedule");
	return -1;
}

int gcx_read_options(int argc, char **argv, struct options *options)
{
	struct option known[ROWS + 1] = { 0 };
	int words = split_flags(argc, argv, options), found;

	for (int i = 0; i < ROWS; i++)
		known[i] = (struct option){ rows[i].word, rows[i].argument != NULL, NULL,
			OPTIONS + 1 + i };
	while ((found = getopt_long(words, argv, "", known, NULL)) != -1) {
		if (found == '?')
			return STATUS_USAGE;
		if (prints((enum word)found))
			return fflush(stdout) == 0 ? STATUS_VERIFIED : STATUS_ERROR;
		if (!take((enum word)found, optarg, options))
			return wrong_argument((enum word)found, optarg);
	}
	options->files = argv + optind;
	options->file_count = words - optind;
	return check(options);
}
