/* estimate.h: what the search of a job will need, before it runs. */
#ifndef CAMP_ESTIMATE_H
#define CAMP_ESTIMATE_H

enum camp_estimate_source {
	CAMP_UNKNOWN,
	CAMP_GUESSED, /* from searches of other models, or from the size of the specification */
	CAMP_MEASURED /* an earlier search of the same job, perhaps in an older version of the
		       * specification */
};
extern const char *const camp_estimate_source_name[]; /* "unknown", "guessed", "measured" */

struct camp_estimate {
	enum camp_estimate_source source;
	double states, depth; /* depth: 0 if it is not known */
	double seconds;       /* of processor time, all tools */
	double memory;        /* of pan, in MB */
};

#endif
