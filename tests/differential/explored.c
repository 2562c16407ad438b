/* explored.c: the plain model of a specification beside an explorer of the
 * documented semantics, which shares nothing with the backends.
 *
 * The explorer's steps are finer: each emit is one, and so is what a mutator
 * does behind the cell of a new object.  Nobody may be able to tell: the same
 * checks break first in some run, and runs end alike. */
#include "tests/differential/differential.h"

#include <stdio.h>
#include <string.h>
#include "compiler/ir/dump.h"
#include "tests/differential/semantics/semantics.h"

enum { MAX_STATES = 1500000 };

struct pair {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct variant *variant;
	const char *directory;
	struct report *report;
	struct pml_request request;
	struct ir_workers workers;
	struct sx_spec *meaning;
	struct sx_options options;
	struct result model;
	struct sx_exploration explored;
};

static const struct { enum ir_builtin_property property; enum sx_check check; } checks[] = {
	{ IR_NO_FREED_ACCESS, SX_NO_FREED_ACCESS }, { IR_UNIT_UNIQUE, SX_UNIT_UNIQUE },
	{ IR_NO_STRANDED, SX_NO_STRANDED }, { IR_CYCLE_ENDS, SX_CYCLE_ENDS }
};

/* --------------------------------------------------------------------- the request */
/* The number says what is checked (what is read or left behind wrongly has no meaning), and
 * how many workers there are. */
static bool asks(unsigned number, enum ir_builtin_property property)
{
	if (property == IR_CYCLE_ENDS)
		return number % 4 != 3;
	return property != IR_UNIT_UNIQUE || number % 8 != 5;
}

static void make_request(struct pair *pair)
{
	const struct ir_spec *spec = pair->spec;
	unsigned number = pair->variant->number;
	bool any = number / 8 % 4 != 3;
	const struct ir_property **chosen = GD_NEW_ARRAY(pair->arena, const struct ir_property *,
	    spec->property_count + 1);
	long *of_kind = GD_NEW_ARRAY(pair->arena, long, spec->kind_count + 1);

	for (size_t i = 0; i < spec->kind_count; i++)
		of_kind[i] = 1;
	pair->workers = (struct ir_workers){ any, of_kind, any ? "any" : "1" };
	pair->request = (struct pml_request){ .spec = spec, .scenario = spec->scenarios[0],
		.memory = IR_MEM_SC, .strategy = PML_SAFETY, .workers = &pair->workers,
		.properties = chosen, .outcomes = true, .no_fold = PML_NO_FOLD };
	for (size_t i = 0; i < spec->property_count; i++)
		if (spec->properties[i]->builtin && asks(number, spec->properties[i]->builtin))
			chosen[pair->request.property_count++] = spec->properties[i];
	pair->options = (struct sx_options){ .max_states = MAX_STATES, .workers = any ? 0 : 1,
		.unchecked = 1u << SX_STOPPED_ONCE };          /* models do not assert it */
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		if (!asks(number, checks[i].property))
			pair->options.unchecked |= 1u << checks[i].check;
}

/* ------------------------------------------------------------------------- running */
static void undecided(struct pair *pair, const char *who, const char *why)
{
	pair->report->is = UNDECIDED;
	snprintf(pair->report->text, sizeof pair->report->text, "%s: %s", who, why);
}

static bool read_meaning(struct pair *pair)
{
	const char *why;
	struct gd_out json;

	gd_out_init(&json, 0);
	ir_dump_json(pair->spec, &json);
	pair->meaning = sx_read(pair->arena, json.text, json.length, NULL, &why);
	gd_out_free(&json);
	if (!pair->meaning)
		undecided(pair, "explorer", why);
	return pair->meaning != NULL;
}

