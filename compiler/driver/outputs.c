/* outputs.c: which files a command writes beside its report, and whether they can be written. */
#include "compiler/driver/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/driver/report-page.h"
#include "compiler/driver/sarif.h"

enum { KEY_TRACES = 0x6000, KEY_SARIF, KEY_REPORT };

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

/* The place for the name that OPTION gets, which must be the first one.  Standard output has the
 * report. */
static void take(const char *option, const char *arg, const char **name)
{
	const char *what = strcmp(option, "traces") == 0 ? "folder" : "file";

	if (*name)
		driver_error("give one", "--%s is given twice: `%s` and `%s`", option, *name, arg);
	else if (!*arg)
		driver_error(
		    "for example: `--traces runs`, `--sarif found.sarif`, `--report found.html`",
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
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp outputs_argp = { .options = options, .parser = parse };
const struct argp outputs_sarif_argp = { .options = sarif_options, .parser = parse };

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

/* Whether the two files would replace each other, or a specification that is read. */
static bool are_apart(const struct verify_arguments *a)
{
	const char *const written[] = { a->sarif, a->report };
	struct stat one, other;

	if (a->sarif && a->report && strcmp(a->sarif, a->report) == 0) {
		driver_error("give two names", "--sarif and --report both write %s", a->sarif);
		return false;
	}
	for (size_t i = 0; i < 2 * a->files.count; i++) {
		const char *path = written[i % 2], *file = a->files.at[i / 2];

		if (!path || stat(path, &one) != 0 || stat(file, &other) != 0 ||
		    one.st_dev != other.st_dev || one.st_ino != other.st_ino)
			continue;
		driver_error("give another name", "%s would replace the specification %s", path,
		    file);
		return false;
	}
	return true;
}

int outputs_prepare(struct verify_arguments *a)
{
	if (!are_apart(a))
		return DRIVER_WRONG;
	if ((a->sarif && !can_write(a->arena, a->sarif)) ||
	    (a->report && !can_write(a->arena, a->report)) ||
	    (a->traces && !make_folder(a->traces)))
		return DRIVER_FAILED;
	sarif_begin(a);
	if (a->sarif_log)
		a->common.noted = (struct driver_noted){ sarif_add_diagnostic, a->sarif_log };
	report_page_begin(a);
	return DRIVER_OK;
}

int outputs_finish(struct verify_arguments *a, int status, int interrupted_by)
{
	bool page = report_page_write(a, status, interrupted_by),
	     log = sarif_write(a, page || status == DRIVER_WRONG ? status : DRIVER_FAILED,
		 interrupted_by);

	a->common.noted = (struct driver_noted){ NULL, NULL };
	return (page && log) || status == DRIVER_WRONG ? status : DRIVER_FAILED;
}
