/* main.c: gcdsl SUBCOMMAND …, and the end of every run. */
#include "compiler/driver/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct subcommand {
	const char *name, *usage, *does;
	int (*run)(int argc, char **argv);
} subcommands[] = {
	{ "check", "FILE…", "find mistakes in specifications", driver_check },
	{ "compile", "FILE… --target TARGET", "make a model, C, or a picture", driver_compile },
	{ "verify", "FILE…", "check the cells of the verify block with SPIN", driver_verify },
	{ "results", "[RUN]", "list recorded runs, or compare two", driver_results },
	{ "trace", "FILE", "show a failing run step by step", driver_trace },
	{ "events", "FILE…", "check whether files are traces", driver_events },
	{ "view", "FILE", "write a page that shows a failing run", driver_view },
	{ "agree", "FILE…", "compare models with C under every schedule", driver_agree },
	{ "explore", "FILE…", "explore every schedule of a scenario's C", driver_explore },
	{ "litmus", "FILE…", "show all outcomes of litmus tests", driver_litmus },
	{ "weaken", "FILE", "find memory orders that could be weaker", driver_weaken },
	{ "run-job", "FILE…", "run jobs of a campaign, for an engine", driver_run_job },
	{ "explain", "CODE", "show the page of a diagnostic", driver_explain },
};
#define COUNT (sizeof subcommands / sizeof *subcommands)

static void print_help(void)
{
	puts("Usage: gcdsl SUBCOMMAND [OPTION...] FILE...\n"
	     "One specification of a garbage collector in, a checked model and a running\n"
	     "collector out.\n");
	for (size_t i = 0; i < COUNT; i++)
		/* An ellipsis has three bytes but one column. */
		printf("  %-8s %-*s %s\n", subcommands[i].name,
		    strstr(subcommands[i].usage, "…") ? 26 : 24, subcommands[i].usage,
		    subcommands[i].does);
	puts("\n  -?, --help               give this help list\n"
	     "  -V, --version            print program version\n\n"
	     "`gcdsl SUBCOMMAND --help' lists the options of each.\n\n"
	     "Exit status: 0 all as expected; 1 a verdict is not the expected one; 2 the\n"
	     "specification or the command line is wrong; 3 inconclusive: a bound, memory or\n"
	     "time ran out; 4 a tool failed.");
}

static int unknown_subcommand(const char *name)
{
	struct gd_arena *arena = gd_arena_new();
	const char *names[COUNT];

	for (size_t i = 0; i < COUNT; i++)
		names[i] = subcommands[i].name;
	if (name[0] == '-')
		driver_error("see `gcdsl --help`", "unknown option `%s`", name);
	else
		driver_error(driver_suggest(arena, name, names, COUNT),
		    "there is no subcommand `%s`", name);
	gd_arena_free(arena);
	return DRIVER_WRONG;
}

static int run_subcommand(const struct subcommand *subcommand, int argc, char **argv)
{
	static char name[64]; /* the name in messages */

	snprintf(name, sizeof name, "gcdsl %s", subcommand->name);
	argv[0] = name;
	return subcommand->run(argc, argv);
}

/* gcdsl help, gcdsl help SUBCOMMAND */
static int help(int argc, char **argv)
{
	char option[] = "--help", *for_subcommand[] = { NULL, option, NULL };

	if (argc < 3) {
		print_help();
		return DRIVER_OK;
	}
	for (size_t i = 0; i < COUNT; i++)
		if (!strcmp(argv[2], subcommands[i].name))
			return run_subcommand(&subcommands[i], 2, for_subcommand);
	return unknown_subcommand(argv[2]);
}

static int run(int argc, char **argv)
{
	if (argc < 2) {
		driver_error("see `gcdsl --help`", "a subcommand is needed");
		return DRIVER_WRONG;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-?"))
		return help(1, argv);
	if (!strcmp(argv[1], "help"))
		return help(argc, argv);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("gcdsl " PACKAGE_VERSION);
		return DRIVER_OK;
	}
	for (size_t i = 0; i < COUNT; i++)
		if (!strcmp(argv[1], subcommands[i].name))
			return run_subcommand(&subcommands[i], argc - 1, argv + 1);
	return unknown_subcommand(argv[1]);
}

/* If a standard stream is closed, the next file that is opened would get its number, and messages
 * would be written into that file. */
static void reserve_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null",
			fd == 2       ? O_WRONLY
			    : fd == 1 ? O_RDONLY
				      : O_WRONLY) < 0)
			exit(DRIVER_FAILED);
}

/* Runs also when argp ends the program after printing help. */
static void close_stdout(void)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return;
	if (!driver_write_errno)
		driver_write_errno = errno ? errno : EIO;
	driver_error(NULL, "cannot write to standard output: %s", strerror(driver_write_errno));
	_exit(DRIVER_FAILED);
}

/* Arenas come and go. Their memory is kept for the next one: to give it back to the system each time took
 * half of the time of `gcdsl check'. */
static void keep_freed_memory(void)
{
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
	mallopt(M_TOP_PAD, 1 << 20);
}

int main(int argc, char **argv)
{
	reserve_standard_streams();
	keep_freed_memory();
	atexit(close_stdout);
	argp_err_exit_status = DRIVER_WRONG;
	return run(argc, argv);
}
