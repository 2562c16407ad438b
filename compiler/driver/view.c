/* view.c: gcdsl view: a trace as a page for a browser. */
#include "compiler/driver/promela.h"
#include "compiler/driver/trace-options.h"
#include "compiler/driver/verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "trace/view.h"

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
	bool json; /* write the events to standard output, too */
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

/* ------------------------------------------------------------------------- traces */
static int read_trace(struct gd_arena *arena, const char *path, struct view_trace *trace)
{
	const char *why;
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *in = is_stdin ? stdin : fopen(path, "r");
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	if (!in) {
		driver_error(NULL, "cannot read %s: %s", path, strerror(errno));
		return DRIVER_WRONG;
	}
	errno = 0;
	length = getdelim(&text, &room, '\0', in);
	why = length < 0 && errno ? strerror(errno) : NULL;
	while (length > 1 && text[length - 1] == '\n' && text[length - 2] == '\n')
		length--; /* a blank line at the end is no event */
	*trace = (struct view_trace){ is_stdin ? "stdin" : path,
		gd_arena_strndup(arena, text ? text : "", length < 0 ? 0 : (size_t)length),
		length < 0 ? 0 : (size_t)length, false };
	free(text);
	if (!is_stdin)
		fclose(in);
	if (why)
		driver_error(NULL, "cannot read %s: %s", path, why);
	return why ? DRIVER_WRONG : DRIVER_OK;
}

/* Searches as `gcdsl trace' does. */
static int search_trace(struct view_arguments *a, struct view_trace *trace)
{
	const char *file = a->promela.model ? a->promela.model : a->verify.files.at[0];
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	int status;

	status = a->promela.model ? driver_promela(a->verify.arena, &a->promela, out)
				  : driver_trace_file(&a->verify, file, NULL, out);
	fclose(out);
	*trace = (struct view_trace){ file, gd_arena_strndup(a->verify.arena, text, length), length,
		true };
	free(text);
	if (status == DRIVER_DIFFERS)
		fprintf(stderr, "%s: no run fails: there is nothing to show\n", file);
	return status;
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

/* Reports an output that is one of the inputs, which the page would replace. */
static bool check_output(struct view_arguments *a)
{
	const char *output = output_path(a);
	const char *inputs[] = { a->events, a->with, a->promela.model, a->promela.trail,
		a->promela.names, a->verify.files.count ? a->verify.files.at[0] : NULL };

	for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
		if (is_same_file(output, inputs[i])) {
			driver_error("-o names another file",
			    "the page would replace its input, %s", inputs[i]);
			return false;
		}
	return true;
}

static int write_page(struct view_arguments *a, const struct view_trace *traces, size_t count)
{
	const char *path = output_path(a), *why;
	int status = DRIVER_OK;
	struct gd_out page;

	gd_out_init(&page, 0);
	if (!view_page(a->verify.arena, traces, count, &page, &why)) {
		driver_error("doc/events.md describes traces", "%s", why);
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

static int view(struct view_arguments *a)
{
	struct view_trace traces[2];
	int status = !check_output(a) ? DRIVER_WRONG
	    : a->events               ? read_trace(a->verify.arena, a->events, &traces[0])
				      : search_trace(a, &traces[0]);

	if (status == DRIVER_OK && a->with)
		status = read_trace(a->verify.arena, a->with, &traces[1]);
	if (status == DRIVER_OK)
		status = write_page(a, traces, a->with ? 2 : 1);
	return status;
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
	a.verify.filter.shortest = true;
	status = driver_parse(&argp, argc, argv, &a);
	if (status == DRIVER_OK && a.verify.files.count != !(a.events || a.promela.model)) {
		driver_error(
		    "gcdsl view FILE, gcdsl view --events TRACE, or gcdsl view --promela MODEL",
		    a.events || a.promela.model ? "a trace or a model is given, and so is a file"
						: "one file is needed, not %zu",
		    a.verify.files.count);
		status = DRIVER_WRONG;
	}
	a.verify.filter.no_mutants = a.verify.filter.mutants.count == 0;
	a.json = a.verify.json;
	a.verify.json = true;
	if (status == DRIVER_OK)
		status = view(&a);
	gd_arena_free(a.verify.arena);
	return status;
}
