/* follow-report.c: how far the C follows a story. */
#include "compiler/driver/follow.h"

#include <string.h>
#include "compiler/driver/seen-text.h"
#include "promela-backend/pml.h"

static const char *event_text(const struct agree_plan *plan, const struct seen *e)
{
	return seen_text(plan->arena, plan->ir, plan->cells.at[0].scenario, e);
}

static unsigned first_not_done(const struct agree_cell *cell)
{
	unsigned g = 0;

	while (g < cell->guide->count && cell->found.way->is_done[g] == 1)
		g++;
	return g;
}

static void write_tasks(const struct agree_plan *plan, const struct agree_cell *cell, FILE *out)
{
	const struct way *way = cell->found.way;

	for (unsigned i = 0; i < WAY_TASKS; i++)
		if (way->waits[i])
			fprintf(out, "  %s: %s\n",
			    way->differs[i] ? "it has done, with another value"
				: way->next[i].is_extra
				? "it is about to do what the story does not"
				: "it waits with",
			    event_text(plan, &way->next[i]));
	for (unsigned i = 0; i < WAY_TASKS; i++)
		if (way->holds[i])
			fprintf(out, "  in a store buffer it waits with: %s\n",
			    event_text(plan, &way->held[i]));
}

unsigned follow_compared_steps(const struct guide *guide)
{
	unsigned steps = 0;

	for (unsigned g = 0; g < guide->count && guide->step[g] <= guide->steps; g++)
		steps += g == 0 || guide->step[g] != guide->step[g - 1];
	return steps;
}

static void write_states(const struct story *story, const struct agree_cell *cell, FILE *out)
{
	unsigned steps = follow_compared_steps(cell->guide), beyond = cell->found.way->beyond,
		 unread = cell->found.way->unread;

	fprintf(out,
	    "\n%u of the %zu steps of the story have events in C.  After each of them what can be read of "
	    "the state of the C is as in the story.\n",
	    steps, story_steps(story));
	if (unread)
		fprintf(out,
		    "After the last of them %u of the buckets, phases and mutators could not be read, "
		    "because the C had a lock.\n",
		    unread);
	if (beyond)
		fprintf(out, "The C has also done what the story does not tell; %u %s.\n", beyond,
		    beyond == 1 ? "part of the state is not compared from then on"
				: "parts of the state are not compared from then on");
}

const char *follow_part_value(const struct agree_plan *plan, const struct agree_cell *cell,
    int16_t value)
{
	return seen_part_value(plan->arena, plan->ir, cell->scenario,
	    cell->found.way->difference.part, value);
}

/* What is not as in the story. */
static void write_difference(const struct agree_plan *plan, const struct agree_cell *cell,
    FILE *out)
{
	const struct difference *d = &cell->found.way->difference;
	const struct guide *guide = cell->guide;

	fprintf(out,
	    "After step %u of the story (event %u of %u) the state of the C is another one:\n  %s\n",
	    guide->step[d->event], d->event + 1, guide->count,
	    event_text(plan, &guide->at[d->event]));
	fprintf(out, "%s: the model has %s",
	    seen_part_text(plan->arena, plan->ir, cell->scenario, d->part),
	    follow_part_value(plan, cell, d->story));
	if (d->or != d->story)
		fprintf(out, " or %s", follow_part_value(plan, cell, d->or));
	fprintf(out, ", the C has %s\n", follow_part_value(plan, cell, d->program));
}

static void write_behind(const struct agree_plan *plan, const struct agree_cell *cell, FILE *out)
{
	const struct guide *guide = cell->guide;
	unsigned next = first_not_done(cell);

	fprintf(out, "The C comes up to event %u of %u (%u were done in all):\n", next,
	    guide->count, cell->found.way->done);
	for (unsigned g = next < 5 ? 0 : next - 5; g < next; g++)
		fprintf(out, "%4u  %s\n", g + 1, event_text(plan, &guide->at[g]));
	if (next < guide->count)
		fprintf(out, "The next would be\n%4u  %s\n", next + 1,
		    event_text(plan, &guide->at[next]));
	fprintf(out, "There the C cannot go on:\n");
	write_tasks(plan, cell, out);
}

