/* compare-c.c: runs of a specification's C, and what the specification allows.
 *
 * Only where no run of the specification breaks a built-in property or an
 * assert: what can break has no C that is right. */
#include "tests/differential/differential.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct leg {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct variant *variant;
	const char *directory;
	struct report *report;
	struct pml_request request;
	struct ir_workers workers;
	struct ir_scenario scenario;   /* with the mutator that stands for the heap's roots */
	struct result model, late;     /* `late`: stores reach memory late (x86) */
	bool is_late;
};

static void say(struct leg *leg, enum comparison is, const char *format, ...)
{
	size_t used = strlen(leg->report->text);
	va_list args;

	leg->report->is = is;
	va_start(args, format);
	vsnprintf(leg->report->text + used, sizeof leg->report->text - used, format, args);
	va_end(args);
}

/* --------------------------------------------------------------- the reference */
static void add_heap_mutator(struct leg *leg)
{
	size_t count = leg->scenario.mutator_count;
	struct ir_mutator *all = GD_NEW_ARRAY(leg->arena, struct ir_mutator, count + 1);

	memcpy(all, leg->scenario.mutators, count * sizeof *all);
	all[count] = (struct ir_mutator){ .name = "heap", .loc = leg->scenario.loc };
	leg->scenario.mutators = all;
	leg->scenario.mutator_count++;
}

static void make_request(struct leg *leg)
{
	const struct ir_spec *spec = leg->spec;
	const struct ir_property **builtin = GD_NEW_ARRAY(leg->arena, const struct ir_property *,
	    spec->property_count + 1);

	leg->scenario = *spec->scenarios[0];
	if (!rootless_are_alike(spec))
		add_heap_mutator(leg);
	leg->workers = (struct ir_workers){ .any = true, .text = "any" };
	leg->request = (struct pml_request){ .spec = spec, .scenario = &leg->scenario,
		.memory = IR_MEM_SC, .strategy = PML_SAFETY, .workers = &leg->workers,
		.properties = builtin, .outcomes = true };
	for (size_t i = 0; i < spec->property_count; i++)
		if (spec->properties[i]->builtin)
			builtin[leg->request.property_count++] = spec->properties[i];
}

/* A folding that finds out in the model that it is not sound is left out. */
static void run_reference(struct leg *leg, struct result *result)
{
	struct pml_request request = leg->request;

	run_model(leg->arena, &request, gd_arena_printf(leg->arena, "%s/model", leg->directory),
	    NULL, result);
	leg->report->models++;
	if (result->status == RAN && result->failed[PML_FAILED_FOLD]) {
		request.no_fold = PML_NO_FOLD;
		run_model(leg->arena, &request, gd_arena_printf(leg->arena, "%s/model",
		    leg->directory), NULL, result);
		leg->report->models++;
	}
	leg->report->states += result->states;
}

/* Whether the specification says what its C must do. */
static bool has_reference(struct leg *leg)
{
	make_request(leg);
	run_reference(leg, &leg->model);
	if (leg->model.status != RAN) {
		say(leg, UNDECIDED, "%s", leg->model.why);
	} else if (leg->model.any_failed) {
		for (unsigned i = 0; i < 256; i++)
			if (leg->model.failed[i])
				say(leg, BREAKS, " %s", pml_failure_name(&leg->request, i));
	}
	return leg->report->is == SAME;
}

/* Models tell of ghosts, too. */
static bool same_outcome(const struct leg *leg, const char *model, const char *run)
{
	size_t length = strlen(model);

	if (leg->spec->ghost_count > 0) {
		const char *ghost = gd_arena_printf(leg->arena, " %s=", leg->spec->ghosts[0]->name);
		const char *found = strstr(model, ghost);

		length = found ? (size_t)(found - model) : length;
	}
	return strlen(run) == length && strncmp(model, run, length) == 0;
}