/* false: there is nothing to compare. */
static bool run_both(struct pair *pair)
{
	sx_explore(pair->arena, pair->meaning, &pair->options, &pair->explored);
	if (!pair->explored.complete || pair->explored.failed[SX_IN_RANGE]) {
		undecided(pair, "explorer", pair->explored.complete ? "out of range"
		    : pair->explored.why);
		return false;
	}
	run_model(pair->arena, &pair->request, gd_arena_printf(pair->arena, "%s/all-plain",
	    pair->directory), NULL, &pair->model);
	pair->report->models++;
	pair->report->states += pair->model.states;
	if (pair->model.status == RAN)
		return true;
	undecided(pair, "plain", pair->model.why);
	if (pair->model.status == BROKEN)
		pair->report->is = DIFFERENT;
	return false;
}

/* ----------------------------------------------------------------------- comparing */
static void say(struct pair *pair, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct pair *pair, const char *format, ...)
{
	size_t used = strlen(pair->report->text);
	va_list args;

	pair->report->is = DIFFERENT;
	va_start(args, format);
	vsnprintf(pair->report->text + used, sizeof pair->report->text - used, format, args);
	va_end(args);
}

static bool model_fails(const struct pair *pair, enum ir_builtin_property property)
{
	for (size_t i = 0; i < pair->request.property_count; i++)
		if (pair->request.properties[i]->builtin == property)
			return pair->model.failed[i + 1];
	return false;
}

static void compare_check(struct pair *pair, const char *name, bool explored, bool modelled)
{
	if (explored != modelled)
		say(pair, "%sonly %s breaks %s", *pair->report->text ? ", " : "",
		    explored ? "the explorer" : "the model", name);
}

static void compare_checks(struct pair *pair)
{
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		compare_check(pair, sx_check_name[checks[i].check],
		    pair->explored.failed[checks[i].check],
		    model_fails(pair, checks[i].property));
	compare_check(pair, "an assert", pair->explored.failed[SX_ASSERT],
	    pair->model.failed[PML_FAILED_ASSERT]);
}

/* The lines of MINE that OTHER has not; both are sorted. */
static void list_outcomes(struct pair *pair, const char *who, const char **mine, size_t count,
    const char **other, size_t other_count)
{
	unsigned shown = 0;

	for (size_t i = 0, j = 0; i < count; i++) {
		while (j < other_count && strcmp(other[j], mine[i]) < 0)
			j++;
		if ((j < other_count && strcmp(other[j], mine[i]) == 0) || shown++ >= 3)
			continue;
		say(pair, "%sonly %s: %s", *pair->report->text ? ", " : "", who, mine[i]);
	}
}

static void compare_outcomes(struct pair *pair)
{
	const struct sx_exploration *explored = &pair->explored;

	list_outcomes(pair, "the explorer", explored->outcomes, explored->outcome_count,
	    pair->model.outcomes, pair->model.outcome_count);
	list_outcomes(pair, "the model", pair->model.outcomes, pair->model.outcome_count,
	    explored->outcomes, explored->outcome_count);
}

/* Of two equal units that one step of the model emits the first may be over, in the
 * explorer, before the second is there: both break `unit_unique', but not in the same runs.
 * Then it is asked about no more. */
static bool drop_unique(struct pair *pair)
{
	const struct ir_property **properties;
	size_t count = 0;

	if (!pair->explored.failed[SX_UNIT_UNIQUE] || !model_fails(pair, IR_UNIT_UNIQUE))
		return false;
	properties = GD_NEW_ARRAY(pair->arena, const struct ir_property *,
	    pair->request.property_count);
	for (size_t i = 0; i < pair->request.property_count; i++)
		if (pair->request.properties[i]->builtin != IR_UNIT_UNIQUE)
			properties[count++] = pair->request.properties[i];
	pair->request.properties = properties;
	pair->request.property_count = count;
	pair->options.unchecked |= 1u << SX_UNIT_UNIQUE;
	return true;
}

void compare_explored(struct gd_arena *arena, const struct ir_spec *spec,
    const struct variant *variant, const char *directory, struct report *report)
{
	struct pair pair = { .arena = arena, .spec = spec, .variant = variant,
		.directory = directory, .report = report };

	make_request(&pair);
	if (!read_meaning(&pair) || !run_both(&pair))
		return;
	if (drop_unique(&pair) && !run_both(&pair))
		return;
	compare_checks(&pair);
	compare_outcomes(&pair);
}
