/* litmus-report.c: what litmus tests came to, as text. */
#include "compiler/driver/litmus.h"

#include <string.h>

/* -------------------------------------------------------------------- claims */
const char *litmus_claim_text(const struct plan *plan, const struct ir_litmus_claim *claim)
{
	return gd_arena_printf(plan->arena, "%s (%s)", claim->allowed ? "allowed" : "forbidden",
	    claim->text);
}

static const char *list_of(const struct plan *plan, const struct plan_litmus *cell)
{
	const char *text = "";

	for (size_t i = 0; i < cell->outcomes->count; i++)
		text = gd_arena_printf(plan->arena, "%s%s%s", text, i ? ", " : "",
		    litmus_outcome_text(plan->arena, cell->test, &cell->outcomes->at[i]));
	return *text ? text : "there is none: no run ends";
}

static const struct litmus_outcome *witness(const struct plan_litmus *cell,
    const struct ir_litmus_claim *claim)
{
	for (size_t i = 0; i < cell->outcomes->count; i++)
		if (litmus_satisfies(cell->test, claim->condition, &cell->outcomes->at[i]))
			return &cell->outcomes->at[i];
	return NULL;
}

struct litmus_told litmus_choose(const struct litmus_telling *telling,
    const struct ir_expr *condition, const struct litmus_outcome *outcome)
{
	const struct litmus_sought sought = { condition, outcome };
	struct litmus_told told = { .outcome = outcome, .memory = telling->cell->memory };

	if (telling->teller)
		telling->teller->choose(telling->teller, telling->cell, &sought, &told);
	return told;
}

void litmus_tell(const struct litmus_telling *t, const char *what, const struct ir_expr *condition,
    const struct litmus_outcome *outcome)
{
	struct litmus_told told;

	fprintf(t->out, "litmus %s under %s: %s\n", t->cell->test->name,
	    ir_memory_name[t->cell->memory], what);
	if (!outcome)
		return;
	told = litmus_choose(t, condition, outcome);
	if (told.text)
		fprintf(t->out, "%s\n", told.text);
	if (told.outcome)
		litmus_write_story(t->plan->arena, t->cell->test, told.memory, told.outcome,
		    t->style, t->out);
}

void litmus_explain(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_teller *teller, const struct style *style, FILE *out)
{
	const struct litmus_telling telling = { plan, cell, teller, style, out };
	const struct litmus_outcome *unclaimed;
	struct litmus_count count;

	for (size_t i = 0; cell->outcomes && i < cell->test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &cell->test->claims[i];

		if (!claim->under[cell->memory] ||
		    litmus_judge(cell->test, claim, cell->outcomes, &count) !=
			LITMUS_NOT_AS_CLAIMED)
			continue;
		if (claim->allowed)
			litmus_tell(&telling,
			    gd_arena_printf(plan->arena,
				"%s is not reached; the outcomes "
				"are %s",
				litmus_claim_text(plan, claim), list_of(plan, cell)),
			    NULL, NULL);
		else
			litmus_tell(&telling,
			    gd_arena_printf(plan->arena, "%s is reached",
				litmus_claim_text(plan, claim)),
			    claim->condition, witness(cell, claim));
	}
	unclaimed =
	    cell->outcomes ? litmus_unclaimed(cell->test, cell->memory, cell->outcomes) : NULL;
	if (unclaimed)
		litmus_tell(&telling,
		    gd_arena_printf(plan->arena, "%s is reached, and no claim allows it",
			litmus_outcome_text(plan->arena, cell->test, unclaimed)),
		    NULL, unclaimed);
}

/* ---------------------------------------------------------------------- table */
void litmus_write_row(const struct plan *plan, const struct plan_litmus *cell, int width, FILE *out)
{
	static const char *const verdict[] = { [PLAN_AS_EXPECTED] = "as claimed",
		[PLAN_DIFFERS] = "NOT AS CLAIMED",
		[PLAN_INCONCLUSIVE] = "inconclusive",
		[PLAN_TOOL_FAILED] = "tool failed",
		[PLAN_NOT_RUN] = "not run" };
	const struct camp_result *result = &plan->jobs.at[cell->job].result;

	fprintf(out, "%-*s  %-7s  %8zu  %-14s  %10.0f %8.2f %7.1f%s\n", width, cell->test->name,
	    ir_memory_name[cell->memory], cell->outcomes ? cell->outcomes->count : 0,
	    verdict[plan_litmus_outcome(plan, cell)], result->states, result->seconds,
	    result->memory, result->kept ? "  kept" : "");
	if (litmus_reason(plan, cell) && result->verdict != CAMP_NOT_RUN)
		fprintf(out, "    %s\n", litmus_reason(plan, cell));
	for (const char *line = result->detail; line && *line;) {
		size_t length = strcspn(line, "\n");

		fprintf(out, "    | %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

int litmus_width(const struct plan *plan)
{
	int width = 6;

	for (size_t i = 0; i < plan->litmus.count; i++)
		if ((int)strlen(plan->litmus.at[i].test->name) > width)
			width = (int)strlen(plan->litmus.at[i].test->name);
	return width;
}

void litmus_write_head(int width, FILE *out)
{
	fprintf(out, "%-*s  %-7s  %8s  %-14s  %10s %8s %7s\n", width, "litmus", "memory",
	    "outcomes", "verdict", "states", "seconds", "MB");
}
