/* outputs.c: which files a command writes beside its report, and whether they can be written. */
#include "compiler/driver/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/driver/coverage.h"
#include "compiler/driver/junit.h"
#include "compiler/driver/report-page.h"
#include "compiler/driver/sarif.h"

enum { KEY_TRACES = 0x6000, KEY_SARIF, KEY_REPORT, KEY_JUNIT, KEY_COVERAGE, KEY_REQUIRE_COVERAGE };

#define SARIF                                                                                      \
	{                                                                                          \
		"sarif", KEY_SARIF, "FILE", 0, "write what was found into FILE, in SARIF", 3       \
	}
static const struct argp_option options[] = {
	{ "traces", KEY_TRACES, "DIR", 0, "write a trace and a page of each failing cell into DIR",
	    3 },
	{ "report", KEY_REPORT, "FILE", 0,
	    "write a page with all verdicts and the runs of failing cells into FILE", 3 },
	SARIF, { 0 }
};
static const struct argp_option sarif_options[] = { SARIF, { 0 } };
static const struct argp_option junit_options[] = {
	{ "junit", KEY_JUNIT, "FILE", 0,
	    "write the verdicts as test cases into FILE, in JUnit's XML", 3 },
	{ 0 }
};
static const struct argp_option coverage_options[] = {
	{ "coverage", KEY_COVERAGE, "FILE", 0,
	    "write which statements, answers and guards are reached into FILE, for lcov", 3 },
	{ "require-coverage", KEY_REQUIRE_COVERAGE, 0, 0,
	    "fail if no cell reaches some statement, answer or guard", 3 },
	{ 0 }
};

/* The place for the name that OPTION gets, which must be the first one.  Standard output has the
 * report. */
static void take(const char *option, const char *arg, const char **name)
{
	const char *what = strcmp(option, "traces") == 0 ? "folder" : "file";

	if (*name)
		driver_error("give one", "--%s is given twice: `%s` and `%s`", option, *name, arg);
	else if (!*arg)
		driver_error(
		    "for example: `--traces runs`, `--sarif found.sarif`, `--report found.html`, "
		    "`--junit found.xml`, `--coverage found.info`",
		    "--%s needs the name of a %s", option, what);
	else if (strcmp(arg, "-") == 0)
		driver_error("give the name of a file or folder; `./-` is one that is called `-`",
		    "--%s cannot be standard output, which has the report", option);
	else
		*name = arg;
	if (*name != arg)
		exit(DRIVER_WRONG);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	switch (key) {
	case KEY_TRACES: take("traces", arg, &a->traces); return 0;
	case KEY_SARIF: take("sarif", arg, &a->sarif); return 0;
	case KEY_REPORT: take("report", arg, &a->report); return 0;
	case KEY_JUNIT: take("junit", arg, &a->junit); return 0;
	case KEY_COVERAGE: take("coverage", arg, &a->coverage_file); return 0;
	case KEY_REQUIRE_COVERAGE: a->require_coverage = true; return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp outputs_argp = { .options = options, .parser = parse };
const struct argp outputs_sarif_argp = { .options = sarif_options, .parser = parse };
const struct argp outputs_junit_argp = { .options = junit_options, .parser = parse };
const struct argp outputs_coverage_argp = { .options = coverage_options, .parser = parse };

bool outputs_want_runs(const struct verify_arguments *a)
{
	return a->traces || a->sarif || a->report;
}

/* -------------------------------------------------------------------- before it runs */
static bool make_folder(const char *path)
{
	if (!gd_make_directories(path))
		driver_error(NULL, "cannot make the folder %s: %s", path, strerror(errno));
	else if (access(path, W_OK | X_OK) != 0)
		driver_error(NULL, "cannot write in %s: %s", path, strerror(errno));
	else
		return true;
	return false;
}

static bool can_write(struct gd_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *folder = slash ? gd_arena_strndup(arena, path, (size_t)(slash - path) + 1) : "";
	struct stat status;
	bool exists = stat(path, &status) == 0, good;

	if (exists && S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		good = false;
	} else if (exists && !S_ISREG(status.st_mode)) {
		good = access(path, W_OK) == 0;
	} else { /* a new file takes its name */
		good = access(gd_arena_printf(arena, "%s.", folder), W_OK | X_OK) == 0;
	}
	if (!good)
		driver_error(NULL, "cannot write %s: %s", path, strerror(errno));
	return good;
}

/* The files that the options name; `name' is NULL for an option that was not given. */
struct output {
	const char *option, *name;
};
enum { OUTPUTS = 4 };

static void list_outputs(const struct verify_arguments *a, struct output outputs[OUTPUTS])
{
	outputs[0] = (struct output){ "sarif", a->sarif };
	outputs[1] = (struct output){ "report", a->report };
	outputs[2] = (struct output){ "junit", a->junit };
	outputs[3] = (struct output){ "coverage", a->coverage_file };
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat one, other;

	return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
	    one.st_ino == other.st_ino;
}

/* Whether NAME would replace a specification that is read. */
static bool replaces_one(const struct verify_arguments *a, const char *name)
{
	for (size_t i = 0; i < a->files.count; i++)
		if (is_same_file(name, a->files.at[i])) {
			driver_error("give another name", "%s would replace the specification %s",
			    name, a->files.at[i]);
			return true;
		}
	return false;
}

/* Whether no file would replace another one, or a specification. */
static bool are_apart(const struct verify_arguments *a)
{
	struct output outputs[OUTPUTS];

	list_outputs(a, outputs);
	for (size_t i = 0; i < OUTPUTS; i++)
		for (size_t j = i + 1; j < OUTPUTS; j++) {
			if (!outputs[i].name || !outputs[j].name ||
			    strcmp(outputs[i].name, outputs[j].name) != 0)
				continue;
			driver_error("give two names", "--%s and --%s both write %s",
			    outputs[i].option, outputs[j].option, outputs[i].name);
			return false;
		}
	for (size_t i = 0; i < OUTPUTS; i++)
		if (outputs[i].name && replaces_one(a, outputs[i].name))
			return false;
	return true;
}

static bool can_write_all(struct verify_arguments *a)
{
	struct output outputs[OUTPUTS];

	list_outputs(a, outputs);
	for (size_t i = 0; i < OUTPUTS; i++)
		if (outputs[i].name && !can_write(a->arena, outputs[i].name))
			return false;
	return !a->traces || make_folder(a->traces);
}

int outputs_prepare(struct verify_arguments *a)
{
	if (!are_apart(a))
		return DRIVER_WRONG;
	if (!can_write_all(a))
		return DRIVER_FAILED;
	sarif_begin(a);
	if (a->sarif_log)
		a->common.noted = (struct driver_noted){ sarif_add_diagnostic, a->sarif_log };
	report_page_begin(a);
	junit_begin(a);
	coverage_begin(a);
	return DRIVER_OK;
}

int outputs_finish(struct verify_arguments *a, int status, int interrupted_by)
{
	/* what could not be written is said in the log */
	bool page = report_page_write(a, status, interrupted_by);
	bool tests = junit_write(a, interrupted_by), places = coverage_write(a);
	bool good = page && tests && places;

	good &=
	    sarif_write(a, good || status == DRIVER_WRONG ? status : DRIVER_FAILED, interrupted_by);
	a->common.noted = (struct driver_noted){ NULL, NULL };
	return good || status == DRIVER_WRONG ? status : DRIVER_FAILED;
}
