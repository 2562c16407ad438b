/* compare.c: the folded and the plain model of a specification, side by side.
 * The folded one has no kernels that never run.  Of a most general client it is in canonical form, too;
 * and of some specifications it is made of the same one in other words (otherwise.c).
 *
 * First with properties: a run ends where one breaks, and the question is
 * whether any does; which breaks first may depend on the folding, so one that
 * breaks in one model only is asked about alone.  Then how runs end: when
 * something breaks, once more without properties. */
#include "tests/differential/differential.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "compiler/base/out.h"
#include "compiler/ir/lower.h"

char *read_text(const char *file)
{
	FILE *in = fopen(file, "rb");
	char *text = NULL;
	size_t room = 0;

	if (!in || getdelim(&text, &room, EOF, in) < 0)
		text = strdup("");
	if (in)
		fclose(in);
	return text;
}

const char *const comparison_name[] = { "same", "alike", "invalid", "undecided", "breaks", "no-c",
	"different" };

struct cell {
	struct gd_arena *arena;
	const char *file;
	const struct ir_spec *spec, *for_folded;
	bool in_other_words; /* the folded model's */
	const struct variant *variant;
	const char *directory;
	struct report *report;
	struct pml_request request;
	struct ir_workers workers;
	struct result plain, folded;
	struct result
	    unbroken; /* of a plain model in which nothing breaks: all its runs come to their ends */
};

static void say(struct cell *cell, enum comparison is, const char *format, ...)
{
	size_t used = strlen(cell->report->text);
	va_list args;

	cell->report->is = is;
	va_start(args, format);
	vsnprintf(cell->report->text + used, sizeof cell->report->text - used, format, args);
	va_end(args);
}

/* --------------------------------------------------------------------- the request */
static const struct syn_decl *find_mutant(struct gd_arena *arena, const struct sem_spec *spec,
    const struct sem_variant *variant)
{
	struct syn_decl **found;

	return sem_decls(spec, variant, SYN_DECL_MUTANT, arena, &found) ? found[0] : NULL;
}

static void choose_variant(struct gd_arena *arena, const struct sem_spec *spec, unsigned number,
    struct sem_variant *variant)
{
	long *values = GD_NEW_ARRAY(arena, long, sem_option_count(spec) + 1);

	*variant = (struct sem_variant){ .values = values };
	for (size_t i = 0; i < sem_option_count(spec); i++) {
		const struct sem_option *option = sem_option_at(spec, i);

		values[i] = option->low +
		    (option->initial - option->low + (long)(number / 2048 >> i)) %
			(option->high - option->low + 1);
	}
	if (number / 1024 % 2)
		variant->mutant = find_mutant(arena, spec, variant);
}

const struct ir_spec *lower_file(struct gd_arena *arena, const char *file, unsigned number,
    bool for_models, FILE *errors)
{
	struct syn_context context = { arena, gd_intern_new(arena), gd_diag_sink_new(arena) };
	struct syn_spec *tree = syn_load(&context, file);
	struct sem_spec *spec = tree ? sem_check(&context, tree) : NULL;
	const struct ir_spec *ir = NULL;

	if (spec) {
		struct sem_variant variant;

		choose_variant(arena, spec, number, &variant);
		ir = for_models ? ir_lower_for_models(&context, spec, &variant, NULL, 0)
				: ir_lower(&context, spec, &variant);
	}
	if (!ir)
		gd_diag_write(context.sink, errors, GD_DIAG_TEXT, false);
	return ir;
}

bool is_accepted(const char *text, size_t length)
{
	struct gd_arena *arena = gd_arena_new();
	struct syn_context context = { arena, gd_intern_new(arena), gd_diag_sink_new(arena) };
	struct gd_source *source = gd_source_from_text(arena, "spec.gc", text, length);
	struct sem_spec *spec = sem_check(&context, syn_parse(&context, source));
	bool accepted;

	if (spec)
		ir_check_variants(&context, spec);
	accepted = spec && gd_error_count(context.sink) == 0;
	gd_arena_free(arena);
	return accepted;
}

/* The number determines which properties are checked, how many workers there are, and where the run
 * is cut.  Its higher bits determine the variant. */
static bool asks(unsigned number, const struct ir_property *property)
{
	switch (number % 8) {
	case 1: return property->builtin != IR_CYCLE_ENDS;
	case 2: return !property->builtin;
	case 3:
		return property->builtin != IR_NO_FREED_ACCESS &&
		    property->builtin != IR_NO_STRANDED;
	case 4: return property->builtin;
	default: return true;
	}
}

