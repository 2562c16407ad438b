/* campaign-totals.h: what all parts of a campaign have found together. */
#ifndef DRIVER_CAMPAIGN_TOTALS_H
#define DRIVER_CAMPAIGN_TOTALS_H

#include "compiler/driver/campaign-file.h"
#include "compiler/driver/report.h"

struct campaign_totals {
	size_t parts, cells, as_expected, differ, inconclusive, tool_failed, mutants, caught;
	size_t models, kept; /* searches that were run, and results that were there already */
	double states, seconds, memory, began;
	plan_words fitting; /* words of the command line that some part fits */
};

/* Adds what was found in PLAN, a part. */
void campaign_add(struct campaign_totals *totals, const struct plan *plan,
    const struct report_counts *counts);
/* Writes two lines: the verdicts, and what they have cost. */
void campaign_write(const struct campaign_file *campaign, const struct campaign_totals *totals,
    FILE *out);
/* Whether each word of ASKED that selects cells fits some part.  false: a message was written. */
bool campaign_fits(const struct campaign_file *campaign, const struct plan_filter *asked,
    const struct campaign_totals *totals);

#endif
