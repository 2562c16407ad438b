/* outcomes.c: what the replays of a litmus test's trails say. */
#include "promela-backend/litmus/litmus.h"

#include <stdlib.h>
#include <string.h>

#include "promela-backend/trail/event.h"

/* "0,2,1" */
static bool read_values(const struct ir_litmus *test, const char *text, unsigned char *values)
{
	for (size_t i = 0; i < test->observed_count; i++) {
		char *end;
		long value = strtol(text, &end, 10);

		if (end == text || value < 0 || value > 255)
			return false;
		values[i] = (unsigned char)value;
		text = end + (*end == ',');
	}
	return *text == 0;
}

bool litmus_read_outcomes(struct gd_arena *arena, const struct ir_litmus *test, const char *events,
    struct litmus_outcomes *outcomes)
{
	GD_VEC(struct litmus_outcome) list = { 0 };
	const char *from = events;

	outcomes->partial = false;
	while (*events) {
		struct trail_event event;
		unsigned char *values;
		const char *text;

		if (!trail_read_line(arena, &events, &event))
			continue;
		outcomes->partial |= event.is == TRAIL_EVENT_partial;
		if (event.is != TRAIL_EVENT_outcome)
			continue;
		values = GD_NEW_ARRAY(arena, unsigned char, test->observed_count + 1);
		text = trail_value(&event, TRAIL_KEY_values);
		if (!read_values(test, text ? text : "", values))
			return false;
		GD_PUSH(arena, list,
		    ((struct litmus_outcome){ values,
			gd_arena_strndup(arena, from, (size_t)(events - from)) }));
		from = events;
	}
	outcomes->at = list.at;
	outcomes->count = list.count;
	return true;
}

const char *litmus_outcome_text(struct gd_arena *arena, const struct ir_litmus *test,
    const struct litmus_outcome *outcome)
{
	const char *text = "";

	for (size_t i = 0; i < test->observed_count; i++)
		text = gd_arena_printf(arena, "%s%s%s=%u", text, i ? " " : "",
		    test->observed[i].name, outcome->values[i]);
	return text;
}

/* ---------------------------------------------------------------- conditions */
static long value_of(const struct ir_litmus *test, const struct ir_expr *expr,
    const struct litmus_outcome *outcome)
{
	if (expr->kind == IR_OBSERVED)
		return outcome->values[expr->number];
	for (size_t i = 0; i < test->observed_count; i++)
		if (test->observed[i].var == expr->var)
			return outcome->values[i];
	return 0;
}

static long evaluate(const struct ir_litmus *test, const struct ir_expr *expr,
    const struct litmus_outcome *outcome)
{
	long of[2] = { 0, 0 };

	if (expr->kind == IR_CONST)
		return expr->number;
	if (expr->kind == IR_OBSERVED || expr->kind == IR_VAR)
		return value_of(test, expr, outcome);
	for (size_t i = 0; i < 2 && expr->args[i]; i++)
		of[i] = evaluate(test, expr->args[i], outcome);
	return ir_is_computed(expr) ? ir_compute(expr->kind, of[0], of[1]) : 0;
}

bool litmus_satisfies(const struct ir_litmus *test, const struct ir_expr *condition,
    const struct litmus_outcome *outcome)
{
	return evaluate(test, condition, outcome) != 0;
}
