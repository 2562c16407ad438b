/* results.c: gcdsl results: the runs of `gcdsl verify' that are recorded. */
#include "compiler/driver/results.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "promela-backend/campaign/campaign.h"

enum { KEY_RESULTS = 0x7000, KEY_JSON, KEY_ALL, KEY_SLOWER, KEY_LEAST, SHOWN = 20, WORDS = 3 };

struct results_arguments {
	struct driver_common common; /* first, as for every subcommand */
	struct gd_arena *arena;
	const char *results; /* --results; NULL: the default */
	bool json, all;
	struct results_limits limits;
	const char *words[WORDS]; /* "compare", "3", "4" */
	size_t count;
};

static const struct argp_option options[] = { { "all", KEY_ALL, 0, 0,
						  "list all runs, not only the last 20", 1 },
	{ "slower", KEY_SLOWER, "FACTOR", 0,
	    "compare: slower is what takes FACTOR times as long (default 1.5); faster, the reverse",
	    1 },
	{ "least", KEY_LEAST, "SECONDS", 0,
	    "compare: … and what differs by at least SECONDS (default 0.5)", 1 },
	{ "json", KEY_JSON, 0, 0, "write JSON for tools", 3 },
	{ "results", KEY_RESULTS, "FILE", 0,
	    "the file that verify has kept results in (default "
	    "$XDG_CACHE_HOME/gcdsl/results.sqlite)",
	    4 },
	{ 0 } };

static void take_real(const char *option, const char *arg, double low, double *value)
{
	char *end;

	*value = strtod(arg, &end);
	if (end != arg && !*end && isfinite(*value) && *value >= low)
		return;
	driver_error(NULL, "%s cannot be `%s`: a number of at least %g is needed", option, arg,
	    low);
	exit(DRIVER_WRONG);
}

