/* campaign.h: models, checked: many at a time, each with limits, results kept.
 *
 * A job is one model and the runs of SPIN's verifier that it needs.  Its
 * verdict is `holds' only when every run was exhaustive and found nothing, `bounded' when
 * nothing was found and some run was not, and
 * `fails' only when the error's trail was replayed and showed it again.  This
 * part knows nothing of the language: the driver makes jobs out of cells. */
#ifndef CAMP_CAMPAIGN_H
#define CAMP_CAMPAIGN_H

#include <stdio.h>
#include "promela-backend/campaign/estimate.h"
#include "promela-backend/campaign/verdict.h"
#include "promela-backend/pml.h"

struct camp_result {
	enum camp_verdict verdict;
	const char *property; /* FAILS: the property that failed */
	const char *reason;   /* INCONCLUSIVE, TOOL_FAILED, BOUNDED: the reason, in one line */
	const char *detail;   /* TOOL_FAILED: the end of the tool's output; or NULL */
	const char *events;   /* FAILS: what the replay printed (doc/model.md); also INCONCLUSIVE,
			       * when a run reached a limit of the model */
	const char *met;      /* HOLDS: the digits that the verifier printed after PML_MET, 1 for a
			       * premise that one of its runs met; NULL: none were requested */
	const char
	    *reached; /* the digits that the verifiers printed after PML_REACHED, also those of
			       * searches that ended early; NULL: none were requested, or printed */
	double states, transitions, depth;
	double seconds; /* of processor time, all tools */
	double memory;  /* of pan, in MB */
	bool reduced;   /* the result is about a reduced model */
	size_t late;    /* … about one in which stores of workers may be late: so many of each */
	bool kept;      /* the result comes from the store */
	bool hurried;   /* the result depends on how fast the machine is, and is not kept */
};

/* One run of a verifier.  Runs with the same cc flags share one program. */
struct camp_run {
	const char *const *cc_flags, *const *pan_flags; /* NULL-terminated */
	bool assertions, end_states, cycles;            /* what it must search for */
	const char *on_end_state, *on_cycle; /* the property that such an error breaks; without
					      * on_cycle a cycle makes the properties unknown */
	/* for the search for a short trail to a failed assertion; NULL: there is no such search */
	const char *const *short_cc_flags, *const *short_pan_flags;
};
/* When the whole model of a job decides, if its search needs little memory.  A failure is shown in
 * the reduced model if it occurs there as well, because runs have fewer steps there. */
enum camp_whole {
	CAMP_NO_WHOLE,
	CAMP_WHOLE_FIRST, /* before the reduced one, which may not be needed */
	CAMP_WHOLE_LAST   /* after the reduced one has held unexpectedly */
};
/* A model in which several jobs' models are: one verifier searches each of them, by what the job chooses.
 * Its search has the states, errors and trails of the job's own model. */