static void make_request(struct cell *cell)
{
	const struct ir_spec *spec = cell->spec;
	unsigned number = cell->variant->number;
	const struct ir_property **chosen =
	    GD_NEW_ARRAY(cell->arena, const struct ir_property *, spec->property_count + 1);
	long *of_kind = GD_NEW_ARRAY(cell->arena, long, spec->kind_count + 1);

	for (size_t i = 0; i < spec->kind_count; i++)
		of_kind[i] = 1;
	cell->workers.any = number / 8 % 4 != 3;
	cell->workers.of_kind = of_kind;
	cell->workers.text = cell->workers.any ? "any" : "1";
	cell->request = (struct pml_request){ .spec = spec,
		.scenario = spec->scenarios[0],
		.memory = cell->variant->memory,
		.strategy = PML_SAFETY,
		.workers = &cell->workers,
		.properties = chosen,
		.marks_points = true,
		.outcomes = true };
	for (size_t i = 0; i < spec->property_count; i++)
		if (asks(number, spec->properties[i]))
			chosen[cell->request.property_count++] = spec->properties[i];
	if (number / 32 % 8 == 7)
		cell->request.until = spec->buckets[number / 256 % spec->bucket_count];
}

/* ------------------------------------------------------------------- said otherwise */
static const struct ir_spec *lower_folded(struct cell *cell, const char *file)
{
	const struct ir_spec *spec;
	char *errors = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&errors, &length);

	spec = lower_file(cell->arena, file, cell->variant->number, true, stream);
	fclose(stream);
	if (!spec)
		say(cell, DIFFERENT, "for the folded model it is wrong: %s", errors);
	return spec;
}

static const struct ir_spec *lower_text(struct cell *cell, const char *name, const char *text)
{
	const char *file = gd_arena_printf(cell->arena, "%s/%s", cell->directory, name);

	gd_make_directories(cell->directory);
	if (!gd_write_file(file, text, strlen(text))) {
		perror(file);
		exit(2);
	}
	return lower_folded(cell, file);
}

/* For some specifications the folded model is made from the same specification in other words. */
static bool lower_for_folded(struct cell *cell)
{
	char *text;

	cell->in_other_words = cell->variant->number >> 14 == 3;
	if (!cell->in_other_words) {
		cell->for_folded = lower_folded(cell, cell->file);
		return cell->for_folded;
	}
	text = read_text(cell->file);
	cell->for_folded = lower_text(cell, "otherwise.gc", say_otherwise(cell->arena, text));
	free(text);
	return cell->for_folded;
}

/* Requests the same of OTHERWISE, where properties and buckets are in the same order. */
static void ask_of(const struct cell *cell, const struct ir_spec *otherwise,
    struct pml_request *request)
{
	const struct ir_property **properties =
	    GD_NEW_ARRAY(cell->arena, const struct ir_property *, request->property_count + 1);

	for (size_t i = 0; i < request->property_count; i++)
		for (size_t j = 0; j < cell->spec->property_count; j++)
			if (request->properties[i] == cell->spec->properties[j])
				properties[i] = otherwise->properties[j];
	request->spec = otherwise;
	request->scenario = otherwise->scenarios[0];
	request->properties = properties;
	if (request->until)
		request->until = otherwise->buckets[request->until->index];
}

/* ------------------------------------------------------------------------- running */
/* Most models of clients have a canonical form, and the others say so. */
static bool has_canonical(const struct cell *cell, const struct pml_request *base)
{
	struct pml_request request = *base;
	struct gd_out out;
	const char *why = "";
	bool has;

	if (!base->scenario->client)
		return false;
	request.canonical = true;
	gd_out_init(&out, 0);
	has = pml_emit(cell->arena, &request, &out, &why) || !strstr(why, "--canonical=yes");
	gd_out_free(&out);
	return has;
}

/* If the model reports that a folding is not sound in it, the folding is left out. */
static void run_folded(struct cell *cell, const struct pml_request *base, const char *directory,
    const struct result *plain, struct result *result)
{
	static const unsigned less[] = { 0, 1u << PML_FOLD_DOUBTS, 1u << PML_FOLD_CELLS,
		1u << PML_FOLD_PRIVATE, 1u << PML_FOLD_SETS,
		1u << PML_FOLD_SETS | 1u << PML_FOLD_PRIVATE, PML_NO_FOLD };
	struct pml_request request = *base;

	request.canonical = has_canonical(cell, base);
	ask_of(cell, cell->for_folded, &request);
	for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
		request.no_fold = cell->variant->no_fold | (less[i] & ~cell->variant->unsound);
		request.unsound = cell->variant->unsound;
		run_model(cell->arena, &request, directory, plain, result);
		cell->report->models += result->text && plain->text != result->text;
		if (result->status != RAN || !result->failed[PML_FAILED_FOLD])
			return;
	}
}

