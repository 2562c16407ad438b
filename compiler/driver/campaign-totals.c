/* campaign-totals.c: the last lines of a campaign, and whether all that was asked for was there. */
#include "compiler/driver/campaign-totals.h"

#include <string.h>

#include "promela-backend/campaign/process.h"

void campaign_add(struct campaign_totals *totals, const struct plan *plan,
    const struct report_counts *counts)
{
	totals->cells += counts->cells;
	totals->as_expected += counts->as_expected;
	totals->differ += counts->differ;
	totals->inconclusive += counts->inconclusive + counts->mutants_inconclusive;
	totals->tool_failed += counts->tool_failed + counts->mutants_failed;
	totals->mutants += counts->mutants;
	totals->caught += counts->caught;
	for (size_t i = 0; i < plan->jobs.count; i++) {
		const struct camp_result *result = &plan->jobs.at[i].result;

		totals->kept += result->kept;
		totals->models += !result->kept && result->verdict != CAMP_NOT_RUN;
		totals->states += result->states;
		totals->seconds += result->kept ? 0 : result->seconds;
		if (result->memory > totals->memory)
			totals->memory = result->memory;
	}
}

void campaign_write(const struct campaign_file *campaign, const struct campaign_totals *t,
    FILE *out)
{
	fprintf(out, "\ncampaign %s: %zu of %zu cells as expected, %zu not, %zu inconclusive",
	    campaign->name, t->as_expected, t->cells, t->differ, t->inconclusive);
	if (t->tool_failed)
		fprintf(out, ", %zu where a tool failed", t->tool_failed);
	if (t->mutants)
		fprintf(out, "; mutation score %zu/%zu", t->caught, t->mutants);
	fprintf(out,
	    "\n%zu searches, %zu results kept or shared; %.0f states, at most %.1f MB; %.1f s of "
	    "processor time, %.1f s\n",
	    t->models, t->kept, t->states, t->memory, t->seconds, camp_now() - t->began);
}

static bool has_fitted(const struct campaign_totals *totals, const char *word)
{
	for (size_t i = 0; i < totals->fitting.count; i++)
		if (strcmp(totals->fitting.at[i], word) == 0)
			return true;
	return false;
}

bool campaign_fits(const struct campaign_file *campaign, const struct plan_filter *f,
    const struct campaign_totals *totals)
{
	const struct {
		const char *option;
		const plan_words *words;
	} lists[] = { { "scenario", &f->scenarios }, { "memory", &f->memories },
		{ "workers", &f->workers }, { "property", &f->properties },
		{ "mutant", &f->mutants }, { "set", &f->sets } };
	bool good = true;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (size_t j = 0; j < lists[i].words->count; j++)
			if (!has_fitted(totals, lists[i].words->at[j])) {
				driver_error(NULL, "%s: nothing is verified with --%s `%s`",
				    campaign->path, lists[i].option, lists[i].words->at[j]);
				good = false;
			}
	return good;
}