struct camp_shared {
	const char *file, *model;
	bool failed; /* its verifier cannot be made: each job is searched in its own model */
};
struct camp_job {
	const char *name;     /* for people; unique */
	const char *expected; /* for people: the expected verdict; NULL: none */
	const char *file;     /* the model's own file name: "stw.pml" */
	const char *model;    /* NULL: there is none; no_model says why */
	const char *no_model;
	/* Searched instead of `model', if other jobs of the campaign do so as well and nobody wants to see
	 * the model (`keep').  It is no part of the key.  NULL: there is none. */
	struct camp_shared *shared;
	const char *choice; /* of the job in it: NAME=VALUE in the environment of the verifier */
	const char *whole;  /* the model without any reduction, which spin can replay; NULL: `model'
			    * is that model, or there is none */
	enum camp_whole use_whole;
	/* Makes a model with fewer foldings than the one before it, INDEX from 0.  It is called when
	 * a model reports that a side condition of its foldings does not hold (PML_FAILED_FOLD).
	 * Few models do, so nothing is made before.  NULL: there is no such model. */
	const char *(*fallback)(const void *fallback_of, size_t index);
	const void *fallback_of;
	/* Searched instead of `model' and `whole' when these report that a store of a worker may be late
	 * (PML_FAILED_LATE): in these models it is.  NULL: there are none, and the result is inconclusive. */
	const char *late, *late_whole;
	const char *premises; /* C that makes the verifier print PML_MET; NULL: none */
	const char *coverage; /* C that makes the verifier print PML_REACHED; NULL: none */
	bool has_code;        /* spin cannot replay it, its verifier can */
	bool large;           /* the search will take long */
	bool bits; /* its searches keep only bits of states: its verdict is never `holds', but
		    * `bounded' */
	const struct camp_run *runs;
	size_t run_count;
	bool cut;                   /* the model is only a part, so its verdict is never `holds' */
	bool shortest;              /* look for a short counterexample */
	bool smallest;              /* its model tries numbers in order, and the first failure has
				     * the smallest: nothing may be cut before it */
	bool collects;              /* all errors are searched for: then the verdict is `fails', and
				     * `events' has the replays of all trails, after "@ partial" if
				     * the search was not complete */
	bool outcomes;              /* the model prints how its runs end and stops at no error: then
				     * the verdict is `fails', and `events' has these lines, each
				     * once, sorted */
	size_t group;               /* not 0: the jobs of a group run one after the other; after a
				     * failure the others are not run */
	bool passes_asserts;        /* not after an assert or a use failed (pml_is_assert) */
	enum camp_verdict unwanted; /* this verdict ends the campaign, and the other jobs are not
				     * run; CAMP_NOT_RUN: no verdict does */
	struct camp_estimate estimate; /* of its search */
	struct camp_result result;
	const char *key; /* under which the result may be kept; NULL: it was not needed */
};

struct campaign;
/* Who is told of jobs that run in this process.  NULL: nobody. */
struct camp_watch {
	/* Before JOB is run.  false: it is not run, and its result is filled in. */
	bool (*admit)(void *data, struct camp_job *job, const char *key);
	/* JOB has its result. */
	void (*finished)(void *data, const struct camp_job *job, const char *key);
	void *data;
};
struct camp_options {
	unsigned jobs;     /* at once; 0: one for each processor */
	long memory_limit; /* MB for each verifier */
	double time_limit; /* seconds for each child */
	bool ignore_kept;  /* checks again what the store has */
	bool
	    gives_up; /* a search with too little memory is over, and is not made again with another
			* storage, which may take long */
	bool only_kept;      /* starts nothing: a job without a kept result is not run */
	const char *results; /* file of the store; NULL: none */
	const char *keep;    /* directory where the jobs' files are left; or NULL */
	bool
	    bitstate; /* as the last resort a search keeps only bits of states: its verdict is bounded */
	bool progress; /* what is under way, on standard error */
	long
	    memory_total; /* MB that all children may have together; 0: what the machine has free */
	/* Called when a job has its result, or needs none: its index.  Returns how many failures that makes
	 * known.  Nothing else is on the screen then.  NULL: nobody is called. */
	size_t (*done)(void *done_data, size_t index);
	void *done_data;
	const struct camp_watch *watch;
	/* Runs the jobs in another way than as children of this process (elsewhere.h).  Returns why
	 * they cannot be run; NULL: they were.  NULL: they are run as children. */
	const char *(*elsewhere)(void *data, struct campaign *campaign);
	void *elsewhere_data;
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
/* Fills in the result of every job.  Its strings are in ARENA.  Warnings (the store cannot be used,
 * …) are written to standard error when they arise. */
void camp_run_jobs(struct gd_arena *arena, struct camp_job *jobs, size_t count,
    const struct camp_options *options, struct camp_summary *summary);

/* $XDG_CACHE_HOME/gcdsl/results.sqlite or ~/.cache/…. NULL: there is no home directory. */
const char *camp_default_results(struct gd_arena *arena);
/* $XDG_CACHE_HOME/gcdsl/verifiers or ~/.cache/…. NULL: there is no home directory. */
const char *camp_default_verifiers(struct gd_arena *arena);

#endif
