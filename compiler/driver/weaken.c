/* weaken.c: gcdsl weaken. */
#include "compiler/driver/rows.h"
#include "compiler/driver/weaken.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_APPLY = 0x5000, KEY_STORIES };

static const struct argp_option options[] = {
	{ "apply", KEY_APPLY, 0, 0,
	    "write the weaker orders into the specification: nothing else "
	    "in its files changes",
	    3 },
	{ "stories", KEY_STORIES, 0, 0, "show how each order that is too weak fails", 3 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct weaken *w = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = &w->arguments; return 0;
	case KEY_APPLY: w->apply = true; return 0;
	case KEY_STORIES: w->stories = true; return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* ---------------------------------------------------------------- the base */
/* Words may be given one by one, or with commas. */
static void split(struct gd_arena *arena, plan_words *words)
{
	plan_words all = { 0 };

	for (size_t i = 0; i < words->count; i++)
		for (const char *word = words->at[i]; *word;) {
			size_t length = strcspn(word, ",");

			GD_PUSH(arena, all, gd_arena_strndup(arena, word, length));
			word += length + (word[length] == ',');
		}
	*words = all;
}

static void find_memories(struct weaken *w)
{
	for (size_t i = 0; i < weaken_cell_count(&w->base); i++) {
		const char *memory = weaken_cell_at(&w->base, i).memory;
		bool known = false;

		for (size_t j = 0; j < w->memories.count; j++)
			known |= strcmp(w->memories.at[j], memory) == 0;
		if (!known) {
			GD_PUSH(w->arena, w->memories, memory);
			GD_PUSH(w->arena, w->killers, NULL);
		}
	}
	w->means_nothing = GD_NEW_ARRAY(w->arena, bool, w->memories.count + 1);
	for (size_t i = 0; i < w->memories.count; i++)
		w->means_nothing[i] = strcmp(w->memories.at[i], ir_memory_name[IR_MEM_SC]) == 0;
}

/* Reports what is wrong before any order is changed. */
static int tell_base(struct weaken *w, const struct report_counts *counts)
{
	if (w->arguments.json) {
		json_t *object = report_json(&w->base, counts, &w->summary);

		driver_print_json(object);
		json_decref(object);
	} else {
		rows_all(&w->base, counts, stdout);
	}
	driver_error("see `gcdsl verify`",
	    "%s: the verdicts already differ from the expected ones, so no order is tried",
	    w->file);
	return report_status(counts);
}

static void write_resume(const struct weaken *w)
{
	fprintf(stderr,
	    "gcdsl: interrupted: results are kept; the same command goes on from there\n");
	verify_die(&(struct camp_summary){ .status = CAMP_INTERRUPTED,
	    .interrupted_by = w->interrupted_by });
}

/* ------------------------------------------------------------------ the file */
static int search_and_tell(struct weaken *w)
{
	int status;

	weaken_search(w);
	if (w->interrupted_by) {
		write_resume(w);
		return DRIVER_INCONCLUSIVE;
	}
	if (w->broken)
		return DRIVER_FAILED;
	status = weaken_status(w);
	if (status == DRIVER_OK)
		weaken_keep_remarks(w);
	if (w->apply && status == DRIVER_OK)
		status = weaken_apply(w);
	if (w->arguments.json)
		weaken_report_json(w, stdout);
	else
		weaken_report_text(w, stdout);
	return status;
}

static int weaken_file(struct weaken *w)
{
	struct report_counts counts;

	if (!verify_run(&w->arguments, &w->base, &w->summary))
		return DRIVER_FAILED;
	find_memories(w);
	report_count(&w->base, &counts);
	if (w->summary.status == CAMP_INTERRUPTED) {
		w->interrupted_by = w->summary.interrupted_by;
		write_resume(w);
		return DRIVER_INCONCLUSIVE;
	}
	if (report_status(&counts) != DRIVER_OK)
		return tell_base(w, &counts);
	return search_and_tell(w);
}

static bool is_consistent(const struct weaken *w)
{
	const struct verify_arguments *a = &w->arguments;

	if (a->files.count != 1) {
		driver_error("gcdsl weaken FILE",
		    a->files.count ? "one file at a time" : "which file?");
		return false;
	}
	if (a->filter.mutants.count) {
		driver_error(NULL, "--mutant is not for weaken: mutants are wrong on purpose");
		return false;
	}
	return true;
}

int driver_weaken(int argc, char **argv)
{
	static const struct argp_child children[] = { { &verify_common_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE",
		.doc =
		    "Finds memory orders that are stronger than they need to be: tries each place "
		    "with each weaker order in the cells of the verify blocks, and then all that can "
		    "be weaker together.\v"
		    "Exit status: 0 every order has been tried; 1 the verdicts of the unchanged "
		    "file are not the expected ones; 2 the specification or the command line is "
		    "wrong; 3 a limit was "
		    "reached; 4 a tool failed, or a file could not be written.  A run that is interrupted "
		    "dies of the signal; the same command goes on from there." };
	struct weaken w = { 0 };
	int status;

	verify_defaults(&w.arguments);
	w.arena = w.arguments.arena;
	status = driver_parse(&argp, argc, argv, &w);
	if (status == DRIVER_OK && !is_consistent(&w))
		status = DRIVER_WRONG;
	if (status == DRIVER_OK) {
		split(w.arena, &w.arguments.filter.memories);
		split(w.arena, &w.arguments.filter.scenarios);
		w.arguments.filter.no_mutants = true;
		w.file = w.arguments.files.at[0];
		status = plan_make(&w.base, &w.arguments.common, w.file, &w.arguments.filter)
		    ? weaken_file(&w)
		    : DRIVER_WRONG;
		plan_free(&w.base);
	}
	gd_arena_free(w.arena);
	return status;
}
