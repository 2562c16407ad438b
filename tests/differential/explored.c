/* explored.c: the plain model of a specification beside an explorer of the
 * documented semantics, which shares nothing with the backends.
 *
 * Under a weak memory model stores of workers may be late in both, and under `relaxed' loads early.  Stores of
 * mutators are as under sc, because the explorer has none of these that are late.
 *
 * The explorer's steps are finer: each emit is one, and so is what a mutator
 * does behind the cell of a new object.  Nobody may be able to tell: the same
 * checks break first in some run, and runs end alike. */
#include "tests/differential/differential.h"

#include <stdio.h>
#include <string.h>
#include "compiler/ir/dump.h"
#include "tests/differential/semantics/semantics.h"

enum { MAX_STATES = 300000 };

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
	bool promises_broken;
};

static const struct {
	enum ir_builtin_property property;
	enum sx_check check;
} checks[] = { { IR_NO_FREED_ACCESS, SX_NO_FREED_ACCESS }, { IR_UNIT_UNIQUE, SX_UNIT_UNIQUE },
	{ IR_NO_STRANDED, SX_NO_STRANDED }, { IR_CYCLE_ENDS, SX_CYCLE_ENDS },
	{ IR_FAITHFUL, SX_FAITHFUL } };

/* --------------------------------------------------------------------- the request */
/* The number determines what is checked, and how many workers there are.  (Without the check of
 * freed accesses, reads of freed objects have no meaning.) */
static bool asks(const struct pair *pair, enum ir_builtin_property property)
{
	unsigned number = pair->variant->number;

	if (property == IR_CYCLE_ENDS && pair->spec->scenarios[0]->client)
		return false; /* it may go on forever */
	return property != IR_CYCLE_ENDS || number % 4 != 3;
}

static void name_properties(struct pair *pair)
{
	const char **names =
	    GD_NEW_ARRAY(pair->arena, const char *, pair->request.property_count + 1);

	for (size_t i = 0; i < pair->request.property_count; i++)
		names[i] = pair->request.properties[i]->name;
	pair->options.properties = names;
	pair->options.property_count = pair->request.property_count;
}

static enum sx_late late_of(enum ir_memory memory)
{
	return memory == IR_MEM_TSO    ? SX_TSO
	    : memory == IR_MEM_PSO     ? SX_PSO
	    : memory == IR_MEM_RELAXED ? SX_RELAXED
				       : SX_NOT_LATE;
}