/* If an unsound folding makes the same model as the sound one, no difference can be seen. */
static bool may_differ(struct cell *cell, const struct pml_request *base)
{
	struct pml_request request = *base;
	struct gd_out sound, unsound;
	const char *why;
	bool differ;

	if (!cell->variant->unsound)
		return true;
	gd_out_init(&sound, 0);
	gd_out_init(&unsound, 0);
	request.canonical = has_canonical(cell, base);
	request.no_fold = cell->variant->no_fold;
	pml_emit(cell->arena, &request, &sound, &why);
	request.unsound = cell->variant->unsound;
	pml_emit(cell->arena, &request, &unsound, &why);
	differ =
	    sound.length != unsound.length || memcmp(sound.text, unsound.text, sound.length) != 0;
	gd_out_free(&sound);
	gd_out_free(&unsound);
	return differ;
}

/* The model with early doubts.  REFUSED: it has none, and is not run. */
static void run_in_doubt(struct cell *cell, const struct pml_request *base, struct result *result)
{
	struct pml_request request = *base;
	struct gd_out out;
	const char *why;

	request.canonical = has_canonical(cell, base);
	request.no_fold = cell->variant->no_fold;
	request.unsound = cell->variant->unsound;
	request.outcomes = false;
	*result = (struct result){ .status = REFUSED };
	gd_out_init(&out, 0);
	if (pml_emit(cell->arena, &request, &out, &why) && out.text &&
	    strstr(out.text, "\n#define FAILURES_ARE_DOUBTED\n")) {
		run_model(cell->arena, &request,
		    gd_arena_printf(cell->arena, "%s/doubt-folded", cell->directory), NULL, result);
		cell->report->models++;
	}
	gd_out_free(&out);
}

static bool breaks_nothing(const struct result *result)
{
	for (size_t i = 0; i < sizeof result->failed / sizeof *result->failed; i++)
		if (i != PML_FAILED_BOUND && result->failed[i])
			return false;
	return true;
}

/* If something breaks, a run may end before or after the number leaves its range. */
static bool only_one_leaves_range(const struct result *plain, const struct result *folded)
{
	return plain->out_of_range != folded->out_of_range && breaks_nothing(plain) &&
	    breaks_nothing(folded) && (plain->status == RAN || folded->status == RAN);
}

/* If nothing breaks, the requested properties do not change how runs end.  So the plain model need
 * not be made again without properties. */
static void run_plain(struct cell *cell, const struct pml_request *base, const char *directory,
    struct result *plain)
{
	struct pml_request request = *base;

	if (request.property_count == 0 && cell->unbroken.states > 0) {
		*plain = cell->unbroken;
		return;
	}
	request.no_fold = PML_NO_FOLD;
	request.check_everywhere =
	    true; /* also after steps that are noted to write nothing of it */
	run_model(cell->arena, &request, directory, NULL, plain);
	cell->report->models++;
	cell->report->states += plain->states;
	if (plain->status == RAN && breaks_nothing(plain))
		cell->unbroken = *plain;
}

/* Runs both models of REQUEST.  false: there is nothing to compare. */
static bool run_both(struct cell *cell, const struct pml_request *base, const char *name,
    struct result *plain, struct result *folded)
{
	const char *in = gd_arena_printf(cell->arena, "%s/%s", cell->directory, name);

	if (!may_differ(cell, base)) {
		*plain = *folded = (struct result){ .status = RAN, .text = "" };
		return true;
	}
	run_plain(cell, base, gd_arena_printf(cell->arena, "%s-plain", in), plain);
	if (plain->status == RAN || plain->out_of_range)
		run_folded(cell, base, gd_arena_printf(cell->arena, "%s-folded", in), plain,
		    folded);
	else
		*folded = *plain;
	if (plain->status == RAN && folded->status == RAN)
		return true;
	if (only_one_leaves_range(plain, folded)) {
		say(cell, DIFFERENT, "only %s leaves a range",
		    plain->out_of_range ? "plain" : "folded");
		return false;
	}
	say(cell, UNDECIDED, "%s %s: %s", plain->status == RAN ? "folded" : "plain", name,
	    folded->why);
	if (plain->status == BROKEN || folded->status == BROKEN ||
	    (plain->status == RAN && folded->status == REFUSED))
		cell->report->is = DIFFERENT;
	return false;
}