static void write_again(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	const char *not_kept = strstr(cell->found.why, AGREE_NOT_KEPT);

	if (!a->follow || a->bounds.replay || cell->guide->directed)
		return;
	if (!not_kept)
		fprintf(out,
		    "\nto see it again: gcdsl explore %s --follow %s --workers %u --replay %s\n",
		    plan->spec->path, a->follow, cell->workers, a->bounds.schedule);
	else if (cell->guide->until != GUIDE_FAIL) /* else it is part of how it fails */
		fprintf(out, "\nthe schedule is not kept: %s\n", not_kept + strlen(AGREE_NOT_KEPT));
}

/* The end of the program, in the form of other ends; NULL: it has none. */
static const char *end_of(const struct agree_plan *plan, const struct agree_cell *cell,
    const char *line)
{
	struct agree_ends ends = { 0 };
	const struct agree_end *end =
	    agree_add_end(plan->arena, &ends, plan->ir, cell->scenario, line);

	return end ? end->text : NULL;
}

static const char *last_end(const struct agree_plan *plan, const struct agree_cell *cell)
{
	const char *line = cell->found.trace ? strstr(cell->found.trace, "outcome ") : NULL;

	return line ? end_of(plan, cell, line + strlen("outcome ")) : NULL;
}

static void write_property(const struct story *story, FILE *out)
{
	fprintf(out, "%s%s%s: %s\n", story->property, story->binding ? ", with " : "",
	    story->binding ? story->binding : "", story->why_fails);
	if (story->formula)
		fprintf(out, "  %s = %s\n", story->property, story->formula);
}

static void write_ends(const char *c, const char *model, FILE *out)
{
	if (c && model && strcmp(c, model) == 0)
		fprintf(out, "its heap is as that of the model:\n  %s\n", c);
	else
		fprintf(out,
		    "its heap is not as that of the model:\n  the C:     %s\n  the model: %s\n",
		    c ? c : "?", model ? model : "?");
}

bool follow_ends_alike(const struct story *story, const struct agree_plan *plan)
{
	const struct agree_cell *cell = &plan->cells.at[0];
	const char *model =
		       end_of(plan, cell, story_end(story, plan->ir, cell->scenario, cell->guide)),
		   *c = last_end(plan, cell);

	return cell->found.way->done == cell->guide->count && c && model && strcmp(c, model) == 0;
}

static int write_heap(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	const char *model =
		       end_of(plan, cell, story_end(story, plan->ir, cell->scenario, cell->guide)),
		   *c = last_end(plan, cell),
		   *undecided = follow_undecided(story, plan, cell, c, model);

	if (cell->guide->until == GUIDE_END && c && model && strcmp(c, model) == 0)
		fprintf(out, "it ends as the model does:\n  %s\n", c);
	else if (!undecided)
		fprintf(out, "its heap is as that of the model:\n  %s\n", c);
	else
		write_ends(c, model, out);
	if (strcmp(story->property, PML_OUTCOME) == 0)
		return DRIVER_OK;
	if (undecided)
		fprintf(out,
		    "It is not decided whether the property fails in the C: %s.\nThe story says: ",
		    undecided);
	else
		fprintf(out, "VIOLATION: ");
	write_property(story, out);
	return undecided ? DRIVER_INCONCLUSIVE : DRIVER_OK;
}

/* Returns a driver_status. */
static int write_followed(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	fprintf(out, "%s does all %u events of the story, and then\n",
	    cell->guide->directed ? "directed: with the story as its scheduler, the C"
				  : "followed: the C",
	    cell->guide->count);
	if (cell->guide->until != GUIDE_FAIL)
		return write_heap(story, plan, cell, out);
	fprintf(out, "it fails%s: %s\nThe story says: ",
	    follow_fails_alike(story, cell->found.why) ? "" : " in another way", cell->found.why);
	write_property(story, out);
	return follow_fails_alike(story, cell->found.why) ? DRIVER_OK : DRIVER_INCONCLUSIVE;
}

