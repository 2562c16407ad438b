/* litmus-report.c: what litmus tests came to, in verify's table and as JSON. */
#include "compiler/driver/litmus.h"

#include <jansson.h>
#include <string.h>

/* -------------------------------------------------------------------- claims */
static const char *claim_text(const struct plan *plan, const struct ir_litmus_claim *claim)
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

static void tell(const struct plan *plan, const struct plan_litmus *cell, const char *what,
    const struct litmus_outcome *outcome, FILE *out)
{
	fprintf(out, "litmus %s under %s: %s\n", cell->test->name, ir_memory_name[cell->memory],
	    what);
	if (outcome)
		litmus_write_story(plan->arena, cell->test, outcome, out);
}

void litmus_explain(const struct plan *plan, const struct plan_litmus *cell, FILE *out)
{
	const struct litmus_outcome *unclaimed;
	struct litmus_count count;

	for (size_t i = 0; cell->outcomes && i < cell->test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &cell->test->claims[i];

		if (!claim->under[cell->memory] ||
		    litmus_judge(cell->test, claim, cell->outcomes, &count) !=
			LITMUS_NOT_AS_CLAIMED)
			continue;
		if (claim->allowed)
			tell(plan, cell,
			    gd_arena_printf(plan->arena,
				"%s is not reached; the outcomes "
				"are %s",
				claim_text(plan, claim), list_of(plan, cell)),
			    NULL, out);
		else
			tell(plan, cell,
			    gd_arena_printf(plan->arena, "%s is reached", claim_text(plan, claim)),
			    witness(cell, claim), out);
	}
	unclaimed =
	    cell->outcomes ? litmus_unclaimed(cell->test, cell->memory, cell->outcomes) : NULL;
	if (unclaimed)
		tell(plan, cell,
		    gd_arena_printf(plan->arena, "%s is reached, and no claim allows it",
			litmus_outcome_text(plan->arena, cell->test, unclaimed)),
		    unclaimed, out);
}

bool litmus_trace(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->litmus.count; i++)
		if (plan_litmus_outcome(plan, &plan->litmus.at[i]) == PLAN_DIFFERS) {
			litmus_explain(plan, &plan->litmus.at[i], out);
			return true;
		}
	for (size_t i = 0; i < plan->litmus.count; i++) {
		const struct plan_litmus *cell = &plan->litmus.at[i];

		for (size_t j = 0; cell->outcomes && j < cell->test->claim_count; j++) {
			const struct ir_litmus_claim *claim = &cell->test->claims[j];

			if (!claim->allowed || !claim->under[cell->memory] || !witness(cell, claim))
				continue;
			tell(plan, cell,
			    gd_arena_printf(plan->arena, "a run to %s", claim_text(plan, claim)),
			    witness(cell, claim), out);
			return true;
		}
	}
	return false;
}

/* ---------------------------------------------------------------------- table */
static void write_row(const struct plan *plan, const struct plan_litmus *cell, int width, FILE *out)
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

void litmus_write_rows(const struct plan *plan, FILE *out)
{
	int width = 6;

	for (size_t i = 0; i < plan->litmus.count; i++)
		if ((int)strlen(plan->litmus.at[i].test->name) > width)
			width = (int)strlen(plan->litmus.at[i].test->name);
	if (plan->litmus.count)
		fprintf(out, "%-*s  %-7s  %8s  %-14s  %10s %8s %7s\n", width, "litmus", "memory",
		    "outcomes", "verdict", "states", "seconds", "MB");
	for (size_t i = 0; i < plan->litmus.count; i++)
		write_row(plan, &plan->litmus.at[i], width, out);
	if (plan->litmus.count)
		putc('\n', out);
}

/* ----------------------------------------------------------------------- JSON */
static json_t *story_json(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_outcome *outcome)
{
	char *text = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&text, &length);
	json_t *lines = json_array();

	if (!stream)
		return lines;
	litmus_write_story(plan->arena, cell->test, outcome, stream);
	fclose(stream);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		json_array_append_new(lines, json_string(line));
	free(text);
	return lines;
}

static json_t *outcomes_json(const struct plan *plan, const struct plan_litmus *cell,
    bool witnesses)
{
	json_t *list = json_array();

	for (size_t i = 0; cell->outcomes && i < cell->outcomes->count; i++) {
		const struct litmus_outcome *outcome = &cell->outcomes->at[i];
		json_t *values = json_object(), *entry = json_object();

		for (size_t j = 0; j < cell->test->observed_count; j++)
			json_object_set_new(values, cell->test->observed[j].name,
			    json_integer(outcome->values[j]));
		json_object_set_new(entry, "values", values);
		if (witnesses)
			json_object_set_new(entry, "witness", story_json(plan, cell, outcome));
		json_array_append_new(list, entry);
	}
	return list;
}

static json_t *claims_json(const struct plan_litmus *cell)
{
	json_t *list = json_array();

	for (size_t i = 0; i < cell->test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &cell->test->claims[i];
		struct litmus_count count;
		json_t *object;

		if (!claim->under[cell->memory])
			continue;
		object = json_pack("{s:s, s:s}", "claim", claim->allowed ? "allowed" : "forbidden",
		    "condition", claim->text);
		if (cell->outcomes) {
			enum litmus_judgement is =
			    litmus_judge(cell->test, claim, cell->outcomes, &count);

			json_object_set_new(object, "as_claimed",
			    is == LITMUS_UNDECIDED ? json_null()
						   : json_boolean(is == LITMUS_AS_CLAIMED));
			json_object_set_new(object, "positive",
			    json_integer((json_int_t)count.positive));
			json_object_set_new(object, "negative",
			    json_integer((json_int_t)count.negative));
		}
		json_array_append_new(list, object);
	}
	return list;
}

json_t *litmus_json(const struct plan *plan, bool witnesses)
{
	static const char *const verdict[] = { [PLAN_AS_EXPECTED] = "as expected",
		[PLAN_DIFFERS] = "differs",
		[PLAN_INCONCLUSIVE] = "inconclusive",
		[PLAN_TOOL_FAILED] = "tool failed",
		[PLAN_NOT_RUN] = "not run" };
	json_t *list = json_array();

	for (size_t i = 0; i < plan->litmus.count; i++) {
		const struct plan_litmus *cell = &plan->litmus.at[i];
		const struct camp_result *result = &plan->jobs.at[cell->job].result;
		const char *reason = litmus_reason(plan, cell);
		json_t *object = json_pack("{s:s, s:s, s:s}", "test", cell->test->name, "memory",
		    ir_memory_name[cell->memory], "outcome",
		    verdict[plan_litmus_outcome(plan, cell)]);

		json_object_set_new(object, "reason", reason ? json_string(reason) : json_null());
		json_object_set_new(object, "outcomes", outcomes_json(plan, cell, witnesses));
		json_object_set_new(object, "claims", claims_json(cell));
		json_object_set_new(object, "states", json_integer((json_int_t)result->states));
		json_object_set_new(object, "seconds", json_real(result->seconds));
		json_object_set_new(object, "kept", json_boolean(result->kept));
		json_array_append_new(list, object);
	}
	return list;
}