/* ----------------------------------------------------------------------- comparing */
static const char *failures(struct cell *cell, const struct pml_request *request,
    const struct result *result)
{
	const char *text = "";

	for (unsigned i = 0; i < 256; i++)
		if (result->failed[i])
			text = gd_arena_printf(cell->arena, "%s %s", text,
			    pml_failure_name(request, i) ? pml_failure_name(request, i) : "?");
	return *text ? text : " nothing";
}

/* The cell of forgotten garbage is free, so a client in canonical form may allocate as if it had
 * more cells.  Whether what breaks there also breaks with one cell more. */
static bool breaks_with_more_cells(struct cell *cell, const struct pml_request *base)
{
	struct pml_request request = *base;
	struct result result;
	const struct ir_spec *more;
	unsigned count;
	char *text = read_text(cell->file), *found = strstr(text, "objects ");

	if (!cell->spec->scenarios[0]->client || !found || sscanf(found, "objects %u", &count) != 1)
		return false;
	more = lower_text(cell, "larger.gc",
	    gd_arena_printf(cell->arena, "%.*sobjects %u%s", (int)(found - text), text, count + 1,
		found + strcspn(found, "0123456789") +
		    strspn(found + strcspn(found, "0123456789"), "0123456789")));
	free(text);
	if (!more)
		return false;
	ask_of(cell, more, &request);
	request.no_fold = PML_NO_FOLD;
	run_model(cell->arena, &request, gd_arena_printf(cell->arena, "%s/larger", cell->directory),
	    NULL, &result);
	if (result.status != RAN)
		say(cell, UNDECIDED, "with more cells: %s", result.why);
	return result.status != RAN || result.any_failed;
}

static bool same_verdict(struct cell *cell, const struct pml_request *request,
    const struct result *plain, const struct result *folded)
{
	if (plain->any_failed == folded->any_failed ||
	    (folded->any_failed && breaks_with_more_cells(cell, request)))
		return true;
	say(cell, DIFFERENT, "plain breaks%s, folded breaks%s", failures(cell, request, plain),
	    failures(cell, request, folded));
	return false;
}

static void list_outcomes(struct cell *cell, const char *who, const struct result *mine,
    const struct result *other)
{
	unsigned shown = 0;

	for (size_t i = 0, j = 0; i < mine->outcome_count; i++) {
		while (
		    j < other->outcome_count && strcmp(other->outcomes[j], mine->outcomes[i]) < 0)
			j++;
		if (j < other->outcome_count && strcmp(other->outcomes[j], mine->outcomes[i]) == 0)
			continue;
		if (shown++ < 3)
			say(cell, DIFFERENT, "\nonly %s ends with %s", who, mine->outcomes[i]);
	}
}

static bool same_outcomes(struct cell *cell, const struct result *plain,
    const struct result *folded)
{
	const struct ir_scenario *scenario = cell->request.scenario;
	bool same = plain->outcome_count == folded->outcome_count;

	if (scenario->client)
		return true; /* objects have no names: equal heaps are the same */
	if (cell->request.until && scenario->object_count > scenario->named)
		return true; /* the cut may be within an allocation that is one step when folded */
	for (size_t i = 0; same && i < plain->outcome_count; i++)
		same = strcmp(plain->outcomes[i], folded->outcomes[i]) == 0;
	if (same)
		return true;
	say(cell, DIFFERENT, "%zu outcomes plain, %zu folded", plain->outcome_count,
	    folded->outcome_count);
	list_outcomes(cell, "plain", plain, folded);
	list_outcomes(cell, "folded", folded, plain);
	return false;
}

/* Where nothing breaks, both searches see all runs. */
static bool same_points(struct cell *cell, const struct result *plain, const struct result *folded)
{
	const char *wrong = "";

	if (!cell->in_other_words && !cell->request.until)
		wrong = wrong_points(cell->arena, cell->spec, cell->for_folded, plain, folded,
		    cell->request.scenario->client != NULL);
	if (*wrong)
		say(cell, DIFFERENT, "points: %s", wrong);
	return !*wrong;
}

/* Compares property NUMBER of the request alone. */
static bool same_alone(struct cell *cell, size_t number)
{
	struct pml_request request = cell->request;
	struct result plain, folded;
	const char *name = request.properties[number - 1]->name;

	request.properties += number - 1;
	request.property_count = 1;
	if (!run_both(cell, &request, name, &plain, &folded))
		return false;
	return same_verdict(cell, &request, &plain, &folded);
}