/* What holds back a store in its buffer is no step, so schedules that differ only there may be missed:
 * Note [Stores that wait] in guide.c. */
static bool is_partial(const struct agree_cell *cell)
{
	return cell->memory != IR_MEM_SC;
}

/* Why the next event is not done. */
static const char *refusal_text(const struct agree_plan *plan, const struct agree_cell *cell)
{
	const struct seen *e = &cell->guide->at[first_not_done(cell)];

	switch (cell->found.way->refusal) {
	case WAY_GUARD:
		return gd_arena_printf(plan->arena,
		    "in C the condition for `%s' does not hold there", event_text(plan, e));
	case WAY_NO_UNIT: return "in C no such unit waits there that may run";
	case WAY_BUSY: return "in C the mutator is in the middle of an action there";
	case WAY_NOT_ASKED: return "in C nobody has asked the mutators to stop";
	case WAY_GOES_ON: /* then all events were done */
	case WAY_NONE: break;
	}
	return NULL;
}

/* How the C that the story directs does not do what it says.  Its schedule makes no difference, so one
 * execution is enough. */
static int write_not_directed(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	const struct agree_found *found = &cell->found;
	bool is_done = found->way->done == cell->guide->count;
	const char *why = is_done ? NULL : refusal_text(plan, cell);

	fprintf(out, "not directed: with the story as its scheduler the C ");
	if (found->is == AGREE_WRONG)
		fprintf(out, "does not do it: it fails before: %s\n", found->why);
	else if (is_done && !found->way->difference.is)
		fprintf(out, "does all %u events of the story, but does not break %s\n",
		    cell->guide->count, story->property);
	else
		fprintf(out, "does not do it%s%s\n", why ? ": " : "", why ? why : "");
	if (found->way->difference.is)
		write_difference(plan, cell, out);
	else if (!is_done)
		write_behind(plan, cell, out);
	return is_partial(cell) || !found->complete ? DRIVER_INCONCLUSIVE : DRIVER_DIFFERS;
}

static int write_result(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, FILE *out)
{
	const struct agree_cell *cell = &plan->cells.at[0];
	const struct agree_found *found = &cell->found;
	bool is_done = found->way->done == cell->guide->count;

	if (found->is == AGREE_WRONG && is_done) {
		int status = write_followed(story, plan, cell, out);

		write_states(story, cell, out);
		write_again(a, plan, cell, out);
		return status;
	}
	if (cell->guide->directed)
		return write_not_directed(story, plan, cell, out);
	if (found->is == AGREE_WRONG)
		fprintf(out, "not followed: the C fails before: %s\n", found->why);
	else if (is_done)
		fprintf(out,
		    "not followed: the C does all %u events of the story, but does not break %s\n",
		    cell->guide->count, story->property);
	else
		fprintf(out, "not followed%s%s\n",
		    found->is == AGREE_SOME ? ": "
			: is_partial(cell)  ? " by any schedule that was tried"
					    : " by any schedule",
		    found->is == AGREE_SOME ? found->why : "");
	if (!is_done && found->way->difference.is)
		write_difference(plan, cell, out);
	else if (!is_done)
		write_behind(plan, cell, out);
	return found->is == AGREE_SOME || is_partial(cell) ? DRIVER_INCONCLUSIVE : DRIVER_DIFFERS;
}

int follow_write_report(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, FILE *out)
{
	const struct agree_cell *cell = &plan->cells.at[0];

	if (cell->verdict == AGREE_UNDECIDED) {
		fprintf(out, "not followed: there is no C: %s\n", cell->why);
		return DRIVER_INCONCLUSIVE;
	}
	if (cell->verdict != AGREE_UNKNOWN || cell->found.is >= AGREE_REFUSED) {
		fprintf(out, "not followed: %s\n", cell->why ? cell->why : cell->found.why);
		return DRIVER_FAILED;
	}
	return write_result(a, story, plan, out);
}
