/* follow-directed.c: the C does what a story says, with the story as its scheduler. */
#include "compiler/driver/follow.h"

#include <string.h>

const struct guide *follow_guide(const struct story *story, const struct agree_plan *plan,
    const struct ir_scenario *scenario, bool directed, const char **why)
{
	struct guide *guide = story_guide(story, plan->ir, scenario, directed, why);

	return guide && story_add_states(story, plan->ir, scenario, guide, why) ? guide : NULL;
}

/* As many as run units at the same time, and one for units that do nothing. */
static unsigned workers_of(const struct guide *guide)
{
	unsigned running = 0, most = 0;

	for (unsigned g = 0; g < guide->count; g++) {
		running += guide->at[g].what == SEEN_UNIT;
		running -= guide->at[g].what == SEEN_DONE;
		if (running > most)
			most = running;
	}
	return most + 1;
}

/* Only the C that is directed counts its units. */
static bool may_decide_more(const struct story *story, const struct agree_plan *plan)
{
	return strcmp(story->property, "unit_unique") == 0 || !follow_ends_alike(story, plan);
}

bool follow_is_to_direct(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, int status)
{
	const struct agree_cell *cell = &plan->cells.at[0];

	if (status != DRIVER_DIFFERS && status != DRIVER_INCONCLUSIVE)
		return false;
	return cell->verdict == AGREE_UNKNOWN && cell->found.is < AGREE_REFUSED &&
	    !a->bounds.replay && !cell->guide->directed && cell->guide->until != GUIDE_END &&
	    may_decide_more(story, plan);
}

bool follow_direct(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, struct agree_plan *directed)
{
	struct agree_arguments once = *a;
	const struct agree_cell *cell = &plan->cells.at[0];
	const char *why;

	*directed = (struct agree_plan){ .spec = plan->spec,
		.arena = plan->arena,
		.ir = plan->ir,
		.code = plan->code,
		.interrupted_by = plan->interrupted_by };
	GD_PUSH(plan->arena, directed->cells,
	    ((struct agree_cell){ .scenario = cell->scenario,
		.memory = cell->memory,
		.name = cell->name,
		.guide = follow_guide(story, plan, cell->scenario, true, &why) }));
	if (!directed->cells.at[0].guide)
		return false;
	once.chose_workers = true;
	once.bounds.workers = workers_of(directed->cells.at[0].guide);
	once.bounds.schedule = NULL; /* it does the same each time */
	return agree_run_programs(&once, directed, false);
}