static bool has_outcome(const struct leg *leg, const struct result *result, const char *outcome)
{
	for (size_t i = 0; i < result->outcome_count; i++)
		if (same_outcome(leg, result->outcomes[i], outcome))
			return true;
	return false;
}

static bool allows(struct leg *leg, const char *outcome)
{
	if (has_outcome(leg, &leg->model, outcome))
		return true;
	if (!leg->is_late) {
		leg->is_late = true;
		leg->request.memory = IR_MEM_TSO;
		run_reference(leg, &leg->late);
	}
	return leg->late.status == RAN && has_outcome(leg, &leg->late, outcome);
}

/* ---------------------------------------------------------------------- the runs */
struct seen { const char *head, *events, *end; };

/* The next run of TEXT, which is cut into strings; false: there is none. */
static bool next_run(char **text, struct seen *seen)
{
	char *head = strncmp(*text, "run ", 4) == 0 ? *text : strstr(*text, "\nrun ");
	char *next, *last;

	if (!head)
		return false;
	head += *head == '\n';
	next = strstr(head, "\nrun ");
	if (next)
		*next = '\0';
	*text = next ? next + 1 : head + strlen(head);
	if (!next && (last = head + strlen(head)) > head && last[-1] == '\n')
		last[-1] = '\0';
	seen->head = head;
	last = strrchr(head, '\n');
	seen->end = last ? last + 1 : head + strlen(head);
	if (last)
		*last = '\0';
	last = strchr(head, '\n');
	seen->events = last ? last + 1 : "";
	if (last)
		*last = '\0';
	return true;
}

static void differs(struct leg *leg, const struct seen *seen, const char *what)
{
	say(leg, DIFFERENT, "%s\n%s\n%s\n%s\n", what, seen->head, seen->events, seen->end);
	for (size_t i = 0; i < leg->model.outcome_count && i < 8; i++)
		say(leg, DIFFERENT, "allowed: outcome %s\n", leg->model.outcomes[i]);
}

static void judge(struct leg *leg, const struct seen *seen)
{
	unsigned there, room;

	leg->report->runs++;
	if (strncmp(seen->end, "outcome ", 8) == 0) {
		if (!allows(leg, seen->end + 8))
			differs(leg, seen, "it ends as no run of the specification does");
	} else if (strncmp(seen->end, "@ stuck", 7) == 0) {
		differs(leg, seen, "it hangs");
	} else if (strncmp(seen->end, "@ stopped", 9) == 0) {
		if (strstr(seen->events, "a loop over all objects begins while mutators run"))
			say(leg, NO_C, "the runtime refuses a loop over all objects beside mutators");
		else
			differs(leg, seen, "it stops itself");
	} else if (sscanf(seen->end, "@ no_room %u of %u", &there, &room) == 2) {
		if (there < room)
			differs(leg, seen, "an allocation fails that has room");
	} else if (strcmp(seen->end, "@ slow") != 0) {
		differs(leg, seen, "it says something else");
	}
}

static void compare_runs(struct leg *leg)
{
	char *text = run_program(leg->arena, gd_arena_printf(leg->arena, "%s/c", leg->directory),
	    leg->variant->number + 1, leg->variant->runs);
	struct seen seen;

	while (leg->report->is == SAME && next_run(&text, &seen))
		judge(leg, &seen);
	if (leg->report->is == SAME && leg->report->runs == 0)
		say(leg, DIFFERENT, "its program does not run");
}

void compare_c(struct gd_arena *arena, const struct ir_spec *spec,
    const struct variant *variant, const char *directory, struct report *report)
{
	struct leg leg = { .arena = arena, .spec = spec, .variant = variant,
		.directory = directory, .report = report };
	const char *why, *in = gd_arena_printf(arena, "%s/c", directory);

	if (!write_program(arena, spec, in, &why))
		say(&leg, NO_C, "%s", why);
	else if (!has_reference(&leg))
		return;
	else if (!build_program(arena, in, &why))
		say(&leg, DIFFERENT, "%s", why);
	else
		compare_runs(&leg);
}
