/* litmus-json.c: what litmus tests came to, as JSON. */
#include "compiler/driver/counterexample.h"
#include "compiler/driver/litmus.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *story_json(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_outcome *outcome)
{
	char *text = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&text, &length);
	json_t *lines = json_array();

	if (!stream)
		return lines;
	litmus_write_story(plan->arena, cell->test, cell->memory, outcome, &style_plain, stream);
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
		const struct litmus_told told = { .outcome = outcome,
			.memory = cell->memory,
			.is_witness = true };
		json_t *values = json_object(), *entry = json_object();

		for (size_t j = 0; j < cell->test->observed_count; j++)
			json_object_set_new(values, cell->test->observed[j].name,
			    json_integer(outcome->values[j]));
		json_object_set_new(entry, "values", values);
		if (witnesses) {
			json_object_set_new(entry, "witness", story_json(plan, cell, outcome));
			json_object_set_new(entry, "events", litmus_events(plan, cell, &told));
		}
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
		json_object_set_new(object, "counterexample",
		    counterexample_json(cell->counterexample));
		json_array_append_new(list, object);
	}
	return list;
}
