/* sarif-plan.c: the cells, mutants and litmus tests of a verification, as results. */
#include "compiler/driver/sarif.h"

#include <string.h>

#include "compiler/driver/litmus.h"

static void note(struct sarif_log *log, const struct plan *plan, const char *name,
    enum plan_outcome outcome, const char *reason)
{
	static const char *const what[] = { [PLAN_AS_EXPECTED] = "",
		[PLAN_DIFFERS] = "",
		[PLAN_INCONCLUSIVE] = "inconclusive",
		[PLAN_TOOL_FAILED] = "a tool failed",
		[PLAN_NOT_RUN] = "not run" };
	const char *text = gd_arena_printf(plan->arena, "%s: %s: %s%s%s", plan->file, name,
	    what[outcome], reason ? ": " : "", reason ? reason : "");

	if (*what[outcome])
		sarif_add_note(log, outcome == PLAN_TOOL_FAILED, text);
}

/* A property that holds, and was expected to fail. */
static void add_holding(struct sarif_log *log, const struct plan *plan, struct sarif_finding *f,
    const struct plan_cell *cell)
{
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];

		if (plan_check_outcome(plan, check) != PLAN_DIFFERS ||
		    plan->jobs.at[check->job].result.verdict != CAMP_HOLDS)
			continue;
		f->rule = check->properties[0]->name;
		f->rule_text = gd_arena_printf(f->arena, "%s fails", f->rule);
		f->text = gd_arena_printf(f->arena, "In %s, %s holds, and was expected to fail.",
		    cell->name, f->rule);
		f->loc = &check->properties[0]->loc;
		sarif_add_result(log, f);
	}
}

static const char *reason_of(const struct plan *plan, const struct plan_cell *cell)
{
	for (size_t i = 0; i < cell->checks.count; i++)
		if (plan->jobs.at[cell->checks.at[i].job].result.reason)
			return plan->jobs.at[cell->checks.at[i].job].result.reason;
	return NULL;
}

/* Where PROPERTY is written.  NULL: it is not written, or it is an assert of a kernel. */
static const struct gd_loc *loc_of(const struct plan_cell *cell, const char *property)
{
	for (size_t i = 0; i < cell->checks.count; i++)
		for (size_t j = 0; j < cell->checks.at[i].property_count; j++) {
			const struct ir_property *one = cell->checks.at[i].properties[j];

			if (one->formula && strcmp(one->name, property) == 0)
				return &one->loc;
		}
	return NULL;
}

/* The verdict of CELL, where the run that is shown breaks another property. */
static void add_other(struct sarif_log *log, struct sarif_finding *f, const struct plan_cell *cell)
{
	const struct counterexample *c = cell->counterexample;

	f->rule = c->other;
	f->rule_text = gd_arena_printf(f->arena, "%s fails", f->rule);
	f->text = gd_arena_printf(f->arena, "In %s, %s fails. The run that is shown breaks %s.",
	    cell->name, c->other, c->property);
	f->loc = loc_of(cell, c->other);
	sarif_add_result(log, f);
}

static void add_cell(struct sarif_log *log, const struct plan *plan, const struct plan_cell *cell)
{
	const struct counterexample *c = cell->counterexample;
	enum plan_outcome outcome = cell->ir ? plan_cell_outcome(plan, cell) : PLAN_AS_EXPECTED;
	struct sarif_finding f = { .arena = plan->arena,
		.file = plan->file,
		.name = cell->name,
		.expected = c && c->expected,
		.certain = outcome != PLAN_INCONCLUSIVE };

	if (c && c->events && c->length)
		sarif_add_run(log, &f, c);
	if (c && c->other)
		add_other(log, &f, cell);
	f.expected = false;
	if (!cell->cell->mutant)
		add_holding(log, plan, &f, cell);
	if (!c && !cell->cell->mutant)
		note(log, plan, cell->name, outcome, reason_of(plan, cell));
}

static void add_mutant(struct sarif_log *log, const struct plan *plan, size_t first, size_t last)
{
	const struct syn_decl *mutant = plan->cells.at[first].cell->mutant;
	const struct plan_cell *caught;
	enum plan_outcome outcome = plan_mutant_outcome(plan, first, last, &caught);
	struct sarif_finding f = { plan->arena, plan->file, mutant->name.text, "mutant-not-caught",
		"nothing that should catch a mutant fails",
		gd_arena_printf(plan->arena,
		    "The mutant %s is not caught: nothing that should catch it fails.",
		    mutant->name.text),
		false, true, NULL };

	if (outcome != PLAN_DIFFERS) {
		note(log, plan, mutant->name.text, outcome, NULL);
		return;
	}
	f.loc = &mutant->head;
	sarif_add_result(log, &f);
}

static void add_litmus(struct sarif_log *log, const struct plan *plan,
    const struct plan_litmus *cell)
{
	const struct counterexample *c = cell->counterexample;
	struct sarif_finding f = { plan->arena, plan->file, cell->name, "litmus-claim",
		"a claim about the outcomes of a litmus test is not true", NULL, false, true,
		NULL };

	if (!c) {
		note(log, plan, cell->name, plan_litmus_outcome(plan, cell),
		    litmus_reason(plan, cell));
	} else if (c->events && c->length) {
		sarif_add_run(log, &f, c);
	} else if (c->explanation) {
		f.text = c->explanation;
		f.loc = &cell->test->loc;
		sarif_add_result(log, &f);
	}
}

void sarif_add_plan(const struct verify_arguments *a, const struct plan *plan)
{
	struct sarif_log *log = a->sarif_log;

	if (!a->sarif_log)
		return;
	for (size_t i = 0; i < plan->cells.count; i++)
		add_cell(log, plan, &plan->cells.at[i]);
	for (size_t i = 0; i < plan->cells.count; i = plan_mutant_end(plan, i))
		if (plan->cells.at[i].cell->mutant)
			add_mutant(log, plan, i, plan_mutant_end(plan, i));
	for (size_t i = 0; i < plan->litmus.count; i++)
		add_litmus(log, plan, &plan->litmus.at[i]);
}
