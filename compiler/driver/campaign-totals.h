/* campaign-totals.h: what all parts of a campaign have found together. */
#ifndef DRIVER_CAMPAIGN_TOTALS_H
#define DRIVER_CAMPAIGN_TOTALS_H

#include "compiler/driver/campaign-file.h"
#include "compiler/driver/report.h"

struct campaign_totals {
	size_t parts, cells, as_expected, differ, inconclusive, tool_failed, mutants, caught;
	size_t models, kept; /* searches that were run, and results that were there already */
	double states, seconds, memory, began;
};

/* Adds what was found in PLAN, a part. */
void campaign_add(struct campaign_totals *totals, const struct plan *plan,
    const struct report_counts *counts);
/* Writes two lines: the verdicts, and what they have cost. */
void campaign_write(const struct campaign_file *campaign, const struct campaign_totals *totals,
    FILE *out);
/* The same as JSON (doc/verify-json.md). */
struct json_t;
struct json_t *campaign_json(const struct campaign_file *campaign,
    const struct campaign_totals *totals);
/* Whether each word of ASKED that selects cells is in FITTING, the words that fit some part.  false: a message
 * was written. */
bool campaign_fits(const struct campaign_file *campaign, const struct plan_filter *asked,
    const plan_words *fitting);

#endif