static void make_request(struct pair *pair)
{
	const struct ir_spec *spec = pair->spec;
	unsigned number = pair->variant->number;
	bool any = number / 8 % 4 != 3;
	bool is_late = late_of(pair->variant->memory) != SX_NOT_LATE && !pair->variant->unsound;
	const struct ir_property **chosen =
	    GD_NEW_ARRAY(pair->arena, const struct ir_property *, spec->property_count + 1);
	long *of_kind = GD_NEW_ARRAY(pair->arena, long, spec->kind_count + 1);

	for (size_t i = 0; i < spec->kind_count; i++)
		of_kind[i] = 1;
	pair->workers = (struct ir_workers){ any, of_kind, any ? "any" : "1" };
	pair->request = (struct pml_request){ .spec = spec,
		.scenario = spec->scenarios[0],
		.memory = is_late ? pair->variant->memory : IR_MEM_SC,
		.late_stores = is_late,
		.only_workers_late = is_late,
		.early_loads = pml_loads_early(pair->variant->memory),
		.strategy = PML_SAFETY,
		.workers = &pair->workers,
		.properties = chosen,
		.marks_points = true,
		.outcomes = true, /* so that a run ends where it breaks something */
		.no_fold = pair->variant->unsound ? pair->variant->no_fold : PML_NO_FOLD,
		.unsound = pair->variant->unsound };
	for (size_t i = 0; i < spec->property_count; i++)
		if (spec->properties[i]->builtin
			? asks(pair, spec->properties[i]->builtin)
			: number % 2 == 0 && sx_can_check(pair->meaning, spec->properties[i]->name))
			chosen[pair->request.property_count++] = spec->properties[i];
	/* compare.c has asked the same of a known specification */
	pair->request.check_everywhere = number % 32 == 0 && !pair->variant->unsound;
	pair->options = (struct sx_options){ .max_states = MAX_STATES,
		.workers = any ? 0 : 1,
		.late = is_late ? late_of(pair->variant->memory) : SX_NOT_LATE,
		.early_loads = pair->request.early_loads };
	name_properties(pair);
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		if (!asks(pair, checks[i].property))
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

/* Whether some check ends runs early, in the model or in the explorer. */
static bool something_fails(const struct pair *pair)
{
	for (size_t i = 0; i < SX_CHECKS; i++)
		if (i != SX_IN_RANGE && pair->explored.failed[i])
			return true;
	for (size_t i = 0; i < sizeof pair->model.failed / sizeof *pair->model.failed; i++)
		if (i != PML_FAILED_BOUND && i != PML_FAILED_FULL && pair->model.failed[i])
			return true;
	return false;
}

/* If a number leaves its range, both must report it, and nothing else is compared. */
static bool leaves_range(struct pair *pair)
{
	bool explored = pair->explored.failed[SX_IN_RANGE];
	bool model = pair->model.failed[PML_FAILED_BOUND];

	if (explored != model && (model || pair->model.status == RAN) && !something_fails(pair))
		say(pair, "only %s leaves a range", explored ? "the explorer" : "the model");
	else if (explored || model)
		undecided(pair, "explorer", "out of range");
	return explored || model;
}

/* false: there is nothing to compare. */
static bool run_both(struct pair *pair)
{
	sx_explore(pair->arena, pair->meaning, &pair->options, &pair->explored);
	if (!pair->explored.complete) {
		undecided(pair, "explorer", pair->explored.why);
		return false;
	}
	run_model(pair->arena, &pair->request,
	    gd_arena_printf(pair->arena, "%s/all-plain", pair->directory), NULL, &pair->model);
	pair->report->models++;
	pair->report->states += pair->model.states;
	if (leaves_range(pair))
		return false;
	if (pair->model.failed[PML_FAILED_LATE]) {
		undecided(pair, "plain",
		    "what a worker writes otherwise than by a store may be late");
		return false;
	}
	if (pair->model.status == RAN)
		return true;
	undecided(pair, "plain", pair->model.why);
	if (pair->model.status == BROKEN)
		pair->report->is = DIFFERENT;
	return false;
}

/* ----------------------------------------------------------------------- comparing */
/* If PROPERTY is NULL: an assert. */
static bool broken_by_model(const struct pair *pair, const struct ir_property *property)
{
	for (size_t i = 0; property && i < pair->request.property_count; i++)
		if (pair->request.properties[i] == property)
			return pair->model.failed[i + 1];
	return !property && pair->model.failed[PML_FAILED_ASSERT];
}

static bool broken_by_explorer(const struct pair *pair, enum sx_check check,
    const struct ir_property *property)
{
	if (check == SX_ASSERT) /* a model asserts that nobody stops twice */
		return pair->explored.failed[SX_ASSERT] || pair->explored.failed[SX_STOPPED_ONCE];
	if (check != SX_PROPERTY)
		return pair->explored.failed[check];
	for (size_t i = 0; i < pair->explored.property_count; i++)
		if (strcmp(pair->explored.properties[i], property->name) == 0)
			return true;
	return false;
}

/* The same, if an emit is a step of its own in the model and the next access fails.  Then the
 * explorer explores the state between the two as well. */
static bool broken_between(const struct pair *pair, enum sx_check check,
    const struct ir_property *property)
{
	struct pair apart = *pair;

	if (!pair->explored.failed[SX_NO_FREED_ACCESS])
		return false;
	apart.options.emits_apart = true;
	sx_explore(apart.arena, apart.meaning, &apart.options, &apart.explored);
	return !apart.explored.complete || broken_by_explorer(&apart, check, property);
}

static bool is_broken(const struct pair *pair, enum sx_check check,
    const struct ir_property *property)
{
	return broken_by_explorer(pair, check, property) ||
	    (broken_by_model(pair, property) && broken_between(pair, check, property));
}

/* Whether both break the check, or neither does.  If only one breaks it, another check may have
 * ended its runs first, so this check is requested alone. */
static bool same_check(struct pair *pair, enum sx_check check, const struct ir_property *property)
{
	struct pair alone = *pair;
	const struct ir_property **asked =
	    GD_NEW_ARRAY(pair->arena, const struct ir_property *, pair->request.property_count + 1);

	alone.request.properties = asked;
	alone.request.property_count = 0;
	for (size_t i = 0; i < pair->request.property_count; i++) {
		const struct ir_property *one = pair->request.properties[i];

		if (one == property || one->builtin == IR_NO_FREED_ACCESS ||
		    (one->builtin == IR_UNIT_UNIQUE && check != SX_PROPERTY))
			asked[alone.request.property_count++] = one;
	}
	name_properties(&alone);
	alone.options.unchecked |= 1u << SX_NO_STRANDED | 1u << SX_CYCLE_ENDS;
	if (check == SX_PROPERTY)
		alone.options.unchecked |= 1u << SX_UNIT_UNIQUE;
	alone.options.unchecked |= 1u << SX_FAITHFUL;
	alone.options.unchecked &= ~(1u << check);
	if (!run_both(&alone))
		return true;
	return is_broken(&alone, check, property) == broken_by_model(&alone, property);
}

static void compare_check(struct pair *pair, const char *name, enum sx_check check,
    const struct ir_property *property)
{
	bool explored = is_broken(pair, check, property);

	if (explored == broken_by_model(pair, property) || (explored && pair->promises_broken) ||
	    same_check(pair, check, property))
		return;
	say(pair, "%sonly %s breaks %s", *pair->report->text ? ", " : "",
	    explored ? "the explorer" : "the model", name);
}

/* If one step of the model emits two equal units, the first may be over in the explorer before the
 * second is emitted.  And some steps of the model rely on a `once' kind having only one unit.  So
 * if both break `unit_unique', the explorer may do more. */
static bool breaks_promises(const struct pair *pair)
{
	for (size_t i = 0; i < pair->request.property_count; i++)
		if (pair->request.properties[i]->builtin == IR_UNIT_UNIQUE)
			return pair->model.failed[i + 1] && pair->explored.failed[SX_UNIT_UNIQUE];
	return false;
}

/* Whether something gets in the way of a copy.  In the model the copy goes on as soon as its unit waits for
 * it, and the run ends; in the explorer others may come before it begins. */
static bool breaks_copies(const struct pair *pair)
{
	for (size_t i = 0; i < pair->explored.assert_count; i++)
		if (strcmp(pair->explored.asserts[i], "copy") == 0 ||
		    strcmp(pair->explored.asserts[i], "itself") == 0)
			return pair->model.failed[PML_FAILED_ASSERT];
	return false;
}

static enum sx_check check_of(const struct ir_property *property)
{
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		if (checks[i].property == property->builtin)
			return checks[i].check;
	return SX_PROPERTY;
}

static void compare_checks(struct pair *pair)
{
	for (size_t i = 0; i < pair->request.property_count; i++)
		compare_check(pair, pair->request.properties[i]->name,
		    check_of(pair->request.properties[i]), pair->request.properties[i]);
	compare_check(pair, "an assert", SX_ASSERT, NULL);
}

/* Lists the lines of MINE that OTHER does not have.  Both are sorted. */
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

	if (!pair->promises_broken)
		list_outcomes(pair, "the explorer", explored->outcomes, explored->outcome_count,
		    pair->model.outcomes, pair->model.outcome_count);
	list_outcomes(pair, "the model", pair->model.outcomes, pair->model.outcome_count,
	    explored->outcomes, explored->outcome_count);
}

/* Where nothing breaks, both see all runs. */
static void compare_points(struct pair *pair)
{
	const char *wrong = something_fails(pair)
	    ? ""
	    : wrong_beside(pair->arena, pair->spec, &pair->model, &pair->explored);

	if (*wrong)
		say(pair, "%spoints: %s", *pair->report->text ? ", " : "", wrong);
}

void compare_explored(struct gd_arena *arena, const struct ir_spec *spec,
    const struct variant *variant, const char *directory, struct report *report)
{
	struct pair pair = { .arena = arena,
		.spec = spec,
		.variant = variant,
		.directory = directory,
		.report = report };

	if (!read_meaning(&pair))
		return;
	make_request(&pair);
	if (!run_both(&pair))
		return;
	/* after a wrong stop the run has no meaning */
	if (pair.explored.failed[SX_STOPPED_ONCE] && broken_by_model(&pair, NULL))
		return;
	pair.promises_broken = breaks_promises(&pair) || breaks_copies(&pair);
	compare_points(&pair); /* before the specification is explored again */
	compare_checks(&pair);
	if (!spec->scenarios[0]->client) /* its objects have no names */
		compare_outcomes(&pair);
}
