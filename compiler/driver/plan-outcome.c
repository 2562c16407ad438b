/* plan-outcome.c: what was found, compared with what is expected. */
#include "compiler/driver/plan.h"

#include <string.h>

static bool is_checked(const struct plan_check *check, const char *property)
{
	for (size_t i = 0; i < check->property_count; i++)
		if (strcmp(check->properties[i]->name, property) == 0)
			return true;
	return false;
}

enum plan_outcome plan_check_outcome(const struct plan *plan, const struct plan_check *check)
{
	const struct camp_result *result = &plan->jobs.at[check->job].result;

	switch (result->verdict) {
	case CAMP_NOT_RUN: return PLAN_NOT_RUN;
	case CAMP_HOLDS: return check->expected == SEM_HOLDS ? PLAN_AS_EXPECTED : PLAN_DIFFERS;
	case CAMP_FAILS:
		if (pml_is_assert(result->property)) /* a failed assertion is never expected */
			return PLAN_DIFFERS;
		if (!is_checked(check, result->property))
			return PLAN_TOOL_FAILED;
		return check->expected == SEM_FAILS ? PLAN_AS_EXPECTED : PLAN_DIFFERS;
	case CAMP_INCONCLUSIVE:
	case CAMP_BOUNDED: return PLAN_INCONCLUSIVE;
	case CAMP_TOOL_FAILED: break;
	}
	return PLAN_TOOL_FAILED;
}

/* The worse of two, in the order of exit statuses. */
static enum plan_outcome worse(enum plan_outcome a, enum plan_outcome b)
{
	static const int weight[] = { [PLAN_AS_EXPECTED] = 0,
		[PLAN_NOT_RUN] = 1,
		[PLAN_INCONCLUSIVE] = 2,
		[PLAN_DIFFERS] = 3,
		[PLAN_TOOL_FAILED] = 4 };

	return weight[a] > weight[b] ? a : b;
}

enum plan_outcome plan_cell_outcome(const struct plan *plan, const struct plan_cell *cell)
{
	enum plan_outcome outcome = PLAN_AS_EXPECTED;

	for (size_t i = 0; i < cell->checks.count; i++)
		outcome = worse(outcome, plan_check_outcome(plan, &cell->checks.at[i]));
	return outcome;
}

size_t plan_mutant_end(const struct plan *plan, size_t first)
{
	size_t last = first;

	while (last < plan->cells.count &&
	    plan->cells.at[last].cell->mutant == plan->cells.at[first].cell->mutant)
		last++;
	return last;
}

enum plan_outcome plan_mutant_outcome(const struct plan *plan, size_t first, size_t last,
    const struct plan_cell **caught)
{
	enum plan_outcome outcome = PLAN_DIFFERS; /* no cell caught the mutant */

	*caught = NULL;
	for (size_t i = first; i < last; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];
		enum plan_outcome one = cell->ir ? plan_cell_outcome(plan, cell)
		    : cell->reports              ? PLAN_AS_EXPECTED
						 : PLAN_DIFFERS;

		if (one == PLAN_AS_EXPECTED) {
			*caught = cell;
			return PLAN_AS_EXPECTED;
		}
		if (one == PLAN_TOOL_FAILED || outcome == PLAN_DIFFERS)
			outcome = one;
	}
	return outcome;
}
