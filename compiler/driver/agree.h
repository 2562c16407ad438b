/* agree.h: scenarios under memory models, as models and as C. */
#ifndef DRIVER_AGREE_H
#define DRIVER_AGREE_H

#include "agree/explore.h"
#include "compiler/driver/verify.h"

struct agree_arguments {
	struct verify_arguments verify; /* first, as for every subcommand */
	struct agree_bounds bounds;     /* of the exploration of C */
	bool chose_workers;             /* --workers was given */
	const char *mutant;             /* of the specification, or NULL */
	bool retraces;                  /* the model shall do what the C has done */
	const char *follow;             /* the file of the story that is to be followed; or NULL */
};

enum agree_verdict {
	AGREE_UNKNOWN,
	AGREE_EQUAL,     /* each end is one of the other, and nothing was left out */
	AGREE_WITHIN,    /* each end of the C is one of the model; not all schedules were tried */
	AGREE_DIFFERENT, /* an end that the other does not have, or the C fails: `why' */
	AGREE_UNDECIDED, /* `why' */
	AGREE_FAILED     /* a tool failed: `why' */
};
extern const char *const agree_verdict_name[];

struct agree_cell { /* a scenario under a memory model */
	const struct ir_scenario *scenario;
	enum ir_memory memory;
	const char *name; /* "two_roots sc" */
	struct agree_ends model, c;
	const struct guide *guide; /* what the C has to follow; or NULL */
	struct agree_found found;  /* of the C */
	unsigned workers;          /* of the C */
	enum agree_verdict verdict;
	const char *why;
	const struct agree_end *only_c, *only_model; /* DIFFERENT: ends that differ, or NULL */
};

/* All cells of a file. */
struct agree_plan {
	struct driver_spec *spec;
	struct gd_arena *arena;
	const struct ir_spec *ir;
	GD_VEC(struct agree_cell) cells;
	GD_VEC(struct camp_job) jobs; /* of the models: the job of a cell has its index */
};

/* ---- agree-options.c */
/* Options of agree and explore, for argp's children.  Their input is a struct agree_arguments. */
extern const struct argp agree_common_argp;
/* Parses the command line.  Returns a driver_status. */
int agree_parse_arguments(const struct argp *argp, int argc, char **argv,
    struct agree_arguments *arguments);

/* ---- agree-cells.c */
/* Fills in the cells for FILE. false: a message was written. */
bool agree_plan_cells(const struct agree_arguments *arguments, const char *file,
    struct agree_plan *plan);
/* The file for the schedule of a failure of the cell: where there are several, each has its own. */
const char *agree_schedule_of(const struct agree_arguments *arguments,
    const struct agree_plan *plan, const struct agree_cell *cell);
/* Explores the C of the cells that are still unknown.  COMPARES: until an end is none of the
 * model's. false: nothing could be built, and a message
 * was written. */
bool agree_run_programs(const struct agree_arguments *arguments, struct agree_plan *plan,
    bool compares);

/* ---- agree-models.c */
/* Finds the ends of the models' runs. false: nothing could be run, and a message was written. */
bool agree_run_models(const struct agree_arguments *arguments, struct agree_plan *plan,
    struct camp_summary *summary);
/* Shows a run of the model of CELL that ends as END does. false: there is none. */
bool agree_show_model(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell, const struct agree_end *end, FILE *out);

struct pml_request agree_request(const struct agree_arguments *arguments,
    const struct agree_plan *plan, const struct agree_cell *cell);
/* One search of the model TEXT for a short run that fails. */
struct camp_job agree_one_search(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct pml_request *request, const char *text);
/* false: none could be run, and a message was written. */
bool agree_run_jobs(const struct agree_arguments *arguments, const struct agree_plan *plan,
    struct camp_job *jobs, size_t count, struct camp_summary *summary);

/* ---- retrace.c */
/* Has the model of CELL do what its C has done: TRACE is what the program has printed, and END how
 * it has ended, or NULL if it has failed.  Reports how far the model comes. */
void agree_retrace(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *trace, const struct agree_end *end, FILE *out);

/* ---- follow.c */
/* Has the C of FILE do what a story says, and reports how far it comes.  Returns a driver_status. */
int follow_file(struct agree_arguments *arguments, const char *file);
/* The same for a run of the model of CELL, of which STORY is what `gcdsl trace --json' writes. */
void follow_model(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *story, FILE *out);

/* ---- agree-report.c */
void agree_report_text(const struct agree_arguments *arguments, const struct agree_plan *plan,
    FILE *out);
/* Writes one JSON object on one line: doc/agree.md. */
void agree_report_json(const struct agree_plan *plan, FILE *out);
struct json_t;
struct json_t *agree_ends_json(const struct agree_ends *ends);
void agree_add_counts(const struct agree_cell *cell, struct json_t *object);
/* Writes what a program has reported, one line for each event. */
void agree_tell_program(const struct agree_plan *plan, const struct agree_cell *cell,
    const char *trace, FILE *out);

#endif
