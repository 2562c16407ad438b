/* trace-step.c: gcdsl trace --step: the run on the whole terminal. */
#include "compiler/driver/trace-step.h"

#include "compiler/driver/asked.h"
#include "compiler/driver/driver.h"
#include "trace/check.h"
#include "trace/paragraph.h"
#include "trace/stepper/screen.h"
#include "trace/stepper/stepper.h"

bool driver_can_step(struct gd_arena *arena)
{
	struct step_lack lack;
	bool can = step_screen_is_there(arena, &lack);

	if (!can)
		driver_error(lack.help, "%s", lack.why);
	return can;
}

static bool has_asked(struct gd_arena *arena, const struct style *style,
    const struct view_trace *trace)
{
	json_t *lines = paragraph_lines(trace->text, trace->length);
	const struct asked_of of = asked_of_trace(arena, lines);

	json_decref(lines);
	return asked_is_there(arena, style, &of);
}

static int step_through(struct gd_arena *arena, const struct trace_options *options,
    const struct view_trace *trace)
{
	struct step_run *run;
	struct step_lack lack;
	bool quits;

	if (!has_asked(arena, &options->style, trace))
		return DRIVER_WRONG;
	run = step_run_read(arena, trace->text, trace->length);
	quits =
	    step_screen_run(stepper_new(arena, run, &options->style), options->style.colour, &lack);
	if (!quits)
		driver_error(lack.help, "%s", lack.why);
	step_run_free(run);
	return quits ? DRIVER_OK : DRIVER_FAILED;
}

int driver_step(struct gd_arena *arena, const struct trace_options *options,
    const struct view_trace *trace)
{
	if (trace->trusted || events_can_be_shown(trace->name, trace->text, trace->length))
		return step_through(arena, options, trace);
	driver_error("doc/events.md describes traces", "%s is not a trace that can be shown",
	    trace->name);
	return DRIVER_WRONG;
}