static void take_word(struct results_arguments *a, const char *word)
{
	if (a->count == WORDS) {
		driver_error("gcdsl results [RUN], or gcdsl results compare [A [B]]",
		    "`%s` is too much", word);
		exit(DRIVER_WRONG);
	}
	a->words[a->count++] = word;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct results_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = &a->common; return 0;
	case KEY_RESULTS: a->results = arg; return 0;
	case KEY_JSON: a->json = true; return 0;
	case KEY_ALL: a->all = true; return 0;
	case KEY_SLOWER: take_real("--slower", arg, 1, &a->limits.factor); return 0;
	case KEY_LEAST: take_real("--least", arg, 0, &a->limits.least); return 0;
	case ARGP_KEY_ARG: take_word(a, arg); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* ------------------------------------------------------------------------ which runs */
/* The run that WORD names.  NULL after a message. */
static const struct camp_past_run *run_named(const camp_past_runs *runs, const char *word)
{
	struct gd_arena *arena = gd_arena_new();
	const char *help = "`gcdsl results` lists the runs";
	long number;

	if (runs->count && strcmp(word, "last") == 0) {
		gd_arena_free(arena);
		return &runs->at[runs->count - 1];
	}
	if (runs->count)
		help = gd_arena_printf(arena, "there are %ld to %ld, and `last`",
		    runs->at[0].number, runs->at[runs->count - 1].number);
	for (size_t i = 0; driver_number(word, 1, LONG_MAX, &number) && i < runs->count; i++)
		if (runs->at[i].number == number) {
			gd_arena_free(arena);
			return &runs->at[i];
		}
	driver_error(help, "there is no run `%s`", word);
	gd_arena_free(arena);
	return NULL;
}

static bool are_same_files(const struct camp_past_run *a, const struct camp_past_run *b)
{
	if (a->files.count != b->files.count)
		return false;
	for (size_t i = 0; i < a->files.count; i++)
		if (strcmp(a->files.at[i], b->files.at[i]) != 0)
			return false;
	return true;
}

static bool has_cells(const struct camp_past_run *run)
{
	return run->counts.cells + run->counts.mutants > 0;
}

/* The last run before AFTER that can be compared with it: of the same files; if there is one, also with the same
 * filters and settings.  NULL: there is none. */
static const struct camp_past_run *run_before(const camp_past_runs *runs,
    const struct camp_past_run *after)
{
	const struct camp_past_run *found = NULL;

	for (const struct camp_past_run *run = after; run-- > runs->at;) {
		if (!has_cells(run) || !are_same_files(run, after))
			continue;
		if (strcmp(run->selection, after->selection) == 0 &&
		    strcmp(run->settings, after->settings) == 0)
			return run;
		if (!found)
			found = run;
	}
	return found;
}

/* The last run that has something to compare and another run before it. */
static const struct camp_past_run *last_comparable(const camp_past_runs *runs)
{
	for (size_t i = runs->count; i-- > 0;)
		if (has_cells(&runs->at[i]) && run_before(runs, &runs->at[i]))
			return &runs->at[i];
	return NULL;
}

static bool choose_pair(const struct results_arguments *a, const camp_past_runs *runs,
    struct results_changes *changes)
{
	struct results_past *before = &changes->before, *after = &changes->after;

	if (a->count > 1) {
		before->run = run_named(runs, a->words[1]);
		after->run =
		    before->run ? run_named(runs, a->count > 2 ? a->words[2] : "last") : NULL;
		return after->run;
	}
	after->run = last_comparable(runs);
	before->run = after->run ? run_before(runs, after->run) : NULL;
	if (!after->run)
		driver_error("`gcdsl results compare A B` compares any two",
		    "there are no two runs of the same files");
	return after->run;
}

/* ----------------------------------------------------------------------- the commands */
struct session { /* the file, and all runs in it */
	const struct results_arguments *arguments;
	const char *path;
	struct camp_past *past; /* NULL: there is no file */
	camp_past_runs runs;
};

static int cannot_read(const struct session *s, const char *why)
{
	driver_error("remove the file, or name another with --results", "cannot read %s: %s",
	    s->path, why);
	return DRIVER_FAILED;
}

static int list_runs(const struct session *s)
{
	const struct results_arguments *a = s->arguments;
	size_t first = a->all || s->runs.count <= SHOWN ? 0 : s->runs.count - SHOWN;

	if (a->json) {
		json_t *object = results_list_json(&s->runs);

		driver_print_json(object);
		json_decref(object);
	} else if (s->runs.count) {
		results_list_text(&s->runs, first, stdout);
	} else {
		printf("no run is recorded in %s: `gcdsl verify` records one\n", s->path);
	}
	return DRIVER_OK;
}

static int show_run(const struct session *s)
{
	const struct results_arguments *a = s->arguments;
	struct results_past past = { .run = run_named(&s->runs, a->words[0]) };
	const char *why;

	if (!past.run)
		return DRIVER_WRONG;
	if (!camp_past_rows_of(s->past, a->arena, past.run->number, &past.rows, &why))
		return cannot_read(s, why);
	if (a->json) {
		json_t *object = results_rows_json(&past);

		driver_print_json(object);
		json_decref(object);
	} else {
		results_rows_text(&past, stdout);
	}
	return DRIVER_OK;
}

static int compare_runs(const struct session *s)
{
	const struct results_arguments *a = s->arguments;
	struct results_changes changes = { .limits = a->limits };
	const char *why;

	if (!choose_pair(a, &s->runs, &changes))
		return DRIVER_WRONG;
	if (!camp_past_rows_of(s->past, a->arena, changes.before.run->number, &changes.before.rows,
		&why) ||
	    !camp_past_rows_of(s->past, a->arena, changes.after.run->number, &changes.after.rows,
		&why))
		return cannot_read(s, why);
	results_compare(a->arena, &changes);
	if (a->json) {
		json_t *object = results_changes_json(&changes);

		driver_print_json(object);
		json_decref(object);
	} else {
		results_changes_text(a->arena, &changes, stdout);
	}
	return results_status(&changes);
}

static int run(const struct session *s)
{
	const struct results_arguments *a = s->arguments;

	if (a->count == 0)
		return list_runs(s);
	if (strcmp(a->words[0], "compare") == 0)
		return compare_runs(s);
	if (a->count == 1)
		return show_run(s);
	driver_error("gcdsl results compare A B", "one run can be shown, and two can be compared");
	return DRIVER_WRONG;
}

static int open_and_run(const struct results_arguments *a)
{
	struct session s = { .arguments = a,
		.path = a->results ? a->results : camp_default_results(a->arena) };
	const char *why = NULL;
	int status;

	if (!s.path) {
		driver_error("name the file with --results", "there is no home directory");
		return DRIVER_WRONG;
	}
	s.past = camp_past_open(a->arena, s.path, &why);
	if (why || (s.past && !camp_past_runs_of(s.past, a->arena, &s.runs, &why)))
		status = cannot_read(&s, why);
	else
		status = run(&s);
	camp_past_close(s.past);
	return status;
}

int driver_results(int argc, char **argv)
{
	static const struct argp_child children[] = { { &driver_common_argp, 0, NULL, 90 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "\nRUN\ncompare [A [B]]",
		.doc =
		    "Lists the runs of `gcdsl verify' that are recorded; shows what RUN found; or "
		    "shows what is different between two.\v"
		    "RUN, A and B are numbers of the list, or `last'.  Without A, the last two runs "
		    "of the same files are compared; without B, A and the last run.  Exit status of "
		    "compare: 0 no verdict is worse; 1 one is; 3 none is, but something has no "
		    "verdict in the second run.  Otherwise: 2 the command line is wrong; 4 the file "
		    "cannot be read." };
	struct results_arguments a = { .limits = { 1.5, 0.5 } };
	int status;

	a.arena = gd_arena_new();
	status = driver_parse(&argp, argc, argv, &a);
	if (status == DRIVER_OK)
		status = open_and_run(&a);
	gd_arena_free(a.arena);
	return status;
}
