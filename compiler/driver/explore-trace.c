/* explore-trace.c: gcdsl explore --trace: an execution of the C that fails, as an event trace.
 *
 * Its steps are those of the run of the model that does what the C has done (retrace.c): only the model
 * says what the statements, the units and the guards are.  The C then follows the trace, and its states
 * are compared with those of the trace (follow.c). */
#include "compiler/driver/agree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "promela-backend/trail/trail.h"

const char *explore_cell_command(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *command)
{
	struct gd_arena *arena = plan->arena;
	const char *text =
	    gd_arena_printf(arena, "gcdsl %s %s", command, plan_quoted(arena, plan->spec->path));

	for (size_t i = 0; i < a->verify.filter.sets.count; i++)
		text = gd_arena_printf(arena, "%s --set %s", text, a->verify.filter.sets.at[i]);
	return gd_arena_printf(arena, "%s --scenario %s --memory %s --workers %u", text,
	    cell->scenario->name, ir_memory_name[cell->memory], a->bounds.workers);
}

const char *explore_command(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell)
{
	const char *schedule =
	    a->bounds.replay ? a->bounds.replay : agree_schedule_of(a, plan, cell);

	if (strstr(cell->found.why, AGREE_NOT_KEPT))
		return NULL;
	return gd_arena_printf(plan->arena, "%s --replay %s",
	    explore_cell_command(a, plan, cell, "explore"), plan_quoted(plan->arena, schedule));
}

/* ------------------------------------------------------------------------ the trace */
/* Why the trace does not end with a failure of the model. */
static const char *what_differs(struct gd_arena *arena, const struct agree_retraced *found)
{
	if (found->is == RETRACED_PART)
		return gd_arena_printf(arena,
		    "the trace ends before event %zu of %zu of the C, which no run of the model does: %s",
		    found->followed + 1, found->count, found->events[found->followed]);
	if (found->is == RETRACED_FAILS_EARLY)
		return gd_arena_printf(arena,
		    "the model does the same without failing, and can fail earlier: %s",
		    found->failing->failure.property);
	if (found->is == RETRACED_UNDECIDED)
		return gd_arena_printf(arena,
		    "the model does the same; whether it fails then is not known: %s", found->why);
	if (found->is == RETRACED_ENDS_OTHERWISE)
		return "every run of the model that does the same ends otherwise";
	if (found->is == RETRACED_ENDS)
		return "a run of the model does the same, and ends in the same way";
	return "no run of the model that does the same fails";
}

/* What is wrong with the C: it fails, or ends otherwise than the model. */
static const char *what_fails(struct gd_arena *arena, const struct agree_cell *cell)
{
	return cell->only_c ? gd_arena_printf(arena, "the C ends as no run of the model does: %s",
				  cell->only_c->text)
			    : cell->found.why;
}

struct trail explore_trail(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct agree_retraced *found)
{
	bool fails = found->is == RETRACED_FAILS;
	struct trail trail = fails ? *found->failing : *found->run;
	struct trail_failure *failure = &trail.failure;

	if (!fails)
		*failure = (struct trail_failure){ .property = AGREE_THE_C };
	failure->why = fails ? gd_arena_printf(plan->arena, "the C: %s; the model: %s",
				   cell->found.why, failure->why)
			     : gd_arena_printf(plan->arena, "%s; %s", what_fails(plan->arena, cell),
				   what_differs(plan->arena, found));
	return trail;
}

/* The C does the events of the trace once more, and its states are compared. */
static void compare(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, char *text, size_t length, FILE *out)
{
	struct agree_arguments once = *a;
	FILE *story = fmemopen(text, length, "r");

	once.bounds.replay = once.bounds.schedule = NULL;
	once.chose_workers = true;
	fprintf(out, "\nwrote %s\n", a->trace);
	if (story)
		follow_model(&once, plan, cell, story, out);
	if (story)
		fclose(story);
}

static bool put(const char *path, const char *text, size_t length)
{
	bool good = strcmp(path, "-") == 0
	    ? fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0
	    : gd_write_file(path, text, length);

	if (!good)
		driver_error(NULL, "cannot write %s: %s", path, strerror(errno));
	return good;
}

static bool put_trace(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, const struct agree_retraced *found, FILE *out)
{
	const char *again = explore_command(a, plan, cell);
	const struct trail_heading heading = { .file = plan->spec->path,
		.memory = ir_memory_name[cell->memory],
		.workers = gd_arena_printf(plan->arena, "%u", a->bounds.workers),
		.command = again ? gd_arena_printf(plan->arena, "%s --trace -", again) : NULL };
	struct trail trail = explore_trail(plan, cell, found);
	char *text = NULL;
	size_t length = 0;
	FILE *memory = open_memstream(&text, &length);
	bool good;

	if (!memory)
		return false;
	trail_write_json(&trail, &heading, memory);
	fclose(memory);
	good = put(a->trace, text, length);
	if (good && out)
		compare(a, plan, cell, text, length, out);
	free(text);
	return good;
}

bool explore_write_trace(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, const struct agree_retraced *found, FILE *out)
{
	if (found->run || found->failing)
		return put_trace(a, plan, cell, found, out);
	driver_error(NULL, "%s: there is no trace: %s", cell->name,
	    found->why ? found->why : "the model does none of the events of the C");
	return false;
}
