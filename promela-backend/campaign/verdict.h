/* verdict.h: what can become of a job. */
#ifndef CAMP_VERDICT_H
#define CAMP_VERDICT_H

enum camp_verdict {
	CAMP_NOT_RUN, /* interrupted, or another job decided */
	CAMP_HOLDS,
	CAMP_FAILS,
	CAMP_INCONCLUSIVE, /* a limit was reached, or the model is cut */
	CAMP_TOOL_FAILED,
	CAMP_BOUNDED /* no error in what was searched, which need not be all: bitstate search */
};
extern const char *const camp_verdict_name[]; /* "not run", "holds", … */

#endif
