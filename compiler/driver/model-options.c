/* model-options.c: how models are made: options of verify, trace and compile. */
#include "compiler/driver/driver.h"
#include "compiler/base/limits.h"
#include "compiler/ir/litmus.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum { KEY_CANONICAL = 0x4000, KEY_NO_FOLD, KEY_FOLD, KEY_WINDOW, KEY_ATOMIC };

static const struct argp_option options[] = { { NULL, 0, NULL, 0, "How models are made:", 5 },
	{ "canonical", KEY_CANONICAL, "WHEN", 0,
	    "merge states that differ in names only, with "
	    "generated C: `auto' (the default: for the most general client, when it is verified), "
	    "`yes' or `no'",
	    5 },
	{ "no-fold", KEY_NO_FOLD, "LIST", OPTION_ARG_OPTIONAL,
	    "leave out these reductions of the "
	    "model (`claims', `sets', `openings', `private', `buffers', `cells', `doubts', `picks', "
	    "`unread', with commas), or all",
	    5 },
	{ "fold", KEY_FOLD, "LIST", 0,
	    "use only these reductions of the model; `all': use all of them, "
	    "even where the model without reductions is small enough",
	    5 },
	{ "window", KEY_WINDOW, "N", 0,
	    "under tso, pso, relaxed and paper: how many stores a mutator can hold "
	    "back at a time (default: as many as its script has, 8 at most; 2 for the most "
	    "general client)",
	    5 },
	{ "atomic", KEY_ATOMIC, "LIST", 0,
	    "take it for granted that no store to this metadata is ever held back", 5 },
	{ 0 } };

static bool is_name(const char *name, const char *word, size_t length)
{
	return strlen(name) == length && strncmp(name, word, length) == 0;
}

/* The bits of the foldings that LIST names. */
static unsigned fold_bits(const char *option, const char *list)
{
	struct gd_arena *arena = gd_arena_new();
	unsigned bits = 0;

	for (const char *word = list; *word;) {
		size_t length = strcspn(word, ","), found = 0;

		while (found < PML_FOLDS && !is_name(pml_fold_name[found], word, length))
			found++;
		if (found == PML_FOLDS) {
			driver_error(driver_suggest(arena, gd_arena_strndup(arena, word, length),
					 pml_fold_name, PML_FOLDS),
			    "%s: there is no reduction `%.*s`", option, (int)length, word);
			gd_arena_free(arena);
			exit(DRIVER_WRONG);
		}
		bits |= 1u << found;
		word += length + (word[length] == ',');
	}
	gd_arena_free(arena);
	return bits;
}

static enum driver_canonical canonical(const char *word)
{
	static const char *const words[] = { "auto", "yes", "no" };
	struct gd_arena *arena;

	for (size_t i = 0; i < 3; i++)
		if (strcmp(word, words[i]) == 0)
			return (enum driver_canonical)i;
	arena = gd_arena_new();
	driver_error(driver_suggest(arena, word, words, 3), "--canonical cannot be `%s`", word);
	gd_arena_free(arena);
	exit(DRIVER_WRONG);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct driver_model *model = state->input;

