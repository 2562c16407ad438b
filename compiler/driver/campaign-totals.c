/* campaign-totals.c: the last lines of a campaign, and whether all that was asked for was there. */
#include "compiler/driver/campaign-totals.h"

#include <jansson.h>
#include <string.h>

#include "promela-backend/campaign/process.h"
#include "trace/marks-json.h"

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

json_t *campaign_json(const struct campaign_file *campaign, const struct campaign_totals *t)
{
	json_t *summary = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "cells", (json_int_t)t->cells,
	    "as_expected", (json_int_t)t->as_expected, "not_as_expected", (json_int_t)t->differ,
	    "inconclusive", (json_int_t)t->inconclusive, "tool_failed", (json_int_t)t->tool_failed,
	    "mutants", (json_int_t)t->mutants);

	json_object_set_new(summary, "caught", json_integer((json_int_t)t->caught));
	json_object_set_new(summary, "searches", json_integer((json_int_t)t->models));
	json_object_set_new(summary, "kept", json_integer((json_int_t)t->kept));
	json_object_set_new(summary, "states", json_integer((json_int_t)t->states));
	json_object_set_new(summary, "memory_mb", json_real(t->memory));
	json_object_set_new(summary, "seconds", json_real(t->seconds));
	json_object_set_new(summary, "wall_seconds", json_real(camp_now() - t->began));
	return json_pack("{s:i, s:o, s:o}", "version", 1, "campaign",
	    marks_text_json(campaign->name), "summary", summary);
}

static bool has_fitted(const plan_words *fitting, const char *word)
{
	for (size_t i = 0; i < fitting->count; i++)
		if (strcmp(fitting->at[i], word) == 0)
			return true;
	return false;
}

bool campaign_fits(const struct campaign_file *campaign, const struct plan_filter *f,
    const plan_words *fitting)
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
			if (!has_fitted(fitting, lists[i].words->at[j])) {
				driver_error(NULL, "%s: nothing is verified with --%s `%s`",
				    campaign->path, lists[i].option, lists[i].words->at[j]);
				good = false;
			}
	return good;
}