static bool same_without(struct cell *cell)
{
	struct pml_request request = cell->request;
	struct result plain, folded;

	request.property_count = 0;
	if (!run_both(cell, &request, "free", &plain, &folded))
		return false;
	return same_verdict(cell, &request, &plain, &folded) &&
	    same_outcomes(cell, &plain, &folded);
}

/* Early doubts are not in models that print how runs end, so no model above has them.  Whether a model
 * that has them loses a failure of property NUMBER or a point, or reports a failure as the collector's. */
static bool same_in_doubt(struct cell *cell, size_t number)
{
	struct pml_request request = cell->request;
	struct result plain, doubting;

	request.properties += number - 1;
	request.property_count = 1;
	run_in_doubt(cell, &request, &doubting);
	if (doubting.status == REFUSED)
		return true;
	cell->report->in_doubt++;
	run_plain(cell, &request,
	    gd_arena_printf(cell->arena, "%s/%s-plain", cell->directory, "doubt"), &plain);
	if (plain.status != RAN || doubting.status != RAN)
		return true; /* one is too large */
	cell->report->sure += !doubting.any_failed;
	if (doubting.any_failed && !doubting.failed[PML_FAILED_FOLD])
		say(cell, DIFFERENT, "in doubt, it breaks%s", failures(cell, &request, &doubting));
	else if (plain.any_failed && !doubting.any_failed)
		say(cell, DIFFERENT, "plain breaks%s, in doubt it holds",
		    failures(cell, &request, &plain));
	else
		return doubting.any_failed || same_points(cell, &plain, &doubting);
	return false;
}

static void compare_in_doubt(struct cell *cell)
{
	for (size_t i = 1; i <= cell->request.property_count; i++)
		if (!same_in_doubt(cell, i))
			return;
}

static void compare(struct cell *cell)
{
	size_t one = cell->request.property_count
	    ? cell->variant->number * 7 % cell->request.property_count + 1
	    : 0;

	if (!run_both(cell, &cell->request, "all", &cell->plain, &cell->folded))
		return;
	if (cell->plain.text == cell->folded.text) {
		cell->report->is = ALIKE;
		if (cell->variant->unsound) {
			same_without(cell);
			return;
		}
	}
	if (!same_verdict(cell, &cell->request, &cell->plain, &cell->folded))
		return;
	if (!cell->plain.any_failed) {
		if (same_outcomes(cell, &cell->plain, &cell->folded) && !cell->folded.any_failed)
			same_points(cell, &cell->plain, &cell->folded);
		return;
	}
	if (cell->report->is == ALIKE)
		return;
	for (size_t i = 1; i <= cell->request.property_count; i++) {
		bool one_of_these =
		    i == one && cell->variant->number % 5 == 1 && !cell->plain.failed[i];

		if ((cell->plain.failed[i] != cell->folded.failed[i] || one_of_these) &&
		    !same_alone(cell, i))
			return;
	}
	same_without(cell);
}

/* The command has the file as its last word. */
static void compare_by(const char *command, const char *file, struct report *report)
{
	char *line = NULL;
	int status = asprintf(&line, "%s '%s'", command, file) < 0 ? -1 : system(line);

	*report = (struct report){ .is = WIFEXITED(status) && WEXITSTATUS(status) == 1 ? DIFFERENT
										       : SAME };
	free(line);
}

void compare_file(const char *file, const struct variant *variant, const char *directory,
    struct report *report)
{
	if (variant->command) {
		compare_by(variant->command, file, report);
		return;
	}
	struct gd_arena *arena = gd_arena_new();
	char *errors = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&errors, &length);
	struct cell cell = { .arena = arena,
		.file = file,
		.variant = variant,
		.directory = directory,
		.report = report };

	*report = (struct report){ .is = SAME };
	cell.spec = lower_file(arena, file, variant->number, false, stream);
	fclose(stream);
	if (!cell.spec || cell.spec->scenario_count == 0) {
		say(&cell, INVALID, "%s", cell.spec ? "no scenario" : errors);
	} else if (variant->c) {
		compare_c(arena, cell.spec, variant, directory, report);
	} else if (variant->explored) {
		compare_explored(arena, cell.spec, variant, directory, report);
	} else if (lower_for_folded(&cell)) {
		make_request(&cell);
		compare(&cell);
		if (report->is == SAME && !variant->unsound)
			compare_in_doubt(&cell);
	}
	gd_arena_free(arena);
}
