/* view.c: gcdsl view: a trace as a page for a browser. */
#include "compiler/driver/promela.h"
#include "compiler/driver/trace-file.h"
#include "compiler/driver/trace-options.h"
#include "compiler/driver/trace.h"
#include "compiler/driver/verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KEY_EVENTS = 0x3000, KEY_WITH };

static const struct argp_option options[] = { { "output", 'o', "FILE", 0,
						  "the page (default: the name of the "
						  "specification or trace, with .html)",
						  0 },
	{ "events", KEY_EVENTS, "TRACE", 0, "show this trace, and search none", 0 },
	{ "with", KEY_WITH, "TRACE", 0, "compare with this trace", 0 }, { 0 } };

struct view_arguments {
	struct verify_arguments verify; /* first */
	struct promela_arguments promela;
	const char *output, *events, *with;
	bool json;    /* write the events to standard output, too */
	bool passing; /* show the nearest run in which nothing fails beside it */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct view_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->child_inputs[1] = state->child_inputs[2] =
		    &a->verify;
		state->child_inputs[3] = &a->promela;
		return 0;
	case 'o': a->output = arg; return 0;
	case KEY_EVENTS: a->events = arg; return 0;
	case KEY_WITH: a->with = arg; return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* --------------------------------------------------------------------------- page */
static const char *output_path(struct view_arguments *a)
{
	const char *from = a->events ? strcmp(a->events, "-") == 0 ? "stdin" : a->events
	    : a->promela.model       ? a->promela.model
				     : a->verify.files.at[0];
	const char *name = strrchr(from, '/') ? strrchr(from, '/') + 1 : from,
		   *dot = strrchr(name, '.');

	if (a->output)
		return a->output;
	return gd_arena_printf(a->verify.arena, "%.*s.html",
	    (int)(dot ? dot - name : (ptrdiff_t)strlen(name)), name);
}

static bool is_same_file(const char *one, const char *other)
{
	struct stat a, b;

	return one && other && stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
	    a.st_ino == b.st_ino;
}

static bool replaces_none(const char *output, const char *const *inputs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!is_same_file(output, inputs[i]))
			continue;
		driver_error("-o names another file", "the page would replace its input, %s",
		    inputs[i]);
		return false;
	}
	return true;
}

/* Reports an output that is one of the inputs, which the page would replace. */
static bool check_output(struct view_arguments *a)
{
	const char *output = output_path(a);
	const char *inputs[] = { a->events, a->with, a->promela.model, a->promela.trail,
		a->promela.names, a->verify.files.count ? a->verify.files.at[0] : NULL };

	return replaces_none(output, inputs, sizeof inputs / sizeof *inputs);
}

static int write_page(struct view_arguments *a, const struct view_trace *traces, size_t count)
{
	const char *path = output_path(a), *why;
	int status = DRIVER_OK;
	struct gd_out page;
	view_paths named = { 0 };

	gd_out_init(&page, 0);
	if (!view_page(a->verify.arena, traces, count, &page, &named, &why)) {
		driver_error("doc/events.md describes traces", "%s", why);
		status = DRIVER_WRONG;
	} else if (!replaces_none(path, named.at, named.count)) {
		status = DRIVER_WRONG;
	} else if (strcmp(path, "-") == 0) {
		driver_print(page.text, page.length);
	} else if (!gd_write_file(path, page.text, page.length)) {
		driver_error(NULL, "cannot write %s: %s", path, strerror(errno));
		status = DRIVER_FAILED;
	} else if (a->json) {
		driver_print(traces[0].text, traces[0].length);
	} else {
		printf("wrote %s\n", path);
	}
	gd_out_free(&page);
	return status;
}

/* If no run passes, or none is known, the page shows the failing run alone, and a message says so. */
static bool add_passing(struct view_arguments *a, struct view_trace *trace)
{
	a->verify.simplest.passing = a->passing;
	if (!a->passing || driver_trace_search(&a->verify, &a->promela, trace) != DRIVER_OK)
		return false;
	trace->name = gd_arena_printf(a->verify.arena, "%s, passing", trace->name);
	return true;
}

static int view(struct view_arguments *a)
{
	struct view_trace traces[2];
	int status = !check_output(a) ? DRIVER_WRONG
	    : a->events               ? trace_file_read(a->verify.arena, a->events, &traces[0])
				      : driver_trace_search(&a->verify, &a->promela, &traces[0]);

	if (status == DRIVER_OK && a->with)
		status = trace_file_read(a->verify.arena, a->with, &traces[1]);
	if (status == DRIVER_OK)
		status = write_page(a, traces, a->with || add_passing(a, &traces[1]) ? 2 : 1);
	return status;
}

/* Whether an option says which run is searched for. */
static bool chooses_run(const struct verify_arguments *a)
{
	const struct plan_filter *filter = &a->filter;

	return filter->scenarios.count || filter->memories.count || filter->workers.count ||
	    filter->properties.count || filter->mutants.count || filter->sets.count ||
	    filter->until || filter->model.given || filter->strategy != PML_SAFETY ||
	    a->simplest.raw || a->simplest.is_limited || a->simplest.passing;
}

/* What is searched: a file, or nothing because there is a trace or a model.  Returns a driver_status. */
static int check_arguments(const struct view_arguments *a)
{
	if (a->verify.files.count != !(a->events || a->promela.model)) {
		driver_error(
		    "gcdsl view FILE, gcdsl view --events TRACE, or gcdsl view --promela MODEL",
		    a->events || a->promela.model ? "a trace or a model is given, and so is a file"
						  : "one file is needed, not %zu",
		    a->verify.files.count);
		return DRIVER_WRONG;
	}
	if ((a->events || a->promela.model) && chooses_run(&a->verify)) {
		driver_error("leave out --scenario, --memory and the like",
		    "%s is shown as it is: no run of a specification is searched for",
		    a->events ? "the trace" : "the trail of the model");
		return DRIVER_WRONG;
	}
	if (!a->verify.simplest.passing || !(a->with || a->verify.filter.until))
		return DRIVER_OK;
	driver_error("leave out one of them",
	    a->with ? "--passing and --with both say which run is shown beside the failing one"
		    : "--passing shows whole runs, and --until cuts them");
	return DRIVER_WRONG;
}

int driver_view(int argc, char **argv)
{
	static const struct argp_child children[] = { { &verify_common_argp, 0, NULL, 0 },
		{ &verify_runs_argp, 0, NULL, 0 }, { &trace_search_argp, 0, NULL, 1 },
		{ &promela_argp, 0, NULL, 7 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE\n--events TRACE [--with TRACE]\n--promela MODEL",
		.doc =
		    "Writes a page for a browser that shows a failing run, step by step.\v"
		    "The run is the one that `gcdsl trace' shows for the same options.  The page "
		    "needs no other file and no network.  With --json, the events of the run are "
		    "written to standard output, too.  Exit status: 0 the page is written; 1 "
		    "nothing fails; 2, 3, 4 as for verify." };
	struct view_arguments a = { 0 };
	int status;

	verify_defaults(&a.verify);
	status = driver_parse(&argp, argc, argv, &a);
	a.verify.filter.shortest = a.verify.simplest.raw;
	if (status == DRIVER_OK)
		status = check_arguments(&a);
	a.verify.filter.no_mutants = a.verify.filter.mutants.count == 0;
	a.passing = a.verify.simplest.passing;
	a.verify.simplest.passing = false;
	a.json = a.verify.json;
	a.verify.json = true;
	if (status == DRIVER_OK)
		status = view(&a);
	gd_arena_free(a.verify.arena);
	return status;
}
