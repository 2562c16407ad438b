/* tools.c: which SPIN and which compilers, and what is wrong with them. */
#include "promela-backend/campaign/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "promela-backend/campaign/process.h"

static void run(struct camp_process *process, const char *const *argv)
{
	struct camp_limits limits = { 30, 0, 1 << 20, 0 };

	camp_process_run(process, NULL, argv, &limits);
}

/* The first line that `TOOL ARGUMENT' prints.  NULL: the tool cannot be run. */
static const char *version(struct gd_arena *arena, const char *tool, const char *argument,
    const char **why)
{
	const char *argv[] = { tool, argument, NULL };
	struct camp_process process;
	const char *line = NULL;
	char how[200];

	run(&process, argv);
	if (process.end == CAMP_EXITED && process.code == 0 && process.length)
		line = gd_arena_strndup(arena, process.output, strcspn(process.output, "\n"));
	camp_process_describe(&process, how, sizeof how);
	if (!line && process.end == CAMP_NOT_STARTED && process.code == ENOENT)
		*why = gd_arena_printf(arena, "`%s' is not installed, or not on PATH", tool);
	else if (!line)
		*why = gd_arena_printf(arena, "`%s %s' %s", tool, argument, how);
	camp_process_free(&process);
	return line;
}

const char *camp_from_environment(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	return value && *value ? value : otherwise;
}

/* Why a tool cannot be used: WHY, and who chose it if that is the variable NAME. */
static const char *blame(struct gd_arena *arena, const char *why, const char *name)
{
	return *camp_from_environment(name, "")
	    ? gd_arena_printf(arena, "%s (the environment variable %s names it)", why, name)
	    : why;
}

/* tcc 0.9.27 compiles conditions wrongly in which an operand of && or || is a constant, as those of weak memory have:
 * verifiers of correct models report failures, and others may miss failures. */
static const char *distrust(struct gd_arena *arena, const char *cc, const char *said)
{
	if (strncmp(said, "tcc ", 4) != 0)
		return NULL;
	return gd_arena_printf(arena,
	    "`%s' is %s, whose verifiers find wrong results: set GCDSL_CC to "
	    "gcc or clang",
	    cc, said);
}

/* GCC looks for dead stores in time that grows with the square of a function.  In a large verifier's step function
 * (5 MB of text) that takes two thirds of the whole time, and the searches are as fast without it.  Clang
 * refuses the option. */
static const char *find_without(const char *cc)
{
	const char *without = "-fno-dse", *argv[] = { cc, "--version", without, NULL };
	struct camp_process process;
	bool is_known;

	run(&process, argv);
	is_known = process.end == CAMP_EXITED && process.code == 0;
	camp_process_free(&process);
	return is_known ? without : NULL;
}

/* If no compiler is named and clang is installed, clang compiles the verifiers that search only
 * briefly: it takes half the time of gcc. */
static void find_quick_cc(struct gd_arena *arena, struct camp_tools *tools)
{
	const char *why, *said;

	tools->quick_cc = tools->cc;
	if (*camp_from_environment("GCDSL_CC", ""))
		return;
	said = version(arena, "clang", "--version", &why);
	if (!said)
		return;
	tools->quick_cc = "clang";
	tools->cc_version = gd_arena_printf(arena, "%s; %s", said, tools->cc_version);
}

const char *camp_find_tools(struct gd_arena *arena, struct camp_tools *tools)
{
	const char *why = NULL;

	tools->spin = camp_from_environment("SPIN", "spin");
	tools->cc = camp_from_environment("GCDSL_CC", "gcc");
	tools->support = pml_support_files(&tools->support_count);
	tools->spin_version = version(arena, tools->spin, "-V", &why);
	if (!tools->spin_version)
		return blame(arena, why, "SPIN");
	tools->cc_version = version(arena, tools->cc, "--version", &why);
	if (!tools->cc_version)
		why = blame(arena, why, "GCDSL_CC");
	else
		why = distrust(arena, tools->cc, tools->cc_version);
	if (why)
		return why;
	tools->without = find_without(tools->cc);
	find_quick_cc(arena, tools);
	return NULL;
}
