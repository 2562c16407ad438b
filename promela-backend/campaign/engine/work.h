/* work.h: a campaign in a folder: jobs, tasks, what was submitted. */
#ifndef CAMP_WORK_H
#define CAMP_WORK_H

#include "promela-backend/campaign/elsewhere.h"
#include "promela-backend/campaign/engine/engine.h"
#include "promela-backend/campaign/process.h"

enum work_place {
	WORK_WAITS,
	WORK_SHARES, /* the result of another job with the same key */
	WORK_SUBMITTED,
	WORK_FINISHED
};
struct work_job {
	struct camp_job *job;
	const char *id;            /* the name of its files */
	const char *file, *result; /* their paths */
	size_t leader;             /* WORK_SHARES: index of that job, which is earlier */
	size_t rank;               /* index of its memory class */
	unsigned attempts;
	enum work_place place;
};
/* Some jobs that one process runs, one after the other. */
struct work_task {
	GD_VEC(size_t) jobs;
	bool ended, went_well;
	bool is_memory; /* it may go well with more memory */
	bool is_final;  /* it must not be tried again */
	double ended_at;
	const char *trouble; /* why it did not go well */
};
/* Tasks of one memory class that were given to an engine together. */
struct work_submission {
	unsigned number; /* from 1; in the names of its files */
	size_t rank;
	const char *reference; /* the engine's name for it; "-": none */
	bool ended, stopped;   /* stopped: by an interrupt */
	GD_VEC(struct work_task) tasks;
};
struct gd_out;
struct work_kind;
struct work {
	struct gd_arena *arena;
	struct campaign *campaign;
	struct camp_field field;
	const struct camp_engine *engine;
	const struct work_kind *kind;
	const char *folder, *program;
	int lock;
	long classes[8]; /* MB, rising */
	size_t class_count;
	struct work_job *jobs;
	size_t count;
	GD_VEC(struct work_submission *)
	submissions; /* those that have not ended, and those that have */
	unsigned last_number;
	struct camp_process process; /* the engine's own, if it is one process */
	bool has_process;
	double silent_since; /* when the engine began not to answer; 0: it answers */
};

/* What an engine can do.  The functions return why they cannot; NULL: all is well. */
struct work_kind {
	const char *name;
	bool one_at_a_time;              /* it takes the next tasks when the last ones have ended */
	long chunk;                      /* seconds */
	double first_wait, longest_wait; /* seconds between two looks at it */
	const char *(*check)(struct work *work);
	const char *(*submit)(struct work *work, struct work_submission *submission);
	const char *(*resume)(struct work *work, struct work_submission *submission);
	const char *(*poll)(struct work *work);
	void (*cancel)(struct work *work);
};
extern const struct work_kind camp_work_list, camp_work_parallel, camp_work_slurm;

/* ---- in files (work.c) */
enum {
	WORK_ID_DIGITS = 16,
	WORK_TIMES_LIMIT = 8 /* longest time of a job, in time limits of a tool */
};
extern const char camp_work_submitted[]; /* the file of what was submitted */
/* Where the campaign is, and whether it was begun before.  Returns why that is not possible. */
const char *camp_work_open(struct work *work, bool *begun);
void camp_work_close(struct work *work, bool complete);
/* Writes the jobs' files and the list of jobs. */
const char *camp_work_write_jobs(struct work *work);
const char *camp_work_path(const struct work *work, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes JOB's file, unless it is there and whole. */
const char *camp_work_write_job(struct work *work, const struct work_job *job);
/* Writes what OUT has into the file NAME of the folder, and frees it. */
const char *camp_work_write_out(struct work *work, const char *name, struct gd_out *out);
/* "env SPIN=… gcdsl run-job --memory 1000 ", for a class of so many MB. */
const char *camp_work_command(struct work *work, long megabytes);
/* TEXT as one word of a shell. */
const char *camp_work_quoted(struct gd_arena *arena, const char *text);

/* ---- tasks (tasks.c) */
/* Writes the commands of SUBMISSION's tasks, one in a line. */
const char *camp_work_write_tasks(struct work *work, const struct work_submission *submission);
/* Writes which submissions there are. */
const char *camp_work_write_submitted(struct work *work);
/* Reads them. */
void camp_work_read_submitted(struct work *work);
/* Makes tasks of the jobs of class CLASS that wait.  NULL: there are none. */
struct work_submission *camp_work_make_tasks(struct work *work, size_t rank, long chunk);
/* Seconds after which the longest task of SUBMISSION is certainly stuck. */
double camp_work_seconds(const struct work *work, const struct work_submission *submission);
void camp_work_end_task(struct work_task *task, bool well, const char *trouble);
/* MB in which gcdsl and the tools find room beside the search. */
enum { WORK_ROOM = 512 };

#endif
