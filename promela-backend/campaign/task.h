/* task.h: one job on its way: spin, cc, pan, again deeper, shorter, replay. */
#ifndef CAMP_TASK_H
#define CAMP_TASK_H

#include "promela-backend/campaign/campaign.h"
#include "promela-backend/campaign/digest.h"
#include "promela-backend/campaign/process.h"

struct camp_tools {            /* what all tasks use */
	const char *spin, *cc; /* programs */
	const char *quick_cc;  /* for verifiers that search only briefly */
	const char
	    *without; /* an option of `cc' that leaves out a slow pass; NULL: there is none */
	const char *spin_version, *cc_version;
	const struct pml_support_file *support;
	size_t support_count;
	long most_memory;      /* MB for the states of a search: --memory-limit, or what the
				  * campaign's memory leaves */
	bool is_memory_plenty; /* each task may have that at once */
	const char *scratch;   /* the campaign's own directory */
	const char *verifiers; /* the folder of those that are kept; NULL: none */
	const char *shared;    /* the folder of those that several jobs use */
	const struct camp_digest *digest; /* of the tools and support files */
};

enum camp_stage {
	CAMP_SPIN,
	CAMP_CC,
	CAMP_LINK,
	CAMP_PAN,
	CAMP_SHORT_CC,
	CAMP_SHORT_LINK,
	CAMP_SHORT_PAN,
	CAMP_REPLAY,
	CAMP_WAITING, /* for memory: `wants' */
	CAMP_FINISHED
};

struct camp_task {
	struct gd_arena *arena;
	const struct camp_tools *tools;
	const struct camp_options *options;
	struct camp_job *job;
	const char *directory;
	bool whole; /* the current model is the whole one, not the reduced one */
	enum {      /* what is known of the other model */
		CAMP_NOTHING_KNOWN,
		CAMP_WHOLE_FAILS,
		CAMP_REDUCED_HOLDS,    /* its result is `before' */
		CAMP_REDUCED_SAYS_LESS /* the whole one fails, which must be shown */
	} known;
	struct camp_result before;
	bool hurried;   /* the whole model took too long: the result depends on the machine, and is
			  * not stored */
	bool is_shared; /* the current model is the shared one */
	const char *model; /* the current one */
	size_t fallback;   /* how many models with fewer foldings were asked for so far */
	enum camp_stage stage;
	struct camp_process process;
	bool has_source;          /* SPIN has written that of the current model's verifier */
	enum camp_stage wanted;   /* what is compiled after that */
	bool taken;               /* the verifier was kept, and may be one of another machine */
	char key[65];             /* of the verifier that is being compiled; "": none */
	size_t run;               /* index of the job's run */
	const char *const *built; /* the cc flags of `pan'; NULL: none yet */
	bool optimised;           /* whether it was built with optimisation */
	enum camp_storage { /* how it keeps states: each way takes less memory than the one before */
		CAMP_PLAIN,
		CAMP_AUTOMATON, /* as a minimised automaton: exhaustive as well, and slower */
		CAMP_BITS       /* some bits for each state: some states may be missed */
	} storage;
	long automaton; /* bytes of a state for which it has room */
	bool bounded;   /* a run of the current model kept bits only */
	bool
	    direct; /* the current model is first searched for a short failure, which it should have */
	long vector;                   /* bytes that a state may have; 0: pan's default */
	long room;                     /* MB for the states of a reduced model; 0: not yet chosen */
	long reserved;                 /* MB that its processes may take of the campaign's memory */
	long wants;                    /* MB that it needs before it goes on; 0: it does not wait */
	enum camp_stage waits_for;     /* the stage that needs it */
	double began;                  /* when the task was started */
	long depth;                    /* -m */
	long short_depth, error_depth; /* of the search for a shorter trail; of the first error */
	double shortening;             /* when the search for a shorter trail began */
	int error;                     /* enum camp_error of the trail */
	const char *trail;             /* its file: the first one found, or a shorter one */
	unsigned long trails, replayed; /* of a job that collects */
	const char *collected;          /* what the replays printed */
};

/* Makes the job's directory and starts SPIN.  The task may be finished at once. */
void camp_task_start(struct camp_task *task);
/* Continues as far as possible without waiting. true: the job has its result. */
bool camp_task_poll(struct camp_task *task);
/* Whether it makes a verifier. */
bool camp_is_building(const struct camp_task *task);
/* The task has the memory that it waits for: continues with what it wanted to do. */
void camp_task_resume(struct camp_task *task);
/* Kills its processes and removes its files.  The job counts as not run. */
void camp_task_cancel(struct camp_task *task);

#endif
