/* campaign.h: models, checked: many at a time, each with limits, results kept.
 *
 * A job is one model and the runs of SPIN's verifier that it needs.  Its
 * verdict is `holds' only when every run was exhaustive and found nothing, and
 * `fails' only when the error's trail was replayed and showed it again.  This
 * part knows nothing of the language: the driver makes jobs out of cells. */
#ifndef CAMP_CAMPAIGN_H
#define CAMP_CAMPAIGN_H

#include <stdio.h>
#include "promela-backend/campaign/verdict.h"
#include "promela-backend/pml.h"

struct camp_result {
	enum camp_verdict verdict;
	const char *property; /* FAILS: which one */
	const char *reason;   /* INCONCLUSIVE, TOOL_FAILED: why, one line */
	const char *detail;   /* TOOL_FAILED: the end of the tool's output; or NULL */
	const char *events;   /* FAILS: what the replay printed (doc/model.md); and
	                                  INCONCLUSIVE, when a run meets a limit of the model */
	const char *met;      /* HOLDS: the digits that the verifier printed behind PML_MET,
	                                  a 1 where one of its runs did; NULL: none were asked for */
	double states, transitions, depth;
	double seconds; /* of processor time, all tools */
	double memory;  /* of pan, in MB */
	bool reduced;   /* it is not about the whole model */
	bool kept;      /* it was found in the store */
};

/* One run of a verifier.  Runs with the same cc flags share one program. */
struct camp_run {
	const char *const *cc_flags, *const *pan_flags; /* NULL-terminated */
	bool assertions, end_states, cycles;            /* what its report must say it looked for */
	const char *on_end_state, *on_cycle; /* the property that such an error breaks; no
	                                  on_cycle: with one, the properties are unknown */
	/* for the search for a short trail to a broken assertion; NULL: none is made */
	const char *const *short_cc_flags, *const *short_pan_flags;
};
/* When the whole model of a job decides, as far as a search of little memory goes.  A failure
 * is shown in the reduced model where it fails as well: its runs have fewer steps. */
enum camp_whole {
	CAMP_NO_WHOLE,
	CAMP_WHOLE_FIRST, /* before the reduced one, which may not be needed */
	CAMP_WHOLE_LAST   /* where the reduced one holds, which is not expected */
};
struct camp_job {
	const char *name;  /* for people; unique */
	const char *file;  /* what the model calls itself: "stw.pml" */
	const char *model; /* NULL: there is none; no_model says why */
	const char *no_model;
	const char *whole; /* the same without any reduction, which spin can replay;
	                                  NULL: `model' is that, or there is none */
	enum camp_whole use_whole;
	/* To be used one after the other, when a model says that a side condition of its
	 * foldings does not hold (PML_FAILED_FOLD): with fewer of them. */
	const char *const *fallbacks;
	size_t fallback_count;
	const char *premises; /* C for the verifier, which makes it print PML_MET; NULL: none */
	bool has_code;        /* spin cannot replay it, its verifier can */
	bool large;           /* the search will last */
	const struct camp_run *runs;
	size_t run_count;
	bool cut;                   /* the model is only a part: never `holds' */
	bool shortest;              /* look for a short counterexample */
	bool collects;              /* every error is wanted: the verdict is `fails' when all
	                                  are known, `events' the replays of all their trails,
	                                  behind a "@ partial" when the search said so */
	size_t group;               /* not 0: the jobs of a group run one after the other,
	                                  and after a failure the rest are left out */
	bool passes_asserts;        /* not after one of an assert or of a use (pml_is_assert) */
	enum camp_verdict unwanted; /* this one ends the campaign, the rest are not run;
	                                  CAMP_NOT_RUN: none does */
	struct camp_result result;
};

struct camp_options {
	unsigned jobs;       /* at a time; 0: one a processor */
	long memory_limit;   /* MB for each verifier */
	double time_limit;   /* seconds for each child */
	bool ignore_kept;    /* check again what was kept */
	const char *results; /* file of the store; NULL: none */
	const char *keep;    /* directory that the jobs' files are left in; or NULL */
	bool progress;       /* a live line on standard error */
};

enum camp_status {
	CAMP_DONE,        /* every job has its result */
	CAMP_INTERRUPTED, /* by signal `interrupted_by' */
	CAMP_CANNOT       /* nothing could be run; `why' */
};
struct camp_summary {
	enum camp_status status;
	int interrupted_by;
	const char *why;
	size_t kept; /* results that came from the store */
	const char *spin_version, *cc_version;
};
/* Fills in every job's result; strings are in ARENA.  Warnings (the store
 * cannot be used, …) go to standard error as they arise. */
void camp_run_jobs(struct gd_arena *arena, struct camp_job *jobs, size_t count,
    const struct camp_options *options, struct camp_summary *summary);

/* $XDG_CACHE_HOME/gcdsl/results.sqlite or ~/.cache/…; NULL without a home. */
const char *camp_default_results(struct gd_arena *arena);

#endif
