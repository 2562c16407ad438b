/* retrace-text.c: how far the model does what its C has done, for people. */
#include "compiler/driver/agree.h"

#include "promela-backend/trail/trail.h"

static void write_run(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct trail *run, FILE *out)
{
	struct trail_heading heading = { .file = plan->spec->path,
		.memory = ir_memory_name[cell->memory],
		.workers = "any" };

	if (run)
		trail_write_text(run, &heading, out);
}

/* What the search for a failure has left out. */
static void write_owed(const struct agree_plan *plan, FILE *out)
{
	const char *before =
	    "not looked for, because only the end of a run or a run without end can "
	    "break it: ";

	for (size_t i = 0; i < plan->ir->property_count; i++)
		if (agree_is_owed(plan->ir->properties[i])) {
			fprintf(out, "%s%s", before, plan->ir->properties[i]->name);
			before = ", ";
		}
	if (*before == ',')
		putc('\n', out);
}

static void write_all(const struct agree_retraced *found, FILE *out)
{
	fprintf(out, "the model does all %zu events of the C", found->count);
	if (found->is == RETRACED_UNDECIDED)
		fprintf(out, "; whether it fails then is not known: %s\n", found->why);
	else if (found->is == RETRACED_FAILS)
		fprintf(out, ", and fails then, too\n");
	else if (found->is == RETRACED_FAILS_EARLY)
		fprintf(out, ", but a run of it that does what the C does fails before the last\n");
	else if (found->is == RETRACED_HOLDS)
		fprintf(out, ", and no run that does them fails\n");
	else
		fprintf(out, ", but none of these runs ends so\n");
}

static void write_part(const struct agree_retraced *found, FILE *out)
{
	size_t count = found->followed;

	fprintf(out, "the model follows the C up to event %zu of %zu:\n", count, found->count);
	for (size_t i = count < 5 ? 0 : count - 5; i < count; i++)
		fprintf(out, "%4zu  %s\n", i + 1, found->events[i]);
	fprintf(out, "No run of the model does next what the C does:\n%4zu  %s\n", count + 1,
	    found->events[count]);
}

void agree_write_retraced(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct agree_retraced *found, FILE *out)
{
	if (found->is == RETRACED_NOTHING)
		return;
	putc('\n', out);
	if (found->is == RETRACED_UNKNOWN) {
		fprintf(out, "how far the model follows is not known: %s\n", found->why);
		return;
	}
	if (found->is == RETRACED_PART)
		write_part(found, out);
	else if (found->is != RETRACED_ENDS)
		write_all(found, out);
	if (found->is == RETRACED_HOLDS || found->is == RETRACED_UNDECIDED)
		write_owed(plan, out);
	if (found->is != RETRACED_ENDS)
		putc('\n', out);
	write_run(plan, cell, found->failing ? found->failing : found->run, out);
}