	switch (key) {
	case KEY_CANONICAL:
		model->canonical = canonical(arg);
		model->given = "--canonical";
		return 0;
	case KEY_NO_FOLD:
		model->no_fold |= arg ? fold_bits("--no-fold", arg) : PML_NO_FOLD;
		model->given = "--no-fold";
		return 0;
	case KEY_FOLD:
		model->always_fold = strcmp(arg, "all") == 0;
		if (!model->always_fold)
			model->no_fold |= PML_NO_FOLD & ~fold_bits("--fold", arg);
		model->given = "--fold";
		return 0;
	case KEY_ATOMIC:
		model->atomic = arg;
		model->given = "--atomic";
		return 0;
	case KEY_WINDOW:
		model->given = "--window";
		if (driver_number(arg, 1, 16, &model->window))
			return 0;
		driver_error("write a number from 1 to 16", "--window cannot be `%s`", arg);
		exit(DRIVER_WRONG);
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp driver_model_argp = { .options = options, .parser = parse };

const char *driver_model_text(struct gd_arena *arena, const struct driver_model *model)
{
	static const char *const canonical_text[] = { "", " --canonical=yes", " --canonical=no" };
	const char *text = model->always_fold && !model->no_fold ? " --fold=all" : "";

	for (size_t i = 0; i < PML_FOLDS; i++)
		if (model->no_fold >> i & 1)
			text = gd_arena_printf(arena, "%s%s%s", text,
			    *text ? "," : " --no-fold=", pml_fold_name[i]);
	if (model->window)
		text = gd_arena_printf(arena, "%s --window=%ld", text, model->window);
	if (model->atomic)
		text = gd_arena_printf(arena, "%s --atomic=%s", text, model->atomic);
	return gd_arena_printf(arena, "%s%s", canonical_text[model->canonical], text);
}

static const struct ir_phase *find_phase(const struct ir_spec *ir, const char *name)
{
	for (size_t i = 0; i < ir->phase_count; i++)
		if (strcmp(ir->phases[i]->name, name) == 0)
			return ir->phases[i];
	return NULL;
}

bool driver_until(struct gd_arena *arena, const char *path, const struct ir_spec *ir,
    const char *name, struct pml_request *request)
{
	GD_VEC(const char *) names = { 0 };

	for (size_t i = 0; i < ir->bucket_count; i++) {
		GD_PUSH(arena, names, ir->buckets[i]->name);
		if (strcmp(ir->buckets[i]->name, name) == 0)
			request->until = ir->buckets[i];
	}
	for (size_t i = 0; i < ir->phase_count; i++)
		GD_PUSH(arena, names, ir->phases[i]->name);
	if (!request->until)
		request->until_phase = find_phase(ir, name);
	if (request->until || request->until_phase)
		return true;
	driver_error(driver_suggest(arena, name, names.at, names.count),
	    "%s has no bucket and no phase `%s`", path, name);
	return false;
}

static const struct ir_meta *find_meta(const struct ir_spec *ir, const char *name, size_t length)
{
	for (size_t i = 0; i < ir->meta_count - ir->word_count; i++)
		if (is_name(ir->metas[i]->name, name, length))
			return ir->metas[i];
	return NULL;
}

bool driver_atomic(struct gd_arena *arena, const char *path, const char *list,
    struct pml_request *request)
{
	const struct ir_spec *ir = request->spec;
	GD_VEC(const char *) names = { 0 };

	for (size_t i = 0; i < ir->meta_count - ir->word_count; i++)
		GD_PUSH(arena, names, ir->metas[i]->name);
	for (const char *word = list ? list : ""; *word;) {
		size_t length = strcspn(word, ",");
		const struct ir_meta *meta = find_meta(ir, word, length);

		if (!meta) {
			driver_error(driver_suggest(arena, gd_arena_strndup(arena, word, length),
					 names.at, names.count),
			    "%s: --atomic: objects have no metadata `%.*s`", path, (int)length,
			    word);
			return false;
		}
		request->atomic |= (uint64_t)1 << meta->index;
		word += length + (word[length] == ',');
	}
	return true;
}

void driver_no_litmus_model(struct gd_diag_sink *sink, const struct ir_litmus *test,
    enum ir_memory memory, const struct pml_refusal *refusal, const char *why)
{
	char what[GD_MOST_name_length + 64];

	snprintf(what, sizeof what, "litmus test `%s' under %s", test->name,
	    ir_memory_name[memory]);
	driver_no_model(sink, what, refusal, why);
}

void driver_no_model(struct gd_diag_sink *sink, const char *what, const struct pml_refusal *refusal,
    const char *why)
{
	struct gd_diag *diag = gd_report(sink, GD_E_no_model, refusal->loc,
	    "no model can be made of %s: %s", what, why);

	if (refusal->note)
		gd_note(diag, refusal->note_at, "%s", refusal->note);
	if (refusal->help)
		gd_help(diag, "%s", refusal->help);
}
