/* litmus-trace.c: gcdsl trace of litmus tests: one run, as text or as JSON. */
#include "compiler/driver/litmus.h"

#include "promela-backend/litmus/run-json.h"

/* ---------------------------------------------------------------------- the run */
static bool is_about(const struct plan_litmus *cell, const struct ir_litmus_claim *claim,
    bool allowed, const struct litmus_outcome *outcome)
{
	return claim->under[cell->memory] && claim->allowed == allowed &&
	    litmus_satisfies(cell->test, claim->condition, outcome);
}

/* The first claim of that sort about OUTCOME. */
static const struct ir_litmus_claim *claim_about(const struct plan_litmus *cell, bool allowed,
    const struct litmus_outcome *outcome)
{
	for (size_t i = 0; i < cell->test->claim_count; i++)
		if (is_about(cell, &cell->test->claims[i], allowed, outcome))
			return &cell->test->claims[i];
	return NULL;
}

static void describe(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_outcome *outcome, struct litmus_heading *heading)
{
	const struct ir_litmus_claim *forbidden = claim_about(cell, false, outcome),
				     *claim =
					 forbidden ? forbidden : claim_about(cell, true, outcome);

	heading->fails = forbidden ||
	    (!claim && cell->test->complete && litmus_has_claims(cell->test, cell->memory));
	heading->claim = claim ? litmus_claim_text(plan, claim) : NULL;
	heading->where = claim ? claim->loc : cell->test->loc;
	heading->why = forbidden ? "a run reaches an outcome that is forbidden"
	    : claim              ? "a run reaches an outcome that is allowed"
	    : heading->fails     ? "a run reaches an outcome that no claim allows"
				 : "no claim is about this outcome";
	if (heading->fails && !claim)
		heading->claim = "observe";
}

struct json_t *litmus_events(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_outcome *outcome)
{
	struct litmus_heading heading = { .file = plan->file,
		.command = plan_litmus_command(plan, cell) };

	describe(plan, cell, outcome, &heading);
	return litmus_run_json(litmus_run(plan->arena, cell->test, cell->memory, outcome), outcome,
	    &heading);
}

static void write_events(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_outcome *outcome, FILE *out)
{
	json_t *lines = litmus_events(plan, cell, outcome);

	for (size_t i = 0; i < json_array_size(lines); i++) {
		json_dumpf(json_array_get(lines, i), out, JSON_COMPACT);
		putc('\n', out);
	}
	json_decref(lines);
}

/* ------------------------------------------------------------------- which of them */
/* An outcome of CELL that should not be reached.  NULL: there is none. */
static const struct litmus_outcome *wrong_outcome(const struct plan_litmus *cell)
{
	for (size_t i = 0; cell->outcomes && i < cell->outcomes->count; i++)
		if (claim_about(cell, false, &cell->outcomes->at[i]))
			return &cell->outcomes->at[i];
	return cell->outcomes ? litmus_unclaimed(cell->test, cell->memory, cell->outcomes) : NULL;
}

static const struct litmus_outcome *allowed_outcome(const struct plan_litmus *cell)
{
	for (size_t j = 0; cell->outcomes && j < cell->test->claim_count; j++)
		for (size_t i = 0; i < cell->outcomes->count; i++)
			if (is_about(cell, &cell->test->claims[j], true, &cell->outcomes->at[i]))
				return &cell->outcomes->at[i];
	return NULL;
}

static void say_again(const struct plan *plan, const struct plan_litmus *cell, FILE *out)
{
	fprintf(out, "\nto see it again: %s\n", plan_litmus_command(plan, cell));
}

static bool show_wrong(const struct plan *plan, const struct plan_litmus *cell,
    const struct style *style, FILE *out)
{
	const struct litmus_outcome *outcome = wrong_outcome(cell);

	if (!style && outcome) {
		write_events(plan, cell, outcome, out);
		return true;
	}
	/* If an allowed outcome is not reached there is no run. */
	litmus_explain(plan, cell, style ? style : &style_plain, style ? out : stderr);
	if (style && outcome)
		say_again(plan, cell, out);
	return true;
}

static bool show_allowed(const struct plan *plan, const struct plan_litmus *cell,
    const struct style *style, FILE *out)
{
	const struct litmus_outcome *outcome = allowed_outcome(cell);

	if (outcome && !style) {
		write_events(plan, cell, outcome, out);
	} else if (outcome) {
		litmus_tell(plan, cell,
		    gd_arena_printf(plan->arena, "a run to %s",
			litmus_claim_text(plan, claim_about(cell, true, outcome))),
		    outcome, style, out);
		say_again(plan, cell, out);
	}
	return outcome != NULL;
}

bool litmus_trace(const struct plan *plan, const struct style *style, FILE *out)
{
	for (size_t i = 0; i < plan->litmus.count; i++)
		if (plan_litmus_outcome(plan, &plan->litmus.at[i]) == PLAN_DIFFERS)
			return show_wrong(plan, &plan->litmus.at[i], style, out);
	for (size_t i = 0; i < plan->litmus.count; i++)
		if (show_allowed(plan, &plan->litmus.at[i], style, out))
			return true;
	return false;
}
