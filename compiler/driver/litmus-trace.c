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
    const struct litmus_told *told)
{
	struct litmus_heading heading = { .file = plan->file,
		.memory = cell->memory, /* a run of sc is one of it, too */
		.command = told->is_witness ? NULL : plan_litmus_command(plan, cell),
		.needed = told->needed };

	describe(plan, cell, told->outcome, &heading);
	return litmus_run_json(litmus_run(plan->arena, cell->test, told->memory, told->outcome),
	    told->outcome, &heading);
}

static void write_events(const struct litmus_telling *t, const struct ir_expr *condition,
    const struct litmus_outcome *outcome)
{
	struct litmus_told told = litmus_choose(t, condition, outcome);
	json_t *lines = told.outcome ? litmus_events(t->plan, t->cell, &told) : NULL;

	for (size_t i = 0; i < json_array_size(lines); i++) {
		json_dumpf(json_array_get(lines, i), t->out, JSON_COMPACT);
		putc('\n', t->out);
	}
	json_decref(lines);
}

/* ------------------------------------------------------------------- which of them */
const struct litmus_outcome *litmus_wrong_outcome(const struct plan_litmus *cell)
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

static void say_again(const struct litmus_telling *t)
{
	fprintf(t->out, "\nto see it again: %s\n", plan_litmus_command(t->plan, t->cell));
}

/* false: it has to be shown as events, and there is no run. */
static bool show_wrong(const struct litmus_telling *t)
{
	const struct litmus_outcome *outcome = litmus_wrong_outcome(t->cell);
	const struct ir_litmus_claim *claim = outcome ? claim_about(t->cell, false, outcome) : NULL;

	if (!t->style && outcome) {
		write_events(t, claim ? claim->condition : NULL, outcome);
		return true;
	}
	/* If an allowed outcome is not reached there is no run. */
	litmus_explain(t->plan, t->cell, t->teller, t->style ? t->style : &style_plain,
	    t->style ? t->out : stderr);
	if (t->style && outcome)
		say_again(t);
	return t->style;
}

static bool show_allowed(const struct litmus_telling *t)
{
	const struct litmus_outcome *outcome = allowed_outcome(t->cell);
	const struct ir_litmus_claim *claim;

	if (!outcome)
		return false;
	claim = claim_about(t->cell, true, outcome);
	if (!t->style) {
		write_events(t, claim->condition, outcome);
		return true;
	}
	litmus_tell(t,
	    gd_arena_printf(t->plan->arena, "a run to %s", litmus_claim_text(t->plan, claim)),
	    claim->condition, outcome);
	say_again(t);
	return true;
}

bool litmus_trace(const struct plan *plan, const struct litmus_teller *teller,
    const struct style *style, FILE *out)
{
	struct litmus_telling telling = { plan, NULL, teller, style, out };

	for (size_t i = 0; i < plan->litmus.count; i++) {
		telling.cell = &plan->litmus.at[i];
		if (plan_litmus_outcome(plan, telling.cell) == PLAN_DIFFERS)
			return show_wrong(&telling);
	}
	for (size_t i = 0; i < plan->litmus.count; i++) {
		telling.cell = &plan->litmus.at[i];
		if (show_allowed(&telling))
			return true;
	}
	return false;
}
